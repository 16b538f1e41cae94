import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BundledPage, bundledPage } from '../support/bundled-page.ts'
import { isThorough } from '../support/databases.ts'
import { sharedBrowser } from '../support/screens.ts'
import { modelOf } from '../support/store.ts'

// A form that a developer wrote as a JSON Schema (examples/forms) and the one that the engine generates for the same
// fields: a user must not be able to tell them apart.
const model = modelOf({
  'resources/field/place.yaml': `title: { zh: 地点, en: Place }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
`,
  'resources/field/visitItem.yaml': `title: { zh: 走访明细, en: Visit item }
menu: false
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true }
  product: { type: text, required: true, title: { zh: 品名, en: Product } }
  price: { type: money, min: 0, title: { zh: 单价, en: Price } }
`,
  'dictionaries/visit_level.yaml': `title: { zh: 等级, en: Level }
entries:
  excellent: { key: "1", title: { zh: 优秀, en: Excellent } }
  good: { key: "2", title: { zh: 良好, en: Good } }
  fair: { key: "3", title: { zh: 一般, en: Fair } }
`,
  'dictionaries/visit_topic.yaml': `title: { zh: 内容, en: Topic }
entries:
  hygiene: { key: "1", title: { zh: 卫生, en: Hygiene } }
  fire: { key: "2", title: { zh: 消防, en: Fire safety } }
`,
  'resources/field/visit.yaml': `title: { zh: 走访, en: Visit }
fields:
  name: { type: text, required: true, min: 2, max: 20, title: { zh: 名称, en: Name } }
  code: { type: text, max: 20, spaces: strip, title: { zh: 编码, en: Code }, help: { zh: 可不填, en: Optional } }
  level: { type: dictionary, of: visit_level, required: true, title: { zh: 等级, en: Level } }
  topics: { type: dictionary, of: visit_topic, many: true, title: { zh: 内容, en: Topics } }
  urgent: { type: boolean, title: { zh: 紧急, en: Urgent } }
  reason: { type: text, max: 60, when: "urgent", title: { zh: 原因, en: Reason } }
  day: { type: date, required: true, title: { zh: 日期, en: Date } }
  begin: { type: datetime, title: { zh: 开始时间, en: Start } }
  time: { type: time, title: { zh: 时刻, en: Time } }
  guests: { type: integer, required: true, min: 1, max: 500, unit: { zh: 人, en: people }, title: { zh: 人数, en: Guests } }
  weight: { type: decimal, scale: 3, min: 0, title: { zh: 重量, en: Weight } }
  cost: { type: money, min: 0, unit: { zh: 元, en: CNY }, title: { zh: 费用, en: Cost } }
  phone: { type: phone, required: true, title: { zh: 联系电话, en: Phone } }
  credit: { type: creditCode, title: { zh: 信用代码, en: Credit code } }
  plate: { type: plate, title: { zh: 车牌, en: Plate } }
  email: { type: email, title: { zh: 邮箱, en: Email } }
  site: { type: url, title: { zh: 网址, en: Website } }
  idCard: { type: idCard, title: { zh: 身份证号, en: ID number } }
  pass: { type: password, title: { zh: 密码, en: Password } }
  host: { type: reference, of: place, title: { zh: 接待地点, en: Place } }
  photos: { type: image, many: true, count: 3, title: { zh: 照片, en: Photos } }
  report: { type: file, title: { zh: 报告, en: Report } }
  data: { type: json, title: { zh: 数据, en: Data } }
  items: { type: children, of: visitItem, min: 1, max: 50, title: { zh: 明细, en: Items } }
  remark: { type: longtext, max: 200, title: { zh: 备注, en: Remark } }
form:
  - { title: { zh: 基本信息, en: Visit }, fields: [name, code, level, topics, urgent, reason] }
  - { title: { zh: 时间, en: Time }, fields: [day, begin, time] }
  - { title: { zh: 数量, en: Amounts }, fields: [guests, weight, cost] }
  - title: { zh: 联系, en: Contact }
    help: { zh: 至少填写电话, en: The phone is required }
    fields: [phone, credit, plate, email, site, idCard, pass, host]
  - { title: { zh: 资料, en: Documents }, fields: [photos, report, data, remark] }
  - { title: { zh: 明细, en: Items }, fields: [items] }
`,
})

const forms = ['generated', 'hand'] as const
const languages = ['zh', 'en'] as const
/** Widths of a window, in pixels. */
const [desk, phone] = [1280, 390]
type Form = (typeof forms)[number] | 'rjsf'
type Language = (typeof languages)[number]

let bundled: BundledPage
const opened = new Map<string, Promise<Page>>()

beforeAll(async () => {
  bundled = await bundledPage('tests/support/forms-page.tsx')
})
afterAll(async () => {
  for (const page of opened.values()) await (await page).context().close()
})

/** What `read` finds in the generated form and in the one written by hand; both pages are open until the last test. */
async function both<Found>(language: Language, width: number, read: (page: Page) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = []
  for (const form of forms) {
    const key = `${form} ${language} ${width}`
    const page = opened.get(key) ?? open(form, language, width)
    opened.set(key, page)
    found.push(await read(await page))
  }
  return found
}

async function open(form: Form, language: Language, width: number): Promise<Page> {
  const page = await (await sharedBrowser()).newPage({ viewport: { width, height: 900 } })
  page.setDefaultTimeout(10_000)
  await page.setContent(`<!doctype html><html lang="${language}"><body></body></html>`)
  await page.evaluate(given => Object.assign(window, given), { form, language, model })
  await page.addStyleTag({ content: bundled.style })
  await page.addScriptTag({ content: bundled.script, type: 'module' })
  await page.locator('#visit_name').waitFor()
  return page
}

