import { codeIds } from '../../model/code-ids.ts'
import type { Model } from '../../model/model.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'

/** The grants with the present permission codes, as a table. Those of removed steps and resources are not among them. */
export function presentGrants(model: Model): Fragment {
  const { stored, present } = codeIds(model)
  if (stored.size === 0) return word('engine_grant')
  const [codes, ids] = [[...present.values()], [...present.keys()]]
  // Codes of removed parts whose names others have now.
  const removed = [...stored.keys()].filter(code => !present.has(code))
  return sql`(select e.tenant_id, e.role_id, coalesce(m.code, e.code) as code
    from engine_grant e left join unnest(${ids}::text[], ${codes}::text[]) as m(id, code) on m.id = e.code
    where m.id is not null or e.code <> all(${removed}::text[]))`
}
