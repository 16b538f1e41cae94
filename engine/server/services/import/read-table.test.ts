import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, describe, expect, it } from 'vitest'
import { openTable } from './read-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'mingchu-table-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = '名称,地址\n清溪小学食堂,"文一西路 1 号\n二楼"\n\n云栖餐厅,转塘街道\n'
const rows = [
  { row: 2, cells: ['清溪小学食堂', '文一西路 1 号\n二楼'] },
  { row: 4, cells: ['云栖餐厅', '转塘街道'] },
]

describe('a table', () => {
  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['GB18030', iconv.encode(text, 'gb18030'), 'gb18030'],
    ['the Unicode text format of Excel', Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 (big-endian)', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-8 separated by semicolons', Buffer.from(text.replaceAll(',', ';')), 'utf-8'],
    [
      'UTF-8 separated by tabs, with CRLF line breaks',
      Buffer.from(
        text
          .replaceAll(',', '\t')
          .replaceAll(/(?<=\S)\n(?!二)/g, '\r\n')
          .replace('\n\n', '\n\r\n'),
      ),
      'utf-8',
    ],
  ])('is read from %s', async (_name, bytes, encoding) => {
    const table = await openTable(file(bytes))
    expect(table.encoding).toBe(encoding)
    expect(table.head).toEqual(['名称', '地址'])
    expect(await all(table.rows())).toEqual(rows)
  })

  it('with one invalid byte is still read as UTF-8', async () => {
    const bytes = Buffer.from(text)
    bytes[bytes.length - 2] = 0xff
    const table = await openTable(file(bytes))
    expect(table.encoding).toBe('utf-8')
    expect((await all(table.rows())).at(-1)?.cells).toEqual(['云栖餐厅', expect.stringContaining('转塘街\ufffd')])
  })

  it.each([
    ['an empty file', Buffer.alloc(0), 'file.empty'],
    ['a truncated workbook', Buffer.from('PK\x03\x04rest'), 'file.damaged'],
    ['an audio file that begins like UTF-16', Buffer.from([0xff, 0xfe, 1, 2, 0, 0, 3, 4]), 'file.no-text'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'file.no-text'],
    ['a header of a thousand columns', Buffer.from('a,'.repeat(1000)), 'file.too-wide'],
  ])('is refused when it is %s', async (_name, bytes, code) => {
    await expect(openTable(file(bytes))).rejects.toMatchObject({ code })
  })

  it('is refused at the line where a quote is left open', async () => {
    const table = await openTable(file(Buffer.from('a,b\n1,2\n3,"4\n5,6\n')))
    await expect(all(table.rows())).rejects.toMatchObject({
      code: 'file.malformed',
      text: {
        zh: '第 3 行起不是正确的 CSV，请检查引号是否成对',
        en: 'Invalid CSV from line 3; check that quotes are paired',
      },
    })
  })

  it('omits the row of notes right below the header of a template, and no row that only resembles it', async () => {
    const note = ['# 说明：必填，单行文本', '', '选填，日期'].join(',')
    const text = `名称,备注,日期\n${note}\n# 说明：今天休息,选填,\n${note}\n# 说明：必填,#N/A,\n`
    const table = await openTable(file(Buffer.from(text)))
    expect((await all(table.rows())).map(({ row }) => row)).toEqual([3, 4, 5])
    const other = await openTable(file(Buffer.from('名称,备注\n# 说明：必填的都填了,今天\n')))
    expect((await all(other.rows())).map(({ cells }) => cells)).toEqual([['# 说明：必填的都填了', '今天']])
  })

  it.each<[string, (path: string) => unknown]>([
    ['missing', () => undefined],
    ['a folder', path => mkdirSync(path)],
    ['a pipe', path => execFileSync('mkfifo', [path])],
    ['a broken link', path => symlinkSync('nowhere', path)],
    ['a link to itself', path => symlinkSync(path, path)],
  ])('is refused by its path when it is %s', async (what, make) => {
    const path = join(folder, `${what}.csv`)
    make(path)
    await expect(openTable(path)).rejects.toMatchObject({ code: 'file.missing' })
    await expect(openTable(join(file(Buffer.from(text)), 'x.csv'))).rejects.toMatchObject({ code: 'file.missing' })
  })
})

let count = 0
function file(bytes: Buffer): string {
  count += 1
  const path = join(folder, `${count}.csv`)
  writeFileSync(path, bytes)
  return path
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
