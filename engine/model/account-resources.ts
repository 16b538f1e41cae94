/**
 * The resources whose rows are accounts, roles, tenants, OAuth clients and services in use. The server reads their tables to make actors, and
 * expressions read their fields, so the engine knows their names; this is the only place that does.
 */
export const userResource = 'bladeUser'
export const roleResource = 'bladeRole'
export const departmentResource = 'bladeDept'
export const tenantResource = 'bladeTenant'
export const packageResource = 'bladeTenantPackage'
export const dataScopeResource = 'bladeDataScope'
export const apiScopeResource = 'bladeApiScope'
export const clientResource = 'bladeClient'
export const auditResource = 'sysAudit'
export const serviceTokenResource = 'bladeServiceToken'
export const identitySourceResource = 'bladeIdentitySource'
export const identityResource = 'bladeIdentity'
export const identityRuleResource = 'bladeIdentityRule'
export const smsResource = 'bladeSms'
export const uploadResource = 'bladeAttach'

/** The alias of the role that has every right. */
export const administratorAlias = 'administrator'

/** The fields of users that every user may write in the own record. */
export const ownProfileFields: ReadonlySet<string> = new Set([
  'name',
  'realName',
  'avatar',
  'phone',
  'email',
  'sex',
  'birthday',
])
