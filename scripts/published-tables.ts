type Row = Readonly<Record<string, string>>

/** The rows of each table in an SQL file that fills it by `COPY … FROM stdin` or by `INSERT … VALUES`; null is an empty text. */
export function tablesIn(sql: string): Map<string, readonly Row[]> {
  const columns = new Map(
    [...sql.matchAll(/^CREATE TABLE (?:public\.)?(\w+) \((.*?)^\);/gms)].map(([, table = '', body = '']) => [
      table,
      [...body.matchAll(/^\s+(?!CONSTRAINT|PRIMARY|FOREIGN)"?(\w+)"? /gm)].map(([, column = '']) => column),
    ]),
  )
  const tables = new Map<string, Row[]>()
  const add = (table: string, heads: readonly string[], values: readonly string[]) => {
    const row = Object.fromEntries(heads.map((head, n) => [head, values[n] ?? '']))
    tables.set(table, [...(tables.get(table) ?? []), row])
  }
  for (const [, table = '', heads = '', body = ''] of sql.matchAll(
    /^COPY (?:public\.)?(\w+) \(([^)]*)\) FROM stdin;\n(.*?)^\\\.$/gms,
  ))
    for (const line of body.split('\n').slice(0, -1)) add(table, namesIn(heads), line.split('\t').map(copied))
  for (const [, table = '', heads, body = ''] of sql.matchAll(
    /^INSERT INTO (\w+)(?: \(([^)]*)\))? VALUES\s+((?:'(?:[^']|'')*'|[^';])*);/gm,
  ))
    for (const values of tuplesIn(body))
      add(table, heads === undefined ? (columns.get(table) ?? []) : namesIn(heads), values)
  return tables
}

const namesIn = (heads: string): readonly string[] => heads.split(',').map(head => head.trim().replaceAll('"', ''))

const copied = (cell: string): string =>
  cell === '\\N' ? '' : cell.replace(/\\(.)/g, (_, one: string) => ({ n: '\n', t: '\t' })[one] ?? one)

/** The values of `(1, N'a''b', NULL), (2, …)`. */
function* tuplesIn(body: string): Generator<readonly string[]> {
  for (const [tuple] of body.matchAll(/\((?:'(?:[^']|'')*'|[^')])*\)/g))
    yield [...tuple.slice(1, -1).matchAll(/\s*(?:N?'((?:[^']|'')*)'|([^,]+?))\s*(?:,|$)/g)].map(
      ([, text, bare = '']) => (text === undefined ? (bare === 'NULL' ? '' : bare) : text.replaceAll("''", "'")),
    )
}

/** The rows that only one of both has, in the columns of the first. */
export function differences(rows: readonly Row[], published: readonly Row[]): string[] {
  const heads = Object.keys(rows[0] ?? published[0] ?? {})
  const texts = (all: readonly Row[]) => all.map(row => heads.map(head => inOneNotation(row[head] ?? '')).join(' | '))
  const [own, source] = [texts(rows), texts(published)].map(all => all.sort())
  const missing = without(source ?? [], own ?? []).map(row => `missing: ${row}`)
  return [...missing, ...without(own ?? [], source ?? []).map(row => `not in the source: ${row}`)]
}

/** A list without braces, a day and time with two digits each, and a fraction with the seven digits that a `real` has. */
function inOneNotation(text: string): string {
  const list = /^\{(.*)\}$/.exec(text)?.[1]?.replaceAll('"', '')
  if (list !== undefined) return list
  const [, year, month = '', day = ''] = /^(\d{4})[/-](\d\d?)[/-](\d\d?)(?: 00:00:00)?$/.exec(text) ?? []
  if (year !== undefined) return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return /^-?\d+\.\d+$/.test(text) ? String(Number(Number(text).toPrecision(7))) : text
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return all.filter(one => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count <= 0
  })
}
