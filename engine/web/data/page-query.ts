/** What a page of rows is asked by, as react-admin says it. */
export interface PageAsked {
  readonly pagination: { readonly page: number; readonly perPage: number }
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** Query names (`name_like`) to texts. */
  readonly filter: Readonly<Record<string, string>>
}

/** The same as the `v1` calls say it. */
export const pageQuery = ({ pagination, sort, filter }: { [Key in keyof PageAsked]?: PageAsked[Key] | undefined }) => ({
  current: pagination?.page ?? 1,
  size: pagination?.perPage ?? 10,
  ...sortQuery(sort),
  ...filter,
})

/** What rows are sorted by, as a query says it. */
export const sortQuery = (sort: PageAsked['sort'] | undefined): Readonly<Record<string, string>> =>
  sort?.field ? { [sort.order === 'DESC' ? 'descs' : 'ascs']: sort.field } : {}
