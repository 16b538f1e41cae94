import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import type { DatabaseOptions } from './database.ts'
import { openDatabase } from './open-database.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mingchu-data-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true, force: true })
})

const open = (more: Partial<DatabaseOptions> = {}) =>
  openDatabase({ dataDir, zone: 'Asia/Shanghai', template: inject('embeddedTemplate'), ...more })

it('keeps its data, and is open in one process at a time', async () => {
  const first = await open()
  await sql.raw('create table t (a int); insert into t values (1)').execute(first.kysely)
  await expect(open()).rejects.toThrow(`in use by process ${process.pid},`)
  await first.close()
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
  const second = await open()
  expect((await sql`select a from t`.execute(second.kysely)).rows).toEqual([{ a: 1 }])
  await second.close()
})

it('starts again after an interrupted first start', async () => {
  await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'half')
  const database = await open()
  await database.ping()
  await database.close()
})

it('serialises work: single queries wait for the transaction, and see all of it or none', async () => {
  const database = await open()
  await sql.raw('create table t (a int)').execute(database.kysely)
  const writing = database.transaction(async queries => {
    for (let n = 0; n < 50; n++) await sql`insert into t values (${n})`.execute(queries)
  })
  const counts = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await sql<{ n: number }>`select count(*)::int as n from t`.execute(database.kysely)).rows[0]?.n,
    ),
  )
  await writing
  expect(counts.every(n => n === 0 || n === 50)).toBe(true)
  await database.close()
})

it('warns of possible data loss in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const warnings: string[] = []
  const database = await open({ warn: sentence => warnings.push(sentence) })
  await database.close()
  expect(warnings.join()).toMatch(/may lose data in a power failure/)
})
