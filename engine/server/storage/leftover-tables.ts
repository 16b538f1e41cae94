import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import type { Catalogue } from './catalogue.ts'
import { both, type ChangeDraft, countingRows } from './change.ts'
import { quoted } from './sql-text.ts'
import type { Table } from './table.ts'
import { tablesOf } from './tables-of.ts'

/**
 * The catalogue without the empty tables that have the new name of another, which was renamed later than it appeared:
 * they give way.
 */
export async function withoutLeftovers(
  queries: Queries,
  catalogue: Catalogue,
  model: Model,
): Promise<{ readonly catalogue: Catalogue; readonly drops: readonly ChangeDraft[] }> {
  const { tables } = catalogue
  const wanted = tablesOf(model)
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
    recount: counting,
    statements: [`drop table ${quoted(table.name)} cascade`],
  }
}
