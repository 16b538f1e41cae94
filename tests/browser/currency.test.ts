import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/demoQuote.yaml': `title: { zh: 报价, en: Quote }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  euros: { type: money, currency: EUR, title: { zh: 出厂价, en: Factory price } }
  yen: { type: money, currency: JPY, title: { zh: 到岸价, en: Landed price } }
  since: { type: integer, grouped: false, title: { zh: 年份, en: Year } }
`,
}

const languages = [
  {
    language: 'zh',
    captions: ['出厂价（欧元）', '到岸价（日元）'],
    labels: ['出厂价', '到岸价'],
    units: ['欧元', '日元'],
    decimals: '到岸价必须是整数',
    csv: 'CSV 文本',
    run: '导出',
    save: '保存',
  },
  {
    language: 'en',
    captions: ['Factory price (EUR)', 'Landed price (JPY)'],
    labels: ['Factory price', 'Landed price'],
    units: ['EUR', 'JPY'],
    decimals: 'Landed price must be a whole number',
    csv: 'CSV text',
    run: 'Export',
    save: 'Save',
  },
]

describe.each(databasesWalked('postgres'))('amounts in euros and yen on $kind', kind => {
  let screens: Screens

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
  })
  afterAll(() => screens.close())

  it.each(languages)('are entered, listed and exported with their unit and decimals in $language', async words => {
    const page = await screens.openAs('admin', adminPassword, { acceptDownloads: true })
    await page.goto('/ent/demoQuote')
    if (words.language === 'en') await page.getByRole('button', { name: /English/ }).click()
    const lang = words.language === 'zh' ? 'zh-CN' : 'en'
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(lang)
    await page.goto('/ent/demoQuote/create')
    const [euros, yen] = words.labels.map(label => page.getByLabel(label))
    await page.getByLabel(/^(名称|Name)/).fill(`Quote ${words.language}`)
    await expect.poll(() => page.locator('.input-unit').allInnerTexts()).toEqual(words.units)
    await page.getByLabel(/^(年份|Year)/).fill('2026')
    await euros?.fill('€1,234.5')
    await yen?.fill('1.5')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await expect.poll(() => page.locator('form').innerText()).toContain(words.decimals)
    await yen?.fill('¥180,000')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.waitForURL(url => !url.pathname.endsWith('/create'))
    await page.goto('/ent/demoQuote')
    const row = page.getByRole('row').filter({ hasText: `Quote ${words.language}` })
    await expect.poll(() => row.locator('.cell-figure').allInnerTexts()).toEqual(['1,234.50', '180,000', '2026'])
    for (const caption of words.captions) await page.getByRole('columnheader', { name: caption }).waitFor()
    await page.getByRole('button', { name: words.run, exact: true }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: words.csv }).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: words.run, exact: true }).click(),
    ])
    const [head, ...rows] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head?.split(',')).toEqual(expect.arrayContaining(words.labels))
    expect(rows.find(line => line.includes(`Quote ${words.language}`))).toContain(',1234.50,180000,2026')
  })
})
