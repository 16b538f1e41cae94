import { createHash } from 'node:crypto'
import type { Resource } from '../../../model/model.ts'
import type { ExportedView } from '../../../model/operation-view.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'

/** Hours for which the file of an export is kept. */
export const fileHours = 24

/** What is kept of an export. */
export interface ExportDetails {
  readonly format: 'csv' | 'xlsx'
  readonly columns: readonly string[]
  readonly query: Row
  readonly isSelection: boolean
  readonly name: string
  readonly bytes: number
  readonly file: 'there' | 'too-large' | 'gone'
  /** Milliseconds since 1970 until which the file is kept. */
  readonly until: number
  /** What the rows and columns of the file depended on. */
  readonly rights: string
}

/** An export as its viewer sees it. The conditions are values of the data: they are for who made it. */
export function exportedView({ clock }: RequestContext, details: Row, isOwn: boolean): ExportedView {
  const { format, columns, query, isSelection, name, bytes, file, until } = details as unknown as ExportDetails
  const isGone = file === 'there' && clock.now.getTime() > until
  return {
    format,
    columns: (columns ?? []).length,
    query: isOwn ? (query ?? {}) : {},
    isSelection: isSelection === true,
    file: !isOwn ? 'of-another' : isGone ? 'gone' : (file ?? 'gone'),
    name: name ?? '',
    bytes: Number(bytes ?? 0),
  }
}

/** What decides which rows and columns of a resource a user may export: another digest needs another export. */
export function exportRights({ caller, model }: RequestContext, resource: Resource): string {
  const { administrator, roles, ownerIds, regionId, deptId, sourceType, userId } = caller
  const owner = model.owner === undefined ? undefined : model.resources[model.owner]
  const dependsOn = [
    [administrator, [...roles].sort(), [...ownerIds].sort(), regionId, deptId, sourceType, userId],
    [resource.access, owner?.access, [...caller.codes].filter(code => code.endsWith('_view')).sort()],
  ]
  return createHash('sha256').update(JSON.stringify(dependsOn)).digest('base64url')
}
