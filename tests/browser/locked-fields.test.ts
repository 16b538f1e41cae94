import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BundledPage, bundledPage } from '../support/bundled-page.ts'
import { sharedBrowser } from '../support/screens.ts'
import { modelOf } from '../support/store.ts'

const model = modelOf({
  'dictionaries/visit_state.yaml': `title: { zh: 走访状态, en: State }
entries:
  open: { key: "0", title: { zh: 待办, en: Open } }
  done: { key: "1", title: { zh: 已办, en: Done } }
`,
  'resources/field/visit.yaml': `title: { zh: 走访, en: Visit }
fields:
  name: { type: text, title: { zh: 名称, en: Name }, readOnly: [done] }
  limit: { type: integer, title: { zh: 上限, en: Limit } }
  rateId: { type: reference, of: rate, pick: first, where: "it.limit == limit", required: true, title: { zh: 价格, en: Rate } }
  note: { type: text, title: { zh: 说明, en: Note }, readOnly: "limit > 10", required: "limit == 7" }
  items: { type: children, of: visitItem, title: { zh: 明细, en: Items }, readOnly: [done] }
  state: { type: dictionary, of: visit_state }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions: { finish: { from: open, to: done, title: { zh: 办结, en: Finish } } }
`,
  'resources/field/visitItem.yaml': `title: { zh: 走访明细, en: Visit item }
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true }
  product: { type: text, required: true, title: { zh: 品名, en: Product } }
  count: { type: integer, title: { zh: 数量, en: Count }, readOnly: "count >= 5" }
  rateId: { type: reference, of: rate, pick: first, required: true, title: { zh: 价格, en: Rate } }
`,
  'resources/field/rate.yaml': `title: { zh: 价格, en: Rate }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  limit: { type: integer, title: { zh: 上限, en: Limit } }
`,
})

describe('semantics 33: a form with locked fields', () => {
  let bundled: BundledPage
  beforeAll(async () => {
    bundled = await bundledPage('tests/support/forms-page.tsx')
  })

  async function opened(record: object, language = 'zh', width = 1280): Promise<Page> {
    const page = await (await sharedBrowser()).newPage({ viewport: { width, height: 900 } })
    page.setDefaultTimeout(10_000)
    await page.setContent(`<!doctype html><html lang="${language}"><body></body></html>`)
    await page.evaluate(given => Object.assign(window, given), { form: 'generated', language, model, record })
    await page.addStyleTag({ content: bundled.style })
    await page.addScriptTag({ content: bundled.script, type: 'module' })
    await page.locator('#visit_name').waitFor()
    return page
  }
  const noteOf = (page: Page, field: string) => page.locator(`#visit_${field}-note`).innerText()
  const isInput = async (page: Page, field: string) => (await page.locator(`input#visit_${field}`).count()) === 1
  const items = [
    { id: '1', product: '米', count: 1 },
    { id: '2', product: '油', count: 9 },
  ]

  it('shows them without an input, with the reason in both languages', async () => {
    const record = { id: '9', version: 3, name: '甲', limit: 50, note: '乙', items, state: '1' }
    const page = await opened(record)
    expect(await Promise.all(['name', 'limit', 'note'].map(field => isInput(page, field)))).toEqual([
      false,
      true,
      false,
    ])
    expect(await noteOf(page, 'name')).toBe('名称在“已办”状态下不能修改')
    expect(await noteOf(page, 'note')).toBe('说明现在不能修改')
    expect(await page.locator('.field-lines-hint').innerText()).toContain('明细在“已办”状态下不能修改')
    expect(await page.getByRole('button', { name: '添加一行' }).count()).toBe(0)
    await page.context().close()
    const english = await opened(record, 'en')
    expect(await noteOf(english, 'name')).toBe('Name cannot be changed in the state "Done"')
    expect(await noteOf(english, 'note')).toBe('Note cannot be changed under the present condition')
    await english.context().close()
  })

  it.each([1280, 390])('opens what is not locked, cells of lines included, at a width of %i', async width => {
    const page = await opened({ id: '9', version: 3, name: '甲', limit: 5, note: '乙', items, state: '0' }, 'zh', width)
    expect(await Promise.all(['name', 'limit', 'note'].map(field => isInput(page, field)))).toEqual([true, true, true])
    const locked = page.locator('[title="数量现在不能修改"]')
    expect(await locked.count()).toBe(1)
    expect(await locked.innerText()).toBe('9')
    await page.context().close()
  })

  it('locks nothing in a new record', async () => {
    const page = await opened({ limit: 50 })
    expect(await isInput(page, 'note')).toBe(true)
    await page.context().close()
  })

  it('marks a field as required while its condition is true', async () => {
    const page = await opened({ id: '9', version: 3, state: '0' })
    const marks = page.locator('label[for="visit_note"] .required')
    const isRequired = () => page.locator('#visit_note').getAttribute('aria-required')
    expect([await marks.count(), await isRequired()]).toEqual([0, null])
    await page.locator('#visit_limit').fill('7')
    await expect.poll(() => marks.count()).toBe(1)
    expect(await isRequired()).toBe('true')
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect.poll(() => noteOf(page, 'note')).toBe('请输入说明')
    await page.locator('#visit_limit').fill('8')
    await expect.poll(() => marks.count()).toBe(0)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect.poll(() => page.evaluate(() => window.submitted?.['limit'])).toBe(8)
    await page.context().close()
  })

  it.each([
    ['zh', '保存时自动选择：青溪价', '留空时，保存时自动选择'],
    ['en', 'Chosen on save: 青溪价', 'If empty, chosen on save'],
  ])('semantics C2: shows the record that the server would choose (%s)', async (language, next, none) => {
    const page = await opened({ limit: 4 }, language)
    expect(await noteOf(page, 'rateId')).toBe(none)
    await page.locator('#visit_limit').fill('5')
    await expect.poll(() => noteOf(page, 'rateId')).toBe(next)
    await page.locator('#visit_limit').fill('6')
    await expect.poll(() => noteOf(page, 'rateId')).toBe(none)
    await page.context().close()
  })

  it.each([
    ['zh', 1280, '留空时，保存时自动选择'],
    ['en', 390, 'If empty, chosen on save'],
  ])('semantics C2: requires no reference that the server chooses (%s, %i)', async (language, width, note) => {
    const page = await opened({ limit: 8, items: [{ product: 'oil' }] }, language, width)
    expect(await noteOf(page, 'rateId')).toBe(note)
    const rate = page.locator('#visit_rateId')
    expect([await rate.count(), await rate.getAttribute('aria-required')]).toEqual([1, null])
    const lines = page.locator(width > 600 ? '.lines thead' : '.line-card')
    expect(await lines.innerText()).toMatch(/价格|Rate/)
    // Of a line, the product alone is required.
    expect([await page.locator('label .required').count(), await lines.locator('.required').count()]).toEqual(
      width > 600 ? [0, 1] : [1, 1],
    )
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect.poll(() => page.evaluate(() => window.submitted?.['limit'])).toBe(8)
    await page.context().close()
  })
})
