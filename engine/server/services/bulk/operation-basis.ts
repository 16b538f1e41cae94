import { basisText } from '../../../model/basis.ts'
import type { Model } from '../../../model/model.ts'
import { stepsOf } from '../../../model/steps.ts'

/** The operation to apply to each of many records. */
export type BulkOperation =
  | { readonly kind: 'remove' | 'restore' }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'transition' | 'action'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'undo'; readonly operation: string }

/**
 * The parts of a Model that determine the effect of a bulk operation, as a text: the step with its conditions, the fields
 * of its input, and the rules. Undefined where the resource, the step or a field no longer exists.
 */
export function basisOf(model: Model, name: string, operation: BulkOperation): string | undefined {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (!resource) return undefined
  const step = 'name' in operation ? stepsOf(resource).find(one => one.name === operation.name) : undefined
  if ('name' in operation && !step) return undefined
  const named = operation.kind === 'update' ? Object.keys(operation.values) : (step?.edit ?? [])
  const fields = named.map(one => resource.fields.find(field => field.name === one))
  if (fields.includes(undefined)) return undefined
  const { rules, allowIf, lifecycle, renamedFrom } = resource
  return basisText([step, fields, rules, allowIf, lifecycle?.field, renamedFrom])
}
