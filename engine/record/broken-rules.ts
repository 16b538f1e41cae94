import type { FieldMessages } from '../fields/fault.ts'
import type { Bilingual, Field, Resource, Step } from '../model/model.ts'
import { isSatisfied, type RecordContext, stepScopeOf } from './expressions.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a field is shown in a record: it has no `when`, or that is true. */
export const isShownIn = (context: RecordContext, resource: Resource, field: Field, record: Values): boolean =>
  field.when === undefined || isSatisfied(context, resource, field.when, record) === true

/**
 * The rules that a record breaks, of those that read a changed field and no hidden one. Each is reported at the first
 * changed field that it reads.
 */
export function brokenRules(
  context: RecordContext,
  resource: Resource,
  record: Values,
  isChanged: (name: string) => boolean,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const { rule, message, reads } of resource.rules) {
    const changed = reads.find(isChanged)
    if (reads.length > 0 && changed === undefined) continue
    const fields = resource.fields.filter(field => reads.includes(field.name))
    if (!fields.every(field => isShownIn(context, resource, field, record))) continue
    if (isSatisfied(context, resource, rule, record) === false)
      messages[changed ?? reads[0] ?? resource.display] ??= message
  }
  return messages
}

/** The rules of a step that its input breaks, for a record with the edited fields. Each is reported at what it reads. */
export function brokenStepRules(
  context: RecordContext,
  resource: Resource,
  step: Pick<Step, 'name' | 'rules' | 'input'>,
  record: Values,
  input: Values,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const { rule, message, reads } of step.rules ?? []) {
    if (isSatisfied(context, resource, rule, record, stepScopeOf(step), input) === false)
      messages[reads[0] ?? ''] ??= message
  }
  return messages
}
