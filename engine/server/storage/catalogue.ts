import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { columnTypeName } from './sql-text.ts'
import {
  type Column,
  type ColumnRules,
  type ForeignKey,
  type Index,
  normalisedKey,
  type Statistics,
  type Table,
  type TableMark,
} from './table.ts'

/** The engine's objects in the database: tables with its mark, and the bodies of its functions by name. */
export interface Catalogue {
  readonly tables: readonly Table[]
  readonly functions: Readonly<Record<string, string>>
  /** Digests of views by name. */
  readonly views: Readonly<Record<string, string>>
  /** Names of tables without the engine's mark. */
  readonly strangers: readonly string[]
}

/** Reads the catalogue of the current schema. */
export async function readCatalogue(queries: Queries): Promise<Catalogue> {
  const { rows } = await execute<FoundTable>(queries, foundTables)
  const functions = await execute<{ name: string; body: string }>(queries, foundFunctions)
  const views = await execute<{ name: string; comment: string | null }>(queries, foundViews)
  return {
    tables: rows.flatMap(row => tableOf(row) ?? []),
    functions: Object.fromEntries(functions.rows.map(({ name, body }) => [name, body])),
    views: Object.fromEntries(views.rows.flatMap(({ name, comment }) => viewMarkOf(name, comment))),
    strangers: rows.filter(row => markOf(row.comment) === undefined).map(({ name }) => name),
  }
}

interface FoundTable {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly FoundColumn[]
  readonly indexes: readonly (Omit<Index, 'where' | 'keys' | 'carries'> & {
    readonly where: string | null
    readonly primary: boolean
    /** Of its columns; 0 for an expression. */
    readonly numbers: readonly number[]
    /** So many of them are keys; the index carries the others. */
    readonly keyCount: number
    /** Its columns, if one is an expression. Writing them takes the database long. */
    readonly written: readonly string[] | null
  })[]
  readonly statistics: readonly Statistics[]
  readonly references: readonly ForeignKey[]
}

/** An array, because objects take the database twice as long. `quoted` is the name in SQL, if it is not the same. */
type FoundColumn = readonly [
  number: number,
  name: string,
  quoted: string | null,
  type: string,
  isNotNull: boolean,
  expression: string | null,
  isBytewise: boolean,
  comment: string | null,
]

// What another process drops meanwhile, PostgreSQL's functions describe as null, though the snapshot contains it.
const foundTables = sql`
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    (select coalesce(json_agg(json_build_array(a.attnum, a.attname, nullif(quote_ident(a.attname), a.attname),
        format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
        coalesce(l.collcollate = 'C' or l.collprovider = 'd' and b.isBytewise, false), t.description) order by a.attnum), '[]')
      from pg_attribute a left join pg_collation l on l.oid = a.attcollation
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        left join pg_description t on t.objoid = a.attrelid and t.classoid = 'pg_class'::regclass and t.objsubid = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', ic.relname, 'method', am.amname, 'unique', i.indisunique,
        'primary', i.indisprimary, 'valid', i.indisvalid, 'where', pg_get_expr(i.indpred, i.indrelid),
        'numbers', array_to_json(i.indkey::int2[]), 'keyCount', i.indnkeyatts,
        'written', case when i.indexprs is not null then (select json_agg(coalesce(pg_get_indexdef(i.indexrelid, n, true), '') order by n)
          from generate_series(1, i.indnatts::int) n) end) order by ic.relname), '[]')
      from pg_index i join pg_class ic on ic.oid = i.indexrelid join pg_am am on am.oid = ic.relam
      where i.indrelid = c.oid) as indexes,
    (select coalesce(json_agg(json_build_object('name', x.stxname, 'on', coalesce((pg_get_statisticsobjdef_expressions(x.oid))[1], ''))
        order by x.stxname), '[]')
      from pg_statistic_ext x where x.stxrelid = c.oid and x.stxexprs is not null) as statistics,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'valid', k.convalidated, 'to', rc.relname,
        'columns', (select json_agg(a.attname order by o.n) from unnest(k.conkey) with ordinality o (num, n)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.num),
        'toColumns', (select json_agg(a.attname order by o.n) from unnest(k.confkey) with ordinality o (num, n)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.num)) order by k.conname), '[]')
      from pg_constraint k join pg_class rc on rc.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f') as references
  from pg_class c join pg_namespace s on s.oid = c.relnamespace
    cross join (select datlocprovider = 'c' and datcollate = 'C' as isBytewise from pg_database where datname = current_database()) b
  where s.nspname = current_schema() and c.relkind in ('r', 'p') order by c.relname`

const foundFunctions = sql`
  select p.proname as name, p.prosrc as body from pg_proc p join pg_namespace s on s.oid = p.pronamespace
  where s.nspname = current_schema() and p.proname like 'engine\\_%'`

const foundViews = sql`
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment from pg_class c
  join pg_namespace s on s.oid = c.relnamespace where s.nspname = current_schema() and c.relkind = 'v'`

function viewMarkOf(name: string, comment: string | null): (readonly [string, string])[] {
  const digest = read(comment)?.['view']
  return typeof digest === 'string' ? [[name, digest]] : []
}

function tableOf(found: FoundTable): Table | undefined {
  const mark = markOf(found.comment)
  if (!mark) return undefined
  const names = new Map(found.columns.map(([number, name, quoted]) => [number, quoted ?? name]))
  const indexes = found.indexes.map(({ numbers, keyCount, written, ...index }) => {
    const columns = written ?? numbers.map(number => names.get(number) ?? '')
    return { ...index, keys: columns.slice(0, keyCount), carries: columns.slice(keyCount) }
  })
  return {
    name: found.name,
    mark,
    columns: found.columns.map(columnOf),
    primaryKey: indexes.find(index => index.primary)?.keys.map(key => key.replaceAll('"', '')) ?? [],
    indexes: indexes
      .filter(index => !index.primary)
      .map(({ where, primary: _, ...index }) => ({ ...index, ...(where !== null && { where }) })),
    statistics: found.statistics.map(({ name, on }) => ({ name, on: normalisedKey(on) })),
    references: found.references,
  }
}

function columnOf([_, name, __, type, notNull, expression, isBytewise, comment]: FoundColumn): Column {
  const rules = (read(comment) ?? {}) as ColumnRules
  return {
    name,
    type: columnTypeName(type),
    notNull,
    ...(expression !== null && { default: expression }),
    ...(isBytewise && { isBytewise }),
    rules,
  }
}

function markOf(comment: string | null): TableMark | undefined {
  const mark = read(comment)
  return mark && typeof mark['of'] === 'string' ? (mark as unknown as TableMark) : undefined
}

/** The engine's comments are JSON objects; any other comment was written by a user. */
function read(comment: string | null): Record<string, unknown> | undefined {
  if (!comment?.startsWith('{')) return undefined
  try {
    return JSON.parse(comment) as Record<string, unknown>
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
