import { typeOf } from '../../fields/index.ts'
import { isDictionary, lineResource } from '../../fields/traits.ts'
import { isUnread } from '../../fields/unread-text.ts'
import type { Bilingual, Field, Language, Model, Resource } from '../../model/model.ts'
import { type NameChanges, nameChanges, partChanges, partChangesOf, presentName } from '../../model/name-changes.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { presentValues } from '../../record/present-values.ts'
import { valueText } from '../../record/value-text.ts'
import { isWritten } from './new-record.ts'
import { faultOfValue } from './record-check.ts'

type Values = Readonly<Record<string, unknown>>

/** What a form of an earlier Model contained, for a form of the present one. */
export interface CarriedInput {
  readonly initial: Values
  readonly values: Values
  readonly removed: readonly RemovedInput[]
  /** The present name of a field; null if it was removed. */
  nameOf(former: string): string | null
}

/** Input that the present Model has no place for; it is shown to be copied. */
export interface RemovedInput {
  readonly title: Bilingual
  readonly text: Readonly<Record<Language, string>>
  /** The field exists, and does not accept the value any more. */
  readonly isUnfit?: true
}

/** The state of a field in the present Model. */
export interface FieldStates {
  /** In the record as it is stored. */
  isLocked(field: Field, stored: Values): boolean
  /** In the record with what was entered. */
  isShown(field: Field, values: Values): boolean
}

/** A Model with the resource of a form, which of a step or a form written by hand is none of the Model. */
export interface FormModel {
  readonly resource: Resource
  readonly model: Model
}

/**
 * Carries the values of a form over to a later Model: renamed fields keep theirs, and those of fields that were removed or
 * retyped, that users do not enter any more, or that a new condition hides, are listed.
 */
export function carriedInput(
  before: FormModel,
  after: FormModel,
  initial: Values,
  values: Values,
  { isLocked, isShown }: FieldStates = { isLocked: () => false, isShown: () => true },
): CarriedInput {
  const all = nameChanges(before.model, after.model)
  const own = partChanges(before.resource, after.resource)
  const changes = {
    ...all,
    resources: {
      ...all.resources,
      ...(before.resource.name !== after.resource.name && { [before.resource.name]: after.resource.name }),
    },
    parts: { ...all.parts, [before.resource.name]: own },
  }
  const [first, now] = [initial, values].map(one => presentValues(after.model, after.resource, changes, one))
  const unchanged = first?.removed ?? {}
  const removed = Object.entries(now?.removed ?? {}).flatMap(([path, value]) =>
    isSameValue(unchanged[path], value) ? [] : removedAt(before, path, values, value),
  )
  const unfitAt = ({ name }: Field) =>
    removedAt(before, name, values, values[name]).map(one => ({ ...one, isUnfit: true as const }))
  const formerOf = ({ name }: Field) => before.resource.fields.find(one => (own.fields[one.name] ?? one.name) === name)
  const kept: Record<string, unknown> = { ...now?.values }
  for (const field of after.resource.fields) {
    const former = formerOf(field)
    if (!former || !isEntered(before.resource, former) || isSameValue(first?.values[field.name], kept[field.name]))
      continue
    // A declared rename has replaced the keys.
    const isRenamed = !isSameValue(kept[field.name], values[former.name])
    const value = isRenamed
      ? kept[field.name]
      : withPresentKeys(kept[field.name], [former, before.model], [field, after.model])
    kept[field.name] = value
    const isClosed = !isEntered(after.resource, field) || isLocked(field, first?.values ?? {})
    if (!isClosed && (!isOtherType(former, field) || fits(value, field, after.model))) {
      const columns = changedColumns(before, after, changes, [former, field])
      if (!columns || !Array.isArray(value)) continue
      const [stored = [], typed = []] = [first?.values[field.name], values[former.name]].map(rowsIn)
      const carried = carriedRows([before.model, after.model], columns, { stored, typed, rows: value })
      removed.push(
        ...carried.removed
          .flatMap(({ index, name }) =>
            removedAt(before, `${former.name}.${index}.${name}`, values, typed[index]?.[name]),
          )
          .map(one => ({ ...one, isUnfit: true as const })),
      )
      kept[field.name] = carried.rows
      continue
    }
    removed.push(...unfitAt(former))
    kept[field.name] = fits(first?.values[field.name], field, after.model) ? first?.values[field.name] : null
  }
  // They are saved as empty, unless the condition becomes true again.
  for (const field of after.resource.fields) {
    const former = formerOf(field)
    const isTyped = former && !isSameValue(first?.values[field.name], kept[field.name])
    if (isTyped && former.when !== field.when && !isShown(field, kept)) removed.push(...unfitAt(former))
  }
  return { initial: first?.values ?? {}, values: kept, removed, nameOf: former => presentName(own.fields, former) }
}

/**
 * A choice with the keys that its entries have now, which were declared as no renames: the record has kept the keys, but
 * the user has chosen the entries.
 */
function withPresentKeys(
  value: unknown,
  [former, modelBefore]: readonly [Field, Model],
  [field, model]: readonly [Field, Model],
): unknown {
  if (!isDictionary(former) || !isDictionary(field)) return value
  const [old, present] = [entriesOf(former, modelBefore), entriesOf(field, model)]
  const keyOf = (key: unknown) => {
    const name = old.find(entry => entry.key === key)?.name
    const isOther = name !== undefined && present.find(entry => entry.key === key)?.name !== name
    return (isOther ? present.find(entry => entry.name === name)?.key : undefined) ?? key
  }
  return Array.isArray(value) ? value.map(keyOf) : keyOf(value)
}

