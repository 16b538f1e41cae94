import { openEntriesOf } from '../../../fields/dictionary/field.ts'
import { typeOf } from '../../../fields/index.ts'
import { similarity, textPartsOf } from '../../../fields/nearest.ts'
import { isMany } from '../../../fields/options.ts'
import { isDictionary, isReference } from '../../../fields/traits.ts'
import type { Proposal, RowProblem } from '../../../model/import-view.ts'
import type { Field, Resource } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import { options } from '../../store/look-up.ts'
import type { Work } from '../../store/work.ts'

/** Maximum number of lookups of one import: more failures indicate a wrong column rather than a typing error. */
const maxSearched = 200
const likeEnough = 0.5

/**
 * Proposes a value for a wrong cell: a dictionary entry, a record that the user may choose, or a number without the
 * decimals that its field does not have. Nothing is guessed, and no proposal is applied without confirmation.
 */
export class Proposals {
  readonly #found = new Map<string, Proposal | undefined>()
  #sought = 0

  /** The problem of a record or a line, with a proposed value if there is one. */
  async add(work: Work, resource: Resource, values: Row, problem: RowProblem): Promise<RowProblem> {
    const { value } = problem
    const name = problem.field?.split('.').at(-1)
    const field = resource.fields.find(one => one.name === name)
    // The value was found and is wrong for another reason: there is no better one.
    if (!field || value === undefined || isMany(field) || (values[field.name] ?? null) !== null) return problem
    const key = `${problem.field} ${value}`
    if (!this.#found.has(key)) this.#found.set(key, await this.#propose(work, resource, field, value))
    const proposal = this.#found.get(key)
    return proposal ? { ...problem, proposal } : problem
  }

  async #propose(work: Work, resource: Resource, field: Field, text: string): Promise<Proposal | undefined> {
    if (isDictionary(field)) {
      const open = openEntriesOf(field, work.ctx.model)
      return nearestProposal(
        text,
        open.map(({ key, title }) => ({ value: key, label: title })),
      )
    }
    const scale = typeOf(field).scale?.(field)
    const rounded = scale && /^-?\d+\.\d+$/.test(text) ? Number(text).toFixed(scale) : undefined
    if (rounded !== undefined) return { value: rounded, label: { zh: rounded, en: rounded } }
    if (!isReference(field) || ++this.#sought > maxSearched) return undefined
    const found = new Map<string, Proposal>()
    for (const part of textPartsOf(text)) {
      const choices = await options(work.queries, work.ctx, resource, field.name, { text: part })
      for (const { id, name } of choices) found.set(id, { value: id, label: { zh: name, en: name } })
    }
    return nearestProposal(text, [...found.values()])
  }
}

/** The most similar choice; undefined if two are equally similar. */
export function nearestProposal(text: string, choices: readonly Proposal[]): Proposal | undefined {
  const ranked = choices
    .map(choice => ({ choice, like: Math.max(similarity(text, choice.label.zh), similarity(text, choice.label.en)) }))
    .filter(({ like }) => like >= likeEnough)
    .sort((one, other) => other.like - one.like)
  const [first, second] = ranked
  return first && first.like > (second?.like ?? 0) ? first.choice : undefined
}
