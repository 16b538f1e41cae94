import { editedFields, enteredLineFields } from '../../fields/entered-fields.ts'
import type { FieldMessages } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { hasDefault, isLineColumn, requiresValue } from '../../fields/record-schema.ts'
import { isReference } from '../../fields/traits.ts'
import type { Bilingual, Field, Message, Resource, Step } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { choosingEffect, isOnCollection } from '../../model/steps.ts'
import type { Warning } from '../../model/warning.ts'
import { brokenStepRules, brokenStepWarnings } from '../../record/broken-rules.ts'
import { compute, computedOf } from '../../record/compute.ts'
import { isKept, notShownMessage } from '../../record/kept-values.ts'
import { masked } from '../../record/mask.ts'
import { normaliseRecord } from '../../record/normalise-record.ts'
import { stepConditions } from '../../record/step-conditions.ts'
import { guardOf, isMet } from '../../record/step-guard.ts'
import { defaultValue } from '../../rules/default-value.ts'
import { near } from '../../rules/near.ts'
import { toSql } from '../../rules/to-sql.ts'
import { type Access, accessTo } from '../auth/access.ts'
import { otherTables } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { sealedChoices } from './aspects/locks.ts'
import { checkAcknowledged } from './aspects/warnings.ts'
import { asRecord, assureFewElements, inOwnZone, parseLine } from './input.ts'
import { chosenMessage } from './message-choice.ts'
import { pauses } from './pauses.ts'
import { fillingOf } from './picks.ts'
import { type LineInput, planPart, type StoredRecord, whole } from './plan-lines.ts'
import { assureInputReferences } from './references.ts'
import { partsOf } from './referring.ts'
import { withTargets } from './target-records.ts'
import { checkInputTypes, checkInputValues } from './validate.ts'
import { withInvisible } from './visible-references.ts'
import type { Work } from './work.ts'

/** The input of a step. */
export interface StepInput {
  /** Fields of the record that the step edits. */
  readonly fields: Row
  /** Lines of the record that the step edits, by field. */
  readonly lines: ReadonlyMap<string, LineInput>
  /** Inputs without a column. */
  readonly input: Row
  /** The record with the edited fields and lines, and the values computed from them; empty without a record. */
  readonly edited: Row
  /** The message that the request chose. */
  readonly message?: Message
  /** The warnings of the rules of the step, which the user acknowledged. */
  readonly warnings: readonly Warning[]
}

/**
 * Parses and checks the input of the step: its values, then the rules of the step, then its guard, which reads the record
 * before the edit. A field of the record that is hidden from the actor is refused. An edited field that the input does
 * not contain keeps its value.
 */
