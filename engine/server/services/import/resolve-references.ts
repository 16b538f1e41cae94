import { isMany, ofOption } from '../../../fields/options.ts'
import type { Bilingual, Field, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { candidatesBy } from '../../auth/expressions.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, word } from '../../database/fragment.ts'
import { namesOf } from '../../store/look-up.ts'
import { nameWithId, namingTitles, recordsNamed } from '../../store/record-names.ts'
import { type CellProblem, problems } from './row-problems.ts'

/** Maximum number of cached names; files usually refer to the same few records repeatedly. */
const maxCached = 20_000

type SplitList = (text: string) => string[]
type Found = { readonly id: string } | { readonly problem: CellProblem }

/** A row whose references are still texts. */
export interface Unresolved {
  readonly values: Record<string, unknown>
  /** The record that it changes. */
  readonly stored?: { readonly record: Readonly<Record<string, unknown>> }
  /** Texts of references, by field. */
  readonly texts: ReadonlyMap<Field, string>
  readonly errors: Map<string, CellProblem>
}

/** Resolves texts of references to ids: a value of a unique field, a display value, or an id. */
export class References {
  /** What was found of each text, by the resource and the condition on its records. */
  readonly #known = new Map<string, Map<string, Found>>()
  readonly #split: SplitList

  /** `split`: the values of a list in one cell. */
  constructor(split: SplitList) {
    this.#split = split
  }

  /** Resolves the references of a chunk of rows; rows with the same candidates share one look-up. */
  async resolve(queries: Queries, ctx: RequestContext, resource: Resource, rows: readonly Unresolved[]): Promise<void> {
    if ([...this.#known.values()].reduce((sum, { size }) => sum + size, 0) > maxCached) this.#known.clear()
    // The candidates of a condition depend on the rest of the record, so these fields are resolved last.
    const fields = [...new Set(rows.flatMap(row => [...row.texts.keys()]))]
    for (const field of [...fields.filter(one => !whereOf(one)), ...fields.filter(whereOf)]) {
      const of = resourceOf(ctx.model, ofOption(field))
      const where = whereOf(field)
      const groups = new Map<string, { readonly candidates: Fragment | undefined; readonly rows: Unresolved[] }>()
      for (const row of rows.filter(({ texts }) => texts.has(field))) {
        const candidates =
          where && candidatesBy(ctx, resource, of, where, { ...row.stored?.record, ...row.values }, 't')
        const key = JSON.stringify([of.name, candidates])
        const group = groups.get(key) ?? { candidates: candidates || undefined, rows: [] }
        groups.set(key, group)
        group.rows.push(row)
      }
      for (const [key, group] of groups) {
        const known = this.#known.get(key) ?? new Map<string, Found>()
        this.#known.set(key, known)
        const texts = new Set(group.rows.flatMap(row => wordsOf(field, row.texts.get(field) ?? '', this.#split)))
        const unknown = [...texts].filter(text => !known.has(text))
        if (unknown.length > 0)
          for (const [text, one] of await look(queries, ctx, of, unknown, group.candidates)) known.set(text, one)
        for (const row of group.rows) put(row, field, this.#split, known)
      }
    }
  }
}

const whereOf = (field: Field): string | undefined =>
  typeof field.options['where'] === 'string' ? field.options['where'] : undefined
const wordsOf = (field: Field, text: string, split: SplitList): string[] =>
  isMany(field) ? split(text) : text === '' ? [] : [text]

function put(row: Unresolved, field: Field, split: SplitList, known: ReadonlyMap<string, Found>): void {
  const found = wordsOf(field, row.texts.get(field) ?? '', split).flatMap(text => known.get(text) ?? [])
  const wrong = found.find(one => 'problem' in one)
  const ids = found.flatMap(one => ('id' in one ? [one.id] : []))
  if (wrong && 'problem' in wrong) row.errors.set(field.name, wrong.problem)
  else row.values[field.name] = isMany(field) ? [...new Set(ids)] : ids[0]
}

/**
 * Finds the records of texts, among those to which the actor may refer; an ambiguous name is a problem. With
 * `candidates`, another record is named as one that does not fit its row.
 */
async function look(
  queries: Queries,
  ctx: RequestContext,
  of: Resource,
  texts: readonly string[],
  candidates?: Fragment,
): Promise<Map<string, Found>> {
  const found = await recordsNamed(queries, ctx, of, texts, candidates ?? word('true'))
  const missing = candidates ? texts.filter(text => (found.get(text) ?? []).length === 0) : []
  const unfit = await recordsNamed(queries, ctx, of, missing, word('true'))
  const doubted = [...found.values()].filter(ids => ids.length > 1).slice(0, maxAmbiguous)
  const some = doubted.flatMap(ids => ids.slice(0, maxCandidates))
  const options = await namesOf(queries, ctx, of, [...new Set(some)])
  const names = new Map(options.map(({ id, name }) => [id, nameWithId(name, id)]))
  const by = namingTitles(ctx, of)
  const isUnfit = (text: string) => (unfit.get(text) ?? []).length > 0
  return new Map(texts.map(text => [text, foundIn({ of, by, names, isUnfit }, text, found.get(text) ?? [])]))
}

/** Ambiguous texts of one look-up whose candidates are named, and candidates of a text. */
const maxAmbiguous = 50
const maxCandidates = 3

interface LookUp {
  readonly of: Resource
  readonly by: readonly Bilingual[]
  readonly names: ReadonlyMap<string, string>
  readonly isUnfit: (text: string) => boolean
}

function foundIn({ of, by, names, isUnfit }: LookUp, text: string, ids: readonly string[]): Found {
  const candidates = ids.slice(0, maxCandidates).flatMap(id => names.get(id) ?? [])
  if (ids.length > 1) return { problem: problems.severalRecords(of.title, text, ids.length, candidates) }
  if (ids[0] !== undefined) return { id: ids[0] }
  return { problem: isUnfit(text) ? problems.unfitRecord(of.title, text) : problems.noRecord(of.title, by, text) }
}
