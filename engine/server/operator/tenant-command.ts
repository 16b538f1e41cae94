import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { platformTenant } from '../auth/actor.ts'
import { recordAct } from '../auth/audit.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute, runAll } from '../database/run.ts'
import { Refusal } from '../errors/refuse.ts'
import type { Storage } from '../services/files/storage.ts'
import { quoted } from '../storage/sql-text.ts'
import { fileKey } from '../store/file-links.ts'
import { writeStored } from './backup.ts'
import type { OperatorCommand } from './operator-channel.ts'

/** What the export or the removal of a tenant did. */
export interface TenantResult {
  readonly rows: number
  readonly files: number
}

/** Tables of a tenant whose rows have no column of it, with the condition on them. */
const throughOthers: Readonly<Record<string, string>> = {
  engine_import_row: 'import_id in (select id from engine_import where tenant_id = $tenant)',
  engine_import_line: 'import_id in (select id from engine_import where tenant_id = $tenant)',
  engine_flow_history: 'instance_id in (select id from engine_flow_instance where tenant_id = $tenant)',
}

/** Rows that are read at a time. */
const pageSize = 500

/** The audit log of a removed tenant stays. */
const kept = ['engine_audit', 'engine_audit_chain']

/**
 * Writes the rows of a tenant into a new folder, as `rows.ndjson` with a table and a row in each line, all of one snapshot,
 * and its uploaded files. The folder has its name when it is complete.
 */
export async function exportTenant(
  database: Database,
  storage: Storage,
  tenantId: string,
  folder: string,
): Promise<TenantResult> {
  await assureTenant(database.kysely, tenantId)
  if (existsSync(folder)) throw new Refusal('folder-exists', 409, exists(folder))
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  let [rows, files] = [0, 0]
  async function* lines(queries: Queries) {
    for (const { name, where } of await tablesOfTenant(queries, tenantId)) {
      await execute(
        queries,
        sql`declare page cursor for select to_jsonb(t) as row from ${word(quoted(name))} t where ${where}`,
      )
      for (;;) {
        const page = await runAll(queries, sql`fetch ${word(String(pageSize))} from page`)
        if (page.length === 0) break
        rows += page.length
        yield page.map(({ row }) => `${JSON.stringify({ table: name, row })}\n`).join('')
      }
      await execute(queries, sql`close page`)
    }
  }
  const keys = await database.patiently(kysely =>
    kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async queries => {
        await pipeline(Readable.from(lines(queries)), createWriteStream(join(unfinished, 'rows.ndjson')))
        return keysOf(queries, tenantId)
      }),
  )
  for (const key of keys) {
    const file = await storage.get(key)
    if (!file) continue
    await writeStored(file, join(unfinished, 'files', key))
    files += 1
  }
  await recordAct(database.kysely, byOperator(), { kind: 'tenant', detail: 'exported', names: [tenantId] })
  await rename(unfinished, folder)
  return { rows, files }
}

/**
 * Deletes the rows of a tenant in one transaction, and then its files. The audit log of the tenant stays, and that of the
 * platform has the act. Refused for the platform's own tenant.
 */
export async function removeTenant(database: Database, storage: Storage, tenantId: string): Promise<TenantResult> {
  if (tenantId === platformTenant) throw new Refusal('tenant-platform', 409, ofPlatform)
  await assureTenant(database.kysely, tenantId)
  const keys = await keysOf(database.kysely, tenantId)
  let rows = 0
  await database.transaction(async queries => {
    rows = 0
    const tables = (await tablesOfTenant(queries, tenantId)).filter(({ name }) => !kept.includes(name))
    const references = await referencesBetween(queries)
    for (const { name, where } of inOrder(tables, references)) {
      const [row] = await runAll(
        queries,
        sql`with gone as (delete from ${word(quoted(name))} where ${where} returning 1) select count(*)::integer as count from gone`,
      )
      rows += Number(row?.['count'])
    }
    await recordAct(queries, byOperator(), { kind: 'tenant', detail: 'deleted', names: [tenantId] })
  })
  for (const key of keys) await storage.remove(key)
  return { rows, files: keys.length }
}

/** Both commands in a server that uses the embedded database. */
export const tenantCommand =
  (database: Database, storage: Storage): OperatorCommand =>
  input => {
    const { act, tenantId, folder } = input as Readonly<Record<'act' | 'tenantId' | 'folder', string>>
    return act === 'remove'
      ? removeTenant(database, storage, tenantId)
      : exportTenant(database, storage, tenantId, folder)
  }

const byOperator = () => ({
  actor: { tenantId: platformTenant, userId: null, kind: 'system' as const },
  clock: { now: new Date() },
})

async function assureTenant(queries: Queries, tenantId: string): Promise<void> {
  const found = await runAll(queries, sql`select 1 as found from blade_tenant where tenant_id = ${tenantId}`)
  if (found.length === 0) throw new Refusal('tenant-unknown', 404, unknown(tenantId))
}

const keysOf = async (queries: Queries, tenantId: string): Promise<string[]> =>
  (await runAll(queries, sql`select link from engine_upload where tenant_id = ${tenantId}`)).flatMap(
    ({ link }) => fileKey(String(link)) ?? [],
  )

/** The tables with rows of a tenant; those through others come first, while the others have their rows. */
async function tablesOfTenant(queries: Queries, tenantId: string) {
  const rows = await runAll(
    queries,
    sql`select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.column_name = 'tenant_id' order by 1`,
  )
  const through = Object.entries(throughOthers).map(([name, condition]) => {
    const [before = '', after = ''] = condition.split('$tenant')
    return { name, where: sql`${word(before)}${tenantId}${word(after)}` }
  })
  return [...through, ...rows.map(row => ({ name: String(row['name']), where: sql`tenant_id = ${tenantId}` }))]
}

/** The tables by those that they refer to. */
async function referencesBetween(queries: Queries): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await runAll(
    queries,
    sql`select conrelid::regclass::text as name, array_agg(distinct confrelid::regclass::text) as targets from pg_constraint
      where contype = 'f' and conrelid <> confrelid and connamespace = current_schema()::regnamespace group by 1`,
  )
  return new Map(rows.map(row => [plain(row['name']), (row['targets'] as string[]).map(plain)]))
}

const plain = (name: unknown): string => String(name).replaceAll('"', '')

/**
 * Each table before those that it refers to, otherwise in the given order. Of a circle of references, the database refuses
 * the deletion as a whole.
 */
function inOrder<One extends { readonly name: string }>(
  tables: readonly One[],
  references: ReadonlyMap<string, readonly string[]>,
): readonly One[] {
  const sorted: string[] = []
  const visited = new Set<string>()
  const visit = (name: string): void => {
    if (visited.has(name)) return
    visited.add(name)
    for (const target of references.get(name) ?? []) visit(target)
    sorted.unshift(name)
  }
  for (const { name } of tables.toReversed()) visit(name)
  return tables.toSorted((one, other) => sorted.indexOf(one.name) - sorted.indexOf(other.name))
}

const unknown = (tenantId: string) => ({
  zh: `没有租户“${tenantId}”`,
  en: `There is no tenant "${tenantId}"`,
})

const exists = (folder: string) => ({
  zh: `${folder} 已存在，请换一个新的文件夹`,
  en: `${folder} already exists; an export needs a new folder`,
})

const ofPlatform = {
  zh: '平台自己的租户不能删除',
  en: "The platform's own tenant cannot be removed",
}
