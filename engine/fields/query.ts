type Query = Readonly<Record<string, string>>

/** A list's query with changed names; a name with an empty text is removed. */
export function withQuery(query: Query, changes: Readonly<Record<string, string | undefined>>): Query {
  const next = Object.entries({ ...query, ...changes }).filter(([, text]) => text !== undefined && text !== '')
  return Object.fromEntries(next) as Query
}

/** The query name of a text that could not be read as a value; the search is invalid until it is corrected. */
export const typedName = (name: string): string => `${name}:typed`

/** The query name of how the user left a text whose options are loading; the search waits for them. */
export const awaitedName = (name: string): string => `${name}:awaited`

/** Whether a text of the query waits for its options. */
export const isAwaitingOptions = (query: Query): boolean =>
  Object.keys(query).some(name => name.endsWith(awaitedName('')))

/** The query name of "one of several": a comma-joined list. */
export const oneOfName = (name: string): string => `${name}_in`

/** The query name of "one of several of a tree, or their descendants". */
export const descendantsName = (name: string): string => `${name}_below`

/** The values of a query on one field, given as a list or as one value. */
export function queryValues(query: Query, name: string): string[] {
  const list = query[oneOfName(name)] ?? query[descendantsName(name)] ?? query[name] ?? ''
  return list.split(',').filter(one => one !== '')
}

/** A query for one of these values. */
export const withQueryValues = (query: Query, name: string, values: readonly string[]): Query =>
  withQuery(query, { [name]: undefined, [oneOfName(name)]: values.join(',') })

/** A query for one of these values of a tree, with or without descendants. */
export const withBranchValues = (query: Query, name: string, values: readonly string[], isWith: boolean): Query =>
  withQuery(query, {
    [name]: undefined,
    [oneOfName(name)]: isWith ? undefined : values.join(','),
    [descendantsName(name)]: isWith ? values.join(',') : undefined,
  })
