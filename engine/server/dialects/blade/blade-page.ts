import type { Row } from '../../database/shape.ts'

/** A page of records as the store returns it. */
interface Page {
  readonly records: readonly Row[]
  readonly total: number
  readonly current: number
  readonly size: number
}

/** A page in the platform's format. */
export const asBladePage = ({ records, total, current, size, ...rest }: Page, show = (row: Row) => row): Row => ({
  ...rest,
  records: records.map(show),
  total,
  size,
  current,
  pages: Math.ceil(total / size),
  orders: [],
  optimizeCountSql: true,
  hitCount: false,
  countId: '',
  maxLimit: -1,
  searchCount: true,
})

/** The page `current` of `size` of a short list. */
export function pageOfRows(rows: readonly object[], current: string, size: string): Row {
  const part = requestedPage(current, size)
  const records = rows.slice((part.page - 1) * part.size, part.page * part.size).map(row => ({ ...row }))
  return asBladePage({ records, total: rows.length, current: part.page, size: part.size })
}

/** The page that a client asks for, of at most 500 rows. */
export const requestedPage = (current: string, size: string) => ({
  page: positive(current, 1),
  size: Math.min(positive(size, 10), 500),
})

function positive(text: string, otherwise: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : otherwise
}
