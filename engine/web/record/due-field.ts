import type { Field, Model, Resource } from '../../model/model.ts'
import { expressionOf } from './expression.ts'

/**
 * The day that a lifecycle waits for: what the condition of one of its moves holds against the clock. Undefined where
 * none does.
 */
export function dueFieldOf(model: Model, resource: Resource): Field | undefined {
  for (const { if: condition } of resource.lifecycle?.moves ?? []) {
    const expression = condition === undefined ? undefined : expressionOf(model, resource, condition)
    if (!expression?.readsClock) continue
    const read = resource.fields.find(field => expression.reads.includes(field.name) && isDay(field))
    if (read) return read
  }
  return undefined
}

const isDay = ({ type }: Field): boolean => type === 'date' || type === 'datetime'
