import { typeOf } from '../../fields/index.ts'
import { referredResource } from '../../fields/traits.ts'
import { placeholdersIn, withPlaceholdersFilled } from '../../model/message.ts'
import type { Bilingual, Field, Language, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
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
 * A text with the values of the record. Without a reader nothing is left out; else what the reader may not read, and
 * references to records that the reader may not refer to.
 */
export async function messageText(
  { ctx, queries }: Work,
  source: MessageSource,
  text: Bilingual,
  reader?: RequestContext,
): Promise<Bilingual> {
  const read: { readonly name: string; readonly field: Field; readonly record: Row }[] = []
  for (const { name, via, field: last } of [...placeholdersIn(text.zh), ...placeholdersIn(text.en)]) {
    const of = via === undefined ? source : await source.referred(via)
    const field = of && fieldOf(of.resource, last)
    const isHidden = (resource: Resource, one: Field) =>
      typeOf(one).secret === true || (reader && !accessTo(reader, resource, 'view').reads(one))
    const reference = via === undefined ? undefined : fieldOf(source.resource, via)
    if (!of || !field || isHidden(of.resource, field)) continue
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
