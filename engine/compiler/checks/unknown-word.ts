import type { FaultWords } from '../../rules/fault-texts.ts'
import { nearestName } from '../nearest.ts'

/** The names of a hint at most; the number of further ones follows. */
const maxNames = 40

/** An unknown word with the nearest known one, or with all known ones. */
export function choice(name: string, known: Iterable<string | { readonly name: string }>): FaultWords {
  const names = [...known].map(one => (typeof one === 'string' ? one : one.name))
  const near = nearestName(name, names)
  if (near !== undefined) return { name, near }
  const more = names.length - maxNames
  return { name, known: names.slice(0, maxNames).join(', '), ...(more > 0 && { more: String(more) }) }
}
