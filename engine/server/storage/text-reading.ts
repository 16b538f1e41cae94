import { castOf, isText, type TextReading } from './cast.ts'
import { hasTenant, type MisfitTexts } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import type { Column } from './table.ts'

/**
 * How the texts of a column are read as the values that it gets; `tenant` is the SQL of the tenant of the row that
 * contains the text.
 */
export function textReadingOf(
  column: Column,
  pair: Pair,
  pairs: readonly Pair[],
  tenant = 'mine."tenant_id"',
): TextReading {
  const { marks, links, records } = column.reads ?? {}
  const isKey = pair.found.columns.some(({ name, rules }) => name === column.name && rules.keys !== undefined)
  if (!records) return { ...(marks && { marks }), ...(links && { links }), ...(isKey && { isKey }) }
  const target = pairs.find(({ wanted }) => wanted.name === records.table)
  if (!target) return { idOf: () => 'null::bigint' }
  // Where a resource becomes shared or no longer is, only one of its two tables has the column.
  const areOfTenants = [pair, target].flatMap(one => [one.wanted, one.found]).every(hasTenant)
  const kinds = new Set(namesIn(target, records.names).map(({ kind }) => kind))
  const ids = idsByName(target, records.names, areOfTenants)
  return { idOf: text => idNamed(ids, [...kinds, 'id'], areOfTenants ? tenant : `''`, `btrim(${text})`) }
}

/** A value of a column as it is before the plan, in the type that it gets; of an added one, what existing rows get. */
export function valueNow(pair: Pair, pairs: readonly Pair[], name: string, alias = 'mine'): string {
  const [before, after] = [pair.found, pair.wanted].map(table => table.columns.find(one => one.name === name))
  if (!before && after) return `(${after.first ?? after.fill ?? `null::${after.type.replace(/ collate .*/, '')}`})`
  const now = `${alias}.${quoted(name)}`
  // A conversion of a moment to its own type would drop the milliseconds.
  if (!before || !after || before.type === after.type) return now
  const reading = textReadingOf(after, pair, pairs, `${alias}."tenant_id"`)
  return castOf(now, before.type, after.type, reading)?.value ?? now
}

/** A column in the text of a condition or an expression, or a constant. */
const columnInText = /'(?:[^']|'')*'|"(\w+)"/g

/** A condition with the values of its columns. */
export const withValues = (condition: string, read: (column: string) => string): string =>
  condition.replace(columnInText, (all, column) => (column ? read(column) : all))

/** The columns that a condition or an expression reads. */
export const columnsIn = (text: string): string[] =>
  [...text.matchAll(columnInText)].flatMap(([, column]) => column ?? [])

/** The texts that a column accepts, for the texts in it that are none of them. */
export function namesFor({ reads, keyTitles }: Column, pairs: readonly Pair[]): MisfitTexts {
  const target = pairs.find(({ wanted }) => wanted.name === reads?.records?.table)
  if (!target || !reads?.records) return keyTitles ? { names: keyTitles.map(({ from }) => from) } : {}
  const byName = selectsOfNames(target, reads.records.names, hasTenant(target.found))
  if (byName.length === 0) return {}
  const shared = 'min("id") over (partition by tenant, name) <> max("id") over (partition by tenant, name)'
  const unambiguous = `case when ${shared} then name || ' #' || "id" else name end`
  return { namesSql: `select tenant, ${unambiguous} as name from (${byName.join(' union all ')}) named` }
}

type RecordNames = NonNullable<NonNullable<Column['reads']>['records']>['names']

/** How values of a column are compared with texts. */
type NameKind = 'text' | 'number' | 'date' | 'time' | 'moment'

const kindOf = (type: string): NameKind | undefined => {
  if (isText(type)) return 'text'
  if (/^(bigint|numeric)/.test(type) && !type.endsWith('[]')) return 'number'
  if (/^date$/.test(type)) return 'date'
  return type.startsWith('timestamptz') ? 'moment' : type.startsWith('time') ? 'time' : undefined
}