const entriesOf = ({ options }: Field, { dictionaries }: Model) => dictionaries[String(options['of'])]?.entries ?? []

/** A column of lines that may not accept what was entered in it, before and after a change. */
interface ChangedColumn {
  readonly was: Field
  readonly column: Field
  readonly isClosed: boolean
}

/** The columns of lines that users do not enter any more, or that have another type. */
function changedColumns(
  before: FormModel,
  after: FormModel,
  changes: NameChanges,
  [former, field]: readonly [Field, Field],
): readonly ChangedColumn[] | undefined {
  const [old, present] = [lineResource(former, before.model), lineResource(field, after.model)]
  if (!old || !present) return undefined
  const { fields } = partChangesOf(changes, old.name)
  return present.fields.flatMap(column => {
    const was = old.fields.find(({ name }) => (fields[name] ?? name) === column.name)
    if (!was || !isEntered(old, was)) return []
    const isClosed = !isEntered(present, column)
    return isClosed || isOtherType(was, column) ? [{ was, column, isClosed }] : []
  })
}

/** The rows with the present keys of choices, without the input that these columns do not accept, and where that was. */
function carriedRows(
  [before, model]: readonly [Model, Model],
  columns: readonly ChangedColumn[],
  {
    stored,
    typed,
    rows,
  }: { readonly [of in 'stored' | 'typed']: readonly Values[] } & {
    readonly rows: readonly unknown[]
  },
) {
  const removed: { readonly index: number; readonly name: string }[] = []
  const next = rows.map((row, index) => {
    const carried = Object(row) as Values
    const own = stored.find(({ id }) => id !== undefined && id === carried['id']) ?? {}
    const entered = columns.filter(({ column }) => !isSameValue(own[column.name], carried[column.name]))
    // A declared rename has replaced the keys.
    const chosen = entered.filter(({ was, column }) => isSameValue(carried[column.name], typed[index]?.[was.name]))
    const keys = chosen.map(({ was, column }) => [
      column.name,
      withPresentKeys(carried[column.name], [was, before], [column, model]),
    ])
    const record: Values = keys.length === 0 ? carried : { ...carried, ...Object.fromEntries(keys) }
    const unfit = entered.filter(
      ({ column, isClosed }) =>
        !isEmptyValue(record[column.name]) && (isClosed || !fits(record[column.name], column, model)),
    )
    removed.push(...unfit.map(({ was }) => ({ index, name: was.name })))
    const former = (column: Field) => (fits(own[column.name], column, model) ? (own[column.name] ?? null) : null)
    return unfit.length === 0
      ? record
      : { ...record, ...Object.fromEntries(unfit.map(({ column }) => [column.name, former(column)])) }
  })
  return { rows: next, removed }
}

const rowsIn = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.map(row => Object(row)) : [])

/** All input of a form whose resource was removed. */
export function removedInput(form: FormModel, initial: Values, values: Values): readonly RemovedInput[] {
  const typed = form.resource.fields.filter(({ name }) => !isSameValue(initial[name], values[name]))
  return typed.flatMap(({ name }) => removedAt(form, name, values, values[name]))
}

/** Whether users enter the field, and not the server or a transition. */
const isEntered = ({ lifecycle }: Resource, field: Field): boolean =>
  isWritten(field) && field.name !== lifecycle?.field

/** A choice is invalid where its entry was removed, without a change of the type. */
const isOtherType = (before: Field, after: Field): boolean =>
  before.type !== after.type || before.options['many'] !== after.options['many'] || typeOf(after).entries === true

const fits = (value: unknown, field: Field, model: Model): boolean =>
  isEmptyValue(value) || faultOfValue(value, field, model, '') === undefined

function removedAt({ resource, model }: FormModel, path: string, values: Values, value: unknown): RemovedInput[] {
  const [name = '', row, inner = ''] = path.split('.')
  const outer = resource.fields.find(one => one.name === name)
  const line = outer && model.resources[typeOf(outer).lines?.(outer) ?? '']
  const field = row === undefined ? outer : line?.fields.find(one => one.name === inner)
  // Secrets are never shown.
  if (!field || typeOf(field).secret || isEmptyValue(value)) return []
  const record = row === undefined ? values : { [inner]: value }
  const text = (language: Language) => textOf(field, { ...record, [field.name]: value }, model, language)
  const title = outer && row !== undefined ? titleInLine(outer.title, field.title, Number(row) + 1) : field.title
  return [{ title, text: { zh: text('zh'), en: text('en') } }]
}

const titleInLine = (lines: Bilingual, field: Bilingual, row: number): Bilingual => ({
  zh: `${lines.zh} ${row} ${field.zh}`,
  en: `${lines.en} ${row} ${field.en}`,
})

/** Lines have no text of their own: the texts of their fields, a line each. */
function textOf(field: Field, record: Values, model: Model, language: Language): string {
  const value = record[field.name]
  if (isUnread(value)) return value.unread
  const line = model.resources[typeOf(field).lines?.(field) ?? '']
  if (!line || !Array.isArray(value)) return valueText(field, record, model, language)
  const textsOf = (one: Values) => line.fields.map(column => valueText(column, one, model, language)).filter(Boolean)
  return value.map(one => textsOf(one as Values).join(language === 'zh' ? '，' : ', ')).join('\n')
}
