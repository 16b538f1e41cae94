import { Ajv, type ValidateFunction } from 'ajv'
import type { FieldMessages } from '../../fields/fault.ts'
import { formats } from '../../fields/formats.ts'
import { typeOf } from '../../fields/index.ts'
import { answerSchema, inputSchema, type Purpose, recordSchema, requiresValue } from '../../fields/record-schema.ts'
import type { Action, DeclaredQuery, Field, JsonSchema, Model, Resource, Step } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { returnsOf } from '../../model/steps.ts'
import { isShownIn } from '../../record/broken-rules.ts'
import { type CheckOptions, checkRecord } from '../../record/check-record.ts'
import { inMaster } from '../../record/in-master.ts'
import { isRequiredIn } from '../../record/locked.ts'
import { type Violation, violationsOfAjv } from '../../record/violation.ts'
import { violationMessages } from '../../record/violation-messages.ts'
import { type RequestContext, transmittedNow } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import type { Pause } from './pauses.ts'
import { partsOf } from './referring.ts'

/** An Ajv with the formats of the field types; it reports every violation. */
export const createAjv = (): Ajv =>
  // Optimising the code of a validator takes a third of its compilation, and V8 does it again.
  new Ajv({ allErrors: true, strict: false, formats: { ...formats }, code: { optimize: false } })

// One for each Model: it keeps every schema that it compiled.
const ajvs = perModel<Ajv>()
const ajvOf = (model: Model) => ajvs(model, '', createAjv)
const validators = perModel<ValidateFunction>(5000)

/** The validators of a record without the contents of its lines, and of one line of each of its fields. */
interface RecordValidators {
  readonly own: ValidateFunction
  readonly lines: ReadonlyMap<string, ValidateFunction>
}

const recordValidators = perModel<RecordValidators>(5000)

const validatorsOf = (model: Model, resource: Resource, purpose: Purpose): RecordValidators =>
  recordValidators(model, `${resource.name} ${purpose}`, () => {
    const schema = recordSchema(resource, model, purpose)
    const properties = { ...(schema['properties'] as Record<string, JsonSchema>) }
    const lines = new Map<string, ValidateFunction>()
    for (const field of resource.fields) {
      const { items, ...list } = properties[field.name] ?? {}
      if (!typeOf(field).lines || typeof items !== 'object') continue
      lines.set(field.name, ajvOf(model).compile(items as JsonSchema))
      properties[field.name] = list
    }
    return { own: ajvOf(model).compile({ ...schema, properties }), lines }
  })

/**
 * The errors of values that are about to be written: by the JSON Schema, then by checks that a schema cannot express.
 * `whole` is the record after the change, by which `when` determines the shown fields.
 */
export async function checkValues(
  ctx: RequestContext,
  resource: Resource,
  values: Row,
  whole: Row,
  purpose: 'save' | 'update',
  pause: Pause,
): Promise<FieldMessages> {
  const { model } = ctx
  const ofField = (field: Field) => (resource.fields.includes(field) ? resource : lineResource(model, resource, field))
  const wholeOf = (record: Row) => (record === values ? whole : record)
  const read = (of: Resource, record: Row) =>
    of === resource ? ([ctx, wholeOf(record)] as const) : inMaster(ctx, of, whole, record)
  const isShown = (field: Field, record: Row) => {
    if (field.when === undefined) return true
    const of = ofField(field)
    const [own, values] = read(of, record)
    return isShownIn(own, of, field, values)
  }
  const isRequired = (field: Field, record: Row) => {
    if (field.required || field.requiredIf === undefined) return field.required
    const of = ofField(field)
    const [own, values] = read(of, record)
    return isRequiredIn(own, of, field, values)
  }
  const validators = validatorsOf(model, resource, purpose)
  validators.own(values)
  const found = violationsOfAjv(validators.own.errors ?? [], values)
  for (const [name, validate] of validators.lines)
    found.push(...(await violationsOfLines(name, validate, values, pause)))
  const violations = found.filter(({ path }) => {
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

async function violationsOfLines(
  name: string,
  validate: ValidateFunction,
  values: Row,
  pause: Pause,
): Promise<Violation[]> {
  const found: Violation[] = []
  let invalid = 0
  for (const [index, line] of Array.isArray(values[name]) ? values[name].entries() : []) {
    await pause()
    if (validate(line)) continue
    for (const one of violationsOfAjv(validate.errors ?? [], line))
      found.push({ ...one, path: [name, String(index), ...one.path] })
    invalid += 1
    if (invalid === reportedLines) break
  }
  return found
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
