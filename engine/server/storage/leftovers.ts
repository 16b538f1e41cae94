import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import type { Catalogue } from './catalogue.ts'
import { both, type ChangeDraft, countingRows } from './change.ts'
import { mergesOf } from './merged-columns.ts'
import { quoted } from './sql-text.ts'
import type { Table } from './table.ts'
import { tablesOf } from './tables-of.ts'

/** A catalogue without what gives way, and the changes that drop it. */
interface Remaining {
  readonly catalogue: Catalogue
  readonly drops: readonly ChangeDraft[]
}

/**
 * The catalogue without the empty tables and columns that have the new name of another, which was renamed later than
 * they appeared: they give way. Columns that can be merged remain.
 */
export async function withoutLeftovers(queries: Queries, catalogue: Catalogue, model: Model): Promise<Remaining> {
  const wanted = tablesOf(model)
  const without = await withoutTables(queries, catalogue, wanted)
  const { tables, drops } = await withoutColumns(queries, without.catalogue.tables, wanted)
  return { catalogue: { ...without.catalogue, tables }, drops: [...without.drops, ...drops] }
}

async function withoutTables(queries: Queries, catalogue: Catalogue, wanted: readonly Table[]): Promise<Remaining> {
  const { tables } = catalogue
  const isWanted = (name: string) => wanted.some(one => one.name === name)
  const suspects = wanted.flatMap(({ name, was = [] }) => {
    const hasFormer = was.some(one => !isWanted(one) && tables.some(found => found.name === one))
    return hasFormer ? tables.filter(found => found.name === name) : []
  })
  const leftovers: Table[] = []
  for (const table of suspects) if (await isEmpty(queries, table)) leftovers.push(table)
  if (leftovers.length === 0) return { catalogue, drops: [] }
  const isLeft = (name: string) => leftovers.some(one => one.name === name)
  const kept = tables
    .filter(({ name }) => !isLeft(name))
    .map(table => ({ ...table, references: table.references.filter(({ to }) => !isLeft(to)) }))
  return { catalogue: { ...catalogue, tables: kept }, drops: leftovers.map(dropped) }
}

async function withoutColumns(queries: Queries, tables: readonly Table[], wanted: readonly Table[]) {
  const drops: ChangeDraft[] = []
  const kept = new Map(tables.map(table => [table.name, table]))
  for (const table of wanted.filter(({ columns }) => columns.some(({ was }) => was))) {
    let [found] = [table.name, ...(table.was ?? [])].flatMap(name => kept.get(name) ?? [])
    if (!found) continue
    for (const name of unmergedNames(table, found)) {
      if (!(await isWithoutValue(queries, found, name))) continue
      drops.push(droppedColumn(found, name))
      found = withoutColumn(found, name)
    }
    kept.set(found.name, found)
  }
  return { tables: [...kept.values()], drops }
}

/** The columns with the new name of another that is renamed, with which they cannot be merged. */
function unmergedNames(wanted: Table, found: Table): string[] {
  const has = (table: Table, name: string) => table.columns.some(one => one.name === name)
  const merged = mergesOf({ wanted, found }).map(({ column }) => column.name)
  return wanted.columns.flatMap(({ name, was = [] }) => {
    const isRenamed = was.some(former => has(found, former) && !has(wanted, former))
    return isRenamed && has(found, name) && !merged.includes(name) ? [name] : []
  })
}

/** What is on the column is dropped with it. */
function withoutColumn(table: Table, name: string): Table {
  const word = new RegExp(`\\b${name}\\b`)
  const isOn = (...texts: readonly (string | undefined)[]) => texts.some(text => text !== undefined && word.test(text))
  return {
    ...table,
    columns: table.columns.filter(one => one.name !== name),
    indexes: table.indexes.filter(({ keys, carries = [], where }) => !isOn(...keys, ...carries, where)),
    ...(table.statistics && { statistics: table.statistics.filter(({ on }) => !isOn(on)) }),
    references: table.references.filter(({ columns }) => !columns.includes(name)),
  }
}

async function isWithoutValue(queries: Queries, { name: table }: Table, name: string): Promise<boolean> {
  const { rows } = await execute(
    queries,
    sql`select from ${word(quoted(table))} where ${word(quoted(name))} is not null limit 1`,
  )
  return rows.length === 0
}

function droppedColumn(table: Table, name: string): ChangeDraft {
  const counting = countingRows(table, table.name, `mine.${quoted(name)} is not null`)
  return {
    phase: 'drop-leftovers',
    mark: 'additive',
    what: both(
      `删除 ${table.name} 中没有值的列 ${name}：另一列将改用这个名称`,
      `Drop the column ${name} of ${table.name}, which has no value: another column is renamed to it.`,
    ),
    counting,
    statements: [`alter table ${quoted(table.name)} drop column ${quoted(name)}`],
  }
}

async function isEmpty(queries: Queries, { name }: Table): Promise<boolean> {
  const { rows } = await execute(queries, sql`select from ${word(quoted(name))} limit 1`)
  return rows.length === 0
}

/** References to it are added again to the table that gets its name. */
function dropped(table: Table): ChangeDraft {
  const counting = countingRows(table, table.name)
  return {
    phase: 'drop-leftovers',
    mark: 'additive',
    what: both(
      `删除空表 ${table.name}：另一个表将改用这个名称`,
      `Drop the empty table ${table.name}: another table is renamed to it.`,
    ),
    counting,
    statements: [`drop table ${quoted(table.name)} cascade`],
  }
}
