import { isId } from '../../fields/id/id-text.ts'
import { typeOf } from '../../fields/index.ts'
import { isUniqueName, namingFields } from '../../fields/naming-fields.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import type { StoredField } from '../../model/system-fields.ts'
import { type Access, accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { live } from './select.ts'

/** The end of a text that contains the record's id, which distinguishes records with the same name. */
const endsInId = /^(.*\S)\s+#([1-9]\d{0,18})$/s

/** A record's name as written to a file where the name alone would be ambiguous. */
export const nameWithId = (name: string, id: string): string => `${name} #${id}`

/**
 * The records that texts of a file mean, among those that the actor may refer to: by the value of a unique field, also
 * of a number or a day, else by the label, else by the id, alone or after a name (`Li Hua #1123598821738675201`).
 * Several ids mean that several records have the name, so the text is ambiguous. A text without a record has no entry.
 */
export async function recordsNamed(
  queries: Queries,
  ctx: RequestContext,
  of: Resource,
  texts: readonly string[],
  candidates: Fragment,
): Promise<Map<string, readonly string[]>> {
  if (texts.length === 0) return new Map()
  const access = accessToNames(ctx, of)
  const by = (rank: number, column: string, values: readonly string[], type: string, rows = access.rows) =>
    sql`select ${word(`${rank} as rank, '${column}' as way, ${columnText(column, type)} as text, t."id"::text as id from "${of.table}" t where t."${column}"`)} = any(${values}::${word(type)}[]) and ${every([live('t'), rows('t'), candidates])}`
  const ids = texts.map(idIn).filter(id => id !== undefined)
  const fields = readableNames(of, access).map(field => ({ field, written: writtenValues(field, texts, ctx.model) }))
  const ways = [
    ...fields.flatMap(({ field, written }) => {
      const [rank, rows] = [isUniqueName(field) ? 1 : 2, access.isName(field.name) ? access.rows : access.whole]
      return written.size === 0 ? [] : [by(rank, field.column, [...written.keys()], columnType(field), rows)]
    }),
    ...(ids.length > 0 ? [by(3, 'id', [...new Set(ids)], 'bigint')] : []),
  ]
  if (ways.length === 0) return new Map()
  const found = new Map<string, { readonly rank: number; readonly id: string }[]>()
  for (const row of await runAll(queries, join(ways, ' union ', ''))) {
    const [way, value] = [String(row['way']), String(row['text'])]
    const one = { rank: Number(row['rank']), id: String(row['id']) }
    const written =
      one.rank === 3 ? [value] : (fields.find(({ field }) => field.column === way)?.written.get(value) ?? [])
    for (const text of written) found.set(text, [...(found.get(text) ?? []), one])
  }
  return new Map(
    texts.flatMap(text => {
      const id = idIn(text)
      const byText = (found.get(text) ?? []).filter(({ rank }) => rank < 3)
      const byId = id === undefined ? [] : (found.get(id) ?? []).filter(({ rank }) => rank === 3)
      const best = bestOf([...byText, ...byId])
      return best.length > 0 ? [[text, best] as const] : []
    }),
  )
}

function bestOf(found: readonly { readonly rank: number; readonly id: string }[]): string[] {
  const best = Math.min(...found.map(({ rank }) => rank))
  return [...new Set(found.filter(({ rank }) => rank === best).map(({ id }) => id))]
}

/** The id that a text is, or that it ends in. */
function idIn(text: string): string | undefined {
  const id = endsInId.exec(text)?.[2] ?? text
  return isId(id) ? id : undefined
}

/** The titles of the fields by which a file may name records of the resource, in the order in which they are looked up. */
export const namingTitles = (ctx: RequestContext, of: Resource): Bilingual[] =>
  readableNames(of, accessToNames(ctx, of))
    .toSorted((one, other) => Number(isUniqueName(other)) - Number(isUniqueName(one)))
    .map(({ title }) => title)

/** The values that texts may be in the column of a field, as the column's text, each with these texts. */
function writtenValues(field: Field, texts: readonly string[], model: Model): Map<string, readonly string[]> {
  const written = new Map<string, readonly string[]>()
  for (const text of texts) {
    const value = columnType(field) === 'text' ? text : columnTextOf(field, text, model)
    if (value !== undefined) written.set(value, [...(written.get(value) ?? []), text])
  }
  return written
}

function columnTextOf(field: Field, text: string, model: Model): string | undefined {
  const type = typeOf(field)
  // The comma of a number may be a decimal comma.
  if (type.scale && !/^\d+(\.\d+)?$/.test(text)) return undefined
  const read = type.parse(text, field, model)
  return 'fault' in read ? undefined : String(type.toColumn(read.value, field))
}

const columnType = (field: Field): string => {
  const type = String(typeOf(field).column(field))
  return /^(text|varchar)/.test(type) ? 'text' : type
}

/** The text of a column as `toColumn` writes it: that of a moment without its zone. */
const columnText = (column: string, type: string): string =>
  type.startsWith('timestamptz') ? `left(t."${column}"::text, 19)` : `t."${column}"::text`

/** Fields hidden from the actor are excluded, so that a match does not reveal that a record has the value. */
const readableNames = (of: Resource, access: Access): readonly StoredField[] => namingFields(of).filter(access.reads)
