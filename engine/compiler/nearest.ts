import { equivalentName } from '../rules/foreign-names.ts'
import { near } from '../rules/near.ts'

/** The name that a word of another system means, or the most similar one, if one is similar enough. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const known = [...names].filter(name => name !== word)
  return equivalentName(word, known) ?? near(word, known)
}
