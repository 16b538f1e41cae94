import { hasDefault, isInputField } from '../fields/record-schema.ts'
import { lineResource } from '../fields/traits.ts'
import type { Bilingual, Field, Resource } from '../model/model.ts'
import { defaultValue } from '../rules/default-value.ts'
import { isShownIn } from './broken-rules.ts'
import { compute, computedOf } from './compute.ts'
import { isEmptyValue } from './empty-value.ts'
import type { RecordContext } from './expressions.ts'
import { evaluatedIn, inMaster } from './in-master.ts'
import { isSameValue } from './merge-record.ts'

type Values = Readonly<Record<string, unknown>>

/** A record whose hidden fields have the values that they keep. */
export interface Settled {
  readonly record: Values
  /** The names of the fields whose `when` is not true, among those that were considered. */
  readonly hidden: ReadonlySet<string>
}

/**
 * The record as it would be stored: of the fields considered, one whose `when` is not true keeps its value of `kept`. A
 * condition may read computed values and other such fields, so all are evaluated until nothing changes.
 */
export function settled(
  context: RecordContext,
  resource: Resource,
  record: Values,
  kept: Values,
  isConsidered: (field: Field) => boolean,
  isShown: IsShown = (field, values) => isShownIn(context, resource, field, values),
): Settled {
  const conditional = resource.fields.filter(field => field.when !== undefined && isConsidered(field))
  if (conditional.length === 0) return { record, hidden: none }
  let next = record
  let hidden = none
  // As many rounds as there are fields are enough for any order in which they read one another.
  for (const _ of [...conditional, 'last']) {
    const own: Record<string, unknown> = { ...compute(context, resource, computedOf(resource), next) }
    const found = new Set<string>()
    for (const field of conditional) {
      const { name } = field
      const shown = isShown(field, own)
      if (!shown) found.add(name)
      const source = shown ? record : kept
      if (Object.hasOwn(source, name)) own[name] = source[name]
      else delete own[name]
    }
    next = own
    if (found.size === hidden.size && [...found].every(name => hidden.has(name))) break
    hidden = found
  }
  return { record: next, hidden }
}

const none: ReadonlySet<string> = new Set()

/** Whether a field is shown in a record; for a dialog, whose conditions read more than its own fields. */
type IsShown = (field: Field, values: Values) => boolean

/** The record as it would be stored: entered fields that are not shown have their values before, or their defaults. */
export const storedRecord = (
  context: RecordContext,
  resource: Resource,
  values: Values,
  before: Values | undefined,
  isShown?: IsShown,
): Values =>
  settled(
    context,
    resource,
    values,
    isShown ? (before ?? {}) : keptOf(context, resource, before),
    isInputField,
    isShown,
  ).record

/** A record as it would be stored, with its lines. */
export function storedWithLines(
  context: RecordContext,
  resource: Resource,
  values: Values,
  before: Values,
  isShown?: IsShown,
): Values {
  const record = storedRecord(context, resource, values, before, isShown)
  const lines = resource.fields.flatMap(field => {
    const [target, list] = [lineResource(field, context.model), record[field.name]]
    if (!target || !Array.isArray(list)) return []
    const kept = (list as readonly Values[]).map(line =>
      evaluatedIn(context, target, record, line, (own, read) =>
        storedRecord(own, target, read, lineBefore(before[field.name], line)),
      ),
    )
    return [[field.name, kept] as const]
  })
  return { ...record, ...Object.fromEntries(lines) }
}

/** The values, of lines too, without those of fields that are not shown in the record as it would be stored. */
export function valuesOfShown(
  context: RecordContext,
  resource: Resource,
  values: Values,
  before: Values,
  isShown?: IsShown,
): Values {
  const stored = storedWithLines(context, resource, values, before, isShown)
  const isPresent = isShown ?? ((field: Field, record: Values) => isShownIn(context, resource, field, record))
  return shownIn(resource.fields, values, stored, isPresent, (field, list) => {
    const target = lineResource(field, context.model)
    if (!target || !Array.isArray(list)) return list
    const lines = stored[field.name] as readonly Values[]
    return list.map((line, at) => {
      const [own, record] = inMaster(context, target, stored, lines[at] ?? {})
      return shownIn(target.fields, line as Values, record, one => isShownIn(own, target, one, record))
    })
  })
}

/** The values of fields that are shown in a record, and those that are no fields. */
const shownIn = (
  fields: readonly Field[],
  values: Values,
  record: Values,
  isShown: IsShown,
  partsOf: (field: Field, value: unknown) => unknown = (_field, value) => value,
): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields.find(one => one.name === name)
      if (!field) return [[name, value] as const]
      return isShown(field, record) ? [[name, partsOf(field, value)] as const] : []
    }),
  )

/** The values before; of a new record the defaults that do not read it. */
function keptOf(context: RecordContext, { fields }: Resource, before: Values | undefined): Values {
  if (before?.['id'] !== undefined) return before
  return Object.fromEntries(fields.filter(hasDefault).map(field => [field.name, defaultValue(field, context) ?? null]))
}

/** The line before with the id of a line. */
export const lineBefore = (before: unknown, line: Values): Values | undefined =>
  ((before ?? []) as readonly Values[]).find(one => one['id'] !== undefined && one['id'] === line['id'])

/** Whether a value that is not written is the one that the field keeps. Missing, empty and `false` are alike. */
export const isKept = (kept: unknown, value: unknown): boolean =>
  isSameValue(kept, value) || [kept, value].every(one => one === false || isEmptyValue(one))

/** Why a value of a field whose `when` is not true is not accepted. */
export const notShownMessage = ({ title }: Field): Bilingual => ({
  zh: `按目前的其他内容，${title.zh}不适用；请不要填写，或保持原值`,
  en: `${title.en} does not apply with the other values as they are; leave it out or unchanged`,
})
