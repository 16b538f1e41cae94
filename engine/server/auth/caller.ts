import type { Language } from '../../model/model.ts'

/** The tenant that operates the installation. Every installation has it. */
export const platformTenant = '000000'

/** The authenticated user of a request, as the token states and the database confirmed. */
export interface Caller {
  readonly userId: string
  readonly account: string
  readonly name: string
  readonly tenantId: string
  readonly deptId: string | null
  readonly roleIds: readonly string[]
  /** Aliases of the roles, by which access rules in descriptors name them. */
  readonly roles: readonly string[]
  /** Has every code and sees every row of the tenant. */
  readonly administrator: boolean
  /** The kind of the caller's organisation. The product defines the values. */
  readonly sourceType: string | null
  /** Ids of the rows of the owner resource that are the caller's own. Empty for a caller without an owner. */
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
  readonly codes: ReadonlySet<string>
  readonly language: Language
}
