import type { ExportedView } from '../../../model/operation-view.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'

/** Hours for which an export file is stored. */
export const fileHours = 24

/** The stored details of an export. */
export interface ExportDetails {
  readonly format: 'csv' | 'xlsx'
  readonly columns: readonly string[]
  readonly query: Row
  readonly isSelection: boolean
  readonly name: string
  readonly bytes: number
  readonly file: 'there' | 'too-large' | 'gone'
  /** Milliseconds since 1970 until which the file is stored. */
  readonly until: number
  /** A digest of the rights on which the rows and columns of the file depend. */
  readonly rights: string
}

/** An export as shown to a viewer. Its conditions contain values of the data, so only its creator sees them. */
export function exportedView({ clock }: RequestContext, details: Row, isOwn: boolean): ExportedView {
  const { format, columns, query, isSelection, name, bytes, file, until } = details as unknown as ExportDetails
  const isExpired = file === 'there' && clock.now.getTime() > until
  return {
    format,
    columns: (columns ?? []).length,
    query: isOwn ? (query ?? {}) : {},
    isSelection: isSelection === true,
    file: !isOwn ? 'of-another' : isExpired ? 'gone' : (file ?? 'gone'),
    name: name ?? '',
    bytes: Number(bytes ?? 0),
  }
}
