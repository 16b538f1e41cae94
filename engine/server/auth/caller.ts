import type { Language } from '../../model/model.ts'

/** The tenant that every installation has and that runs it. */
export const platformTenant = '000000'

/** Who asks, as the token says and the database confirmed. */
export interface Caller {
  readonly userId: string
  readonly account: string
  readonly name: string
  readonly tenantId: string
  readonly deptId: string | null
  readonly roleIds: readonly string[]
  /** Aliases of the roles: what access rules in descriptors name. */
  readonly roles: readonly string[]
  /** Holds every code, sees every row of the tenant. */
  readonly administrator: boolean
  /** What kind of organisation the caller belongs to; the product gives the values. */
  readonly sourceType: string | null
  /** Rows of the owner resource that are the caller's own; empty for who belongs to no owner. */
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
  readonly codes: ReadonlySet<string>
  readonly language: Language
}
