import type { Content } from 'pdfmake'
import type { Paper, PaperEntry, PaperGroup, PaperTable, Picture } from './paper.ts'

const ink = { text: '#1A212C', second: '#525C6B', hint: '#667080', line: '#D5D9E0', head: '#F1F3F6' }
/** Millimetres as points. */
const mm = (length: number) => (length * 72) / 25.4
const margin = mm(16)
const pageWidth = mm(210) - 2 * margin
const columns = 3
const gap = 10
// Set, not worked out: a long word would push a column past the page's edge.
const columnWidth = (pageWidth - (columns - 1) * gap) / columns

/** The document that draws a paper: its head with the link's picture, its groups, its lines, and the page's number. */
export function documentOf(paper: Paper): { readonly [key: string]: unknown } {
  const { title, kind, groups, made, foot, language } = paper
  return {
    pageSize: 'A4',
    pageMargins: [margin, mm(14), margin, mm(18)],
    info: { title: `${kind} ${title}`, producer: 'Mingchu', creator: 'Mingchu' },
    language: language === 'zh' ? 'zh-CN' : 'en',
    defaultStyle: { font: 'paper', fontSize: 10.5, lineHeight: 1.25, color: ink.text },
    content: [headOf(paper), ...groups.map(groupOf), ...(made.length > 0 ? [madeOf(made)] : [])],
    footer: (page: number, pages: number) => ({
      margin: [margin, mm(6), margin, 0],
      fontSize: 8,
      color: ink.hint,
      columns: [
        { text: foot, width: '*' },
        { text: `${page} / ${pages}`, width: 60, alignment: 'right' },
      ],
    }),
  }
}

function headOf({ kind, title, state, link, linkHint }: Paper): Content {
  return {
    columns: [
      {
        width: '*',
        stack: [
          { text: kind, fontSize: 10, color: ink.second, margin: [0, 0, 0, 3] },
          { text: title, fontSize: 18, bold: true, lineHeight: 1.2 },
          ...(state === undefined ? [] : [tagOf(state)]),
        ],
      },
      {
        width: 84,
        stack: [
          // Squares are of whole points: with less room a longer link is drawn with squares of one, too fine to scan.
          { qr: link, fit: 82, eccLevel: 'M', alignment: 'right', foreground: ink.text },
          { text: linkHint, fontSize: 7.5, color: ink.hint, alignment: 'right', margin: [0, 3, 0, 0] },
        ],
      },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 10],
  }
}

/** The state in a frame. */
const tagOf = (state: string): Content => ({
  table: { widths: ['auto'], body: [[{ text: state, fontSize: 9, color: ink.second }]] },
  layout: {
    hLineColor: () => ink.line,
    vLineColor: () => ink.line,
    hLineWidth: () => 0.75,
    vLineWidth: () => 0.75,
    paddingTop: () => 1.5,
    paddingBottom: () => 0.5,
    paddingLeft: () => 7,
    paddingRight: () => 7,
  },
  margin: [0, 7, 0, 0],
})

const hairlines = {
  hLineWidth: (line: number) => (line === 0 ? 0.75 : 0),
  vLineWidth: () => 0,
  hLineColor: () => ink.line,
  paddingLeft: (column: number) => (column === 0 ? 0 : gap),
  paddingRight: () => 0,
  paddingTop: () => 6,
  paddingBottom: () => 4,
}

function groupOf({ title, parts }: PaperGroup): Content {
  return {
    stack: [
      ...(title === undefined ? [] : [headline(title)]),
      ...parts.map(part => (part.kind === 'fields' ? fieldsOf(part.entries) : tableOf(part))),
    ],
    margin: [0, 0, 0, 8],
  }
}

const fieldsOf = (entries: readonly PaperEntry[]): Content => ({
  table: { widths: Array(columns).fill(columnWidth), body: rowsOf(entries) },
  layout: hairlines,
})

/** Who made it and when, side by side. */
const madeOf = (entries: readonly PaperEntry[]): Content => ({
  table: { widths: entries.map(() => '*'), body: [entries.map(entryOf)] },
  layout: hairlines,
  color: ink.second,
})

const headline = (title: string) => ({
  text: title,
  fontSize: 11.5,
  bold: true,
  margin: [0, 8, 0, 6],
  headlineLevel: 1,
})

/** Entries side by side; one that takes the whole width stands in a row of its own. */
function rowsOf(entries: readonly PaperEntry[]): Content[][] {
  const rows: Content[][] = []
  let row: Content[] = []
  const end = () => {
    if (row.length > 0) rows.push([...row, ...Array(columns - row.length).fill('')])
    row = []
  }
  for (const entry of entries) {
    if (entry.isWide) {
      end()
      rows.push([{ ...entryOf(entry), colSpan: columns }, ...Array(columns - 1).fill('')])
    } else {
      row.push(entryOf(entry))
      if (row.length === columns) end()
    }
  }
  end()
  return rows
}

function entryOf({ caption, text, pictures = [], isSeen }: PaperEntry): { readonly [key: string]: unknown } {
  const head = { text: caption, fontSize: 8.5, color: ink.hint, margin: [0, 0, 0, 1] }
  return { stack: [head, ...picturesOf(pictures), ...(isSeen ? [] : [text])] }
}

/** Pictures in rows of four. */
function picturesOf(pictures: readonly Picture[]): Content[] {
  const width = (pageWidth - 3 * 8) / 4
  const rows = Array.from({ length: Math.ceil(pictures.length / 4) }, (_one, row) =>
    pictures.slice(row * 4, row * 4 + 4),
  )
  return rows.map(row => ({
    columns: row.map(({ bytes, type }) => ({
      image: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
      fit: [width, width],
      width,
    })),
    columnGap: 8,
    margin: [0, 3, 0, 3],
  }))
}

function tableOf({ title, columns: heads, rows, note }: PaperTable): Content {
  const head = heads.map(({ caption, isRight }) => ({
    text: caption,
    fontSize: 8.5,
    bold: true,
    color: ink.second,
    ...(isRight && { alignment: 'right' }),
  }))
  const body = rows.map(row =>
    row.map((cell, index) => ({ text: cell, fontSize: 9.5, ...(heads[index]?.isRight && { alignment: 'right' }) })),
  )
  if (heads.length === 0) return []
  return {
    stack: [
      ...(title === undefined ? [] : [headline(title)]),
      rows.length === 0
        ? { text: '—', color: ink.hint }
        : { table: { headerRows: 1, widths: widthsOf(heads, rows), body: [head, ...body] }, layout: ledger },
      ...(note === undefined ? [] : [{ text: note, fontSize: 8.5, color: ink.hint, margin: [0, 4, 0, 0] }]),
    ],
    margin: [0, 0, 0, 6],
  }
}

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

/** Widths by what columns hold: each as much as its longest text, but none more than four times the least. */
function widthsOf(heads: PaperTable['columns'], rows: PaperTable['rows']): number[] {
  const free = pageWidth - heads.length * 2 * cellPadding
  const lengths = heads.map(({ caption }, index) =>
    Math.min(widestCell, Math.max(narrowestCell, ...[caption, ...rows.map(row => row[index] ?? '')].map(lengthOf))),
  )
  const sum = lengths.reduce((one, other) => one + other, 0)
  return lengths.map(length => (free * length) / sum)
}

const narrowestCell = 8
const widestCell = 32
/** In Latin letters, of which a Chinese sign takes two. */
const lengthOf = (text: string): number =>
  [...text.slice(0, widestCell)].reduce((sum, sign) => sum + (sign > '\u1100' ? 2 : 1), 0)
