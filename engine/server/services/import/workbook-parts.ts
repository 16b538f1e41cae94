import { kindOfFormat, type NumberKind } from './number-format.ts'
import { StringTable } from './string-table.ts'
import type { WorkbookZip } from './workbook-zip.ts'
import { readXml } from './xml-stream.ts'

/** The contents of a workbook's main part. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  /** Days are counted from 1904, as by old versions of Excel for Macintosh. */
  readonly from1904: boolean
}

/** The visible sheets in tab order. */
export async function readWorkbook(zip: WorkbookZip, part: string): Promise<Workbook> {
  const targets = new Map<string, string>()
  await readXml(await zip.open(relationsOf(part)), {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, pathFrom(part, Target))
    },
  })
  const sheets: { name: string; part: string }[] = []
  let from1904 = false
  await readXml(await zip.open(part), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const target = targets.get(id ?? '')
      if (target !== undefined && zip.has(target)) sheets.push({ name: attributes['name'] ?? '', part: target })
    },
  })
  return { sheets, from1904 }
}

/** The kind of number of each cell format, by the index of the format in the file. */
export async function readFormats(zip: WorkbookZip, part: string): Promise<readonly NumberKind[]> {
  if (!zip.has(part)) return []
  const codes = new Map<number, string>()
  const kinds: NumberKind[] = []
  let isInside = false
  await readXml(await zip.open(part), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (name === 'cellXfs') isInside = true
      if (name === 'xf' && isInside) kinds.push(kindOfFormat(Number(numFmtId ?? 0), codes.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') isInside = false
    },
  })
  return kinds
}

/** The shared strings, without the phonetic runs of Chinese and Japanese files. */
export async function readSharedStrings(zip: WorkbookZip, part: string): Promise<StringTable> {
  const texts = new StringTable()
  if (!zip.has(part)) return texts
  const one = textGatherer()
  await readXml(await zip.open(part), {
    open: one.open,
    text: one.text,
    close(name) {
      one.close(name)
      if (name === 'si') texts.add(one.take())
    },
  })
  return texts
}

/** Maximum length of a cell's text in a spreadsheet. */
const longestText = 32_767

/** Collects the text of a shared or inline string from its runs. */
export function textGatherer() {
  let text = ''
  let isText = false
  let isSpoken = false
  return {
    open(name: string) {
      if (name === 't') isText = !isSpoken
      if (name === 'rPh') isSpoken = true
    },
    close(name: string) {
      if (name === 't') isText = false
      if (name === 'rPh') isSpoken = false
    },
    text(more: string) {
      if (isText && text.length < longestText) text += more
    },
    take(): string {
      const unescapedText = unescaped(text.slice(0, longestText))
      text = ''
      return unescapedText
    },
  }
}

/**
 * Decodes the escape `_x000D_` of characters that XML cannot contain; characters that no text should contain are left
 * escaped.
 */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (whole, hex: string) => {
        const code = Number.parseInt(hex, 16)
        return [9, 10, 13].includes(code) || (code >= 32 && code < 0xd800) ? String.fromCharCode(code) : whole
      })
    : text

const relationsOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels')

/** A target is relative to the root or to the part. */
export function pathFrom(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const steps = part.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}
