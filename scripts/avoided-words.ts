import { readFileSync } from 'node:fs'

/** An avoided word in a text: where it begins (both count from 1), the word, and what to write instead. */
export interface AvoidedWord {
  readonly line: number
  readonly column: number
  readonly word: string
  readonly write: string
}

/** The words are in a JSON file, which is not checked itself. */
export const avoidedWords: readonly { readonly forms: readonly string[]; readonly write: string }[] = JSON.parse(
  readFileSync(new URL('avoided-words.json', import.meta.url), 'utf8'),
)

const advice = new Map(avoidedWords.flatMap(({ forms, write }) => forms.map(form => [form.replace(' ', ''), write])))
const pattern = new RegExp(
  avoidedWords.flatMap(({ forms }) => forms.flatMap(form => [lower(form), capitalised(form)])).join('|'),
  'g',
)

/** The avoided words of a text, also as part of an identifier and across the lines of a comment. */
export function findAvoidedWords(text: string): AvoidedWord[] {
  return [...text.matchAll(pattern)].map(match => {
    const before = text.slice(0, match.index).split('\n')
    const letters = match[0].replace(/[^A-Za-z]/g, '').toLowerCase()
    return {
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      word: match[0].replace(/[^A-Za-z]+/g, ' '),
      write: advice.get(letters) ?? '',
    }
  })
}

/** Matches a form at the beginning of a word or an identifier. */
function lower(form: string): string {
  return `(?<![A-Za-z])${joined(form)}(?![a-z])`
}

/** Matches a form at the beginning of a sentence or inside an identifier. */
function capitalised(form: string): string {
  return `${joined(form.charAt(0).toUpperCase() + form.slice(1))}(?![a-z])`
}

/** Between two words of a form: a space, the end of a comment's line, or the capital of an identifier. */
function joined(form: string): string {
  const [first, second] = form.split(' ')
  if (second === undefined) return String(first)
  return `${first}(?:[\\s*/#>]+${second}|${second.charAt(0).toUpperCase()}${second.slice(1)})`
}
