import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Database } from '../../engine/server/database/database.ts'
import { openDatabase } from '../../engine/server/database/open-database.ts'
import { emptyInstance } from './embedded-instances.ts'
import { isJourney, isOnPostgresOnly, isRest } from './rest-of-run.ts'
import type { screenJourneys } from './screen-journeys.ts'

/** The location of a fresh database, for a test whose processes open it themselves. */
export interface Place {
  readonly url?: string
  readonly dataDir?: string
  readonly template: string
  remove(): Promise<void>
}

/** The location of a fresh database, for a server in this process. */
export interface PlaceHere {
  readonly url?: string
  readonly instance?: PGlite
  remove(): Promise<void>
}

export interface DatabaseUnderTest {
  readonly kind: Database['kind']
  /** A fresh database without rows, on which the engine's own tables may exist; closing it removes it. */
  open(): Promise<Database>
  place(): Promise<Place>
  placeHere(): Promise<PlaceHere>
}

export const testZone = 'Asia/Shanghai'

/** The databases of this run, for `describe.each`. Called while tests are collected. */
export function databasesUnderTest(): DatabaseUnderTest[] {
  const url = inject('postgresUrl')
  const embedded: DatabaseUnderTest = {
    kind: 'embedded',
    open: openInMemory,
    place: async () => folder(),
    placeHere: emptyInstance,
  }
  if (url === null) return [embedded]
  const place = () => placeOnServer(url)
  const postgres: DatabaseUnderTest = { kind: 'postgres', open: () => openOnServer(url), place, placeHere: place }
  return isOnPostgresOnly(expect.getState().testPath) ? [postgres] : [postgres, embedded]
}

/** Whether every combination is tested, as CI does, or a representative set of them. */
export const isThorough = process.env['WALK'] === 'both' || isRest

/** A number of rounds: of `npm test`, of `npm run test:both`, and of `npm run test:long`. */
export const roundsOf = (short: number, thorough: number, long: number): number =>
  process.env['LONG'] ? long : isThorough ? thorough : short

/**
 * The databases for suites that take long: both in a thorough run, otherwise the one that is named, or the one that
 * there is. Journeys in a browser run on one database: in a thorough run on PostgreSQL. Access, saving and signing in are
 * tested on both in every run.
 */
export function databasesWalked(kind: Database['kind']): DatabaseUnderTest[] {
  const all = databasesUnderTest()
  const ofJourney = isThorough && isJourney(relative('.', expect.getState().testPath ?? ''))
  const one = all.filter(database => database.kind === (ofJourney ? 'postgres' : kind))
  return (isThorough && !ofJourney) || one.length === 0 ? all : one
}

/** The database of a journey of the screen, in every run, as an array for `describe.each`. */
export const databaseOfJourney = (_journey: keyof typeof screenJourneys): DatabaseUnderTest[] =>
  databasesUnderTest().filter(({ kind }) => kind === 'embedded')

async function openInMemory(): Promise<Database> {
  const { instance, remove } = await emptyInstance()
  return removedAfter(await openDatabase({ zone: testZone, instance }), remove)
}

function folder(): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'mingchu-data-'))
  return {
    dataDir,
    template: inject('embeddedTemplate'),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function openOnServer(url: string, options?: string): Promise<Database> {
  const place = await placeOnServer(url, options)
  return removedAfter(await openDatabase({ url: place.url, zone: testZone, connections: 8 }), place.remove)
}

const removedAfter = (database: Database, remove: () => Promise<void>): Database => ({
  ...database,
  async close() {
    await database.close()
    await remove()
  },
})

/** Databases whose own collations differ: the embedded one, and on PostgreSQL bytewise, Chinese and English. */
export function databasesByCollation(): { readonly collation: string; open(): Promise<Database> }[] {
  const url = inject('postgresUrl')
  const embedded = { collation: 'embedded', open: openInMemory }
  if (url === null) return [embedded]
  const locales = {
    'PostgreSQL C': `locale 'C'`,
    'PostgreSQL zh-CN': `locale_provider icu icu_locale 'zh-CN' locale 'C'`,
    'PostgreSQL en-US': `locale_provider icu icu_locale 'en-US' locale 'C'`,
  }
  const onServer = Object.entries(locales).map(([collation, locale]) => ({
    collation,
    open: () => openOnServer(url, `encoding 'UTF8' ${locale}`),
  }))
  return [embedded, ...onServer]
}

async function placeOnServer(url: string, options = ''): Promise<Place & { readonly url: string }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database "${name}" template template0 ${options}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    template: inject('embeddedTemplate'),
    remove: () => onServer(url, `drop database if exists "${name}" with (force)`),
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
