import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, describe, expect, it } from 'vitest'
import type { Encoding, EncodingChoice } from '../../../model/import-view.ts'
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

  const utf16 = Buffer.from(text, 'utf16le')
  const big5 = '名稱,地址\n清溪小學食堂,文一西路\n'
  it.each<[string, Buffer, Encoding, string, Encoding[]]>([
    ['GB18030', iconv.encode(text, 'gb18030'), 'gb18030', text, ['gb18030', 'utf-8']],
    ['Big5', iconv.encode(big5, 'big5'), 'big5', big5, ['gb18030', 'big5', 'utf-8']],
    ['UTF-16 without a byte order mark', utf16, 'utf-16le', text, ['utf-16le']],
    ['UTF-16 (big-endian) without one', Buffer.from(utf16).swap16(), 'utf-16be', text, ['utf-16be']],
  ])(
    'semantics 50: in %s is read when its encoding is chosen among those that fit',
    async (_n, bytes, encoding, lines, fitting) => {
      const path = file(bytes)
      const refused = await openTable(path).catch(error => error)
      expect(refused).toMatchObject({ code: 'file.encoding' })
      const offered = refused.data.encodings as EncodingChoice[]
      expect(offered.map(one => one.encoding)).toEqual(fitting)
      const shown = lines.split('\n').filter(line => /[^\0-\x7f]/.test(line))
      expect(offered.find(one => one.encoding === encoding)?.lines).toEqual(shown.slice(0, 3))
      const other = fitting.includes('gb18030') ? 'utf-16le' : 'big5'
      await expect(openTable(path, { options: { encoding: other } })).rejects.toMatchObject({ code: 'file.encoding' })
      const table = await openTable(path, { options: { encoding } })
      expect([table.encoding, table.head.join(',')]).toEqual([encoding, lines.split('\n')[0]])
    },
  )

  it.each<[string, Buffer, Encoding | undefined, string[]]>([
    ['a declaration of GBK', Buffer.from('<meta charset=gbk>,\n清溪,食堂\n'), undefined, ['清溪', '食堂']],
    [
      'characters that were replaced before',
      Buffer.from('a,b\nCaf\ufffd\ufffd,1\n'),
      'gb18030',
      ['Caf\ufffd\ufffd', '1'],
    ],
    ['one damaged byte', damagedIn('a,b\n食堂中文,1\n'), undefined, ['食堂中\ufffd', '1']],
    ['a damaged byte that GB18030 decodes', damagedIn('a,b\n食堂中,1\n'), 'utf-8', ['食堂\ufffd', '1']],
    ['Latin-1', iconv.encode('a,b\nCafé,1\n', 'latin1'), undefined, ['Caf\ufffd', '1']],
    ['Shift-JIS', iconv.encode('a,b\nカフ,1\n', 'shift_jis'), 'utf-8', ['\ufffdJ\ufffdt', '1']],
  ])('semantics 50: is read as UTF-8 with %s', async (_name, bytes, encoding, cells) => {
    const path = file(bytes)
    if (encoding === 'utf-8') await expect(openTable(path)).rejects.toMatchObject({ code: 'file.encoding' })
    const table = await openTable(path, { options: encoding ? { encoding } : {} })
    expect([table.encoding, await all(table.rows())]).toEqual(['utf-8', [{ row: 2, cells }]])
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
    const path = file(Buffer.from(`a,b\n${'1,2\n'.repeat(398)}"1\n2",3\n3,"4\n5,6\n`))
    await expect(openTable(path).then(table => all(table.rows()))).rejects.toMatchObject({
      code: 'file.malformed',
      text: {
        zh: '第 402 行起不是正确的 CSV，请检查引号是否成对',
        en: 'Invalid CSV from line 402; check that quotes are paired',
      },
    })
  })

  it.each<[string, string, object, string[], number]>([
    [
      'below titles with delimiters',
      '报表\n单位;某局\n\n名称;地址;电话;邮编\n甲;1,5;2;3\n',
      {},
      ['名称', '地址', '电话', '邮编'],
      4,
    ],
    ['in the chosen row', '报表,x\n名称,地址\n甲,1\n', { headerRow: 2 }, ['名称', '地址'], 2],
    ['below the declaration of the delimiter', 'sep=;\n名称;地址,电话\n甲;1\n', {}, ['名称', '地址,电话'], 2],
    ['in the first row without a title', '甲,乙\n名称,地址\n', {}, ['甲', '乙'], 1],
  ])('has its head %s', async (_name, text, options, head, headRow) => {
    const isTitle = (title: string) => ['名称', '地址', '电话'].includes(title)
    const table = await openTable(file(Buffer.from(text)), { options, isTitle })
    expect(table).toMatchObject({ head, headRow })
    expect((await all(table.rows())).map(({ row }) => row)).toEqual([headRow + 1])
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

/** The text in UTF-8 without the last byte of the character before its last comma. */
function damagedIn(text: string): Buffer {
  const bytes = Buffer.from(text)
  const at = bytes.lastIndexOf(',') - 1
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
}

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
