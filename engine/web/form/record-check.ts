import type { FieldMessages } from '../../fields/fault.ts'
import { faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { recordSchema, requiresValue } from '../../fields/record-schema.ts'
import { isPicked, isReference } from '../../fields/traits.ts'
import { isAwaiting, isUnread, withoutUnread } from '../../fields/unread-text.ts'
import type { Bilingual, Field, JsonSchema, Language, Model, Resource } from '../../model/model.ts'
import { duplicateText } from '../../model/unique-sets.ts'
import type { Warning } from '../../model/warning.ts'
import { brokenRules, brokenWarnings, isShownIn } from '../../record/broken-rules.ts'
import { checkRecord } from '../../record/check-record.ts'
import { computeWithLines } from '../../record/compute.ts'
import { duplicateLines, reportedField } from '../../record/duplicate-lines.ts'
import { contextOfPart, type EvaluationContext, type RecordContext } from '../../record/expressions.ts'
import { inMaster } from '../../record/in-master.ts'
import { lineBefore, storedRecord, storedWithLines, valuesOfShown } from '../../record/kept-values.ts'
import { limitFaults } from '../../record/limit-faults.ts'
import { isLocked, isRequiredIn, lockMessage } from '../../record/locked.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { normaliseRecord } from '../../record/normalise-record.ts'
import type { StepConditions } from '../../record/step-conditions.ts'
import type { Violation } from '../../record/violation.ts'
import { violationMessage, violationMessages } from '../../record/violation-messages.ts'
import { wallText } from '../../rules/zone.ts'
import { withoutBlankLines } from './blank-lines.ts'
import { type FormDefaults, followDefaults } from './followed-defaults.ts'
import type { RecordError } from './record-error.ts'
import { schemaValidator } from './schema-validator.ts'

type Values = Readonly<Record<string, unknown>>

/** The checks of a form: the server's own, run in the browser. */
export interface RecordCheck {
  /** The Model of the checks. */
  readonly model: Model
  /** Whether a field's `when` is true in its record, or in its line for a line's field. */
  isShown(field: Field, record: Values): boolean
  /** Whether a value of a field is required in its record, or in its line. */
  isRequired(field: Field, record: Values): boolean
  /** Why a field of a stored record, or of its line, cannot be changed now; undefined where it can. */
  lockOf(field: Field, before: Values): string | undefined
  /** Names of the fields whose `when` is true, or that have none, in the record as it would be stored. */
  visible(values: Values, initial: Values): readonly string[]
  /** The record, and its lines, without the values of fields that are not shown: what a client may send. */
  shown(values: Values, initial: Values): Values
  /** The record without its new lines into which nothing was entered. */
  entered(values: Values): Values
  /** The record with its computed fields; lines into which nothing was entered have no part in them. */
  computed(values: Values): Values
  /** The record with the defaults that read it, and what they were. */
  filled(values: Values, initial: Values, before: FormDefaults): ReturnType<typeof followDefaults>
  /** The errors, by path; with `only`, those of these fields and of unreadable texts. */
  errors(values: Values, initial: Values, only?: ReadonlySet<string>): readonly RecordError[]
  readonly hasWarnings: boolean
  /** The warnings of changed values, by path. The server asks the user to acknowledge them. */
  warnings(values: Values, initial: Values): readonly RecordError[]
}

/** A step whose input a form asks for; its conditions and rules read the record as well. */
export interface StepOfForm {
  conditions(context: RecordContext, values: Values): StepConditions
  broken(context: RecordContext, values: Values): FieldMessages
  warned(context: RecordContext, values: Values): readonly Warning[]
}

/** The checks of one resource's form, for one user and one language; a hand-written form has a schema of its own. */
export function recordCheck(
  model: Model,
  resource: Resource,
  language: Language,
  context: () => EvaluationContext,
  schema: JsonSchema = recordSchema(resource, model, 'save'),
  step?: StepOfForm,
): RecordCheck {
  const contextOf = () => contextOfPart(model, context())
  /** The record in the form, which the expressions of its lines may read. */
  let master: Values = {}
  const withMaster = (values: Values): Values => {
    master = values
    return values
  }
  const read = (of: Resource, record: Values) =>
    of === resource ? ([contextOf(), record] as const) : inMaster(contextOf(), of, master, record)
  const ofStep = (field: Field, record: Values) =>
    resource.fields.includes(field) ? step?.conditions(contextOf(), record) : undefined
  const isShown = (field: Field, record: Values) => {
    const of = resourceOfField(field)
    const [own, values] = read(of, record)
    return ofStep(field, record)?.isShown(field) ?? isShownIn(own, of, field, values)
  }
  const isRequired = (field: Field, record: Values) => {
    if (isPicked(field)) return false
    const of = resourceOfField(field)
    const [own, values] = read(of, record)
    return ofStep(field, record)?.isRequired(field) ?? isRequiredIn(own, of, field, values)
  }
  const ofDialog = step && isShown
  const linesOf = (field: Field) => model.resources[typeOf(field).lines?.(field) ?? '']
  const violationsOf = schemaValidator(schema)
  const warns = ({ rules }: Pick<Resource, 'rules'>) => rules.some(({ warning }) => warning !== undefined)
  const hasWarnings =
    step !== undefined || warns(resource) || resource.fields.some(field => warns(linesOf(field) ?? { rules: [] }))

  return {
    model,
    hasWarnings,
    isShown,
    isRequired,
    lockOf(field, before) {
      const of = resourceOfField(field)
      const isStored = before['id'] !== undefined
      const [own, values] = read(of, before)
      return isStored && isLocked(own, of, field, values) ? lockMessage(model, of, field)[language] : undefined
    },
    visible: (values, initial) => {
      const record = withMaster(storedRecord(contextOf(), resource, values, initial, ofDialog))
      return resource.fields.filter(field => isShown(field, record)).map(field => field.name)
    },
    shown: (values, initial) => valuesOfShown(contextOf(), resource, values, initial, ofDialog),
    entered,
    computed(values) {
      const whole = computeWithLines(contextOf(), resource, values)
      const rest = entered(whole)
      if (rest === whole) return withMaster(whole)
      const lines = resource.fields.filter(linesOf).map(({ name }) => [name, whole[name]])
      return withMaster({ ...computeWithLines(contextOf(), resource, rest), ...Object.fromEntries(lines) })
    },
    filled: (values, initial, before) => followDefaults(contextOf(), resource, initial, values, before),
    errors(values, initial, only) {
      const legible = withoutUnread(present(values), resource.fields, model)
      const normal = normaliseRecord(legible.values, resource.fields, model)
      const record = withMaster(storedWithLines(contextOf(), resource, normal, initial, ofDialog))
      const before = initial['id'] === undefined ? {} : initial
      const isChanged = (name: string) => !isSameValue(record[name], before[name])
      const messages: FieldMessages = {
        ...brokenRulesOf(resource, record, initial),
        ...brokenLineRules(record, initial),
        ...repeatedIn(record),
        ...limitFaults(record, resource.fields, model, isChanged),
        ...step?.broken(contextOf(), record),
        ...checkRecord(record, resource.fields, model, { isShown, isRequired, now: wallNow(context()), whole: true }),
        ...violationMessages(violationsOf(record), resource.fields, model),
        ...legible.messages,
      }
      const rest = entered(values)
      const isEntered = ([name, row]: RecordError['path']) =>
        row === undefined ||
        rest === values ||
        (rest[String(name)] as readonly unknown[]).includes(at(values, [String(name), row]))
      // A pending look-up is an error only when the record is saved.
      const isBeingLookedUp = (path: RecordError['path']) => only !== undefined && isAwaiting({ at: at(values, path) })
      return inOrder(messages).filter(
        ({ path }) =>
          isPlaceShown(path, record) &&
          isEntered(path) &&
          !isBeingLookedUp(path) &&
          (only === undefined || only.has(String(path[0])) || isUnread(at(values, path))) &&
          !isLeftAsIs(path, record, initial),
      )
    },
    warnings(values, initial) {
      if (!hasWarnings) return none
      const record = normaliseRecord(
        withoutUnread(present(values), resource.fields, model).values,
        resource.fields,
        model,
      )
      const ofLines = linesIn(record, initial).flatMap(({ path, target, line, old }) =>
        warningsOf(target, line, old).map(one => ({ ...one, fields: one.fields.map(name => `${path}.${name}`) })),
      )
      const all = [...warningsOf(resource, record, initial), ...ofLines, ...(step?.warned(contextOf(), record) ?? [])]
      return inOrder(Object.fromEntries(all.map(({ text, fields: [first = ''] }) => [first, text])))
    },
  }

  function entered(values: Values): Values {
    return withoutBlankLines(contextOf(), resource, values)
  }

  function resourceOfField(field: Field): Resource {
    if (resource.fields.includes(field)) return resource
    return resource.fields.map(linesOf).find(line => line?.fields.includes(field)) ?? resource
  }

  /** Whether the field of a path is shown, and the lines that contain it. */
  function isPlaceShown([name, row, inner]: RecordError['path'], record: Values): boolean {
    const field = resource.fields.find(one => one.name === name)
    if (!field) return true
    if (!isShown(field, record)) return false
    const one = linesOf(field)?.fields.find(one => one.name === inner)
    const line = (record[field.name] as readonly Values[] | undefined)?.[Number(row)]
    return one === undefined || line === undefined || isShown(one, line)
  }

  /**
   * Whether an empty required field stays unchanged: a secret of a stored record, or a reference to a record that the
   * user may not see.
   */
  function isLeftAsIs([name]: RecordError['path'], record: Values, initial: Values): boolean {
    const field = resource.fields.find(one => one.name === name)
    const isNew = initial['id'] === undefined
    const isKept = !isNew && field !== undefined && isReference(field) && isSameValue(initial[field.name], null)
    return field?.required === true && (isKept || !requiresValue(field, isNew)) && (record[field.name] ?? null) === null
  }

  function brokenRulesOf(target: Resource, record: Values, initial: Values | undefined): FieldMessages {
    const before = initial?.['id'] === undefined ? {} : initial
    const [own, values] = read(target, record)
    return brokenRules(own, target, values, name => !isSameValue(record[name], before[name]))
  }

  function warningsOf(target: Resource, record: Values, initial: Values | undefined): readonly Warning[] {
    const before = initial?.['id'] === undefined ? {} : initial
    return brokenWarnings(contextOf(), target, record, name => !isSameValue(record[name], before[name]))
  }

  function brokenLineRules(record: Values, initial: Values): FieldMessages {
    const messages: Record<string, Bilingual> = {}
    for (const { path, target, line, old } of linesIn(record, initial))
      for (const [name, words] of Object.entries(brokenRulesOf(target, line, old))) messages[`${path}.${name}`] = words
    return messages
  }

  function repeatedIn(record: Values): FieldMessages {
    const messages: Record<string, Bilingual> = {}
    for (const field of resource.fields) {
      const [of, lines] = [linesOf(field), record[field.name]]
      if (!of || !Array.isArray(lines)) continue
      for (const { index, set } of duplicateLines(line => inMaster(contextOf(), of, record, line), of, lines))
        messages[`${field.name}.${index}.${reportedField(of, set)?.name}`] = duplicateText(of, set)
    }
    return messages
  }

  /** The lines of a record, each with its values before. */
  function linesIn(record: Values, initial: Values) {
    return resource.fields.flatMap(field => {
      const target = linesOf(field)
      if (!target) return []
      return ((record[field.name] ?? []) as readonly Values[]).map((line, row) => {
        const old = lineBefore(initial[field.name], line)
        return { path: `${field.name}.${row}`, target, line, old }
      })
    })
  }

  /** In the order of the fields in the form. */
  function inOrder(messages: FieldMessages): RecordError[] {
    const order = [...resource.form.flatMap(group => group.fields), ...resource.fields.map(field => field.name)]
    return Object.entries(messages)
      .map(([name, words]) => ({
        path: name.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part)),
        message: words[language],
      }))
      .sort((one, other) => order.indexOf(String(one.path[0])) - order.indexOf(String(other.path[0])))
  }
}