/** The values of a column in the form in which texts are compared with them. */
const nameOf: Readonly<Record<NameKind, (column: string) => string>> = {
  text: column => `${column}::text`,
  number: column => `trim_scale(${column}::numeric)::text`,
  date: column => `${column}::text`,
  time: column => `${column}::text`,
  moment: column => `left(${column}::text, 19)`,
}

/** A text in the form of the values of a column; null where it is none. The comma of a number may be a decimal comma. */
const readAs: Readonly<Record<NameKind | 'id', (text: string) => string>> = {
  text: text => text,
  number: text => `case when ${text} ~ '^\\d{1,25}(\\.\\d{1,10})?$' then trim_scale((${text})::numeric)::text end`,
  date: text => exactly(text, 'date', value => `(${value})::text`),
  time: text => exactly(text, 'time', value => `(${value})::time(0)::text`),
  moment: text => exactly(text, 'timestamptz(3)', value => `left((${value})::text, 19)`),
  // An import accepts the id after the name of a record, too.
  id: text => `coalesce(substring(${text} from '^.*\\S\\s+#([1-9]\\d{0,18})$'), ${text})`,
}

function exactly(text: string, type: string, written: (value: string) => string): string {
  const { value, breaks = 'false' } = castOf(text, 'text', type) ?? { value: text }
  return `case when not (${breaks}) then ${written(value)} end`
}

/** The columns of names that are there, each with how it is compared. */
const namesIn = (target: Pair, names: RecordNames) =>
  names.flatMap(name => {
    const type = target.found.columns.find(column => column.name === name.column)?.type
    const kind = type === undefined ? undefined : kindOf(type)
    return kind ? [{ ...name, kind }] : []
  })

/** The id of the only record that a text names best; null if there are several. */
function idNamed(ids: string, kinds: readonly (NameKind | 'id')[], tenant: string, text: string): string {
  const keys = kinds.map(kind => `${tenant} || ' ${kind} ' || ${readAs[kind](text)}`)
  const found = `select ${ids} ->> name as found from unnest(array[${keys.join(', ')}]) name`
  const ranked = `select split_part(found, ' ', 2) as id, left(found, 1) as rank, min(left(found, 1)) over () as best from (${found}) looked_up`
  const isOne = `count(distinct id) = 1 and min(id) <> '${several}'`
  return `(select case when ${isOne} then min(id)::bigint end from (${ranked}) ranked where rank = best)`
}

const several = '*'

/**
 * The ids of records by the texts that name them, as one object: by a unique field, else by the display, else by the
 * id. PostgreSQL computes it once per statement.
 */
function idsByName(target: Pair, names: RecordNames, hasTenant: boolean): string {
  const table = quoted(target.wanted.name)
  const tenant = hasTenant ? '"tenant_id"' : `''`
  const byId = `select ${tenant} as tenant, 'id' as kind, "id"::text as name, "id", 3 as rank from ${table}`
  const all = [...selectsOfNames(target, names, hasTenant), byId].join(' union all ')
  const ranked = `select *, min(rank) over (partition by tenant, kind, name) as best from (${all}) named`
  const id = `case when count(distinct "id") = 1 then min("id")::text else '${several}' end`
  const best = `select tenant, kind, name, rank, ${id} as id from (${ranked}) ranked where rank = best group by tenant, kind, name, rank`
  return `(select jsonb_object_agg(tenant || ' ' || kind || ' ' || name, rank || ' ' || id) from (${best}) best_of_name)`
}

/** The texts of the columns of names that are there, each with its rank among them. */
const selectsOfNames = (target: Pair, names: RecordNames, hasTenant: boolean): string[] =>
  namesIn(target, names).map(({ column, isUnique, kind }) => {
    const [name, table] = [quoted(column), quoted(target.wanted.name)]
    const which = `where "is_deleted" = 0 and ${name} is not null`
    const tenant = hasTenant ? '"tenant_id"' : `''`
    return `select ${tenant} as tenant, '${kind}' as kind, ${nameOf[kind](name)} as name, "id", ${isUnique ? 1 : 2} as rank from ${table} ${which}`
  })
