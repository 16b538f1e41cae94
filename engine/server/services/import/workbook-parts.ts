import { kindOfFormat, type NumberKind } from './number-format.ts'
import { StringTable } from './string-table.ts'
import type { WorkbookZip } from './workbook-zip.ts'
import { readXml } from './xml-stream.ts'

/** What a workbook says of itself. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  /** Days are counted from 1904, as on old Macintoshes. */
  readonly from1904: boolean
}

/** The sheets in the order of their tabs, hidden ones left out. */
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

/** What a number is under each cell format, by the format's number in the file. */
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

/** The texts that cells share. How they are to be spoken, which Chinese and Japanese files add, is left out. */
export async function readTexts(zip: WorkbookZip, part: string): Promise<StringTable> {
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

/** A cell of a spreadsheet holds so many signs and no more. */
const longestText = 32_767

/** Gathers the text of a shared or an inline string out of its runs. */
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
      const taken = unescaped(text.slice(0, longestText))
      text = ''
      return taken
    },
  }
}

/** `_x000D_` is how a sign that XML does not hold is written; those that no text should hold stay as they are. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (whole, hex: string) => {
        const code = Number.parseInt(hex, 16)
        return [9, 10, 13].includes(code) || (code >= 32 && code < 0xd800) ? String.fromCharCode(code) : whole
      })
    : text

const relationsOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels')

/** A target is said from the root, or from where the part lies. */
export function pathFrom(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const steps = part.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}
