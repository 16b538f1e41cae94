import type { FieldMessages } from '../fields/fault.ts'
import type { Bilingual, Field, Resource, Rule, Step } from '../model/model.ts'
import type { Warning } from '../model/warning.ts'
import { isSatisfied, type RecordContext, stepScopeOf } from './expressions.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a field is shown in a record: it has no `when`, or that is true. */
export const isShownIn = (context: RecordContext, resource: Resource, field: Field, record: Values): boolean =>
  field.when === undefined || isSatisfied(context, resource, field.when, record) === true

/**
 * The rules that a record breaks, of those that read a changed field and no hidden one. Each is reported at its field,
 * otherwise at the first changed one that it reads.
 */
export function brokenRules(
  context: RecordContext,
  resource: Resource,
  record: Values,
  isChanged: (name: string) => boolean,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const rule of broken(context, resource, record, isChanged, 'refuses'))
    messages[fieldOf(context, resource, rule, record, isChanged)] ??= rule.message
  return messages
}

/** The warnings that a record causes, of the same rules. The first field of each is the first changed one. */
export const brokenWarnings = (
  context: RecordContext,
  resource: Resource,
  record: Values,
  isChanged: (name: string) => boolean,
): Warning[] =>
  broken(context, resource, record, isChanged, 'warns').flatMap(rule => {
    const { warning: name, message: text, reads } = rule
    const first = fieldOf(context, resource, rule, record, isChanged)
    return name === undefined ? [] : [{ name, text, fields: [...new Set([first, ...reads])] }]
  })

/** The field that shows the message of a rule; `at` only while it is shown itself. */
function fieldOf(
  context: RecordContext,
  resource: Resource,
  { at, reads }: Rule,
  record: Values,
  isChanged: (name: string) => boolean,
): string {
  const own = resource.fields.find(({ name }) => name === at)
  if (own && isShownIn(context, resource, own, record)) return own.name
  return reads.find(isChanged) ?? reads[0] ?? resource.display
}

const broken = (
  context: RecordContext,
  resource: Resource,
  record: Values,
  isChanged: (name: string) => boolean,
  does: 'refuses' | 'warns',
): readonly Rule[] =>
  resource.rules.filter(({ rule, reads, warning }) => {
    if ((warning === undefined) !== (does === 'refuses')) return false
    if (reads.length > 0 && !reads.some(isChanged)) return false
    const fields = resource.fields.filter(field => reads.includes(field.name))
    return (
      fields.every(field => isShownIn(context, resource, field, record)) &&
      isSatisfied(context, resource, rule, record) === false
    )
  })

type RuledStep = Pick<Step, 'name' | 'rules' | 'input'>

/** The rules of a step that its input breaks, for a record with the edited fields. Each is reported at what it reads. */
export function brokenStepRules(
  context: RecordContext,
  resource: Resource,
  step: RuledStep,
  record: Values,
  input: Values,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const { message, at, reads, warning } of brokenOf(context, resource, step, record, input))
    if (warning === undefined) messages[at ?? reads[0] ?? ''] ??= message
  return messages
}

/** The warnings that the input of a step causes. */
export const brokenStepWarnings = (
  context: RecordContext,
  resource: Resource,
  step: RuledStep,
  record: Values,
  input: Values,
): Warning[] =>
  brokenOf(context, resource, step, record, input).flatMap(({ warning: name, message: text, at, reads }) =>
    name === undefined ? [] : [{ name, text, fields: at === undefined ? reads : [...new Set([at, ...reads])] }],
  )

const brokenOf = (
  context: RecordContext,
  resource: Resource,
  step: RuledStep,
  record: Values,
  input: Values,
): readonly Rule[] =>
  (step.rules ?? []).filter(
    ({ rule }) => isSatisfied(context, resource, rule, record, stepScopeOf(step), input) === false,
  )
