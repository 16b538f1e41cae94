import { nearestOf } from './nearest.ts'
import { isLetters, type Pinyin } from './pinyin.ts'
import { foldedText } from './written.ts'

/** One thing that may be chosen, by its label. */
export interface Labelled {
  readonly id: string
  readonly label: string
  /** Other words for it, which find it too. */
  readonly aliases?: readonly string[]
}

/** What a text finds: the choices that match it, best first, and where none does, the choices most like it. */
export interface FoundChoices<Choice extends Labelled> {
  readonly choices: readonly Choice[]
  readonly near: readonly Choice[]
}

/** How a typed text is left: by Enter or Tab, which take the first match, or by pressing elsewhere. */
export type Leaving = 'key' | 'away'

/** What becomes of a typed text. */
export type Verdict<Choice extends Labelled> =
  | { readonly kind: 'taken'; readonly choice: Choice }
  /** The options of exactly this text have not arrived. */
  | { readonly kind: 'awaited'; readonly by: Leaving }
  | { readonly kind: 'unknown' | 'several'; readonly candidates: readonly Choice[] }
  | { readonly kind: 'failed'; readonly by: Leaving }

const mostCandidates = 3

/**
 * Decides on a typed text. `found` is what exactly this text finds, undefined while that is loading. A text that is left
 * by pressing elsewhere takes a match only if it is the only one, or equal to the text: no highlight was confirmed.
 */
export function judge<Choice extends Labelled>(
  text: string,
  found: FoundChoices<Choice> | 'failed' | undefined,
  by: Leaving,
): Verdict<Choice> {
  if (found === undefined) return { kind: 'awaited', by }
  if (found === 'failed') return { kind: 'failed', by }
  const [first, second] = found.choices
  if (!first) return { kind: 'unknown', candidates: found.near.slice(0, mostCandidates) }
  if (by === 'away' && second && !isEqual(first, text))
    return { kind: 'several', candidates: found.choices.slice(0, mostCandidates) }
  return { kind: 'taken', choice: first }
}

/** What a text finds among choices that are all at hand. */
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
  return { choices: bestFirst(choices, text), near: choices.length > 0 ? [] : nearAmong(all, text) }
}

/** The choices most like a text; where none is, all of them if they are few. */
export function nearAmong<Choice extends Labelled>(all: readonly Choice[], text: string): readonly Choice[] {
  const near = nearestOf(text, all, namesOf, mostCandidates)
  return near.length > 0 || all.length > mostCandidates ? near : all
}

/** The choices whose label is the text before those that begin with it, and these before the others. */
export function bestFirst<Choice extends Labelled>(choices: readonly Choice[], text: string): readonly Choice[] {
  const folded = foldedText(text)
  const rank = (choice: Choice) => (isEqual(choice, text) ? 0 : begins(choice, folded) ? 1 : 2)
  return [...choices].sort((one, other) => rank(one) - rank(other))
}

const namesOf = ({ label, aliases = [] }: Labelled): readonly string[] => [label, ...aliases]

const isEqual = (choice: Labelled, text: string) => namesOf(choice).some(name => foldedText(name) === foldedText(text))

const begins = (choice: Labelled, folded: string) => namesOf(choice).some(name => foldedText(name).startsWith(folded))
