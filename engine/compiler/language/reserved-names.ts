import { stateSince, systemFields, timeRemaining } from '../../model/system-fields.ts'

/** PostgreSQL truncates longer names silently. */
export const longestName = 63
/** Names with a meaning of their own in JavaScript, which nothing in a descriptor may have. */
export const languages = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  'toJSON',
  'then',
]
const rules =
  'it input me in null true false as break const continue else for function if import let loop package namespace return var void while'
const database = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid', 'isDeleted', 'lineNo']
const queries = ['current', 'size', 'ascs', 'descs', 'ids', 'chart']
/** Names that no field may have: of JavaScript, expressions, the database, queries and the engine's own fields. */
export const reservedNames: readonly string[] = [
  ...languages,
  ...rules.split(' '),
  ...database,
  ...queries,
  ...systemFields.map(field => field.name),
  timeRemaining.name,
  stateSince.name,
]
const reserved = new Set(reservedNames)

/** Whether a field's name is reserved by the engine, the rules, queries or the database. */
export const isReserved = (name: string): boolean => reserved.has(name)
