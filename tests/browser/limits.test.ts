import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../engine/server/database/run.ts'
import { usualLimits } from '../../engine/server/http/limits.ts'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { typeText } from '../support/typing.ts'

const files = {
  'resources/ent/visit.yaml': `title: { zh: 走访, en: Visit }
menu: { under: ent, order: 91 }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 走访名称, en: Name } }
`,
}

describe.each(databasesWalked('postgres'))('a refused request of a user with too many, on $kind', kind => {
  let screens: Screens
  // 1.5 units per second: a save has to wait for 7 s, longer than pages wait for their users.
  beforeAll(async () => {
    screens = await openScreens(kind, { files, settings: { limits: { ...usualLimits, rate: 90 } } })
  })
  afterAll(() => screens.close())

  it.each([
    ['zh', 'desktop', {}, '走访名称', '保存', /^请求过于频繁，请 \d 秒后再试$/],
    [
      'en',
      'phone',
      { viewport: { width: 390, height: 844 } },
      'Name',
      'Save',
      /^Too many requests; please try again in \d s$/,
    ],
  ] as const)(
    'shows the seconds, keeps the input, and can be repeated (%s, %s)',
    async (language, at, options, label, press, text) => {
      const page = await screens.openAs('admin', adminPassword, {
        ...options,
        locale: language === 'zh' ? 'zh-CN' : 'en-US',
      })
      await page.addInitScript(
        language => localStorage.setItem('mingchu:choices', JSON.stringify({ language })),
        language,
      )
      const token = await screens.server.signIn('admin', adminPassword)
      await page.goto('/ent/visit/create')
      const name = page.locator('form').getByLabel(new RegExp(`^${label}`))
      await name.click()
      const title = `限流${at}`
      await typeText(page, title)
      while ((await screens.server.call('GET', '/api/ent/v1/visit/page', { token })).status !== 429);
      await page.getByRole('button', { name: press, exact: true }).click()
      await page.getByText(text).first().waitFor()
      expect(await name.inputValue()).toBe(title)
      // Each attempt to save before the units are back would be refused, and their number is not in the page.
      await sleep(8_000)
      await page.getByRole('button', { name: press, exact: true }).click()
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      const { kysely } = screens.server.engine.database
      expect(await run(kysely, 'select 1 from visit where name = $1::text', [title])).toHaveLength(1)
      await page.context().close()
    },
  )
})
