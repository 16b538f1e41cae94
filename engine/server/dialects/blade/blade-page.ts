import type { Row } from '../../database/shape.ts'

/** A page of records as the store returns it. */
interface Page {
  readonly records: readonly Row[]
  readonly total: number
  readonly current: number
  readonly size: number
}

/** A page in the platform's format. */
export const asBladePage = ({ records, total, current, size, ...rest }: Page, show: (row: Row) => Row): Row => ({
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
  const [number, length] = [positive(current, 1), Math.min(positive(size, 10), 500)]
  const records = rows.slice((number - 1) * length, number * length).map(row => ({ ...row }))
  return asBladePage({ records, total: rows.length, current: number, size: length }, row => row)
}

function positive(text: string, otherwise: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : otherwise
}
