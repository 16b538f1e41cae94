import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOfJourney } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { reports, showsFieldMessages } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { typeText } from '../support/typing.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe.each(databaseOfJourney('record-form'))('the record form on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
  const focused = () => page.evaluate(() => document.activeElement?.id)

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('shows the error of each required field in the current language, and focuses the first', async () => {
    await page.goto('/ent/entInfo/create')
    await page.getByRole('heading', { name: '新建企业信息' }).waitFor()
    await save()
    await showsFieldMessages(page, [
      '请输入企业名称',
      '请输入统一社会信用代码',
      '请选择企业类型',
      '请选择经营业态',
      '请选择所属区域',
      '请输入经营地址',
      '请输入联系电话',
    ])
    await expect.poll(focused).toBe('entInfo-form_name')
    await page.getByText('7 项需要修改：').waitFor()
    await page.getByRole('button', { name: /English/ }).click()
    await page.getByRole('heading', { name: 'New business' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The specification has "please enter/select {label}"; upper and lower case follow the sentence.
    const messages = async () =>
      (await page.locator('form [role=alert]').allInnerTexts()).map(text => text.toLowerCase())
    await expect
      .poll(messages)
      .toEqual([
        'please enter business name',
        'please enter credit code',
        'please select business category',
        'please select business type',
        'please select region',
        'please enter address',
        'please enter contact phone',
      ])
    await page.getByRole('button', { name: /中文/ }).click()
    await page.getByRole('heading', { name: '新建企业信息' }).waitFor()
  })

  it('shows an error of the server at its field', async () => {
    await page.goto('/ent/entType/create')
    await page.getByLabel('类型名称').fill('又一类')
    await page.getByLabel('类型编码').fill('SCHOOL')
    await save()
    await showsFieldMessages(page, ['类型编码已存在'])
    await page.getByLabel('类型编码').fill('SCHOOL2')
    await showsFieldMessages(page, [])
    await save()
    await reports(page, '新增成功')
  })

  it.each([
    ['a desktop', {}],
    ['a phone', phone],
  ])('does not shift the layout when errors of fields and lines appear and disappear, on %s', async (_at, options) => {
    const own = await screens.openAs('admin', adminPassword, options)
    await own.addInitScript(watchShifts)
    await own.goto('/business/businessEntOrder/create')
    const press = (name: string) => own.getByRole('button', { name, exact: true })
    await press('添加一行').last().waitFor()
    // Text that is laid out again when its font arrives is no shift by an error.
    await own.evaluate(() => document.fonts.ready)
    await own.evaluate(shiftsNow)
    await press('保存').click()
    await own.getByText('请输入供应商', { exact: true }).waitFor()
    await own.getByText(/项需要修改：$/).waitFor()
    expect(await own.evaluate(shiftsNow)).toEqual([])
    await own.getByLabel(/^供应商(?!电话)/).fill('绿源配送')
    await own.getByText('请输入供应商', { exact: true }).waitFor({ state: 'detached' })
    expect(await own.evaluate(shiftsNow)).toEqual([])
    await press('添加一行').last().click()
    await own.locator('[id$=_lines_0_quantity]').focus()
    await own.keyboard.type('1')
    await own.getByText('请输入产品名称').first().waitFor({ state: 'attached' })
    // The layout shift of the new line is intended.
    await own.evaluate(shiftsNow)
    await press('保存').click()
    expect(await own.evaluate(shiftsNow)).toEqual([])
    // On a phone the summary links to each field, and the list opens above it.
    await press('全部需要修改的项').click()
    const item = own.getByRole('listitem').getByRole('button', { name: /产品名称$/ })
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(20)
    await item.click()
    await own.keyboard.type('大米')
    await own.getByText('请输入产品名称').first().waitFor({ state: 'detached' })
    expect(await own.evaluate(shiftsNow)).toEqual([])
    await own.context().close()
  })

  it('shows an error without a field until it is closed', async () => {
    await page.goto('/ent/entType/create')
    await page.getByLabel('类型名称').fill('不通')
    await page.getByLabel('类型编码').fill('BT')
    const answer = { code: 403, success: false, data: null, msg: '不能保存' }
    await page.route('**/v1/entType/save', route => route.fulfill({ status: 403, json: answer }))
    await save()
    const alert = page.getByRole('alert').filter({ hasText: '不能保存' })
    await alert.waitFor()
    await alert.getByRole('button', { name: '关闭' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.unroute('**/v1/entType/save')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByRole('button', { name: '放弃修改' }).click()
  })

  it.each([
    ['a desktop', {}],
    ['a phone', phone],
  ])(
    'requires a confirmation before back navigation from a form: stay, keep and close, or discard, on %s',
    async (_at, options) => {
      const own = await screens.openAs('admin', adminPassword, options)
      const call = `/api/ent/v1/entType/save`
      const body = { name: `退回${_at.length}`, code: `BACK${_at.length}` }
      const { id } = (await screens.call('POST', call, body)) as { readonly id: string }
      await own.goto(`/ent/entType/${id}/show`)
      const edit = async () => {
        await own
          .getByRole('main')
          .getByRole('button', { name: '编辑' })
          .or(own.getByRole('link', { name: '编辑' }))
          .first()
          .click()
        await own.getByLabel('类型名称').waitFor()
      }
      const dialog = own.getByRole('dialog', { name: '关闭未保存的表单？' })
      const answers = async (name: string) => {
        await own.goBack()
        await dialog.getByRole('button', { name, exact: true }).click()
        await dialog.waitFor({ state: 'hidden' })
      }
      await edit()
      await own.getByLabel('类型名称').press('End')
      await typeText(own, '再改')
      await answers('继续编辑')
      await expect.poll(() => own.getByLabel('类型名称').inputValue()).toBe(`${body.name}再改`)
      await answers('保留并关闭')
      await own.getByRole('heading', { name: body.name, exact: true, level: 1 }).waitFor()
      await edit()
      await expect.poll(() => own.getByLabel('类型名称').inputValue()).toBe(body.name)
      await own.getByRole('status').getByRole('button', { name: '恢复', exact: true }).click()
      await expect.poll(() => own.getByLabel('类型名称').inputValue()).toBe(`${body.name}再改`)
      await answers('放弃修改')
      await own.getByRole('heading', { name: body.name, exact: true, level: 1 }).waitFor()
      await edit()
      await expect.poll(() => own.getByText('恢复', { exact: true }).count()).toBe(0)
      await expect.poll(() => own.getByLabel('类型名称').inputValue()).toBe(body.name)
      await own.context().close()
    },
  )

  it('triggers the confirmation of the browser before the window is closed, and offers the draft afterwards', async () => {
    const context = (await screens.openAs('admin', adminPassword)).context()
    const open = async () => {
      const own = await context.newPage()
      await own.goto('/ent/entType/create')
      await own.getByLabel('类型名称').waitFor()
      return own
    }
    const closes = async (own: Page, answer: 'accept' | 'dismiss') => {
      const asked = own.waitForEvent('dialog')
      await own.close({ runBeforeUnload: true })
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question[answer]()
    }
    const first = await open()
    await first.getByLabel('类型名称').click()
    await typeText(first, '关窗')
    await closes(first, 'dismiss')
    await expect.poll(() => first.getByLabel('类型名称').inputValue()).toBe('关窗')
    // Closed before the debounced draft is stored.
    await typeText(first, '之前')
    const gone = first.waitForEvent('close')
    await closes(first, 'accept')
    await gone
    const second = await open()
    await second.getByRole('status').getByRole('button', { name: '恢复', exact: true }).click()
    await expect.poll(() => second.getByLabel('类型名称').inputValue()).toBe('关窗之前')
    await second.getByRole('button', { name: '取消', exact: true }).click()
    await second.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()
    await second.getByRole('heading', { name: '企业类型', exact: true }).waitFor()
    // No unsaved input remains.
    const closed = second.waitForEvent('close')
    await second.close({ runBeforeUnload: true })
    await closed
    await context.close()
  })

  it('requires a confirmation before navigation discards the input', async () => {
    await page.goto('/ent/entType/create')
    await page.getByLabel('类型名称').fill('写了一半')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '关闭未保存的表单？' })
    await dialog.getByRole('button', { name: '继续编辑' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('类型名称').inputValue()).toBe('写了一半')
    // Another page opens in a new tab, and the form keeps its input in its own tab.
    await page.getByRole('link', { name: '摄像头', exact: true }).click()
    await page.getByRole('heading', { name: '摄像头', exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByLabel('类型名称').inputValue()).toBe('写了一半')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await dialog.getByRole('button', { name: '放弃修改' }).click()
    await page.getByRole('heading', { name: '企业类型', exact: true }).waitFor()
  })
})

interface Shift extends PerformanceEntry {
  readonly sources: readonly { readonly node: Node | null }[]
}

/** Records layout shifts of the page, except inside the error summary. */
function watchShifts(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  new PerformanceObserver(list => {
    for (const { sources } of list.getEntries() as Shift[])
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement
        if (element && !element.closest('.sheet-wrong')) moved.push(`${element.className} ${element.textContent}`)
      }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shifts since the last call, read two frames later. */
async function shiftsNow(): Promise<readonly string[]> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const { moved } = window as unknown as { readonly moved: string[] }
  return moved.splice(0)
}
