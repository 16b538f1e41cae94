import type { ConsoleMessage, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, reports, type Screens, showsFieldMessages, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { visitFiles, visitForms } from '../support/visit-forms.ts'

describe.each(databasesWalked('postgres'))('forms, on $kind', kind => {
  let screens: Screens
  let page: Page
  const { field, button, visit, visitsNamed, opens, opensNew, isDetailOf } = visitForms(() => ({ screens, page }))

  beforeAll(async () => {
    screens = await openScreens(kind, { files: visitFiles })
    page = await screens.openAs('admin', adminPassword)
    await page.goto('/')
    // The browser's confirmation when a page with unsaved input is closed.
    page.on('dialog', dialog => void dialog.accept())
  })
  afterAll(() => screens.close())

  it('offer an unsaved draft without phone numbers, and delete it once it is discarded', async () => {
    await opens('/visit/create')
    await field('走访名称').fill('写了一半')
    await field('电话').fill('13800004210')
    await page.getByText(/已暂存/).waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('13800004210')
    await page.reload()
    await page.getByText(/有未保存的内容。为保护隐私/).waitFor()
    await expect.poll(() => field('走访名称').inputValue()).toBe('')
    await button('恢复').click()
    await expect.poll(() => field('走访名称').inputValue()).toBe('写了一半')
    await expect.poll(() => field('电话').inputValue()).toBe('')
    const faults: string[] = []
    const hear = (message: ConsoleMessage) => message.type() === 'error' && faults.push(message.text())
    page.on('console', hear)
    await button('取消').click()
    await button('放弃修改').click()
    await page.getByRole('heading', { name: '走访', exact: true }).waitFor()
    expect(faults).toEqual([])
    page.off('console', hear)
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('draft')))
    await expect.poll(drafts).toEqual([])
    // Each of two windows has its own draft; both are offered.
    const other = await page.context().newPage()
    for (const [own, name] of [
      [page, '甲窗'],
      [other, '乙窗'],
    ] as const) {
      await own.goto('/visit/create')
      await own.locator('#visit-form_name').fill(name)
      await own.getByText(/已暂存/).waitFor()
    }
    await other.close()
    await page.reload()
    const bars = page.locator('.form-bar')
    await expect.poll(() => bars.count()).toBe(2)
    await bars.nth(1).getByRole('button').last().click()
    await expect.poll(() => field('走访名称').inputValue()).toBe('甲窗')
    await bars.getByRole('button').first().click()
    await bars.waitFor({ state: 'detached' })
    await expect.poll(async () => (await drafts()).length).toBe(1)
    await button('取消').click()
    await button('放弃修改').click()
    await expect.poll(drafts).toEqual([])
  })

  it('show a field when its condition is true, save on Ctrl+S, and reset after save and new', async () => {
    await opensNew()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('visit-form_name')
    await field('走访名称').fill('一')
    await expect.poll(() => field('紧急原因').count()).toBe(0)
    await page.getByRole('radiogroup', { name: '紧急走访' }).getByRole('radio', { name: '是' }).check()
    await field('紧急原因').waitFor()
    await page.keyboard.press('Control+s')
    await showsFieldMessages(page, ['请输入紧急原因'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('visit-form_reason')
    await page.keyboard.insertText('有人投诉')
    await button('保存并新建').click()
    await reports(page, '新增成功')
    await expect.poll(() => field('走访名称').inputValue()).toBe('')
    expect(await visitsNamed('一')).toMatchObject([{ reason: '有人投诉' }])
    // What was typed into a field that is hidden again is not sent.
    const urgent = (answer: string) =>
      page.getByRole('radiogroup', { name: '紧急走访' }).getByRole('radio', { name: answer }).check()
    await field('走访名称').fill('二')
    await urgent('是')
    await field('紧急原因').fill('不急')
    await urgent('否')
    await button('保存并新建').click()
    await expect.poll(() => field('走访名称').inputValue()).toBe('')
    await expect.poll(() => visitsNamed('二')).toMatchObject([{ reason: null }])
  })

  it('handle a click that blurs a field, then show the error of that field', async () => {
    await opens('/visit/create')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('visit-form_name')
    const radio = page.getByRole('radiogroup', { name: '紧急走访' }).getByRole('radio', { name: '是' })
    const place = async () => (await radio.boundingBox()) ?? expect.fail('It has no place.')
    /** Presses and releases slowly enough for a layout shift to show. */
    const clicks = async () => {
      const { x, y } = await place()
      await page.mouse.move(x + 2, y + 2)
      await page.mouse.down()
      await page.waitForTimeout(300)
      expect((await place()).y).toBe(y)
      await page.mouse.up()
    }
    await clicks()
    await expect.poll(() => radio.isChecked()).toBe(true)
    await showsFieldMessages(page, [])
    await page.locator('#visit-form_urgent-no').check()
    await field('走访名称').fill('二')
    await field('走访名称').fill('')
    await clicks()
    await expect.poll(() => radio.isChecked()).toBe(true)
    await showsFieldMessages(page, ['请输入走访名称'])
  })

  it('copy a record and its lines without unique values', async () => {
    const { id } = await visit({ name: '样板', code: 'V1', lines: [{ item: '称重', count: 2 }] })
    await page.goto(`/visit/${id}/show`)
    await page.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '复制为新记录' }).click()
    await showsText(page, '复制自 样板')
    const lines = page.getByRole('table', { name: '走访明细' }).locator('tbody')
    await expect.poll(() => lines.innerText()).toMatch(/称重\s+2/)
    await expect.poll(() => field('走访编码').inputValue()).toBe('')
    await field('走访名称').fill('样板之二')
    await button('保存').click()
    await isDetailOf('样板之二')
    expect(await visitsNamed('样板之二')).toMatchObject([{ code: null }])
  })

  it('keep the input when another user deletes the record', async () => {
    const { id } = await visit({ name: '将被删除', lines: [{ item: '留样' }] })
    await opens(`/visit/${id}`)
    await field('走访名称').fill('还要')
    const token = await screens.server.signIn('admin', adminPassword)
    await screens.server.call('DELETE', '/api/ent/v1/visit/removeById', { token, body: { id } })
    await button('保存').click()
    const dialog = page.getByRole('dialog', { name: '这条走访已被删除' })
    await dialog.getByRole('button', { name: '另存为新记录' }).click()
    await isDetailOf('还要')
    expect(await visitsNamed('还要')).toHaveLength(1)
  })
})
