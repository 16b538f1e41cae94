import { typeOf } from '../../fields/index.ts'
import { lineResource } from '../../fields/traits.ts'
import { isUnread } from '../../fields/unread-text.ts'
import type { Bilingual, Field, Language, Model, Resource } from '../../model/model.ts'
import { partChanges, presentName } from '../../model/name-changes.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { isSameValue } from '../../record/merge-record.ts'
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
 * Carries the values of a form over to a later Model: renamed fields keep theirs, and those of fields or columns of lines
 * that were removed or retyped, that users do not enter any more, or that a new condition hides, are listed.
 */
export function carriedInput(
  before: FormModel,
  after: FormModel,
  initial: Values,
  values: Values,
  { isLocked, isShown }: FieldStates = { isLocked: () => false, isShown: () => true },
): CarriedInput {
  const { fields } = partChanges(before.resource, after.resource)
  const nameOf = (former: string) => presentName(fields, former)
  const [first, renamed] = [initial, values].map(one => withPresentNames(before, after, one)) as [Values, Values]
  const kept: Record<string, unknown> = { ...renamed }
  const removed: RemovedInput[] = []
  const unfit = (path: string, value: unknown) =>
    removed.push(...removedAt(before, path, values, value).map(one => ({ ...one, isUnfit: true as const })))
  const typed = before.resource.fields.filter(({ name }) => !isSameValue(initial[name], values[name]))
  for (const former of typed) {
    const value = values[former.name]
    const field = fieldOf(after.resource, nameOf(former.name))
    if (!field) removed.push(...removedAt(before, former.name, values, value))
    if (!field || !isEntered(before.resource, former)) continue
    const isClosed = !isEntered(after.resource, field) || isLocked(field, first)
    if (isClosed || (isOtherType(former, field) && !fits(value, field, after.model))) {
      unfit(former.name, value)
      kept[field.name] = fits(first[field.name], field, after.model) ? first[field.name] : null
      continue
    }
    const [old, present] = [lineResource(former, before.model), lineResource(field, after.model)]
    if (!old || !present || old === present) continue
    const columns = partChanges(old, present).fields
    const stored = rowsIn(first[field.name])
    const rows = rowsIn(kept[field.name]).map(row => ({ ...row }) as Record<string, unknown>)
    for (const [index, line] of rowsIn(value).entries()) {
      const own = stored.find(({ id }) => id !== undefined && id === line['id']) ?? {}
      for (const was of old.fields) {
        const name = presentName(columns, was.name)
        const column = fieldOf(present, name)
        if (!isEntered(old, was) || isSameValue(own[name ?? was.name], line[was.name])) continue
        if (column && isEntered(present, column) && fits(line[was.name], column, after.model)) continue
        unfit(`${former.name}.${index}.${was.name}`, line[was.name])
        const row = rows[index]
        if (row && column)
          row[column.name] = fits(own[column.name], column, after.model) ? (own[column.name] ?? null) : null
      }
    }
    kept[field.name] = rows
  }
  // They are saved as empty, unless the condition becomes true again.
  for (const former of typed) {
    const field = fieldOf(after.resource, nameOf(former.name))
    const isHidden = field && former.when !== field.when && !isShown(field, kept)
    if (isHidden && !isSameValue(first[field.name], kept[field.name])) unfit(former.name, values[former.name])
  }
  return { initial: first, values: kept, removed, nameOf }
}

const fieldOf = ({ fields }: Resource, name: string | null) => fields.find(one => one.name === name)

/** Values, and those of lines, by the present names of their fields, without those of removed ones. */
function withPresentNames(before: FormModel, after: FormModel, values: Values): Values {
  if (before.resource === after.resource && before.model === after.model) return values
  const { fields } = partChanges(before.resource, after.resource)
  const entries = Object.entries(values).flatMap(([former, value]) => {
    const name = presentName(fields, former)
    const [was, field] = [fieldOf(before.resource, former), fieldOf(after.resource, name)]
    const [old, present] = [was && lineResource(was, before.model), field && lineResource(field, after.model)]
    if (name === null) return []
    if (!old || !present || !Array.isArray(value)) return [[name, value] as const]
    const [from, to] = [
      { ...before, resource: old },
      { ...after, resource: present },
    ]
    return [[name, rowsIn(value).map(row => withPresentNames(from, to, row))] as const]
  })
  return Object.fromEntries(entries)
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
