import { systemFields } from '../model/system-fields.ts'
import { equivalentName } from './foreign-names.ts'
import { near } from './near.ts'
import type { Scope, Types } from './scope.ts'

/** Words of other languages for the constants of expressions. */
const constants: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['yes', 'true', 'on', '是', '真'].map(word => [word, 'true'])),
  ...Object.fromEntries(['no', 'false', 'off', '否', '假'].map(word => [word, 'false'])),
  ...Object.fromEntries(['null', 'none', 'nil', 'undefined', 'empty', '空'].map(word => [word, 'null'])),
}

/** Letters for the constants, where they are the whole expression. */
const letters: Readonly<Record<string, string>> = { y: 'true', t: 'true', n: 'false', f: 'false' }

/** Names that are functions here, and the names of the user in other languages. */
const calls: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['today', 'current_date', 'currentdate', '今天'].map(word => [word, 'today()'])),
  ...Object.fromEntries(['now', 'current_timestamp', 'currenttime', '现在'].map(word => [word, 'now()'])),
  ...Object.fromEntries(['currentuser', 'loginuser', 'current_user', 'userid'].map(word => [word, 'me.id'])),
}

/** Whether a name is that of the user in other languages. */
export const isUser = (name: string): boolean =>
  /^(request\.)?(\$?current_?user|login_?user|session_?user|user|auth|account)(\.?_?id)?$/i.test(name)

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
  concatenate: '… + …',
  ifempty: '… ?? …',
  ifblank: '… ?? …',
  ifs: '… ? … : …',
  switch: '… ? … : …',
  and: '… && …',
  or: '… || …',
  any: 'exists(…)',
  some: 'exists(…)',
  every: 'all(…)',
  datediff: 'daysBetween(…, …)',
  datedif: 'daysBetween(…, …)',
  dateadd: '… + days(…)',
  date_add: '… + days(…)',
  adddays: '… + days(…)',
  curdate: 'today()',
  getdate: 'now()',
}

/** Whether an unknown name is that of the record itself in other languages. A default cannot read the record. */
export const isOwnRecord = (name: string, { fields }: Scope): boolean =>
  /^(this|self|record|row|entity)$/.test(name) && Object.keys(fields).length > 0

/** A name at most is listed in a hint; the number of further ones follows. */
const maxNames = 40

/** What an unknown name, which may be the whole expression, probably means, or all known names. */
export function suggestedName(name: string, types: Types, scope: Scope, isWhole: boolean): Record<string, string> {
  const known = Object.keys(types)
  const quoted = Object.values(scope.entries ?? {}).some(of => Object.hasOwn(of, name)) ? `'${name}'` : undefined
  const period = suggestedPeriod(name)
  const later = period && isWhole ? laterIn(types, period) : period
  const call =
    found(calls, name.toLowerCase()) ?? (Object.hasOwn(scope.input ?? {}, name) ? `input.${name}` : undefined)
  const constant = found(constants, name.toLowerCase()) ?? (isWhole ? found(letters, name.toLowerCase()) : undefined)
  const meant = constant ?? call ?? later ?? equivalentName(name, known) ?? near(name, known) ?? quoted
  return meant === undefined ? listed(known) : { near: meant }
}

/** The function call for a duration of ISO 8601 in days, weeks or hours: `P3D`, `P2W`, `PT8H`. */
function suggestedPeriod(name: string): string | undefined {
  const { days, weeks, hours } = /^P(?:(?<days>\d+)D|(?<weeks>\d+)W|T(?<hours>\d+)H)$/i.exec(name)?.groups ?? {}
  if (hours !== undefined) return `hours(${Number(hours)})`
  if (days !== undefined) return `days(${Number(days)})`
  return weeks === undefined ? undefined : `days(${Number(weeks) * 7})`
}

/** A time that is later than a field of the record, its own fields first. */
function laterIn(types: Types, period: string): string {
  const times = Object.keys(types).filter(
    name => types[name] === 'google.protobuf.Timestamp' || (types[name] === 'date' && period.startsWith('days')),
  )
  const own = times.find(name => !systemFields.some(field => field.name === name))
  const time = own ?? times[0]
  return time === undefined ? period : `${time} + ${period}`
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
