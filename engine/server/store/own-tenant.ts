import type { Resource } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'

/** The condition on the actor's tenant alone, for rows of a record whose access was already checked. */
export const ownTenant = ({ actor }: RequestContext, resource: Resource, alias = 't'): Fragment =>
  resource.shared ? word('') : sql` and ${word(`${alias}."tenant_id"`)} = ${actor.tenantId}`
