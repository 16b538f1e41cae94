import { systemFields } from '../model/system-fields.ts'
import { near } from './near.ts'
import type { Scope, Types } from './scope.ts'

/** A name at most is listed in a hint; the number of further ones follows. */
const maxNames = 40

/** What YAML 1.1 read as true and false. */
export const truths: Readonly<Record<string, string>> = {
  yes: 'true',
  on: 'true',
  是: 'true',
  no: 'false',
  off: 'false',
  否: 'false',
}

/** What an unknown name probably means, or all known names. */
export function suggestedName(name: string, types: Types, scope: Scope): Record<string, string> {
  const known = Object.keys(types)
  const input = Object.hasOwn(scope.input ?? {}, name) ? `input.${name}` : undefined
  const quoted = Object.values(scope.entries ?? {}).some(of => Object.hasOwn(of, name)) ? `'${name}'` : undefined
  const meant = input ?? truths[name.toLowerCase()] ?? near(name, known) ?? quoted
  return meant === undefined ? listed(known) : { near: meant }
}

/** The names of the fields, for a hint. */
export const knownNames = ({ fields }: Scope): Record<string, string> =>
  listed(Object.keys(fields).filter(name => !systemFields.some(field => field.name === name)))

function listed(known: readonly string[]): Record<string, string> {
  const more = known.length - maxNames
  const names = known.slice(0, maxNames).join(', ')
  return { ...(names !== '' && { known: names }), ...(more > 0 && { more: String(more) }) }
}

/** What an unknown function probably means, of the known ones with their usages. */
export function suggestedFunction(name: string, known: ReadonlyMap<string, string>): string {
  const similar = near(name, [...known.keys()]) ?? ''
  // The name is that of a function which is called in another way.
  return (similar === name ? known.get(similar) : undefined) ?? similar
}

/** A comparison of fields that exist. */
export function exampleIn({ fields }: Scope): string | undefined {
  const examples = Object.entries(fields).map(([name, type]) => {
    if (systemFields.some(field => field.name === name)) return undefined
    if (type === 'date') return `${name} >= today()`
    if (type === 'int' || type === 'decimal') return `${name} > 0`
    return type === 'string' ? `${name} != null` : undefined
  })
  const different = new Map(examples.flatMap(one => (one === undefined ? [] : [[one.replace(/^\w+/, ''), one]])))
  return different.size === 0 ? undefined : [...different.values()].slice(0, 2).join(' && ')
}
