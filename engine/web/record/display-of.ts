import { typeOf } from '../../fields/index.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { valueText } from '../../record/value-text.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/**
 * The label of a record: its display field as text, which of a reference is the name and of a dictionary the title. Empty
 * where it has no such value, or refers to a record that the user may not see.
 */
export function displayOf(
  { resource, model, language }: Pick<ResourcePart, 'resource' | 'model' | 'language'>,
  record: Readonly<Record<string, unknown>>,
): string {
  const field = fieldOf(resource, resource.display)
  const isUnnamed = field && typeOf(field).reference && (record[`${field.name}Name`] ?? null) === null
  return field && !isUnnamed ? valueText(field, record, model, language) : ''
}