const none: readonly RecordError[] = []

const at = (values: Values, path: RecordError['path']): unknown =>
  path.reduce<unknown>((whole, step) => (whole as Values | undefined)?.[step], values)

const wallNow = ({ clock }: EvaluationContext) => wallText(clock.now.getTime(), clock.zone)

/** JSON has no undefined: without it, in lines too, which the validator would throw on. */
const present = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(one => (isLine(one) ? present(one) : one)) : value,
      ]),
  )

const isLine = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

type ValueValidator = (value: unknown) => Violation[]

/** By Model too: its dictionaries may change without the field. */
const validators = new WeakMap<Model, WeakMap<Field, ValueValidator>>()

function validatorOf(field: Field, model: Model): ValueValidator {
  const known = validators.get(model) ?? new WeakMap<Field, ValueValidator>()
  const validator = known.get(field) ?? schemaValidator(typeOf(field).value(field, model))
  validators.set(model, known.set(field, validator))
  return validator
}

/** The error of one value regardless of the rest of its record; undefined for a valid value. */
export function faultOfValue(value: unknown, field: Field, model: Model, now: string): Bilingual | undefined {
  const type = typeOf(field)
  const [violation] = validatorOf(field, model)(value)
  if (violation) return violationMessage(violation, field, type.value(field, model))
  const found = type.fault?.(value, field, model, now)
  return found && faultMessage(found, field.title)
}
