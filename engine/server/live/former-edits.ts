import type { Model } from '../../model/model.ts'
import { dictionaryRows, overlaidRows } from '../../record/overlaid-rows.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { run } from '../database/run.ts'
import type { TenantOverlay } from '../store/overlay-table.ts'

/**
 * The edits of an earlier version, which stored whole rows and their values at the last synchronisation: values that
 * differ from these, and added entries. None once they are stored as overlays.
 */
export async function formerEdits(queries: Queries, model: Model): Promise<TenantOverlay[]> {
  const [table] = await run(queries, `select to_regclass('engine_described_row') as found`, [])
  if (table?.['found'] === null) return []
  const stored = await run(queries, 'select distinct resource from engine_described_row', [])
  const edits: TenantOverlay[] = []
  for (const [name, { kind, fields }] of Object.entries(overlaidRows)) {
    const resource = model.resources[name]
    if (!resource || !stored.some(row => row['resource'] === name)) continue
    const columns = Object.entries(fields).map(([field, property]) => ({
      property,
      column: resource.fields.find(one => one.name === field)?.column,
    }))
    const asked = `jsonb_to_recordset($2::text::jsonb) as c("column" text, property text)`
    const rows = await run(
      queries,
      `select b.path, c.property, to_jsonb(t) -> c."column" as value, b.base -> c."column" as replaced
       from engine_described_row b join "${resource.table}" t on t.id = b.record_id cross join ${asked}
       where b.resource = $1::text and jsonb_exists(b.base, c."column")
         and to_jsonb(t) -> c."column" is distinct from b.base -> c."column"
       union all
       select to_jsonb(t) ->> 'code' || '/' || (to_jsonb(t) ->> 'dict_key'), c.property, to_jsonb(t) -> c."column", null
       from "${resource.table}" t cross join ${asked}
       where $3::boolean and t.is_deleted = 0 and to_jsonb(t) -> 'is_built_in' is distinct from 'true'
         and to_jsonb(t) ->> c."column" is not null`,
      [name, JSON.stringify(columns), name === dictionaryRows],
    )
    for (const { path, property, value, replaced } of rows)
      edits.push({
        tenantId: platformTenant,
        kind,
        path: String(path),
        property: String(property),
        value: value ?? null,
        replaced: replaced ?? null,
      })
  }
  return edits
}

export const removeFormerBases = (queries: Queries) => run(queries, 'delete from engine_described_row', [])