export async function parseStepInput(
  work: Work,
  resource: Resource,
  { hidden, masked: hides }: Pick<Access, 'hidden' | 'masked'>,
  step: Step,
  before: StoredRecord | null,
  input: unknown,
): Promise<StepInput> {
  const { ctx, queries } = work
  const { id: _id, version: _version, ...rest } = asRecord(input ?? {})
  const { templateId, ...others } = rest
  const given: Row = { ...(choosingEffect(step) ? others : rest) }
  const { message, faults: choiceFaults } = await chosenMessage(work, resource, step, templateId)
  const editable = editedFields(resource, step)
  // The form of a step shows the mask, and sends it back where nothing else was entered.
  for (const field of before ? editable : [])
    if (hides.has(field.name) && given[field.name] === masked(field, before?.record[field.name] ?? null))
      delete given[field.name]
  const hiddenName = editable.find(({ name }) => hidden.has(name) && given[name] !== undefined)?.name
  if (hiddenName !== undefined) throw refuse.hiddenField(hiddenName)
  const edited = editable.filter(({ name }) => !hidden.has(name))
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
  assureFewElements(fields, given)
  const inZone = Object.entries(withInputDefaults(ctx, step.input, given)).map(([name, value]) => {
    const field = fields.find(one => one.name === name)
    return [name, field ? inOwnZone(ctx, field, value) : value] as const
  })
  const values = normaliseRecord(Object.fromEntries(inZone), fields, ctx.model)
  const stored = before ? storedWhereEmpty(edited, values, before.record) : {}
  const left = before ? storedWhereLeft(edited, given, before.record) : {}
  const isEntered = ([path]: readonly [string, Bilingual]) => !Object.hasOwn(left, path)
  const typeFaults = checkInputTypes(ctx, resource, step.name, fields, { ...left, ...withoutNull(values), ...stored })
  const wrong = Object.entries(typeFaults).filter(isEntered)
  if (wrong.length > 0) refuseFaults({ ...choiceFaults, ...Object.fromEntries(wrong) })
  const isOfLines = (field: Field) => typeOf(field).lines !== undefined
  const typed = valuesOf(
    edited.filter(field => !isOfLines(field)),
    values,
  )
  const typedLines = linesOf(ctx, edited.filter(isOfLines), values)
  const { values: own, lineInputs: lines } = before
    ? await withInvisible(work, resource, before, typed, typedLines)
    : { values: typed, lineInputs: typedLines }
  const all = valuesOf(step.input, values)
  const { record, entered, warnings } = await withTargets(work, async inside => {
    const record = before ? await editedRecord(inside, resource, before, own, lines) : {}
    const conditions = stepConditions(inside, resource, step, record, all)
    const { isShown } = conditions
    // Whether the record requires an edited field is checked of the whole record.
    const isRequired = (field: Field) =>
      step.input.includes(field) ? conditions.isRequired(field) : requiresValue(field, true)
    refuseFaults({
      ...choiceFaults,
      ...checkInputValues(
        inside,
        fields.filter(({ name }) => !Object.hasOwn(left, name)),
        withoutNull({ ...values, ...own }),
        { isShown, isRequired },
      ),
      ...(work.typed !== false && {
        ...sealedChoices(inside, resource, fields, before, values, lines),
        ...notShown(inside, step.input, given, all, isShown),
      }),
    })
    const entered = valuesOf(step.input.filter(isShown), all)
    refuseFaults(brokenStepRules(inside, resource, step, record, entered))
    return { record, entered, warnings: brokenStepWarnings(inside, resource, step, record, entered) }
  })
  await assureInputReferences(queries, ctx, resource, step.input, entered, record)
  const former = before ? await withTargets(work, inside => whole(inside, resource, before)) : {}
  await assureGuard(work, resource, step, former, entered)
  checkAcknowledged(ctx, warnings)
  return {
    fields: own,
    lines,
    input: entered,
    edited: record,
    warnings,
    ...(message && { message }),
  }
}

/** The stored ids of edited references that are left empty: those that the actor does not see are kept. */
const storedWhereEmpty = (edited: readonly Field[], values: Row, record: Row): Row =>
  Object.fromEntries(
    edited
      .filter(field => isReference(field) && isLeftEmpty(field, values[field.name]))
      .map(({ name }) => [name, record[name] ?? undefined]),
  )

/** The stored values of edited fields that the input does not contain: they satisfy `required`. */
const storedWhereLeft = (edited: readonly Field[], given: Row, record: Row): Row =>
  Object.fromEntries(
    edited
      .filter(({ name }) => given[name] === undefined)
      .map(field => [field.name, typeOf(field).lines ? [] : record[field.name]])
      .filter(([, value]) => (value ?? null) !== null),
  )

const isLeftEmpty = (field: Field, value: unknown): boolean =>
  value === null || (isMany(field) && Array.isArray(value) && value.length === 0)

/** The inputs with a value, other than their default, whose `when` is not true. */
function notShown(
  ctx: RequestContext,
  inputs: readonly Field[],
  given: Row,
  values: Row,
  isShown: (field: Field) => boolean,
): FieldMessages {
  const defaults = withInputDefaults(ctx, inputs, {})
  const isDefault = ({ name }: Field) => [null, defaults[name]].some(one => isKept(one, values[name]))
  const unwritten = inputs.filter(field => Object.hasOwn(given, field.name) && !isShown(field) && !isDefault(field))
  return Object.fromEntries(unwritten.map(field => [field.name, notShownMessage(field)]))
}

