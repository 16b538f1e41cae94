import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/demoLesson.yaml': `title: { zh: 课程, en: Lesson }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  hours: { type: integer, title: { zh: 课时, en: Hours } }
  note: { type: text, title: { zh: 备注, en: Note } }
`,
  'resources/ent/demoChange.yaml': `title: { zh: 课程变更, en: Change }
display: name
fields:
  lessonId: { type: reference, of: demoLesson, required: true }
  name: { type: text, title: { zh: 名称, en: Name } }
  hours: { type: integer, title: { zh: 课时, en: Hours } }
  note: { type: text, title: { zh: 备注, en: Note } }
against: { record: lessonId, fields: [name, hours] }
`,
}

describe.each(databasesWalked('postgres'))('a record compared with another, on $kind', kind => {
  let screens: Screens
  let page: Page

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('shows the values of the other record as soon as it is chosen, and marks those that differ', async () => {
    await page.goto('/ent/demoLesson/create')
    await page.getByLabel('名称').fill('洗手')
    await page.getByLabel('课时').fill('2')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL(url => /\/\d+(\/show)?$/.test(url.pathname))
    await page.goto('/ent/demoChange/create')
    await page.getByRole('combobox', { name: '课程' }).click()
    await page.getByRole('option', { name: '洗手' }).click()
    await page.getByLabel('课时').fill('2')
    await page.getByLabel('名称').fill('消毒')
    await expect.poll(() => page.locator('.against').allInnerTexts()).toHaveLength(2)
    await expect.poll(() => page.locator('.against.differs').allInnerTexts()).toEqual([expect.stringContaining('洗手')])
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL(url => /\/\d+(\/show)?$/.test(url.pathname))
    await expect.poll(() => page.locator('.detail-group .against.differs').count()).toBe(1)
  })
})
