import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { type ReadLimits, readLimits } from './read-limits.ts'
import { openTable } from './read-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'mingchu-workbook-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a workbook', () => {
  it('returns texts, days, times, numbers, results of formulas and names of errors as a user would type them', async () => {
    const sheet = `
      <row r="1">${['文本', '日期', '时刻', '时间', '数', '大数', '小数', '是否', '公式', '错误', '内文']
        .map((_title, column) => `<c r="${letters(column)}1" t="s"><v>${column}</v></c>`)
        .join('')}</row>
      <row r="3">
        <c r="A3" t="s"><v>11</v></c>
        <c r="B3" s="1"><v>46086</v></c>
        <c r="C3" s="2"><v>46086.354166666664</v></c>
        <c r="D3" s="3"><v>0.5</v></c>
        <c r="E3"><v>0.30000000000000004</v></c>
        <c r="F3"><v>330106199003070017</v></c>
        <c r="G3"><v>1.0000000000000001E-7</v></c>
        <c r="H3" t="b"><v>1</v></c>
        <c r="I3" t="str"><f>A3&amp;"x"</f><v>甲x</v></c>
        <c r="J3" t="e"><f>1/0</f><v>#DIV/0!</v></c>
        <c r="K3" t="inlineStr"><is><r><t>两</t></r><r><t>段</t></r><rPh sb="0" eb="1"><t>liang</t></rPh></is></c>
      </row>
      <row r="4"><c r="B4" s="4"><v>59</v></c><c r="D4" t="d"><v>2026-03-05T08:30:00Z</v></c></row>
      <row r="5"><c r="A5" s="1"/></row>`
    const texts = [
      '文本',
      '日期',
      '时刻',
      '时间',
      '数',
      '大数',
      '小数',
      '是否',
      '公式',
      '错误',
      '内文',
      '甲_x000D_\n乙',
    ]
    const table = await openTable(await workbook({ sheet, texts, formats: [0, 14, 22, 20, 165] }))
    expect(table).toMatchObject({ encoding: 'xlsx', sheets: ['一', '二'], sheet: '一', headRow: 1 })
    expect(table.head).toEqual(texts.slice(0, 11))
    expect(await all(table.rows())).toEqual([
      {
        row: 3,
        cells: [
          '甲\r\n乙',
          '2026-03-05',
          '2026-03-05 08:30:00',
          '12:00:00',
          '0.3',
          '3.30106199003070E+17',
          '0.0000001',
          'TRUE',
          '甲x',
          '#DIV/0!',
          '两段',
        ],
        faults: [9],
      },
      { row: 4, cells: ['', '1900-02-28', '', '2026-03-05 08:30:00'] },
    ])
  })

  it.each<[string, string, string, number[]?]>([
    ['a percentage', '<c s="1"><v>0.07</v></c>', '7%'],
    ['a percentage with decimals', '<c s="2"><v>0.125</v></c>', '12.5%'],
    ['a number with leading zeros', '<c s="3"><v>1234</v></c>', '001234'],
    ['a time that the format of a date hides', '<c s="4"><v>46086.5</v></c>', '2026-03-05 12:00:00'],
    ['zero as a date', '<c s="4"><v>0</v></c>', '0'],
    ['zero as a time', '<c s="5"><v>0</v></c>', '00:00:00'],
    ['a formula without a result', '<c><f>A1*2</f></c>', '=', [0]],
    ['a formula with an empty result', '<c><f>A1*2</f><v></v></c>', '=', [0]],
    ['a formula whose result is the empty text', '<c t="str"><f>""</f><v></v></c><c><v>1</v></c>', ''],
    ['text in CDATA', '<c t="inlineStr"><is><t>a<![CDATA[<b>]]></t></is></c>', 'a<b>'],
    ['a number in CDATA', '<c><v><![CDATA[12]]></v></c>', '12'],
  ])('returns %s as a user would type it', async (_name, cell, text, faults) => {
    const sheet = `<row><c><v>1</v></c></row><row r="2">${cell}</row>`
    const table = await openTable(await workbook({ sheet, formats: [0, 9, 10, 166, 14, 20] }))
    const [{ cells, ...row } = { cells: [] }] = await all(table.rows())
    expect([cells[0], row]).toEqual([text, { row: 2, ...(faults && { faults }) }])
  })

  it('is read from the requested sheet, below the title above its header', async () => {
    const sheet = '<row><c t="inlineStr"><is><t>无</t></is></c></row>'
    const second = `
      <row r="1"><c r="A1" t="inlineStr"><is><t>二〇二六年秋季名单</t></is></c></row>
      <row r="2"><c r="A2" t="inlineStr"><is><t>姓名</t></is></c><c r="B2" t="inlineStr"><is><t>电话</t></is></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><t>林</t></is></c><c r="B3"><v>13800001111</v></c></row>`
    const table = await openTable(await workbook({ sheet, second }), { sheet: '二' })
    expect(table).toMatchObject({ sheet: '二', head: ['姓名', '电话'], headRow: 2 })
    expect(await all(table.rows())).toEqual([{ row: 3, cells: ['林', '13800001111'] }])
    await expect(openTable(await workbook({ sheet }), { sheet: '三' })).rejects.toMatchObject({ code: 'file.no-sheet' })
  })

  it('with many texts is read without keeping them in memory', async () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `文${index}${'长'.repeat(300)}`)
    const rows = texts.map((_, index) => `<row><c t="s"><v>${(index * 7) % 3000}</v></c><c><v>1</v></c></row>`)
    const table = await openTable(await workbook({ sheet: rows.join(''), texts }))
    const read = [table.head, ...(await all(table.rows())).map(({ cells }) => cells)]
    expect(read.map(([text]) => text)).toEqual(texts.map((_, index) => texts[(index * 7) % 3000]))
  })

  it.each<[string, () => Promise<string>, string, Partial<ReadLimits>]>([
    ['compressed with an extreme ratio', () => bomb(), 'file.suspect', {}],
    [
      'too large after decompression',
      () => bomb(),
      'file.too-large-unzipped',
      { unzipped: 20 * 1024 * 1024, ratio: 1e9 },
    ],
    ['an archive of too many parts', () => workbook({ sheet: '' }), 'file.suspect', { entries: 4 }],
    ['a sheet of too many rows', () => workbook({ sheet: two.repeat(4) }), 'file.too-long', { rows: 2 }],
    [
      'a sheet of too many columns',
      () => workbook({ sheet: `${two}<row><c r="XFD2"><v>1</v></c></row>` }),
      'file.too-wide',
      {},
    ],
    ['empty', () => workbook({ sheet: '' }), 'file.empty', {}],
    ['without a sheet', () => workbook({}), 'file.empty', {}],
    ['malformed XML', () => workbook({ sheet: '<row><c></row>' }), 'file.damaged', {}],
    [
      'a text of extreme length',
      () => workbook({ sheet: `${two}${'字'.repeat(3_000_000)}` }),
      'file.suspect',
      { ratio: 1e9 },
    ],
    ['a ZIP archive of another kind', () => zip({ 'word/document.xml': '<w/>' }), 'file.no-workbook', {}],
    ['truncated', async () => put(Buffer.from('PK\x03\x04rest')), 'file.damaged', {}],
    ['a workbook of Excel 97', async () => put(Buffer.concat([cfb, Buffer.alloc(9000)])), 'file.old-workbook', {}],
    [
      'encrypted',
      async () => put(Buffer.concat([cfb, Buffer.from('EncryptedPackage', 'utf16le')])),
      'file.encrypted',
      {},
    ],
  ])('is refused when it is %s', async (_name, made, code, limits) => {
    const read = async () => all((await openTable(await made(), { limits: { ...readLimits, ...limits } })).rows())
    await expect(read()).rejects.toMatchObject({ code })
  })

  it('ignores a macro, and ends its thread when reading stops', async () => {
    const file = await workbook({ sheet: two.repeat(3000), more: { 'xl/vbaProject.bin': 'Sub Auto_Open()' } })
    const table = await openTable(file)
    for await (const { row } of table.rows()) if (row === 3) break
    await table.close()
    expect(table.head).toEqual(['1', '2'])
  })
})

