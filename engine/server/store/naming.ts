import { isId } from '../../fields/id/id-text.ts'
import { typeOf } from '../../fields/index.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { type Access, accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { live } from './select.ts'

/** What a text that is written with the record's id ends in, so that two of one name are told apart. */
const endsInId = /^(.*\S)\s+#([1-9]\d{0,18})$/s

/** A record's name as a file writes it where the name alone would not tell which record is meant. */
export const nameWithId = (name: string, id: string): string => `${name} #${id}`

/**
 * The records that texts of a file mean, among those that the caller may refer to: by a unique field's value, else by
 * what stands for a record, else by its id, alone or behind a name (`Li Hua #1123598821738675201`). Several ids are
 * a name that several records have, and no answer; a text that means none has no entry.
 */
export async function recordsMeant(
  queries: Queries,
  ctx: RequestContext,
  of: Resource,
  texts: readonly string[],
  candidates: Fragment,
): Promise<Map<string, readonly string[]>> {
  if (texts.length === 0) return new Map()
  const access = accessToNames(ctx, of)
  const held = every([live('t'), access.rows('t'), candidates])
  const by = (rank: number, column: string, values: readonly string[], type: string) =>
    sql`select ${word(`${rank} as rank, t."${column}"::text as text, t."id"::text as id from "${of.table}" t where t."${column}"`)} = any(${values}::${word(type)}[]) and ${held}`
  const ids = texts.map(idIn).filter(id => id !== undefined)
  const ways = [
    ...namingFields(of, access).map(({ column, unique }) => by(unique ? 1 : 2, column, texts, 'text')),
    ...(ids.length > 0 ? [by(3, 'id', [...new Set(ids)], 'bigint')] : []),
  ]
  if (ways.length === 0) return new Map()
  const found = new Map<string, { readonly rank: number; readonly id: string }[]>()
  for (const row of await runAll(queries, join(ways, ' union ', ''))) {
    const text = String(row['text'])
    const known = found.get(text) ?? []
    known.push({ rank: Number(row['rank']), id: String(row['id']) })
    found.set(text, known)
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

/** The id that a text is, or ends in. */
function idIn(text: string): string | undefined {
  const id = endsInId.exec(text)?.[2] ?? text
  return isId(id) ? id : undefined
}

/**
 * The fields whose value may stand for a record in a file: unique texts, and what is displayed. What is hidden from the
 * caller tells him nothing, not even that some record has it.
 */
function namingFields(of: Resource, access: Access): { readonly column: string; readonly unique: boolean }[] {
  return of.fields.flatMap(field => {
    const { name, column, unique, rule } = field
    const isName = rule === 'string' && !isDictionary(field) && (unique || name === of.display)
    return column && isName && access.reads(field) ? [{ column, unique: unique || typeOf(field).given === true }] : []
  })
}
