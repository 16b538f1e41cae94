import { near } from '../../rules/near.ts'
import { refuse } from './refuse.ts'

/** Refuses names that an endpoint does not read: what was sent by them would not be done. */
export function assureKnownNames(given: object, known: readonly string[]): void {
  const other = Object.keys(given).find(name => !known.includes(name))
  if (other !== undefined) throw refuse.unknownName(other.slice(0, 100), near(other.slice(0, 64), known))
}

/** The values of a JSON object, which has no other names than these; none of a value that is no object. */
export function knownIn(given: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  assureKnownNames(given, known)
  return given as Readonly<Record<string, unknown>>
}
