import type { Model } from '../../model/model.ts'
import { wallText } from '../../rules/zone.ts'
import type { Caller } from './caller.ts'

/** One request as the store sees it: who asks, of which Model, and what time it is. */
export interface RequestContext {
  readonly caller: Caller
  /** Taken once: a request never sees two Models. */
  readonly model: Model
  readonly clock: { readonly now: Date; readonly zone: string }
  /** Id of the operation on several records that the request is part of: its entries of history carry it. */
  readonly operation?: string
}

/** The caller as rules read it. */
export const meOf = ({ caller }: RequestContext) => ({
  id: caller.userId,
  tenantId: caller.tenantId,
  deptId: caller.deptId,
  roleIds: caller.roleIds,
  sourceType: caller.sourceType,
  ownerIds: caller.ownerIds,
  regionId: caller.regionId,
})

/** The moment as the wire writes it: `YYYY-MM-DD HH:mm:ss` in the system's zone. */
export const wireNow = ({ clock: { now, zone } }: RequestContext): string => wallText(now.getTime(), zone)
