import { inflateSync } from 'node:zlib'

/** The text of a PDF, and its drawings. */
export interface ReadPdf {
  readonly pages: number
  readonly text: string
  /** The text of each page. */
  readonly texts: readonly string[]
  readonly pictures: number
  /** The sides of the drawn rectangles in points, including the squares of a QR code. */
  readonly rectangles: readonly (readonly [width: number, height: number])[]
}

/** Reads a PDF whose texts are glyphs of embedded fonts, each with its mapping to Unicode. */
export function readPdf(file: Buffer): ReadPdf {
  const objects = objectsIn(file)
  const tables = new Map<string, ReadonlyMap<string, string>>()
  for (const [number, { head }] of objects) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    if (table) tables.set(number, unicodeIn(objects.get(table)?.body ?? ''))
  }
  const all = [...objects.values()]
  const fonts = new Map(
    all.flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(one => [one[1] ?? '', one[2] ?? ''])),
  )
  const pages = all.filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  const contents = pages.map(({ head }) => objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.body ?? '')
  const texts = contents.map(content =>
    textIn(content, name => tables.get(fonts.get(name) ?? '') ?? new Map()).join(''),
  )
  return {
    pages: pages.length,
    text: texts.join(''),
    texts,
    pictures: all.filter(({ head }) => /\/Subtype \/Image/.test(head)).length,
    rectangles: contents.flatMap(content =>
      [...content.matchAll(/([\d.]+) ([\d.]+) re\b/g)].map(one => [Number(one[1]), Number(one[2])] as const),
    ),
  }
}

interface PdfObject {
  readonly head: string
  readonly body: string
}

function objectsIn(file: Buffer): Map<string, PdfObject> {
  const whole = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const found of whole.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, number = '', content = ''] = found
    const [head = '', stream] = content.split(/\nstream\n/)
    const bytes = stream === undefined ? undefined : Buffer.from(stream.replace(/\nendstream$/, ''), 'latin1')
    const isPacked = bytes && /\/FlateDecode/.test(head) && !/\/Subtype \/Image/.test(head)
    objects.set(number, { head, body: bytes ? (isPacked ? inflateSync(bytes) : bytes).toString('latin1') : '' })
  }
  return objects
}

/** The text of each glyph, by its number in four hexadecimal digits. */
function unicodeIn(table: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [, first = '', , list = ''] of table.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<(\w+)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      texts.set(glyph, Buffer.from(code, 'hex').swap16().toString('utf16le'))
    }
  }
  return texts
}

/** The lines of a page, one for each text position. */
function textIn(content: string, tableOf: (font: string) => ReadonlyMap<string, string>): string[] {
  const lines: string[] = []
  let table: ReadonlyMap<string, string> = new Map()
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) table = tableOf(font)
    else {
      const glyphs = [...(shown ?? '').matchAll(/<(\w+)>/g)].flatMap(one => one[1]?.match(/.{4}/g) ?? [])
      lines.push(glyphs.map(glyph => table.get(glyph) ?? '?').join(''))
    }
  }
  return lines
}
