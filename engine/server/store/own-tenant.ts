import type { Resource } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, word } from '../database/fragment.ts'
import { isPerTenant, ofTenant } from '../database/tenancy.ts'

/** The condition on the actor's tenant alone, for rows of a record whose access was already checked. */
export const ownTenant = ({ actor }: RequestContext, resource: Resource, alias = 't'): Fragment =>
  ofTenant(resource, actor.tenantId, alias)

/** The tenant for which jobs work on a row `t`: that of the platform for rows of all tenants. */
export const tenantOfRow = (resource: Resource): Fragment =>
  word(isPerTenant(resource) ? 't."tenant_id"' : `'${platformTenant}'`)
