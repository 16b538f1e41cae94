/** The query of a page of rows, in react-admin's form. */
export interface PageRequest {
  readonly pagination: { readonly page: number; readonly perPage: number }
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** Query names (`name_like`) to texts. */
  readonly filter: Readonly<Record<string, string>>
}

/** The query of a page of rows, as parameters of the `v1` endpoints. */
export const pageQuery = ({
  pagination,
  sort,
  filter,
}: { [Key in keyof PageRequest]?: PageRequest[Key] | undefined }) => ({
  current: pagination?.page ?? 1,
  size: pagination?.perPage ?? 10,
  ...sortQuery(sort),
  ...filter,
})

/** The sort of rows, as a query parameter. */
export const sortQuery = (sort: PageRequest['sort'] | undefined): Readonly<Record<string, string>> =>
  sort?.field ? { [sort.order === 'DESC' ? 'descs' : 'ascs']: sort.field } : {}
