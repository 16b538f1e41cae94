import { nearestOf } from './nearest.ts'
import { isLetters, loadPinyin, type Pinyin } from './pinyin.ts'
import { foldedText } from './text-value.ts'

/** A choice with its label. */
export interface Labelled {
  readonly id: string
  readonly label: string
  /** Other names that match too. */
  readonly aliases?: readonly string[]
}

/** The choices that match a text, best first; where none matches, the most similar ones. */
export interface FoundChoices<Choice extends Labelled> {
  readonly choices: readonly Choice[]
  readonly near: readonly Choice[]
}

/** The result for a typed text. */
export type TypedMatch<Choice extends Labelled> =
  | { readonly kind: 'taken'; readonly choice: Choice }
  /** The options of exactly this text have not arrived. */
  | { readonly kind: 'awaited' | 'failed' }
  | { readonly kind: 'unknown'; readonly candidates: readonly Choice[] }
  | { readonly kind: 'several'; readonly candidates: readonly Choice[]; readonly count: number }

const maxCandidates = 3

/**
 * Decides on a typed text. `found` is the result for exactly this text, undefined while it is loading. A match is chosen
 * only if it is the only one or equal to the text: a highlighted one is confirmed by Enter, not by leaving the field.
 */
export function matchTyped<Choice extends Labelled>(
  text: string,
  found: FoundChoices<Choice> | 'failed' | undefined,
): TypedMatch<Choice> {
  if (found === undefined) return { kind: 'awaited' }
  if (found === 'failed') return { kind: 'failed' }
  const [first, second] = found.choices
  if (!first) return { kind: 'unknown', candidates: found.near.slice(0, maxCandidates) }
  if (second && !isEqual(first, text))
    return { kind: 'several', candidates: found.choices.slice(0, maxCandidates), count: found.choices.length }
  return { kind: 'taken', choice: first }
}

/** The result for a text among loaded choices. */
export function foundAmong<Choice extends Labelled>(
  all: readonly Choice[],
  text: string,
  pinyin?: Pinyin,
): FoundChoices<Choice> {
  const folded = foldedText(text)
  const sounds = pinyin && isLetters(folded) ? pinyin : undefined
  const choices = all.filter(choice =>
    namesOf(choice).some(name => foldedText(name).includes(folded) || sounds?.(name, folded)),
  )
  return { choices: bestFirst(choices, text), near: choices.length > 0 ? [] : similarChoices(all, text) }
}

/** Searches loaded choices, by pinyin too. Without pinyin, the written labels are matched. */
export async function foundByPinyin<Choice extends Labelled>(
  all: readonly Choice[],
  text: string,
): Promise<FoundChoices<Choice>> {
  return foundAmong(all, text, isLetters(text) ? await loadPinyin().catch(() => undefined) : undefined)
}

/** The choices most similar to a text; none where none is similar. */
export const similarChoices = <Choice extends Labelled>(all: readonly Choice[], text: string): readonly Choice[] =>
  nearestOf(text, all, namesOf, maxCandidates)

/** Sorts choices: labels equal to the text, then labels that begin with it, then the others. */
export function bestFirst<Choice extends Labelled>(choices: readonly Choice[], text: string): readonly Choice[] {
  const folded = foldedText(text)
  const rank = (choice: Choice) => (isEqual(choice, text) ? 0 : begins(choice, folded) ? 1 : 2)
  return [...choices].sort((one, other) => rank(one) - rank(other))
}

const namesOf = ({ label, aliases = [] }: Labelled): readonly string[] => [label, ...aliases]

const isEqual = (choice: Labelled, text: string) => namesOf(choice).some(name => foldedText(name) === foldedText(text))

const begins = (choice: Labelled, folded: string) => namesOf(choice).some(name => foldedText(name).startsWith(folded))
