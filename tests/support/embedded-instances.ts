import type { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { startPglite } from '../../engine/server/database/embedded.ts'
import { sql, word } from '../../engine/server/database/fragment.ts'
import { openDatabase } from '../../engine/server/database/open-database.ts'
import { execute } from '../../engine/server/database/run.ts'
import { readCatalogue } from '../../engine/server/storage/catalogue.ts'
import { difference } from '../../engine/server/storage/difference.ts'
import { engineTables } from '../../engine/server/storage/engine-tables.ts'
import { quotedList } from '../../engine/server/storage/sql-text.ts'
import type { Table } from '../../engine/server/storage/table.ts'

/** An embedded database in memory without rows, in which the engine's own tables may exist; `remove` hands it on. */
export interface EmptyInstance {
  readonly instance: PGlite
  remove(): Promise<void>
}

interface Pooled {
  readonly pglite: PGlite
  uses: number
}

/** Starting one costs a hundred times as much as emptying one. */
const idle: Pooled[] = []
/** Each use leaves dead rows in the catalogue. */
const maxUses = 100

export async function emptyInstance(): Promise<EmptyInstance> {
  const pooled = idle.pop() ?? { pglite: await startPglite({ template: inject('embeddedTemplate') }), uses: 0 }
  pooled.uses += 1
  return {
    instance: pooled.pglite,
    async remove() {
      if (pooled.uses < maxUses && ((await isCleared(pooled.pglite)) || (await isEmptied(pooled.pglite))))
        idle.push(pooled)
      else await pooled.pglite.close()
    },
  }
}

/**
 * Removes everything but the engine's tables, of which it removes the rows: creating them takes longer than most tests.
 * False if they are not as the planner would create them, or if there is more than the planner compares.
 */
async function isCleared(pglite: PGlite): Promise<boolean> {
  try {
    await pglite.query('rollback')
    const { kysely: queries } = await openDatabase({ zone: 'UTC', instance: pglite })
    const { tables, strangers, ...others } = await readCatalogue(queries)
    const isEngines = ({ name }: Table) => engineTables.some(table => table.name === name)
    const kept = tables.filter(isEngines)
    // The planner keeps columns and indexes that a newer engine may have added.
    if (sizeOf(kept) !== sizeOf(engineTables)) return false
    const views = Object.keys(others.views)
    if (views.length > 0) await execute(queries, sql`drop view ${word(quotedList(views))} cascade`)
    const names = [...tables.filter(table => !isEngines(table)).map(({ name }) => name), ...strangers]
    if (names.length > 0) await execute(queries, sql`drop table ${word(quotedList(names))} cascade`)
    if (difference(engineTables, { ...others, tables: kept, views: {}, strangers: [] }, 'embedded').length > 0)
      return false
    const { rows: found } = await execute<{ isMore: boolean; filled: string[] | null }>(queries, leftBehind)
    if (found[0]?.isMore !== false) return false
    if (found[0].filled) await execute(queries, sql`truncate ${word(quotedList(found[0].filled))}`)
    await pglite.query('discard all')
    return true
  } catch {
    return false
  }
}

const sizeOf = (tables: readonly Table[]): string =>
  [tables, tables.flatMap(({ columns }) => columns), tables.flatMap(({ indexes }) => indexes)]
    .map(all => all.length)
    .join()

/** Whether anything is left in the schema that the planner does not compare, and the tables with rows. */
const leftBehind = sql`
  with own as (select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace)
  select exists (select from own where relkind not in ('r', 'i'))
      or exists (select from pg_trigger t join own on own.oid = t.tgrelid)
      or exists (select from pg_rewrite r join own on own.oid = r.ev_class)
      or exists (select from pg_constraint where connamespace = 'public'::regnamespace and contype not in ('n', 'p'))
      or exists (select from pg_type where typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0)
      or exists (select from pg_proc where pronamespace = 'public'::regnamespace and proname not like 'engine\\_%') as "isMore",
    (select json_agg(relname) from own where relkind = 'r' and pg_relation_size(oid) > 0) as filled`

/** One statement at a time: sent together they would be one transaction, in which `discard all` is refused. */
const emptying = ['rollback', 'discard all', 'drop schema public cascade', 'create schema public']

async function isEmptied(pglite: PGlite): Promise<boolean> {
  try {
    for (const statement of emptying) await pglite.query(statement)
    return true
  } catch {
    return false
  }
}
