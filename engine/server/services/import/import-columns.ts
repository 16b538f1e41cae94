import { idOf } from '../../../model/ids.ts'
import type { Model } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { pathById, pathByName } from '../../store/stored-names.ts'
import { columnsByHead } from './mapping-choice.ts'
import type { Mapping } from './match-columns.ts'
import type { ImportDetails, Owner } from './staged-import.ts'

const maxStored = 200

/** The columns that a user last assigned in imports of a resource, by head. */
export async function recentColumns(
  queries: Queries,
  model: Model,
  { tenantId, userId, resource: name }: Owner,
): Promise<Mapping> {
  const resource = resourceOf(model, name)
  const [row] = await runAll(
    queries,
    sql`select import_columns as columns from engine_choice where tenant_id = ${tenantId} and user_id = ${userId}::bigint and resource = ${idOf(resource)}`,
  )
  const stored = Object.entries((row?.['columns'] ?? {}) as Readonly<Record<string, string>>)
  return new Map(stored.map(([source, path]) => [source, path === '' ? '' : pathByName(model, resource, path)]))
}

/** The assignments of the sheets of some lines. */
export const ofLines = (recent: Mapping, part: string): Mapping =>
  new Map(
    [...recent].flatMap(([source, name]) =>
      source.startsWith(`${part}/`) ? [[source.slice(part.length + 1), name]] : [],
    ),
  )

/** Stores the assigned columns of a file, and keeps those of other files. */
export async function storeColumns(
  queries: Queries,
  model: Model,
  owner: Owner,
  { head, columns, lines }: Pick<ImportDetails, 'head' | 'columns' | 'lines'>,
): Promise<void> {
  const { tenantId, userId } = owner
  const resource = resourceOf(model, owner.resource)
  const now = [
    ...Object.entries(columnsByHead(head, columns)),
    ...lines.flatMap(({ part, head, columns }) =>
      Object.entries(columnsByHead(head, columns)).map(([source, name]) => [`${part}/${source}`, name] as const),
    ),
  ]
    .filter(([source]) => isStorable(source))
    .map(([source, name]) => [source, name ?? ''] as const)
  const sources = new Set(now.map(([source]) => source))
  const before = [...(await recentColumns(queries, model, owner))].filter(([source]) => !sources.has(source))
  const chosen = Object.fromEntries(
    [...now, ...before]
      .slice(0, maxStored)
      .map(([source, path]) => [source, path === '' ? '' : pathById(model, resource, path)]),
  )
  await runAll(
    queries,
    sql`insert into engine_choice (tenant_id, user_id, resource, import_columns)
      values (${tenantId}, ${userId}::bigint, ${idOf(resource)}, ${JSON.stringify(chosen)}::text::jsonb)
      on conflict (tenant_id, user_id, resource) do update set import_columns = excluded.import_columns`,
  )
}

const isStorable = (source: string): boolean => source !== '' && source !== '__proto__' && source.length <= 200
