import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { both, type ChangeDraft } from './change.ts'
import type { NameRow, ResolvedNames } from './resolve-names.ts'
import { literal } from './sql-text.ts'

/** The stored names with their ids; none in a database without the table. */
export async function readNames(queries: Queries): Promise<readonly NameRow[]> {
  const found = await execute<{ found: string | null }>(queries, sql`select to_regclass('engine_name') as found`)
  if (found.rows[0]?.found == null) return []
  const { rows } = await execute<NameRow>(queries, sql`select kind, parent, id, name, former, removed from engine_name`)
  return rows
}

/** The id of the resource with a name, in SQL; for rows that are written without a Model. */
export const idOfResource = (name: string): Fragment =>
  sql`coalesce((select n.id from engine_name n where n.kind = 'resource' and n.name = ${name}::text and not n.removed), ${name}::text)`

/** The present name of the resource with the id in a column. */
export const nameOfResource = (column: string): Fragment =>
  word(
    `coalesce((select n.name from engine_name n where n.kind = 'resource' and n.id = ${column} and not n.removed), ${column})`,
  )

/** The one statement that stores names, whatever the number of rows that contain their ids. */
export const storeNamesSql = (changed: readonly NameRow[]): string =>
  `insert into engine_name (kind, parent, id, name, former, removed)
select kind, parent, id, name, former, removed from jsonb_to_recordset(${literal(JSON.stringify(changed))}::jsonb)
  as changed(kind text, parent text, id text, name text, former jsonb, removed boolean)
on conflict (kind, parent, id) do update set name = excluded.name, former = excluded.former, removed = excluded.removed`

/** The change of renamed names; none if no name is renamed. */
export function renaming({ renames, changed }: Pick<ResolvedNames, 'renames' | 'changed'>): ChangeDraft[] {
  if (renames.length === 0) return []
  const listed = [
    ...new Set(
      renames.map(({ kind, parent, from, to }) =>
        kind === 'resource' || kind === 'code' ? `${from} → ${to}` : `${parent}.${from} → ${to}`,
      ),
    ),
  ]
  return [
    {
      phase: 'names',
      mark: 'rename',
      isOfNames: true,
      what: both(`改名：${listed.join('、')}`, `Rename ${listed.join(', ')}.`),
      statements: [storeNamesSql(changed)],
    },
  ]
}
