import { Ajv, type ValidateFunction } from 'ajv'
import { checkRecord } from '../../fields/check-record.ts'
import { formats } from '../../fields/formats.ts'
import { inputSchema, isInputField, type Purpose, recordSchema } from '../../fields/record-schema.ts'
import { violationsOfAjv } from '../../fields/violation.ts'
import { type FieldMessages, violationMessages } from '../../fields/violation-messages.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { type ExpressionScope, expressionOf, isSatisfied } from '../auth/expressions.ts'
import { type RequestContext, wireNow } from '../auth/request-context.ts'
import { perModel } from '../database/per-model.ts'
import type { Row } from '../database/shape.ts'
import { partsOf } from './referring.ts'

/** An Ajv with the formats of the field types; it reports every violation. */
export const createAjv = (): Ajv => new Ajv({ allErrors: true, strict: false, formats: { ...formats } })

// One for each Model: it keeps every schema that it compiled.
const ajvs = perModel<Ajv>()
const ajvOf = (model: Model) => ajvs(model, '', createAjv)
const validators = perModel<ValidateFunction>(5000)

const validatorOf = (model: Model, resource: Resource, purpose: Purpose): ValidateFunction =>
  validators(model, `${resource.name} ${purpose}`, () => ajvOf(model).compile(recordSchema(resource, model, purpose)))

/**
 * The errors of values that are about to be written: by the JSON Schema, then by checks that a schema cannot express.
 * `whole` is the record after the change, by which `when` determines the shown fields.
 */
export function checkValues(
  ctx: RequestContext,
  resource: Resource,
  values: Row,
  whole: Row,
  purpose: 'save' | 'update',
): FieldMessages {
  const { model } = ctx
  const isShown = (field: Field, record: Row) => {
    const of = resource.fields.includes(field) ? resource : lineResource(model, resource, field)
    return !field.when || isTrue(ctx, of, field.when, record === values ? whole : record)
  }
  const validate = validatorOf(model, resource, purpose)
  validate(values)
  const violations = violationsOfAjv(validate.errors ?? [], values).filter(({ path }) => {
    const field = resource.fields.find(one => one.name === path[0])
    return !field || isShown(field, values)
  })
  const messages = violationMessages(violations, resource.fields, model)
  if (Object.keys(messages).length > 0) return messages
  return checkRecord(values, resource.fields, model, { isShown, now: wireNow(ctx), whole: purpose === 'save' })
}

const isTrue = (ctx: RequestContext, resource: Resource, text: string, record: Row) =>
  isSatisfied(ctx, resource, text, record) === true

function lineResource(model: Model, master: Resource, field: Field): Resource {
  return partsOf(model, master).find(part => part.resource.fields.includes(field))?.resource ?? master
}

/** Whether a field is shown in a record: its `when` is true. */
export const isShownIn = (ctx: RequestContext, resource: Resource, field: Field, record: Row): boolean =>
  !field.when || isTrue(ctx, resource, field.when, record)

/** The errors in the input of a transition or an action. */
export function checkInput(
  ctx: RequestContext,
  resource: Resource,
  step: string,
  fields: readonly Field[],
  input: Row,
): FieldMessages {
  const { model } = ctx
  const validate = validators(model, `${resource.name} ${step} input`, () =>
    ajvOf(model).compile(inputSchema(fields, model)),
  )
  validate(input)
  const messages = violationMessages(violationsOfAjv(validate.errors ?? [], input), fields, model)
  if (Object.keys(messages).length > 0) return messages
  // A field that only a transition writes is an input here, even if it is read-only elsewhere.
  const writable = fields.map(field => (isInputField(field) ? field : { ...field, readOnly: false }))
  return checkRecord(input, writable, model, { isShown: () => true, now: wireNow(ctx), whole: true })
}

/** The rules that a record breaks, of those that read one of the changed fields. */
export function brokenRules(
  ctx: RequestContext,
  resource: Resource,
  record: Row,
  changed: ReadonlySet<string>,
  scope?: ExpressionScope,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const rule of resource.rules) {
    const { reads } = expressionOf(ctx.model, resource, rule.that, scope)
    if (reads.length > 0 && !reads.some(name => changed.has(name))) continue
    const fields = resource.fields.filter(field => reads.includes(field.name))
    if (!fields.every(field => isShownIn(ctx, resource, field, record))) continue
    if (isSatisfied(ctx, resource, rule.that, record, scope) !== false) continue
    const name = reads.find(one => changed.has(one)) ?? reads[0] ?? resource.display
    messages[name] ??= rule.say
  }
  return messages
}
