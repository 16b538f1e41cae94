import { createHash } from 'node:crypto'
import type { Resource } from '../../model/model.ts'
import type { RequestContext } from './request-context.ts'

/**
 * A digest of what decides which rows and fields of a resource a user may read, and of those of the permission codes
 * that the user has. Work that takes minutes is ended, or must be repeated, where it has changed.
 */
export function rightsDigest(
  { actor, model }: RequestContext,
  resource: Resource,
  codes: readonly string[] = [],
): string {
  const { administrator, roles, roleRights, packageMenus, ownerIds, regionId, deptId, sourceType, userId, fields } =
    actor
  const owner = model.owner === undefined ? undefined : model.resources[model.owner]
  const dependsOn = [
    [administrator, [...roles].sort(), [...ownerIds].sort(), regionId, deptId, sourceType, userId, fields],
    [resource.access, owner?.access, packageMenus],
    roleRights.map(({ alias, codes: granted, dataScope, scopes }) => [
      alias,
      dataScope,
      scopes,
      [...granted].filter(code => code.endsWith('_view') || codes.includes(code)).sort(),
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(dependsOn)).digest('base64url')
}