/** The whole form as HTML, without the ids and class names that React and the theme number. */
const htmlOf = (page: Page, selector = 'main') =>
  page.locator(selector).evaluateAll(parts =>
    parts
      .map(part => part.innerHTML)
      .join('')
      .replace(/_r_\w+_/g, '_r_')
      .replace(/\bcss-\w+/g, '')
      .replace(/ data-[\w-]+="[^"]*"/g, '')
      .split(/(?=<)/),
  )

const errorsOf = (page: Page) => page.locator('.field-error').allInnerTexts()
const submit = (page: Page) => page.getByRole('button', { name: 'OK', exact: true }).click()

const wrong: Readonly<Record<string, string>> = {
  name: '一',
  code: 'x'.repeat(21),
  day: '2026-02-30',
  begin: '昨晚',
  time: '25:00',
  guests: '0',
  weight: '1.2345',
  cost: '-1',
  phone: '12345678901',
  credit: '91350100M000100Y44',
  plate: '苏A1234',
  email: 'a@b',
  site: 'javascript:alert(1)',
  idCard: '110105194912310021',
  pass: 'short',
  data: '{',
}

const right: Readonly<Record<string, string>> = {
  name: '望江食堂',
  day: '2026-11-21',
  guests: '12',
  weight: '1.5',
  cost: '36',
  phone: '+86 138-0000-1234',
  data: '{"a":1}',
}

describe.each(languages)('a form written by hand, in %s', language => {
  it('has the HTML of the generated form: labels, inputs, help, groups', async () => {
    const [generated, hand] = await both(language, desk, htmlOf)
    expect(generated?.join('')).toContain('visit_idCard')
    expect(hand).toEqual(generated)
  })

  it('shows the same messages for the same input, when a field is left and after a submit', async () => {
    const [generated, hand] = await both(language, desk, async page => {
      const left: Record<string, string[]> = {}
      for (const [name, text] of Object.entries(wrong)) {
        await page.locator(`#visit_${name}`).fill(text)
        await page.locator(`#visit_${name}`).blur()
        await expect.poll(() => errorsOf(page)).toHaveLength(Object.keys(left).length + 1)
        left[name] = await errorsOf(page)
      }
      await submit(page)
      await expect.poll(async () => (await errorsOf(page)).length).toBeGreaterThan(Object.keys(wrong).length)
      return { left, submitted: await errorsOf(page), html: await htmlOf(page) }
    })
    expect(Object.keys(generated?.left ?? {})).toHaveLength(Object.keys(wrong).length)
    expect(hand).toEqual(generated)
  })
})

describe('a form written by hand', () => {
  it('submits the same values, from the keyboard alone', async () => {
    const [generated, hand] = await both('zh', phone, async page => {
      await page.setViewportSize({ width: desk, height: 900 })
      const order: string[] = []
      await page.locator('#visit_name').focus()
      for (let tabs = 0; tabs < 60; tabs++) {
        const id = await page.evaluate(() => document.activeElement?.id ?? '')
        order.push(id.replace(/_r_\w+_/, ''))
        const text = right[id.replace('visit_', '')]
        if (order.indexOf(id) < tabs) break
        if (text !== undefined) await page.keyboard.type(text)
        if (id === 'visit_level') await page.keyboard.type('良好')
        await page.keyboard.press('Tab')
      }
      await page.locator('#visit_host').fill('望江')
      await page.getByRole('option', { name: '望江' }).first().click()
      await page.locator('.field-lines-head button').click()
      await page.keyboard.type('大米')
      await submit(page)
      return { order, submitted: await page.evaluate(() => window.submitted), errors: await errorsOf(page) }
    })
    expect(hand).toEqual(generated)
    expect(generated?.submitted).toMatchObject({
      name: '望江食堂',
      level: '2',
      day: '2026-11-21',
      guests: 12,
      phone: '13800001234',
      data: { a: 1 },
      host: '2',
      items: [{ product: '大米' }],
    })
  })
})

describe('a form of RJSF with the theme of the engine', () => {
  const groups = (page: Page) => htmlOf(page, 'form#visit > section, form#visit > div > section')
  /** What `read` finds in the generated form and in the `<Form>` of RJSF, on pages of their own. */
  const compared = async <Found>(language: Language, read: (page: Page) => Promise<Found>): Promise<Found[]> => {
    const found: Found[] = []
    for (const form of ['generated', 'rjsf'] as const) {
      const page = await open(form, language, desk)
      found.push(await read(page))
      await page.context().close()
    }
    return found
  }

  // Its messages are those of the form written by hand, which is checked in both languages in every run.
  const ofRun = isThorough ? languages : languages.slice(0, 1)
  it.each(ofRun)('has the fields and the messages of the generated form, in %s', async language => {
    const [generated, rjsf] = await compared(language, async page => {
      const untouched = await groups(page)
      for (const [name, text] of Object.entries(wrong)) {
        await page.locator(`#visit_${name}`).fill(text)
        await page.locator(`#visit_${name}`).blur()
      }
      await expect.poll(async () => (await errorsOf(page)).length).toBe(Object.keys(wrong).length)
      const left = await errorsOf(page)
      await submit(page)
      await expect.poll(async () => (await errorsOf(page)).length).toBeGreaterThan(left.length)
      const focused = await page.evaluate(() => document.activeElement?.id)
      const sent = await page.evaluate(() => window.submitted)
      return { untouched, left, submitted: await groups(page), focused, sent }
    })
    expect(generated?.untouched.join('')).toContain('visit_idCard')
    expect(generated?.sent).toBeUndefined()
    expect(rjsf).toEqual(generated)
  })
})
