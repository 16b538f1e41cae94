import { typeOf } from '../../fields/index.ts'
import { isUnread } from '../../fields/unread-text.ts'
import type { Bilingual, Field, Language, Model, Resource } from '../../model/model.ts'
import { nameChanges, partChanges, presentName } from '../../model/name-changes.ts'
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

/** A Model with the resource of a form, which of a step or a form written by hand is none of the Model. */
export interface FormModel {
  readonly resource: Resource
  readonly model: Model
}

/**
 * Carries the values of a form over to a later Model: renamed fields keep theirs, and those of fields that were removed or
 * retyped, or that users do not enter any more, are listed. `isLocked` is that of a field of the record as it is stored.
 */
export function carriedInput(
  before: FormModel,
  after: FormModel,
  initial: Values,
  values: Values,
  isLocked: (field: Field, stored: Values) => boolean = () => false,
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
  const kept: Record<string, unknown> = { ...now?.values }
  for (const field of after.resource.fields) {
    const former = before.resource.fields.find(one => (own.fields[one.name] ?? one.name) === field.name)
    const value = kept[field.name]
    if (!former || !isEntered(before.resource, former) || isSameValue(first?.values[field.name], value)) continue
    const isClosed = !isEntered(after.resource, field) || isLocked(field, first?.values ?? {})
    if (!isClosed && (!isOtherType(former, field) || fits(value, field, after.model))) continue
    const unfit = removedAt(before, former.name, values, values[former.name])
    removed.push(...unfit.map(one => ({ ...one, isUnfit: true as const })))
    kept[field.name] = fits(first?.values[field.name], field, after.model) ? first?.values[field.name] : null
  }
  return { initial: first?.values ?? {}, values: kept, removed, nameOf: former => presentName(own.fields, former) }
}

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
