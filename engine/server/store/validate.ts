import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FieldMessages } from '../../fields/fault.ts'
import { formats } from '../../fields/formats.ts'
import { typeOf } from '../../fields/index.ts'
import { answerSchema, inputSchema, type Purpose, recordSchema, requiresValue } from '../../fields/record-schema.ts'
import type { Action, DeclaredQuery, Field, Model, Resource, Step } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { returnsOf } from '../../model/steps.ts'
import { isShownIn } from '../../record/broken-rules.ts'
import { type CheckOptions, checkRecord } from '../../record/check-record.ts'
import { inMaster } from '../../record/in-master.ts'
import { isRequiredIn } from '../../record/locked.ts'
import { violationsOfAjv } from '../../record/violation.ts'
import { violationMessages } from '../../record/violation-messages.ts'
import { type RequestContext, transmittedNow } from '../auth/request-context.ts'
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
  const ofField = (field: Field) => (resource.fields.includes(field) ? resource : lineResource(model, resource, field))
  const wholeOf = (record: Row) => (record === values ? whole : record)
  const read = (of: Resource, record: Row) =>
    of === resource ? ([ctx, wholeOf(record)] as const) : inMaster(ctx, of, whole, record)
  const isShown = (field: Field, record: Row) => {
    const of = ofField(field)
    const [own, values] = read(of, record)
    return isShownIn(own, of, field, values)
  }
  const isRequired = (field: Field, record: Row) => {
    const of = ofField(field)
    const [own, values] = read(of, record)
    return isRequiredIn(own, of, field, values)
  }
  const validate = validatorOf(model, resource, purpose)
  validate(values)
  const violations = violationsOfAjv(ofFirstLines(validate.errors ?? []), values).filter(({ path }) => {
    const field = resource.fields.find(one => one.name === path[0])
    return !field || isShown(field, values)
  })
  const messages = violationMessages(violations, resource.fields, model)
  if (Object.keys(messages).length > 0) return messages
  return checkRecord(values, resource.fields, model, {
    isShown,
    isRequired,
    now: transmittedNow(ctx),
    whole: purpose === 'save',
  })
}

/** The largest number of invalid lines of a record whose errors are reported: more would block other requests. */
const reportedLines = 100

/** The errors without those of further lines. */
function ofFirstLines(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const lines = new Set<string>()
  return errors.filter(({ instancePath }) => {
    const line = /^\/[^/]+\/\d+/.exec(instancePath)?.[0]
    if (line !== undefined && lines.size < reportedLines) lines.add(line)
    return line === undefined || lines.has(line)
  })
}

function lineResource(model: Model, master: Resource, field: Field): Resource {
  return partsOf(model, master).find(part => part.resource.fields.includes(field))?.resource ?? master
}

/** The errors in the input of a query. */
export function checkInput(
  ctx: RequestContext,
  resource: Resource,
  query: string,
  fields: readonly Field[],
  input: Row,
): FieldMessages {
  const messages = checkInputTypes(ctx, resource, query, fields, input)
  if (Object.keys(messages).length > 0) return messages
  return checkInputValues(ctx, fields, input, { isShown: () => true, isRequired: field => requiresValue(field, true) })
}

/** The errors in the input of a step or a query by its JSON Schema. */
export function checkInputTypes(
  { model }: RequestContext,
  resource: Resource,
  step: string,
  fields: readonly Field[],
  input: Row,
): FieldMessages {
  const validate = validators(model, `${resource.name} ${step} input`, () =>
    ajvOf(model).compile(inputSchema(fields, model)),
  )
  validate(input)
  return violationMessages(violationsOfAjv(validate.errors ?? [], input), fields, model)
}

/** The errors in an input that a schema cannot express: of the fields that are shown. */
export function checkInputValues(
  ctx: RequestContext,
  fields: readonly Field[],
  input: Row,
  conditions: Pick<CheckOptions, 'isShown' | 'isRequired'>,
): FieldMessages {
  // Lines are checked with those of the record that the step does not name.
  const own = fields.filter(field => !typeOf(field).lines)
  return checkRecord(input, own, ctx.model, { ...conditions, now: transmittedNow(ctx), whole: true })
}

/** What a handler returned, if it is what the action or query declares; otherwise the handler is wrong. */
export function checkedAnswer(
  { model }: RequestContext,
  resource: Resource,
  one: Step | Action | DeclaredQuery,
  answer: unknown,
): unknown {
  const { name } = one
  const returns = returnsOf(one)
  if (!returns) return answer
  const validate = validators(model, `${resource.name} ${name} answer`, () =>
    ajvOf(model).compile(answerSchema(returns, model)),
  )
  if (validate(answer)) return answer
  throw new Error(`The answer of "${resource.name}.${name}" is invalid: ${JSON.stringify(validate.errors)}`)
}
