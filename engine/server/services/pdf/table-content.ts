import type { Content } from 'pdfmake'
import { ink, lengthOf, linesOf, pageWidth } from './page.ts'
import type { PaperTable } from './paper.ts'

/** Lines below their column heads, which are repeated on each page. */
export function tableContent({ columns: heads, rows, note }: PaperTable): Content {
  const head = heads.map(({ caption, isRight }) => ({
    text: caption,
    fontSize: 8.5,
    bold: true,
    color: ink.second,
    ...(isRight && { alignment: 'right' }),
  }))
  const body = rows.map(row =>
    row.map((cell, index) => ({ text: cell, fontSize, ...(heads[index]?.isRight && { alignment: 'right' }) })),
  )
  const widths = widthsOf(heads, rows)
  const isUnbreakable = rows.every(row =>
    row.every((cell, at) => linesOf(cell, widths[at] ?? 1, fontSize) <= maxUnbrokenLines),
  )
  if (heads.length === 0) return []
  return {
    stack: [
      rows.length === 0
        ? { text: '—', color: ink.hint }
        : {
            table: {
              headerRows: 1,
              keepWithHeaderRows: 1,
              dontBreakRows: isUnbreakable,
              widths,
              body: [head, ...body],
            },
            layout: ledger,
          },
      ...(note === undefined ? [] : [{ text: note, fontSize: 8.5, color: ink.hint, margin: [0, 4, 0, 0] }]),
    ],
    margin: [0, 0, 0, 6],
  }
}

const fontSize = 9.5
/** If no row has more lines than this, rows are unbreakable. */
const maxUnbrokenLines = 20
const cellPadding = 6

const ledger = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => ink.line,
  fillColor: (row: number) => (row === 0 ? ink.head : null),
  paddingLeft: () => cellPadding,
  paddingRight: () => cellPadding,
  paddingTop: () => 4,
  paddingBottom: () => 2.5,
}

/** Column widths by content: proportional to the longest text, but at most four times the smallest. */
function widthsOf(heads: PaperTable['columns'], rows: PaperTable['rows']): number[] {
  const free = pageWidth - heads.length * 2 * cellPadding
  const lengths = heads.map(({ caption }, index) =>
    Math.min(widestCell, Math.max(narrowestCell, ...[caption, ...rows.map(row => row[index] ?? '')].map(lengthAtMost))),
  )
  const sum = lengths.reduce((one, other) => one + other, 0)
  return lengths.map(length => (free * length) / sum)
}

const narrowestCell = 8
const widestCell = 32
const lengthAtMost = (text: string) => lengthOf(text.slice(0, widestCell))
