import type { Content } from 'pdfmake'
import { fieldsContent, firstRowHeight, rowContent, rule } from './fields-content.ts'
import { frame, headline, ink, keptTogether, mm, pageMargin } from './page.ts'
import type { Paper, PaperFields, PaperGroup, PaperTable } from './paper.ts'
import { tableContent } from './table-content.ts'

/**
 * The pdfmake document of a paper: its head with the QR code of the link, its groups, its lines, and the page number.
 */
export function documentOf(paper: Paper): { readonly [key: string]: unknown } {
  const { title, kind, brand, groups, made, footer, language } = paper
  return {
    pageSize: 'A4',
    pageMargins: [pageMargin, mm(14), pageMargin, mm(18)],
    info: { title: `${kind} ${title}`, producer: brand, creator: brand },
    language: language === 'zh' ? 'zh-CN' : 'en',
    defaultStyle: { font: 'paper', fontSize: 10.5, lineHeight: 1.25, color: ink.text },
    content: [
      headOf(paper),
      ...groups.map(groupOf),
      ...(made.length > 0 ? [{ stack: [rule(), rowContent(made)], color: ink.second }] : []),
    ],
    footer: (page: number, pages: number) => ({
      margin: [pageMargin, mm(6), pageMargin, 0],
      fontSize: 8,
      color: ink.hint,
      columns: [
        { text: footer, width: '*' },
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
        width: qrRoom,
        stack: [
          { qr: link, fit: qrRoom, eccLevel: qrLevel(link), alignment: 'right', foreground: ink.text },
          // The margin is the quiet zone of the QR code, four modules.
          { text: linkHint, fontSize: 7.5, color: ink.hint, alignment: 'right', margin: [0, 8, 0, 0] },
        ],
      },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 10],
  }
}

/**
 * The width of the QR code in points. Modules are whole points: in this width a link of up to 122 characters, or of 154
 * with weaker error correction, has modules of two or three points, 23 to 32 mm in all. A code with modules of one
 * point cannot be scanned.
 */
const qrRoom = 90
const qrLevel = (link: string) => (link.length > 122 ? 'L' : 'M')

/** The state as a tag with a frame. */
const tagOf = (state: string): Content => ({
  table: { widths: ['auto'], body: [[{ text: state, fontSize: 9, color: ink.second }]] },
  layout: {
    ...frame,
    paddingTop: () => 1.5,
    paddingBottom: () => 0.5,
    paddingLeft: () => 7,
    paddingRight: () => 7,
  },
  margin: [0, 7, 0, 0],
})

/** A group with its title, fields and lines; there is no second rule between two of its parts. */
function groupOf({ title, parts }: PaperGroup): Content {
  const [first, ...others] = parts
  if (!first) return []
  const opening = [
    ...(title === undefined ? [] : [headline(title)]),
    ...headOfPart(first),
    ...(first.kind === 'fields' ? [rule()] : []),
  ]
  return {
    stack: [
      ...keptTogether(opening, roomBelow(first), bodyOf(first)),
      ...others.flatMap(other => keptTogether(headOfPart(other), roomBelow(other), bodyOf(other))),
    ],
    margin: [0, 0, 0, 8],
  }
}

type Part = PaperFields | PaperTable

const headOfPart = (part: Part): Content[] =>
  part.kind === 'table' && part.title !== undefined ? [headline(part.title)] : []

const bodyOf = (part: Part): Content[] => (part.kind === 'fields' ? fieldsContent(part.entries) : [tableContent(part)])

/** The height of a row of fields, or of a table's head and one line, in points. */
const roomBelow = (part: Part): number => (part.kind === 'fields' ? firstRowHeight(part.entries) : 60)
