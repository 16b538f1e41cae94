import { typeOf } from '../../fields/index.ts'
import { hasDefault } from '../../fields/record-schema.ts'
import type { Field, Resource, Step } from '../../model/model.ts'
import { editedFields } from '../../model/steps.ts'
import { type ExpressionScope, isSatisfied } from '../../record/expressions.ts'
import { normaliseRecord } from '../../record/normalise-record.ts'
import { defaultValue } from '../../rules/default-value.ts'
import { near } from '../../rules/near.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { asRecord } from './input.ts'
import type { StoredRecord } from './plan-lines.ts'
import { assureInputReferences } from './references.ts'
import { checkInput } from './validate.ts'
import type { Work } from './work.ts'

/** The input of a step: fields that the step writes, and inputs without a column. */
export interface StepInput {
  readonly fields: Row
  readonly input: Row
}

/** Parses and checks the input of the step, then its guard. A field of the record that is hidden from the actor is unknown. */
export async function parseStepInput(
  work: Work,
  resource: Resource,
  { hidden }: Pick<Access, 'hidden'>,
  step: Step,
  before: StoredRecord | null,
  input: unknown,
): Promise<StepInput> {
  const { ctx, queries } = work
  const { id: _id, version: _version, ...given } = asRecord(input ?? {})
  const edited = editedFields(resource, step).filter(({ name }) => !hidden.has(name))
  const fields = [...edited, ...step.input]
  const unknown = Object.keys(given).find(name => !fields.some(field => field.name === name))
  if (unknown !== undefined)
    throw refuse.unknownName(
      unknown.slice(0, 100),
      near(
        unknown.slice(0, 64),
        fields.map(field => field.name),
      ),
    )
  const values = normaliseRecord(withDefaults(ctx, step.input, given), fields, ctx.model)
  const messages = checkInput(ctx, resource, step.name, fields, withoutNull(values))
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
  const parsed = { fields: valuesOf(edited, values), input: valuesOf(step.input, values) }
  await assureInputReferences(queries, ctx, resource, step.input, parsed.input)
  const record = { ...before?.record, ...parsed.fields }
  if (step.if !== undefined && isSatisfied(ctx, resource, step.if, record, stepScopeOf(step), parsed.input) !== true)
    throw refuse.conflict('guard', {
      zh: `该记录不满足“${step.title.zh}”的条件`,
      en: `The record does not meet the condition for "${step.title.en}"`,
    })
  return parsed
}

/** Inputs with the defaults of those that are left out. A field of the record keeps its value instead. */
const withDefaults = (ctx: RequestContext, fields: readonly Field[], given: Row): Row => ({
  ...Object.fromEntries(fields.filter(hasDefault).map(field => [field.name, defaultValue(field, ctx)])),
  ...given,
})

const withoutNull = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

const valuesOf = (fields: readonly Field[], values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some(field => field.name === name)))

/** The location of the step's expressions, which may read its inputs. */
export const stepScopeOf = ({ input, name }: Step): ExpressionScope => (input.length > 0 ? { input, step: name } : {})

/** Inputs are recorded in history, except for secrets. */
export function recordedInput(step: Pick<Step, 'input'>, input: Row): Row {
  const secret = new Set(step.input.filter(field => typeOf(field).secret).map(field => field.name))
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !secret.has(name) && value !== null))
}
