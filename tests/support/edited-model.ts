import type { Model } from '../../engine/model/model.ts'
import { overlaid } from '../../engine/record/overlays.ts'
import { platformTenant } from '../../engine/server/auth/actor.ts'
import type { Queries } from '../../engine/server/database/database.ts'
import { overlaysOf } from '../../engine/server/store/overlay-table.ts'

/** The Model of a tenant with the stored edits. */
export async function editedModel(queries: Queries, model: Model, tenantId = platformTenant): Promise<Model> {
  const platform = await overlaysOf(queries, [platformTenant])
  return overlaid(model, platform, tenantId === platformTenant ? [] : await overlaysOf(queries, [tenantId]))
}
