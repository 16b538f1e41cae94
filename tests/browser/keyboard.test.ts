import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOfJourney } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { reports, showsFieldMessages } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databaseOfJourney('keyboard'))('a record by keyboard only on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const write = (text: string) => page.keyboard.insertText(text)
  /** The id of the focused field. */
  const field = () => page.evaluate(() => document.activeElement?.id.replace(/^.*_/, ''))
  const selected = () => page.evaluate(() => getSelection()?.toString())
  const focusedText = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement instanceof HTMLElement ? activeElement.innerText.trim() : ''
    })
  /** Presses Tab until the field is focused. */
  const walksTo = async (isThere: () => Promise<boolean>) => {
    for (let step = 0; step < 60; step += 1) {
      if (await isThere()) return
      await press('Tab')
    }
    expect.fail('The caret never came there.')
  }
  const walksToField = (name: string) => walksTo(async () => (await field()) === name)

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('is found in its list, opened, and opened for editing with its first field focused', async () => {
    await page.goto('/ent/entInfo')
    await page.getByRole('row', { name: '九里松小学食堂' }).waitFor()
    await press('j')
    await expect.poll(focusedText).not.toBe('')
    for (let row = 0; row < 12 && !(await focusedText()).includes('九里松小学食堂'); row += 1) await press('j')
    await press('Enter')
    await page.getByRole('heading', { name: '九里松小学食堂', exact: true }).waitFor()
    await expect.poll(focusedText).toBe('九里松小学食堂')
    await press('e')
    await page.getByRole('heading', { name: '编辑企业信息' }).waitFor()
    await expect.poll(field).toBe('name')
  })

  it('accepts choices, text, a number, a date, a user and two lines', async () => {
    await walksToField('creditRating')
    await expect.poll(selected).toBe('A 优秀')
    await write('B 良好')
    await page.getByRole('option', { name: 'B 良好' }).waitFor()
    await press('Enter')
    await walksToField('legalPerson')
    await press('Control+A')
    await write('许嘉木')
    // It does not save incomplete input.
    await press('Enter')
    await walksToField('seats')
    await press('Control+A')
    await write('120')
    await walksToField('licenceBegin')
    await press('Control+A')
    await write('2024-05-06')
    await walksToField('phone')
    await press('Control+A')
    await write('12')
    await walksToField('supervisorId')
    await write('管理员')
    await page.getByRole('option', { name: '管理员' }).first().waitFor()
    await press('Enter')
    await walksToField('remark')
    await write('第一行')
    await press('Enter')
    await write('第二行')
    expect(new URL(page.url()).pathname).toMatch(/^\/ent\/entInfo\/\d+$/)
  })

  it('keeps the input on Escape', async () => {
    await press('Escape')
    await expect.poll(() => page.locator('textarea[id$=_remark]').inputValue()).toBe('第一行\n第二行')
  })

  it('shows errors, links to them from the footer, and is saved', async () => {
    await press('Control+s')
    await showsFieldMessages(page, ['请输入正确的联系电话'])
    await expect.poll(field).toBe('phone')
    await walksTo(async () => (await focusedText()) === '联系电话')
    await press('Enter')
    await expect.poll(field).toBe('phone')
    await press('Control+A')
    await write('13800004299')
    await press('Control+s')
    await reports(page, '更新成功')
    const id = screens.records.enterprises['九里松小学食堂']
    expect(await screens.call('GET', `/api/ent/v1/entInfo/getById?id=${id}`)).toMatchObject({
      creditRating: 'B',
      legalPerson: '许嘉木',
      seats: 120,
      licenceBegin: '2024-05-06',
      supervisorIdName: '管理员',
      phone: '13800004299',
      remark: '第一行\n第二行',
    })
  })

  it('returns to its list with its row focused', async () => {
    await page.getByRole('heading', { name: '九里松小学食堂', exact: true }).waitFor()
    await press('u')
    await page.getByRole('row', { name: '九里松小学食堂' }).waitFor()
    await expect.poll(focusedText).toContain('九里松小学食堂')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
    await press('j')
    await expect.poll(focusedText).not.toContain('九里松小学食堂')
  })
})
