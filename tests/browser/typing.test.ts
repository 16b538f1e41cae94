import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOfJourney } from '../support/databases.ts'
import { openScreens, type Screens, showsText, signIn } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { supplyFiles } from '../support/supply.ts'
import { pressKeys, slowServer, typeText } from '../support/typing.ts'

type Values = Readonly<Record<string, unknown>>

describe.each(databaseOfJourney('typing'))('keyboard input on $kind', kind => {
  let screens: Screens
  let page: Page
  const box = (name: string) => page.locator(`#supply-form_${name}`)
  const note = (name: string) => page.locator(`#supply-form_${name}-note`)
  const caret = () => page.evaluate(() => document.activeElement?.id)
  const candidate = (of: Page | Locator, label: string) => of.getByRole('button', { name: `改为“${label}”` })
  const supplies = async (name: string) =>
    (await screens.call('GET', `/api/ent/v1/supply/listByQuery?name=${encodeURIComponent(name)}`)) as readonly Values[]
  const supply = (values: object) => screens.call('POST', '/api/ent/v1/supply/save', values) as Promise<{ id: string }>
  const opens = async (path: string) => {
    await page.goto(path)
    await box('name').waitFor()
  }
  const phone = async () => {
    const own = await screens.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signIn(own, 'admin', adminPassword)
    return own
  }
  const isFinger = async (button: Locator) => {
    const { width, height } = (await button.boundingBox()) ?? expect.fail('It has no place.')
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }

  beforeAll(async () => {
    screens = await openScreens(kind, { files: supplyFiles })
    for (const name of ['清溪菜场', '望江农场', '望江果园', '东湖渔场'])
      await screens.call('POST', '/api/ent/v1/supplyPlace/save', { name })
    await screens.call('POST', '/api/sys/v1/sysRegion/save', { code: '3301', name: '云麓市', regionLevel: '2' })
    page = await screens.openAs('admin', adminPassword, { permissions: ['clipboard-read', 'clipboard-write'] })
    page.on('dialog', dialog => void dialog.accept())
  })
  afterAll(() => screens.close())

  it('offers similar entries in the message of unmatched text, and sends the next keys to the next field', async () => {
    await opens('/supply/create')
    await typeText(page, '甲')
    await pressKeys(page, 'Tab', 'Tab')
    await typeText(page, '一等货')
    await pressKeys(page, 'Tab')
    await note('grade').getByRole('alert').waitFor()
    await expect.poll(() => note('grade').innerText()).toBe('没有“一等货”；相近：一等品、二等品')
    // More unmatched text: the keys after Tab still go to the next field.
    await box('grade').focus()
    await typeText(page, '三等品')
    await pressKeys(page, 'Tab')
    await typeText(page, '次')
    await pressKeys(page, 'Enter')
    await expect.poll(() => page.locator('.choice-many .MuiChip-label').allInnerTexts()).toEqual(['次品'])
    await expect.poll(() => note('grade').innerText()).toMatch(/^没有“三等品”/)
    // By keyboard only: Tab moves from the field to the candidates.
    await box('grade').focus()
    await pressKeys(page, 'Escape')
    await box('grade').focus()
    await typeText(page, '一等货')
    await box('quantity').focus()
    await candidate(note('grade'), '一等品').waitFor()
    await box('grade').focus()
    await pressKeys(page, 'Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('一等品')
    await pressKeys(page, 'Enter')
    await expect.poll(caret).toBe('supply-form_grade')
    await expect.poll(() => box('grade').inputValue()).toBe('一等品')
    await pressKeys(page, 'Control+s')
    await page.waitForURL(/supply\/\d+\/show$/)
    expect(await supplies('甲')).toMatchObject([{ grade: '1', marks: ['3'] }])
  })

  it('adds a clicked candidate to a multiple choice, and shows the name of a clicked record', async () => {
    await opens('/supply/create')
    await box('marks').focus()
    await typeText(page, '次品')
    await pressKeys(page, 'Enter')
    await typeText(page, '一等货')
    await pressKeys(page, 'Tab')
    await candidate(note('marks'), '一等品').click()
    await expect.poll(() => page.locator('.choice-many .MuiChip-label').allInnerTexts()).toEqual(['次品', '一等品'])
    const quick = await slowServer(page)
    await box('placeId').focus()
    await typeText(page, '望江果场')
    await pressKeys(page, 'Tab')
    await candidate(note('placeId'), '望江果园').click()
    await expect.poll(() => box('placeId').inputValue()).toBe('望江果园')
    await quick()
    await box('name').focus()
    await expect.poll(() => box('placeId').inputValue()).toBe('望江果园')
  })

  it('keeps text beyond the length limit, and shows the limit', async () => {
    await opens('/supply/create')
    const long = '清溪区第三小学食堂专用东北珍珠米'.repeat(8)
    await box('name').focus()
    await page.keyboard.insertText(long)
    await box('grade').focus()
    await page.keyboard.insertText(long)
    await pressKeys(page, 'Tab', 'Control+s')
    await note('name').getByText('长度不能超过 20').waitFor()
    await expect.poll(() => box('name').inputValue()).toBe(long)
    await expect.poll(() => box('grade').inputValue()).toBe(long)
    await expect.poll(() => note('grade').innerText()).toMatch(/^没有“/)
  })

  it('finds entries by alias, by pinyin of the alias, and by full-width text', async () => {
    await opens('/supply/create')
    for (const [text, label] of [
      ['特选', '一等品'],
      ['tx', '一等品'],
      ['ｅｄｐ', '二等品'],
    ] as const) {
      await box('grade').focus()
      await typeText(page, text)
      await page.getByRole('option', { name: label }).waitFor()
      await pressKeys(page, 'Enter')
      await expect.poll(() => box('grade').inputValue()).toBe(label)
    }
    await box('unit').focus()
    await typeText(page, 'ＫＧ')
    await pressKeys(page, 'Enter')
    await expect.poll(() => box('unit').inputValue()).toBe('kg')
  })

  it('searches after the typed text is resolved, and offers similar entries otherwise', async () => {
    const searched = () => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}')
    await supply({ name: '乙', placeId: await placeNamed('望江农场') })
    await page.goto('/supply')
    const origin = page.locator('.search-area').getByRole('combobox', { name: '产地' })
    await origin.waitFor()
    const quick = await slowServer(page)
    await origin.focus()
    await typeText(page, '望江农')
    await pressKeys(page, 'Enter')
    await typeText(page, '清溪')
    await pressKeys(page, 'Enter', 'Enter')
    const both = `${await placeNamed('望江农场')},${await placeNamed('清溪菜场')}`
    await expect.poll(searched).toEqual({ placeId_in: both })
    await showsText(page, '乙')
    await quick()
    await page.getByRole('button', { name: '重置' }).click()
    await origin.focus()
    await typeText(page, '望江林场')
    await pressKeys(page, 'Enter', 'Enter')
    const fault = page.locator('.search-area').getByRole('alert')
    await candidate(fault, '望江农场').click()
    await expect.poll(() => page.locator('.search-area .MuiChip-label').allInnerTexts()).toEqual(['望江农场'])
    await fault.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await expect.poll(searched).toEqual({ placeId_in: await placeNamed('望江农场') })
    await page.getByRole('button', { name: '重置' }).click()
    const more = page.getByRole('button', { name: '展开', exact: true })
    if (await more.isVisible()) await more.click()
    await page.locator('.search-area').getByRole('textbox', { name: '数量 最小' }).focus()
    await typeText(page, '１，２００')
    await pressKeys(page, 'Enter')
    await expect.poll(searched).toEqual({ quantity_ge: '1200' })
  })

  const placeNamed = async (name: string) => {
    const query = `/api/ent/v1/supplyPlace/listByQuery?name=${encodeURIComponent(name)}`
    const [place] = (await screens.call('GET', query)) as readonly { id: string }[]
    return place?.id ?? expect.fail(name)
  }

  it('is resolved in line cards on a phone, with touch-sized candidates', async () => {
    const own = await phone()
    await own.goto('/supply/create')
    await own.locator('#supply-form_name').fill('丁')
    await own.getByRole('button', { name: '添加一行' }).tap()
    await own.getByLabel(/^品名/).fill('上海青')
    const quick = await slowServer(own)
    await own.locator('#supply-form_lines_0_grade').focus()
    await typeText(own, '次货')
    await pressKeys(own, 'Enter')
    await typeText(own, '望江果')
    await pressKeys(own, 'Tab')
    await typeText(own, '８０斤')
    await pressKeys(own, 'Enter')
    const near = candidate(own, '次品')
    await isFinger(near)
    await near.tap()
    await own.getByRole('button', { name: '保存', exact: true }).tap()
    await own.waitForURL(/supply\/\d+\/show$/)
    await quick()
    const [{ id } = { id: '' }] = await supplies('丁')
    const line = { grade: '3', placeId: await placeNamed('望江果园'), quantity: 80, unit: '3' }
    expect(await screens.call('GET', `/api/ent/v1/supply/getById?id=${id}`)).toMatchObject({ lines: [line] })

    await own.goto('/supply/create')
    await own.locator('#supply-form_grade').focus()
    await typeText(own, '一等货')
    await own.locator('#supply-form_name').focus()
    await isFinger(candidate(own, '一等品'))
    await own.context().close()
  })

  it('is pasted up to the maximum number of lines, and reports the remaining rows', async () => {
    await opens('/supply/create')
    await page.getByRole('button', { name: '添加一行' }).first().click()
    await page.locator('td[id$=_0_item] input').waitFor()
    await paste(page, ['甲', '乙', '丙', '丁', '戊'].map(item => `${item}\t一等品`).join('\n'))
    const status = page.getByRole('status').filter({ hasText: '已粘贴' })
    await expect.poll(() => status.innerText()).toBe('已粘贴 3 行。最多 3 行，有 2 行放不下，没有粘贴。')
    await page.getByRole('button', { name: '复制没有粘贴的行' }).click()
    await page.getByRole('button', { name: '已复制' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('丁\t一等品\n戊\t一等品')
    await expect.poll(() => page.locator('td[id*=_lines_][id$=_item]').count()).toBe(3)
  })
})

const paste = (page: Page, text: string) =>
  page.evaluate(text => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
