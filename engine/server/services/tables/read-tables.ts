import { Client } from 'pg'
import type { ColumnFacts, TableFacts } from '../../../compiler/emit/table-descriptors.ts'
import type { Bilingual } from '../../../model/model.ts'
import { refuse } from '../../errors/refuse.ts'
import { quoted } from '../../storage/sql-text.ts'

/** A database from which descriptors are made. */
export interface DataSource {
  /** `postgres://host:5432/database`, also with `jdbc:` before it. */
  readonly url: string
  readonly username: string
  readonly password: string
}

export interface TableName {
  readonly name: string
  readonly comment: string | null
  /** As the database estimates it. */
  readonly rows: number
  readonly columns: readonly string[]
}

export type Read = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** Rows of a sample. */
const sampled = 2000

/** Reads a database on a host that the operator allows, in a transaction that only reads. */
export async function readDataSource<Result>(
  { url, username, password }: DataSource,
  hosts: readonly string[],
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  const address = url.trim().replace(/^jdbc:/, '')
  // Parameters could name another host.
  if (!/^postgres(ql)?:\/\/[^?#@]+$/.test(address) || !URL.canParse(address)) throw invalidUrl()
  const { host, hostname, port, pathname } = new URL(address)
  const database = decoded(pathname.slice(1))
  if (!hosts.includes(host.toLowerCase()))
    throw refuse.conflict('host-not-allowed', {
      zh: `服务器的设置 OUTBOUND_HOSTS 不包含“${host}”，不能连接该数据源，请联系运维人员`,
      en: `The setting OUTBOUND_HOSTS of the server does not contain "${host}". Contact the operator.`,
    })
  const client = new Client({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 5432),
    database,
    user: username,
    password,
    application_name: 'descriptors of tables',
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    options: '-c default_transaction_read_only=on -c statement_timeout=15000',
  })
  client.on('error', () => undefined)
  const read: Read = async (text, values = []) => (await client.query(text, [...values]).catch(refuseFault)).rows
  try {
    await client.connect().catch(refuseFault)
    await read('begin transaction isolation level repeatable read read only')
    return await work(read)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The message of a driver may contain the address and the account; its timeouts have no code. */
function refuseFault({ code = 'timeout' }: { readonly code?: string }): never {
  const { zh, en } = causes[code] ?? causes[code.slice(0, 2)] ?? causes.other
  throw refuse.conflict('datasource-unreadable', {
    zh: `数据源无法读取：${zh}（${code}）`,
    en: `The data source cannot be read: ${en} (${code})`,
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidUrl()
  }
}

/** By code or class of SQLSTATE. */
const causes: Readonly<Record<string, Bilingual>> & { readonly other: Bilingual } = {
  '28': { zh: '账号或密码不正确', en: 'the account or its password is wrong' },
  '3D': { zh: '该服务器上没有这个数据库', en: 'the server has no database of this name' },
  '42501': { zh: '账号没有读取权限', en: 'the account may not read it' },
  '25006': { zh: '读取时它要写入数据，本系统只读', en: 'reading it would write, and it is only read' },
  ECONNREFUSED: { zh: '该地址没有数据库在监听', en: 'no database listens at the address' },
  ENOTFOUND: { zh: '主机名无法解析', en: 'the name of the host is unknown' },
  timeout: { zh: '没有及时响应', en: 'it did not respond in time' },
  other: { zh: '请检查地址、账号和权限', en: 'check its address, account and rights' },
}

const invalidUrl = () =>
  refuse.input({
    url: {
      zh: '地址应如 postgres://主机:5432/数据库，不带账号和参数',
      en: 'The address must be like postgres://host:5432/database, without account and parameters',
    },
  })

/** The tables that the account may read. */
export async function tableNames(read: Read): Promise<TableName[]> {
  const rows =
    await read(`select c.relname as name, obj_description(c.oid, 'pg_class') as comment, greatest(c.reltuples, 0)::float8 as rows,
      (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and has_table_privilege(c.oid, 'select') order by 1 limit 500`)
  return rows as unknown as TableName[]
}

/** What the catalogue and a sample say of tables; of each, only the wanted columns where they are given. */
export async function tableFacts(
  read: Read,
  wanted: Readonly<Record<string, readonly string[] | undefined>>,
): Promise<TableFacts[]> {
  const facts: TableFacts[] = []
  for (const { name, comment } of (await tableNames(read)).filter(({ name }) => Object.hasOwn(wanted, name))) {
    const table = quoted(name)
    const found = await read(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, col_description(a.attrelid, a.attnum) as comment,
        a.attnotnull as required,
        exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indnatts = 1 and i.indkey[0] = a.attnum and i.indpred is null) as "isUnique",
        coalesce(array_position((select i.indkey::int2[] from pg_index i where i.indrelid = a.attrelid and i.indisprimary), a.attnum) + 1, 0) as key,
        (select json_build_object('column', a.attname, 'table', t.relname, 'key', k.attname) from pg_constraint f
          join pg_class t on t.oid = f.confrelid join pg_attribute k on k.attrelid = t.oid and k.attnum = f.confkey[1]
          where f.contype = 'f' and f.conrelid = a.attrelid and f.conkey = array[a.attnum] limit 1) as target,
        (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid) as labels,
        (select t.typcategory = 'S' from pg_type t where t.oid = a.atttypid) as "isText"
      from pg_attribute a where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      [table],
    )
    const kept = found.filter(column => column['key'] !== 0 || (wanted[name]?.includes(String(column['name'])) ?? true))
    const texts = kept.filter(({ isText, labels }) => isText && labels === null).map(column => String(column['name']))
    const samples = await samplesOf(read, table, texts)
    facts.push({
      name,
      comment,
      columns: kept.map(column => columnFacts(column, samples.get(String(column['name'])))),
      primaryKey: kept
        .filter(({ key }) => key !== 0)
        .sort((one, other) => Number(one['key']) - Number(other['key']))
        .map(column => String(column['name'])),
      foreignKeys: kept.flatMap(({ target }) => (target === null ? [] : [target as TableFacts['foreignKeys'][number]])),
    })
  }
  return facts
}

function columnFacts(column: Record<string, unknown>, sample: ColumnFacts['sample']): ColumnFacts {
  const { name, type, comment, required, isUnique, labels } = column
  return {
    name: String(name),
    type: String(type),
    comment: comment === null ? null : String(comment),
    isRequired: required === true,
    isUnique: isUnique === true,
    ...(Array.isArray(labels) && { labels: labels.map(String) }),
    ...(sample && { sample }),
  }
}

async function samplesOf(
  read: Read,
  table: string,
  columns: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<ColumnFacts['sample']>>> {
  if (columns.length === 0) return new Map()
  const each = columns.map((name, index) => {
    const own = quoted(name)
    return `json_build_object('rows', count(${own}), 'distinct', count(distinct ${own}), 'longest', coalesce(max(length(${own})), 0),
      'values', coalesce((array_agg(distinct ${own}) filter (where ${own} is not null))[1:20], '{}')) as c${index}`
  })
  const [row] = await read(`select ${each.join(', ')} from (select * from ${table} limit ${sampled}) s`)
  return new Map(columns.map((name, index) => [name, row?.[`c${index}`] as NonNullable<ColumnFacts['sample']>]))
}

/** The texts of expressions of SQL for the first rows of a table, which is `t` in them. */
export async function sampledRows(
  read: Read,
  table: string,
  expressions: readonly string[],
): Promise<(string | null)[][]> {
  const texts = expressions.map(expression => `left((${expression})::text, 500)`)
  const rows = await read(`select array[${texts.join(', ')}]::text[] as cells from ${quoted(table)} t limit 20`)
  return rows.map(({ cells }) => cells as (string | null)[])
}
