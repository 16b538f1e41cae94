import { nearestOf, textPartsOf } from '../../fields/nearest.ts'
import type { Resource } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { choosable, chosenFrom, namesOf, options } from './look-up.ts'
import type { ReferenceOption, ResolvedText, TextsWanted, Wanted } from './operations.ts'
import { nameWithId, recordsNamed } from './record-names.ts'

/**
 * The maximum number of texts without a record for which candidates are searched. More of them mean a wrong column, not
 * a typing error.
 */
const maxSearched = 20
const maxCandidates = 3
/** A reference that offers fewer records than this offers all of them. */
const maxOffered = 100

/** The record that each text means for a reference, resolved as in an import. For other texts the nearest records. */
export async function matchReferences(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  name: string,
  { texts, record = {}, step }: TextsWanted,
): Promise<ResolvedText[]> {
  const { field, of } = chosenFrom(ctx, resource, name, step)
  const all = [...new Set(texts)]
  const found = await recordsNamed(queries, ctx, of, all, choosable(ctx, resource, field, of, record))
  const ids = all.flatMap(text => (found.get(text) ?? []).slice(0, maxCandidates))
  const names = new Map((await namesOf(queries, ctx, of, ids)).map(option => [option.id, option]))
  const unknown = all.filter(text => !found.has(text)).slice(0, maxSearched)
  const near = await nearestRecords(queries, ctx, resource, name, unknown, {
    record,
    ...(step !== undefined && { step }),
  })
  return all.map(text => {
    const matches = found.get(text) ?? []
    const known = matches.flatMap(id => names.get(id) ?? [])
    if (matches.length === 1) return { text, count: 1, option: known[0] ?? { id: String(matches[0]), name: text } }
    const candidates = matches.length > 1 ? known.map(withId) : (near.get(text) ?? [])
    return { text, count: matches.length, candidates: candidates.slice(0, maxCandidates) }
  })
}

/** Two records with the same name are distinguished by their ids. */
const withId = (option: ReferenceOption): ReferenceOption => ({ ...option, name: nameWithId(option.name, option.id) })

/** The records nearest to each text, among those that the reference offers. */
async function nearestRecords(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  name: string,
  texts: readonly string[],
  wanted: Pick<Wanted, 'record' | 'step'>,
): Promise<Map<string, readonly ReferenceOption[]>> {
  const near = new Map<string, readonly ReferenceOption[]>()
  if (texts.length === 0) return near
  const offered = await options(queries, ctx, resource, name, wanted)
  for (const text of texts) {
    const parts = offered.length < maxOffered ? [] : textPartsOf(text)
    const found = new Map(offered.map(option => [option.id, option]))
    for (const part of parts)
      for (const option of await options(queries, ctx, resource, name, { text: part, ...wanted }))
        found.set(option.id, option)
    near.set(
      text,
      nearestOf(text, [...found.values()], option => [option.name], maxCandidates),
    )
  }
  return near
}
