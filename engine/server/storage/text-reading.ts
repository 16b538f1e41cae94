import type { TextReading } from './cast.ts'
import type { MisfitTexts } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import type { Column } from './table.ts'

/** The names of tables and columns that a statement uses: those before the plan, or those after its renames. */
export type NamesAt = 'now' | 'planned'

/**
 * How the texts of a column are read as the values that it gets; `tenant` is the SQL of the tenant of the row that
 * contains the text.
 */
export function textReadingOf(
  column: Column,
  pair: Pair,
  pairs: readonly Pair[],
  names: NamesAt,
  tenant = 'mine."tenant_id"',
): TextReading {
  const { marks, records } = column.reads ?? {}
  if (!records) return marks ? { marks } : {}
  const target = pairs.find(({ wanted }) => wanted.name === records.table)
  const hasTenant = [pair.wanted, target?.wanted].every(table =>
    table?.columns.some(({ name }) => name === 'tenant_id'),
  )
  const ids = target ? idsByName(target, records.names, names, hasTenant) : 'null::jsonb'
  return { idOf: text => `(${ids} ->> ${keyOf(hasTenant ? tenant : `''`, text)})::bigint` }
}

/** The texts that a column accepts, for the texts in it that are none of them. */
export function namesFor({ reads, keyTitles }: Column, pairs: readonly Pair[]): MisfitTexts {
  const target = pairs.find(({ wanted }) => wanted.name === reads?.records?.table)
  if (!target || !reads?.records) return keyTitles ? { names: keyTitles.map(({ from }) => from) } : {}
  const hasTenant = target.wanted.columns.some(({ name }) => name === 'tenant_id')
  const byName = selectsOfNames(target, reads.records.names, 'now', hasTenant)
  return byName.length > 0 ? { namesSql: byName.join(' union all ') } : {}
}

const keyOf = (tenant: string, text: string): string => `(${tenant} || ' ' || btrim(${text}))`

type RecordNames = NonNullable<NonNullable<Column['reads']>['records']>['names']

/**
 * The ids of records by the texts that name only them, as one object: by a unique field, else by the display, else by
 * the id. PostgreSQL computes it once per statement.
 */
function idsByName(target: Pair, names: RecordNames, of: NamesAt, hasTenant: boolean): string {
  const table = quoted(of === 'now' ? target.nameNow : target.wanted.name)
  const tenant = hasTenant ? '"tenant_id"' : `''`
  const byId = `select ${tenant} as tenant, "id"::text as name, "id", 3 as rank from ${table}`
  const all = [...selectsOfNames(target, names, of, hasTenant), byId].join(' union all ')
  const ranked = `select *, min(rank) over (partition by tenant, name) as best from (${all}) named`
  const one = `select tenant, name, min("id") as id from (${ranked}) ranked where rank = best group by tenant, name having count(distinct "id") = 1`
  return `(select jsonb_object_agg(tenant || ' ' || name, id::text) from (${one}) one_of_name)`
}

/** The texts of the columns of names that are there, each with its rank among them. */
const selectsOfNames = (target: Pair, names: RecordNames, of: NamesAt, hasTenant: boolean): string[] =>
  names.flatMap(({ column, isUnique }) => {
    const type = target.found.columns.find(({ name }) => name === column)?.type ?? ''
    const name = quoted(of === 'now' ? target.columnNow(column) : column)
    const table = quoted(of === 'now' ? target.nameNow : target.wanted.name)
    const which = `where "is_deleted" = 0 and ${name} is not null`
    const tenant = hasTenant ? '"tenant_id"' : `''`
    const all = `select ${tenant} as tenant, ${name}::text as name, "id", ${isUnique ? 1 : 2} as rank from ${table} ${which}`
    return /^(text|varchar)/.test(type) ? [all] : []
  })
