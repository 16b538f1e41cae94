import type { Content } from 'pdfmake'
import { frame, ink, keptTogether, linesOf, pageWidth } from './page.ts'
import type { Image, PaperEntry, Picture } from './paper.ts'

const columns = 3
const gap = 10
// A fixed width: a long word would push a column beyond the edge of the page.
const columnWidth = (pageWidth - (columns - 1) * gap) / columns
const pictureHeight = columnWidth * 0.75
const fontSize = 10.5
/** A field with at most this many lines is not split across pages. */
const maxUnbrokenLines = 5

/** Entries side by side, each row unbreakable; a wide entry has a row of its own. */
export const fieldsContent = (entries: readonly PaperEntry[]): Content[] =>
  rowsOf(entries).map(row => ({ ...rowOf(row, columnWidth), margin: [0, 6, 0, 4] }))

/** The height that the first row of entries needs below its group title, in points. */
export const firstRowHeight = ([first]: readonly PaperEntry[]): number => (first?.pictures ? pictureHeight + 40 : 96)

/** Entries in one row. */
export const rowContent = (entries: readonly PaperEntry[]): Content => ({
  ...rowOf(entries, (pageWidth - (entries.length - 1) * gap) / entries.length),
  margin: [0, 6, 0, 4],
})

/** The rule above fields. Returned new each time, because pdfmake mutates its input. */
export const rule = (): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: pageWidth, y2: 0, lineWidth: 0.75, lineColor: ink.line }],
})

function rowsOf(entries: readonly PaperEntry[]): PaperEntry[][] {
  const rows: PaperEntry[][] = []
  let open: PaperEntry[] | undefined
  for (const entry of entries) {
    if (!entry.isWide && open && open.length < columns) open.push(entry)
    else {
      rows.push([entry])
      open = entry.isWide ? undefined : rows.at(-1)
    }
  }
  return rows
}

function rowOf(entries: readonly PaperEntry[], width: number) {
  const [first] = entries
  if (first?.isWide) return { stack: wideOf(first) }
  return {
    columns: entries.map(({ caption, text }) => ({ width, stack: [captionOf(caption), text] })),
    columnGap: gap,
    unbreakable: entries.every(({ text }) => linesOf(text, width, fontSize) <= maxUnbrokenLines),
  }
}

function wideOf({ caption, text, pictures }: PaperEntry): Content[] {
  if (pictures) {
    const [first = '', ...others] = picturesOf(pictures)
    return [{ stack: [captionOf(caption), first], unbreakable: true }, ...others]
  }
  const isUnbreakable = linesOf(text, pageWidth, fontSize) <= maxUnbrokenLines
  return isUnbreakable
    ? [{ stack: [captionOf(caption), text], unbreakable: true }]
    : keptTogether([captionOf(caption)], 30, [text])
}

const captionOf = (text: string): Content => ({ text, fontSize: 8.5, color: ink.hint, margin: [0, 0, 0, 1] })

/** Pictures as wide as a field; for one that cannot be rendered, its name in a frame. */
function picturesOf(pictures: readonly Picture[]): Content[] {
  const rows = Array.from({ length: Math.ceil(pictures.length / columns) }, (_one, row) =>
    pictures.slice(row * columns, (row + 1) * columns),
  )
  return rows.map(row => ({
    columns: row.map(({ name, image, digest }) => ({
      stack: [image ? imageContent(image) : frameOf(name), ...(digest === undefined ? [] : [digestContent(digest)])],
      width: columnWidth,
    })),
    columnGap: gap,
    unbreakable: true,
    margin: [0, 3, 0, 7],
  }))
}

/** A picture scaled to fit, at most one point for each pixel. */
export const imageContent = ({ bytes, type, width, height }: Image) => ({
  image: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
  fit: [Math.min(width, columnWidth), Math.min(height, pictureHeight)],
})

// In two lines, as 64 digits have no place to break; in capitals, as the font joins small f.
const digestContent = (digest: string): Content => ({
  text: `SHA-256 ${digest.slice(0, 32)}\n${digest.slice(32)}`.toUpperCase(),
  fontSize: 6.5,
  color: ink.hint,
  margin: [0, 2, 0, 0],
})

const frameOf = (name: string) => ({
  table: {
    widths: [columnWidth - 17],
    body: [[{ text: name, fontSize: 8.5, color: ink.hint, alignment: 'center', margin: [0, 48, 0, 48] }]],
  },
  layout: { ...frame, fillColor: () => ink.head, paddingLeft: () => 8, paddingRight: () => 8 },
})
