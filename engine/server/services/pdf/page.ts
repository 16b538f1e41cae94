import type { Content } from 'pdfmake'

/** Colours for paper, independent of the theme of the screen. */
export const ink = { text: '#1A212C', second: '#525C6B', hint: '#667080', line: '#D5D9E0', head: '#F1F3F6' }

/** Converts millimetres to points. */
export const mm = (length: number) => (length * 72) / 25.4

/** The left and right margins, in points. */
export const pageMargin = mm(16)
/** The printable width of a page, in points. */
export const pageWidth = mm(210) - 2 * pageMargin

/** The layout of a thin frame. */
export const frame = {
  hLineColor: () => ink.line,
  vLineColor: () => ink.line,
  hLineWidth: () => 0.75,
  vLineWidth: () => 0.75,
}

/** The title of a group or of lines. */
export const headline = (title: string): Content => ({
  text: title,
  fontSize: 11.5,
  bold: true,
  margin: [0, 8, 0, 6],
})

/**
 * A head that is not left alone at the end of a page: `room` points are free below it for the first part of the rest.
 */
export const keptTogether = (head: readonly Content[], room: number, rest: readonly Content[]): Content[] =>
  head.length === 0
    ? [...rest]
    : [
        { unbreakable: true, stack: [{ stack: head, margin: [0, 0, 0, room] }] },
        { stack: rest, margin: [0, -room, 0, 0] },
      ]

/** The approximate number of lines of a text in a column of this width. */
export function linesOf(text: string, width: number, fontSize: number): number {
  const lineOf = (line: string) => Math.max(1, Math.ceil((lengthOf(line) * fontSize * 0.6) / width))
  return text.split('\n').reduce((sum, line) => sum + lineOf(line), 0)
}

/** The length in Latin letters; a Chinese character counts as two. */
export const lengthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u1100' ? 2 : 1), 0)
