import { fault, faultMessage } from '../../fields/fault.ts'
import { isInputField } from '../../fields/record-schema.ts'
import { listedResource } from '../../fields/traits.ts'
import type { Bilingual, CreateEffect, Field, Message, Resource, Step } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { ownerFieldOf, ownerOf } from '../../model/owner.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type EffectValues, type ExpressionScope, stepScopeOf, valueInto } from '../../record/expressions.ts'
import { normaliseRecord } from '../../record/normalise-record.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { namesOf } from './look-up.ts'
import { checkInput } from './validate.ts'
import type { Work } from './work.ts'

/** The values of `with` and `fields`. */
export function givenValues(
  ctx: RequestContext,
  taken: TakenStep,
  { with: expressions, fields }: Pick<CreateEffect, 'with' | 'fields'>,
  target: Resource,
  scope = effectScope(ctx, taken),
  row?: Row,
): Row {
  const copied = fields.flatMap(name => {
    const value = taken.record[name]
    return value === null || value === undefined ? [] : [[name, value]]
  })
  const into = { ...scope, into: target }
  const computed = computedValues(ctx, taken.resource, target, expressions, into, effectInputs(taken, row))
  return normaliseRecord({ ...Object.fromEntries(copied), ...computed }, target.fields, ctx.model)
}

export function computedValues(
  ctx: RequestContext,
  source: Resource,
  target: Resource,
  expressions: Readonly<Record<string, string>>,
  scope: ExpressionScope,
  values: EffectValues,
): Row {
  const computed: Row = {}
  for (const [name, text] of Object.entries(expressions)) {
    const field = fieldOf(target, name)
    if (field) computed[name] = valueInto(ctx, source, field, text, scope, values)
  }
  return computed
}

export const effectInputs = ({ record, input }: TakenStep, row: Row | undefined): EffectValues => ({
  record,
  input,
  ...(row && { it: row }),
})

/** The location of the effect's expressions; with `each`, they read its rows by `it.` */
export function effectScope({ model }: RequestContext, { resource, step }: TakenStep, each?: string): ExpressionScope {
  const list = each === undefined ? undefined : fieldOf(resource, each)
  const it = list && listedResource(list, model)
  return { ...stepScopeOf(step), ...(it && { it }) }
}

/** Fields that users do not write are validated here; `prepare` validates the others. */
export function assureServerFields(ctx: RequestContext, target: Resource, given: Row): void {
  const fields = target.fields.filter(field => Object.hasOwn(given, field.name) && !isInputField(field))
  const values = fields.map(field => [field.name, given[field.name]]).filter(([, value]) => value !== null)
  if (values.length === 0) return
  const names = fields.map(({ name }) => name).join(' ')
  const messages = checkInput(ctx, target, `effect ${names}`, fields.map(optional), Object.fromEntries(values))
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
}

const optional = (field: Field): Field => ({ ...field, required: false })

/** The owner must be that of the source, or one that the actor may refer to. */
export async function assureOwner(work: Work, taken: TakenStep, target: Resource, given: Row): Promise<void> {
  const { model } = work.ctx
  const owner = ownerOf(target, given)
  const field = ownerFieldOf(target)
  if (owner === null || !field || owner === ownerOf(taken.resource, taken.record)) return
  const of = resourceOf(model, model.owner ?? '')
  const [seen] = await namesOf(work.queries, work.ctx.withoutElevation(), of, [owner])
  if (!seen) throw refuse.input({ [field.name]: faultMessage(fault('value.select-correct'), field.title) })
}

/** A step that was written, as its effects read it. */
export interface TakenStep {
  readonly resource: Resource
  readonly step: Step
  /** The record after the step, with its lines. */
  readonly record: Row
  readonly input: Row
  /** The id of the step's history entry. */
  readonly entryId: string
  /** The message that the request chose. */
  readonly message?: Message
}

/** A refusal of another record, reported under `creates.<field>` or `updates.<field>` of the step. */
export function refusalIn(
  effect: 'creates' | 'updates',
  of: Bilingual,
  { code, status, text, errors, data }: Refusal,
): Refusal {
  const under = Object.entries(errors ?? {}).map(([name, message]) => [`${effect}.${name}`, message])
  return new Refusal(
    code,
    status,
    { zh: `${of.zh}：${text.zh}`, en: `${of.en}: ${text.en}` },
    { ...(errors && { errors: Object.fromEntries(under) }), ...(code !== 'stale' && data !== undefined && { data }) },
  )
}
