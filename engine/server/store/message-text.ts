import { typeOf } from '../../fields/index.ts'
import { referredResource } from '../../fields/traits.ts'
import { displayFieldOf } from '../../model/display.ts'
import { placeholdersIn, withPlaceholdersFilled } from '../../model/message.ts'
import type { Bilingual, Field, Language, Message, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type FieldsRead, type FormulaRead, personalValues } from '../../record/formulas.ts'
import { valueText } from '../../record/value-text.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { readOne } from './get.ts'
import { visibleRecords } from './visible-references.ts'
import type { Work } from './work.ts'

/** The record of a message and the records to which it refers, read without conditions on rows, each once. */
export interface MessageSource {
  readonly resource: Resource
  readonly record: Row
  /** The record of a reference; undefined where it has none. */
  referred(name: string): Promise<{ readonly resource: Resource; readonly record: Row } | undefined>
}

/** Reads the record as the transaction has stored it. */
export async function messageSource(work: Work, resource: Resource, id: string): Promise<MessageSource> {
  const ctx = work.ctx.asSystem('step-effect')
  const read = (of: Resource, one: string) => readOne(work.queries, ctx, of, accessTo(ctx, of, 'view'), one)
  const known = new Map<string, Promise<{ readonly resource: Resource; readonly record: Row } | undefined>>()
  const record = await read(resource, id)
  const find = async (name: string) => {
    const field = fieldOf(resource, name)
    const of = field && referredResource(field, ctx.model)
    const target = record[name]
    if (!of || typeof target !== 'string') return undefined
    return { resource: of, record: await read(of, target) }
  }
  return {
    resource,
    record,
    referred(name) {
      const found = known.get(name) ?? find(name)
      known.set(name, found)
      return found
    },
  }
}

/**
 * The text of a message with the values of the record. Without a reader nothing is left out; else what the reader may not read, and
 * references to records that the reader may not refer to.
 */
export const messageText = (
  work: Work,
  source: MessageSource,
  { text }: Message,
  reader?: RequestContext,
): Promise<Bilingual> => textWith(work, source, text, { reader, isLeftOut: () => false })

/** The text for an address of the record, or of one to which it refers (`via`), without personal values of others. */
export const addressedText = (
  work: Work,
  source: MessageSource,
  { text }: Message,
  address: string | undefined,
): Promise<Bilingual> =>
  textWith(work, source, text, {
    reader: undefined,
    isLeftOut: (resource, field, via) => isLeftOut(work.ctx.model, { resource, field }, via === address),
  })

/** Whether an address gets no values of a field. */
function isLeftOut(model: Model, { resource, field }: FormulaRead, isOfAddress: boolean): boolean {
  const personal = personalValues(model, resource, field)
  return personal === 'others' || (personal === 'own' && !isOfAddress) || hasPersonalLabel(model, field)
}

/** Whether an address of another record gets no values of a field. */
export const isPersonalRead = (model: Model, resource: Resource, field: Field): boolean =>
  isLeftOut(model, { resource, field }, false)

/** Whether an address of the record, or of one to which it refers (`via`), may get a text that reads these fields. */
export const mayAddress = ({ ctx }: Work, { own, others }: FieldsRead, via: string | undefined): boolean =>
  !own.some(read => isLeftOut(ctx.model, read, via === undefined)) &&
  !others.some(read => isLeftOut(ctx.model, read, false))

/** Whether a user may view the fields that a text reads, and the records to which the record refers in them. */
export async function mayReadAll(
  { queries }: Work,
  { record }: MessageSource,
  { own, others }: FieldsRead,
  reader: RequestContext,
): Promise<boolean> {
  if (![...own, ...others].every(({ resource, field }) => accessTo(reader, resource, 'view').reads(field))) return false
  const named = own
    .filter(({ field }) => referredResource(field, reader.model))
    .map(({ field }) => ({ field, ids: [record[field.name] ?? []].flat().map(String) }))
  const sees = named.length > 0 ? await visibleRecords(queries, reader, named) : () => true
  return named.every(({ field, ids }) => ids.every(id => sees(field, id)))
}

/** Whether the text of a reference is personal: the display field of its records, which may be a reference itself. */
function hasPersonalLabel(model: Model, field: Field, depth = 0): boolean {
  const of = referredResource(field, model)
  const label = of && displayFieldOf(of)
  if (!of || !label || depth > deepestLabel) return false
  return personalValues(model, of, label) !== undefined || hasPersonalLabel(model, label, depth + 1)
}

const deepestLabel = 3

async function textWith(
  { ctx, queries }: Work,
  source: MessageSource,
  text: Bilingual,
  {
    reader,
    isLeftOut,
  }: {
    readonly reader: RequestContext | undefined
    isLeftOut(resource: Resource, field: Field, via: string | undefined): boolean
  },
): Promise<Bilingual> {
  const read: { readonly name: string; readonly field: Field; readonly record: Row }[] = []
  for (const { name, via, field: last } of [...placeholdersIn(text.zh), ...placeholdersIn(text.en)]) {
    const of = via === undefined ? source : await source.referred(via)
    const field = of && fieldOf(of.resource, last)
    const isHidden = (resource: Resource, one: Field) =>
      typeOf(one).secret === true || (reader && !accessTo(reader, resource, 'view').reads(one))
    const reference = via === undefined ? undefined : fieldOf(source.resource, via)
    if (!of || !field || isHidden(of.resource, field) || isLeftOut(of.resource, field, via)) continue
    if (reference && isHidden(source.resource, reference)) continue
    read.push({ name, field, record: of.record })
  }
  const idsIn = (record: Row, field: Field) => [record[field.name] ?? []].flat().map(String)
  const named = read
    .filter(({ field }) => referredResource(field, ctx.model))
    .map(({ field, record }) => ({ field, ids: idsIn(record, field) }))
  const sees = reader && named.length > 0 ? await visibleRecords(queries, reader, named) : () => true
  const values = new Map<string, Bilingual>()
  for (const { name, field, record } of read) {
    if (referredResource(field, ctx.model) && !idsIn(record, field).every(id => sees(field, id))) continue
    const shown = (language: Language) => valueText(field, record, ctx.model, language)
    values.set(name, { zh: shown('zh'), en: shown('en') })
  }
  const filled = (language: Language) =>
    withPlaceholdersFilled(text[language], ({ name }) => values.get(name)?.[language] ?? '')
  return { zh: filled('zh'), en: filled('en') }
}
