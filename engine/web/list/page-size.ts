import type { Resource } from '../../model/model.ts'
import type { Density } from '../look/look.ts'

/** The page sizes that the user may choose, and the bounds of the automatic size. */
export const pageSizes = { offered: [10, 30, 50, 100, 200], least: 10, most: 50 } as const

/** Pixels of a row of the table. */
export const rowHeights = { comfortable: 44, compact: 36 } as const

/** The page size of a user: as chosen, else as many rows as fit the window. */
export const pageSizeOf = ({ pageSize }: { readonly pageSize: number | null }, fitting: number): number =>
  pageSizes.offered.find(size => size === pageSize) ?? fitting

/** Whether a page size in an address is used; an automatic one belongs to another window. */
export const isKeptSize = (size: number, fitting: number): boolean =>
  size === fitting || pageSizes.offered.some(offered => offered === size)

interface WindowSize {
  readonly innerWidth: number
  readonly innerHeight: number
}

/**
 * How many rows of a list fit the window, 10 to 50. Computed from the pixels of the style sheets instead of measured, so
 * that the first request, which is sent before anything is drawn, already asks for a page of this size.
 */
export function rowsThatFit(resource: Resource, density: Density, { innerWidth, innerHeight }: WindowSize): number {
  // Phones scroll.
  if (innerWidth < 768) return pageSizes.least
  const field = density === 'compact' ? 32 : 36
  const lines = searchLines(resource.list.search.length, innerWidth)
  const search = lines === 0 ? 0 : lines * (field + 8) + 4
  const rows = Math.floor((innerHeight - rowPadding - search) / rowHeights[density])
  return Math.min(Math.max(rows, pageSizes.least), pageSizes.most)
}

/** Top bar, tab strip, edge of the sheet, head of the list, edge of a tree, tool bar, head of the table, pager. */
const rowPadding = 48 + 36 + 8 + 60 + 13 + 45 + 37 + 49

/** Lines of the search area as it opens: more than five fields are folded to two, and the buttons need a place. */
function searchLines(fields: number, innerWidth: number): number {
  if (fields === 0) return 0
  const shown = fields <= 5 ? fields : 2
  if (innerWidth >= 1200) return shown <= 3 ? 1 : 2
  return Math.ceil((shown + 1) / 2)
}
