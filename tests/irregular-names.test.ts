import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { builtServer, shortLived } from './support/built.ts'
import { databasesWalked, type Place, testZone } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { tokenPath, webClient, writeApp } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

/** Accounts that were possible before the rule for names. */
const accounts = ['ADMIN', 'аdmin', 'admin\u200c', '办事员', 'two words', 'Ab', 'aB']
const password = 'Person-26'

describe.each(databasesWalked('embedded'))('accounts and aliases older than the rule for names ($kind)', kind => {
  let place: Place
  let appDir: string
  let server: ServerProcess | undefined

  const start = async (): Promise<ServerProcess> => {
    server = await startServerProcess(place, appDir, 'off', { APP_TZ: testZone })
    return server
  }
  const stop = async () => {
    await server?.stop()
    server = undefined
  }
  const signIn = async (address: string, username: string) => {
    const query = new URLSearchParams({ grant_type: 'password', tenantId: '000000', username, password })
    return (await fetch(`${address}${tokenPath}?${query}`, { method: 'POST', headers: webClient })).status
  }
  const inDatabase = async (work: (run: (text: string) => Promise<readonly unknown[]>) => Promise<void>) => {
    const database = await openDatabase({ ...place, zone: testZone })
    await work(async text => (await sql.raw(text).execute(database.kysely)).rows).finally(() => database.close())
  }
  const plan = async (): Promise<{ code: number | null; output: string }> => {
    const child = spawn(process.execPath, [...shortLived, join(await builtServer(), 'plan.js')], {
      env: {
        PATH: process.env['PATH'],
        APP_DIR: appDir,
        DATABASE_URL: place.url,
        DATA_DIR: place.dataDir ?? `${appDir}/data`,
        APP_TZ: testZone,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (output += part))
    return new Promise(resolve => child.once('close', code => resolve({ code, output })))
  }

  beforeAll(async () => {
    ;[place, appDir] = [await kind.place(), writeApp(sampleApp)]
    const { send } = await start()
    const post = async (path: string, body: object) =>
      (await (await send('POST', `/api/${path}`, body)).json()).data.id as string
    const own = (await (await send('GET', '/api/blade-user/info')).json()).data
    for (const [index] of accounts.entries()) {
      const user = { account: `person${index}`, name: '某', realName: '某人', password, deptId: own.deptId }
      await post('blade-user/submit', { ...user, roleId: own.roleId })
    }
    for (const roleAlias of ['reader', 'other']) await post('blade-system/role/submit', { roleName: '读', roleAlias })
    await stop()
    await inDatabase(async run => {
      for (const [index, account] of accounts.entries())
        await run(`update blade_user set account = '${account}' where account = 'person${index}'`)
      await run("update blade_role set role_alias = 'Reader' where role_alias = 'other'")
      await run('delete from engine_password_due')
    })
  }, 60_000)
  afterAll(async () => {
    await stop()
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  })

  it('are named by the plan, with their number and their records, and nothing waits', async () => {
    const { code, output } = await plan()
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing to do')])
    expect(output).toContain(`${accounts.length + 1} 个账号不符合新建时的规则`)
    expect(output).toContain(`${accounts.length + 1} existing values of "Account" break the rule for new ones`)
    for (const account of [...accounts.map(name => name.replace('\u200c', '\\\\u200c')), 'admin'])
      expect(output).toMatch(new RegExp(`/system/user/\\d+/show "${account}" \\(000000\\)`))
    expect(output).toContain('2 existing values of "Alias"')
    expect(output).toMatch(/\/authority\/role\/\d+\/show "Reader"/)
  })

  it('do not prevent the start, and their users sign in', async () => {
    const { address } = await start()
    for (const account of accounts) expect([account, await signIn(address, account)]).toEqual([account, 200])
    expect(await signIn(address, 'admin\u200d')).not.toBe(200)
    await stop()
  })

  it('that are equal to another are kept too, where the index that prevents them is missing', async () => {
    await inDatabase(async run => {
      const found = (await run(
        "select indexname as name from pg_indexes where indexdef like '%UNIQUE%' and (indexdef like '%role_alias%' or indexdef like '%account%')",
      )) as { name: string }[]
      for (const { name } of found.filter(one => /^blade_(user|role)/.test(one.name))) await run(`drop index "${name}"`)
      await run("update blade_role set role_alias = 'reader' where role_alias = 'Reader'")
    })
    const { code, output } = await plan()
    expect([code, output]).toEqual([2, expect.stringContaining('--allow unique:blade_role.role_alias')])
    const { address, send } = await start()
    for (const account of ['ADMIN', '办事员']) expect([account, await signIn(address, account)]).toEqual([account, 200])
    const roles = (await (await send('GET', '/api/blade/v1/bladeRole/page?roleAlias_equal=reader')).json()).data
    expect(roles.total).toBe(2)
    await stop()
  })
})
