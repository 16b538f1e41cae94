import { parseArgs } from 'node:util'
import { extendLanguage } from '../engine/compiler/extend.ts'
import type { Language } from '../engine/model/model.ts'
import { refusalOf } from '../engine/server/errors/database-errors.ts'
import { openRescueWork } from '../engine/server/open-work.ts'
import { rescueAdministrator } from '../engine/server/services/accounts/rescue.ts'
import { readSettings } from '../engine/server/settings.ts'
import { isOfOperator } from '../engine/server/start-fault.ts'
import { language } from '../server/language.ts'

extendLanguage(language)

const usage = `npm run rescue -- [--account admin] [--lang zh|en]

Creates or restores an administrator account that can sign in to the management tenant, and prints a random password once.
It must be changed at the next sign-in. The tenant, the web client and the administrators' role are restored if necessary.
Stop the server first if it uses the embedded database.

Exit codes: 0 done, 1 error.`

process.exitCode = await main()

function printToStderr(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

async function main(): Promise<number> {
  const order = read()
  if (!order) return 1
  const language: Language = order.lang === 'zh' ? 'zh' : 'en'
  try {
    const opened = await openRescueWork(readSettings(process.env), language, printToStderr)
    try {
      const { account, password } = await rescueAdministrator(opened, order.account)
      console.log(
        language === 'zh'
          ? `账号 ${account}，密码 ${password}：首次登录后须修改。`
          : `Account ${account}, password ${password}: change it at the next sign-in.`,
      )
      return 0
    } finally {
      await opened.close()
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!isOfOperator(error)) throw error
    printToStderr(refusal ? refusal.text[language] : error.message)
    return 1
  }
}

function read(): { readonly account: string; readonly lang: string | undefined } | undefined {
  try {
    const { values } = parseArgs({ options: { account: { type: 'string' }, lang: { type: 'string' } } })
    return { account: values.account ?? 'admin', lang: values.lang }
  } catch (error) {
    printToStderr(`${(error as Error).message}\n\n${usage}`)
    return undefined
  }
}
