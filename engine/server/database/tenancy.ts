import type { Resource } from '../../model/model.ts'
import { engineColumns } from '../../model/system-fields.ts'
import { columnOf, type Fragment, sql, word } from './fragment.ts'

/** Whether each row is of one tenant. The rows of a `shared` resource are of all tenants, and have no such column. */
export const isPerTenant = ({ shared }: Pick<Resource, 'shared'>): boolean => !shared

/** The columns that begin the keys of a resource: that of the tenant, if it has one. */
export const tenantColumns = (resource: Pick<Resource, 'shared'>): readonly string[] =>
  isPerTenant(resource) ? [engineColumns.tenant] : []

/** The further condition that rows are of a tenant; empty for rows of all tenants. */
export const ofTenant = (resource: Resource, tenantId: string, alias = 't'): Fragment =>
  isPerTenant(resource) ? sql` and ${word(columnOf(alias, engineColumns.tenant))} = ${tenantId}` : word('')

/** The further condition that a row is of the tenant of another row, whose column is named; empty for rows of all tenants. */
export const ofSameTenant = (resource: Resource, alias: string, otherAlias: string): string =>
  isPerTenant(resource)
    ? ` and ${columnOf(alias, engineColumns.tenant)} = ${columnOf(otherAlias, engineColumns.tenant)}`
    : ''

/** The tenant under which history, events and counters of a row are stored: none for rows of all tenants. */
export const tenantKey = (resource: Resource, tenantId: string): string => (isPerTenant(resource) ? tenantId : '')