const two = '<row><c><v>1</v></c><c><v>2</v></c></row>'
const cfb = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const letters = (column: number) => String.fromCharCode(65 + column)
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A workbook with two sheets, built from parts. */
function workbook(of: {
  readonly sheet?: string
  readonly second?: string
  readonly texts?: readonly string[]
  readonly formats?: readonly number[]
  readonly more?: Readonly<Record<string, string>>
}): Promise<string> {
  const { sheet, second = '', texts = [], formats = [0], more = {} } = of
  const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="t" Target="${target}"/>`
  const inSheet = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<x:workbook xmlns:x="${main}" xmlns:r="r"><x:sheets>
      <x:sheet name="隐" sheetId="3" state="hidden" r:id="b"/><x:sheet name="一" sheetId="1" r:id="a"/>
      <x:sheet name="二" sheetId="2" r:id="b"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheets/sheet1.xml')}${relation('b', '/xl/worksheets/sheet2.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="165" formatCode="[$-804]yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="166" formatCode="000000"/></numFmts>
      <cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${formats.map(id => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map(text => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`,
    ...(sheet !== undefined && { 'xl/worksheets/sheet1.xml': inSheet(sheet) }),
    ...(sheet !== undefined && { 'xl/worksheets/sheet2.xml': inSheet(second) }),
    ...more,
  })
}

/** Thirty megabytes of spaces, compressed to thirty kilobytes. */
const bomb = () => workbook({ sheet: `${two}${' '.repeat(30 * 1024 * 1024)}` })

let count = 0
function put(bytes: Buffer): string {
  count += 1
  const file = join(folder, `${count}.xlsx`)
  writeFileSync(file, bytes)
  return file
}

async function zip(parts: Readonly<Record<string, string>>): Promise<string> {
  const file = put(Buffer.alloc(0))
  const made = new yazl.ZipFile()
  for (const [name, text] of Object.entries(parts)) made.addBuffer(Buffer.from(text), name)
  made.end()
  await pipeline(made.outputStream, createWriteStream(file))
  return file
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
