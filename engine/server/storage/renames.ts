import { shortened } from './sql-text.ts'
import type { ForeignKey, Index, Table } from './table.ts'

export interface Rename {
  readonly from: string
  readonly to: string
}

/**
 * The pending renames, in an order that never renames to a name in use: of `b was a` and `c was b` the second comes
 * first.
 */
export function renamesOf(
  wanted: readonly { readonly name: string; readonly was?: readonly string[] }[],
  found: readonly string[],
): Rename[] {
  const renames: Rename[] = []
  const isThere = (name: string) => found.includes(name) && !renames.some(({ from }) => from === name)
  for (let before = -1; before !== renames.length; ) {
    before = renames.length
    for (const { name, was = [] } of wanted) {
      const from = was.find(one => one !== name && isThere(one))
      if (from === undefined || isThere(name)) continue
      if (!renames.some(({ to }) => to === name)) renames.push({ from, to: name })
    }
  }
  return renames
}

/** Renames in an order in which none is to a name that a later one is from; of a cycle, one by a third name. */
export function inOrder(renames: readonly Rename[]): Rename[] {
  const left = [...renames]
  const ordered: Rename[] = []
  const last: Rename[] = []
  while (left.length > 0) {
    const at = left.findIndex(({ to }) => !left.some(({ from }) => from === to))
    const [one] = left.splice(Math.max(at, 0), 1)
    if (!one) break
    if (at >= 0) ordered.push(one)
    else {
      const third = stagedName(one.to)
      ordered.push({ from: one.from, to: third })
      last.push({ from: third, to: one.to })
    }
  }
  return [...ordered, ...last]
}

/**
 * The third name of a table or column until it gets its own. Names of fields and resources have single underscores, and
 * tables of links one pair, so three in a row are in no other name.
 */
export const stagedName = (name: string): string => shortened(`${name}___next`)

function ofTable(tables: readonly Table[], to: string): Pick<ForeignKey, 'of'> {
  const of = tables.find(({ name }) => name === to)?.mark.of
  return of === undefined ? {} : { of }
}

/** The tables under their new names, with their references and the resources to which these lead. */
export function withTablesRenamed(tables: readonly Table[], renames: readonly Rename[]): Table[] {
  const now = (name: string) => renames.find(({ from }) => from === name)?.to ?? name
  return tables.map(table => ({
    ...table,
    name: now(table.name),
    references: table.references.map(reference => ({
      ...reference,
      to: now(reference.to),
      ...ofTable(tables, reference.to),
    })),
  }))
}

/** The table with its columns under their new names, with its indexes and references. */
export function withColumnsRenamed(table: Table, renames: readonly Rename[]): Table {
  const now = (name: string) => renames.find(({ from }) => from === name)?.to ?? name
  return {
    ...table,
    columns: table.columns.map(column => ({ ...column, name: now(column.name) })),
    indexes: table.indexes.map(index => ({
      ...index,
      keys: index.keys.map(key => keyRenamed(key, now)),
      ...(index.carries && { carries: index.carries.map(key => keyRenamed(key, now)) }),
    })),
    ...(table.statistics && { statistics: table.statistics.map(one => ({ ...one, on: keyRenamed(one.on, now) })) }),
    references: table.references.map(reference => ({ ...reference, columns: reference.columns.map(now) })),
  }
}

/** A key is a column, one call of a function on a column, or a range of columns. */
function keyRenamed(key: Index['keys'][number], now: (name: string) => string): string {
  const call = /^(\w+)\(\(?"?(\w+)"?\)?(::[\w ]+)?\)$/.exec(key)
  if (call) return `${call[1]}(${now(String(call[2]))})`
  if (!/range\(/.test(key)) return now(key.replaceAll('"', ''))
  // Neither constants nor types nor functions.
  return key.replaceAll('"', '').replace(/'[^']*'|::\w+|\w+\(|(\w+)/g, (all, column) => (column ? now(column) : all))
}
