/** How many rows a page may have, and has at first. */
export const pageSizes = { offered: [10, 30, 50, 100, 200], usual: 10 } as const

/** How many rows a page has for a person: as he chose, as far as that is offered. */
export const pageSizeOf = ({ pageSize }: { readonly pageSize: number | null }): number =>
  pageSizes.offered.find(size => size === pageSize) ?? pageSizes.usual
