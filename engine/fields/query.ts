type Query = Readonly<Record<string, string>>

/** A list's query with one name set, or gone where the text is empty. */
export function withQuery(query: Query, changes: Readonly<Record<string, string | undefined>>): Query {
  const next = Object.entries({ ...query, ...changes }).filter(([, text]) => text !== undefined && text !== '')
  return Object.fromEntries(next) as Query
}

/** Where a text stands, beside a query name, that could not be read as its value; it is mended before it is asked. */
export const typedName = (name: string): string => `${name}:typed`

/** Where it is kept how such a text was left whose options are being loaded; the search waits for them. */
export const awaitedName = (name: string): string => `${name}:awaited`

/** Whether a text of the query waits for its options. */
export const isAwaitingOptions = (query: Query): boolean =>
  Object.keys(query).some(name => name.endsWith(awaitedName('')))

/** The query name of "one of several": a comma-joined list. */
export const oneOfName = (name: string): string => `${name}_in`

/** The query name of "one of several of a tree, or what lies below them". */
export const belowName = (name: string): string => `${name}_below`

/** The values that a query asks one of, whether said as a list or as one. */
export function askedOf(query: Query, name: string): string[] {
  const list = query[oneOfName(name)] ?? query[belowName(name)] ?? query[name] ?? ''
  return list.split(',').filter(one => one !== '')
}

/** A query that asks for one of these values. */
export const withAsked = (query: Query, name: string, values: readonly string[]): Query =>
  withQuery(query, { [name]: undefined, [oneOfName(name)]: values.join(',') })

/** The same of a tree, with or without what lies below. */
export const withAskedBelow = (query: Query, name: string, values: readonly string[], isWith: boolean): Query =>
  withQuery(query, {
    [name]: undefined,
    [oneOfName(name)]: isWith ? undefined : values.join(','),
    [belowName(name)]: isWith ? values.join(',') : undefined,
  })
