import type { Model } from '../../model/model.ts'
import { wallText } from '../../rules/zone.ts'
import type { Caller } from './caller.ts'

/** The context of one request: caller, Model and clock. */
export interface RequestContext {
  readonly caller: Caller
  /** Set once: a request never uses two Models. */
  readonly model: Model
  readonly clock: { readonly now: Date; readonly zone: string }
  /** Id of the bulk operation that the request is part of. Its history entries contain it. */
  readonly operation?: string
}

/** The caller in the form that rules read. */
export const meOf = ({ caller }: RequestContext) => ({
  id: caller.userId,
  tenantId: caller.tenantId,
  deptId: caller.deptId,
  roleIds: caller.roleIds,
  sourceType: caller.sourceType,
  ownerIds: caller.ownerIds,
  regionId: caller.regionId,
})

/** The current time in the form of the HTTP API: `YYYY-MM-DD HH:mm:ss` in the system's time zone. */
export const wireNow = ({ clock: { now, zone } }: RequestContext): string => wallText(now.getTime(), zone)
