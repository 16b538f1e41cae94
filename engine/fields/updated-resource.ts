import type { Resource, Step, UpdateEffect } from '../model/model.ts'
import { isMany } from './options.ts'
import { isReference } from './traits.ts'

/** The name of the resource whose rows an effect writes. */
export function updatedResource(
  { fields }: Pick<Resource, 'fields'>,
  { input }: Pick<Step, 'input'>,
  { record, of }: Pick<UpdateEffect, 'record' | 'of'>,
): string | undefined {
  if (record === undefined) return of
  const name = record.replace(/^input\./, '')
  const field = (name === record ? fields : input).find(one => one.name === name)
  return field && isReference(field) && !isMany(field) ? String(field.options['of']) : undefined
}