function refuseFaults(messages: FieldMessages): void {
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
}

/** Refuses a step whose `if` is not true, with its `message`. */
async function assureGuard(work: Work, resource: Resource, step: Step, record: Row, input: Row): Promise<void> {
  if (await isPossible(work, resource, step, record, input)) return
  throw refuse.conflict('guard', step.message ?? unmet(step))
}

const unmet = (step: Step): Bilingual =>
  isOnCollection(step)
    ? { zh: `不满足“${step.title.zh}”的条件`, en: `The condition for "${step.title.en}" is not met` }
    : {
        zh: `该记录不满足“${step.title.zh}”的条件`,
        en: `The record does not meet the condition for "${step.title.en}"`,
      }

/** The lines among the edited fields. A step changes lines and may add some; it removes none. */
function linesOf(ctx: RequestContext, fields: readonly Field[], values: Row): Map<string, LineInput> {
  const all = new Map<string, LineInput>()
  for (const field of fields) {
    const lines = values[field.name]
    if (!Array.isArray(lines)) continue
    const resource = resourceOf(ctx.model, typeOf(field).lines?.(field) ?? '')
    const access = accessTo(ctx, resource, 'edit')
    const entered = new Map(enteredLineFields(field, resource.fields).map(one => [one.name, one]))
    const writesField = (one: Field) =>
      isLineColumn(field, one.name) && access.writesField(entered.get(one.name) ?? one)
    all.set(field.name, {
      kind: 'some',
      lines: lines.map(line => parseLine(ctx, resource, { hidden: access.hidden, writesField }, line)),
    })
  }
  return all
}

/** A record as it is with the edited fields and lines. Lines are computed with it, because computed fields may sum them. */
async function editedRecord(
  ctx: RequestContext,
  resource: Resource,
  before: StoredRecord,
  fields: Row,
  lineInputs: ReadonlyMap<string, LineInput>,
): Promise<Row> {
  const master: Row = { ...before.record, ...fields }
  const record = { ...master }
  const pause = pauses()
  for (const part of partsOf(ctx.model, resource)) {
    const there = before.lines.get(part.name) ?? []
    if (!part.field) continue
    const filling = fillingOf(ctx, part.resource)
    const { lines } = await planPart(ctx, part, master, there, lineInputs.get(part.name), filling, pause)
    record[part.name] = lines.map(({ after }) => after)
  }
  return compute(ctx, resource, computedOf(resource), record)
}

/** Whether the condition of a step is true of a record. The database evaluates one that reads other records. */
async function isPossible(
  { ctx, queries }: Work,
  resource: Resource,
  step: Step,
  record: Row,
  input: Row,
): Promise<boolean> {
  const guard = guardOf(ctx.model, resource, step)
  if (!guard?.otherRecord) return isMet(ctx, resource, step, record, input)
  const made = toSql(guard, { record, input, me: ctx.me, tables: otherTables(ctx), clock: ctx.clock })
  if ('fault' in made) throw new Error(`The condition "${guard.text}" cannot be translated: ${made.fault.code}.`)
  const [row] = await runAll(queries, sql`select ${made} as possible`)
  return row?.['possible'] === true
}

/** Inputs with the defaults of those that are left out. A field of the record keeps its value instead. */
export const withInputDefaults = (ctx: RequestContext, fields: readonly Field[], given: Row): Row => ({
  ...Object.fromEntries(fields.filter(hasDefault).map(field => [field.name, defaultValue(field, ctx)])),
  ...given,
})

const withoutNull = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

const valuesOf = (fields: readonly Field[], values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some(field => field.name === name)))

/** Inputs are recorded in history, except for secrets. */
export function recordedInput(step: Pick<Step, 'input'>, input: Row): Row {
  const secret = new Set(step.input.filter(field => typeOf(field).secret).map(field => field.name))
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !secret.has(name) && value !== null))
}
