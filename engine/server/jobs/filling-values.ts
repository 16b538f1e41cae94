import type { FillProgress } from '../../model/fill-progress.ts'
import { idOf } from '../../model/ids.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { tenantOfRow } from '../store/own-tenant.ts'
import { refreshOrder } from '../store/refresh-values.ts'
import { storedFormulasOf } from '../store/stale-values.ts'

/** The progress of the job of stored values. The values of rows that read one changed record are not a part of it. */
export async function fillingValues(queries: Queries, model: Model): Promise<readonly FillProgress[]> {
  const stale = await runAll(
    queries,
    sql`select distinct resource || ' ' || field as name from engine_stale_value where reference = ''`,
  )
  const names = new Set(stale.map(({ name }) => name))
  const found: FillProgress[] = []
  for (const { resource, field } of storedFormulasOf(model)) {
    if (!names.has(`${idOf(resource)} ${idOf(field)}`)) continue
    const tenant = tenantOfRow(resource)
    const order = word(`t."${refreshOrder(model, resource)}"`)
    const [row] = await runAll(
      queries,
      sql`select count(*)::integer as count, count(*) filter (where s.after_id is null or ${order} <= s.after_id)::integer as done
        from ${word(`"${resource.table}" t`)} left join engine_stale_value s on s.tenant_id = ${tenant}
          and s.resource = ${idOf(resource)} and s.field = ${idOf(field)} and s.reference = ''`,
    )
    found.push({
      resource: resource.name,
      field: field.name,
      resourceTitle: resource.title,
      title: field.title,
      count: Number(row?.['count']),
      done: Number(row?.['done']),
    })
  }
  return found
}
