import { systemFields } from '../model/system-fields.ts'
import { near } from './near.ts'
import type { Scope } from './scope.ts'

/** Words of other languages for the constants of expressions. */
const constants: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['yes', 'true', 'on', '是', '真'].map(word => [word, 'true'])),
  ...Object.fromEntries(['no', 'false', 'off', '否', '假'].map(word => [word, 'false'])),
  ...Object.fromEntries(['null', 'none', 'nil', 'undefined', 'empty', '空'].map(word => [word, 'null'])),
}

/** Functions of other languages, and what an expression has instead. */
const functions: Readonly<Record<string, string>> = {
  not: '!(…)',
  if: '… ? … : …',
  iif: '… ? … : …',
  len: 'size(…)',
  length: 'size(…)',
  count: 'size(…)',
  ifnull: '… ?? …',
  nvl: '… ?? …',
  coalesce: '… ?? …',
  isnull: '… == null',
  isempty: '… == null',
  isblank: '… == null',
  concat: '… + …',
  datediff: 'daysBetween(…, …)',
  curdate: 'today()',
  getdate: 'now()',
}

/** A name at most is listed in a hint; the number of further ones follows. */
const mostNames = 40

/** What an unknown name probably means, or all known names. */
export function meantName(name: string, known: readonly string[], { entries = {} }: Scope): Record<string, string> {
  const quoted = Object.values(entries).some(of => Object.hasOwn(of, name)) ? `'${name}'` : undefined
  const meant = found(constants, name.toLowerCase()) ?? near(name, known) ?? quoted
  return meant === undefined ? listed(known) : { near: meant }
}

/** The names of the fields, for a hint. */
export const knownNames = ({ fields }: Scope): Record<string, string> =>
  listed(Object.keys(fields).filter(name => !systemFields.some(field => field.name === name)))

function listed(known: readonly string[]): Record<string, string> {
  const more = known.length - mostNames
  const names = known.slice(0, mostNames).join(', ')
  return { ...(names !== '' && { known: names }), ...(more > 0 && { more: String(more) }) }
}

/** What an unknown function probably means, of the known ones with their usages. */
export function meantFunction(name: string, known: ReadonlyMap<string, string>): string {
  const similar = found(functions, name.toLowerCase()) ?? near(name, [...known.keys()]) ?? ''
  // The name is that of a function which is called in another way.
  return (similar === name ? known.get(similar) : undefined) ?? similar
}

const found = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

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
