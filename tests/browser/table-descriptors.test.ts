import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { chinook } from '../support/chinook.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { databasesUnderTest } from '../support/databases.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const kinds = databasesUnderTest()
const [kind] = kinds
if (!kind) throw new Error('There is no database to test on.')
const hasPostgres = kinds.some(({ kind }) => kind === 'postgres')
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 曲库, en: Music }\n',
  'menus.yaml': 'music: { title: { zh: 曲库, en: Music }, icon: music, order: 10 }\n',
}

let screens: Screens
let page: Page
let folder: string
let source: PostgresServer | undefined
let proxy: DatabaseProxy | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mingchu-hba-'))
  let hosts: string[] = []
  if (hasPostgres) {
    const rules = join(folder, 'pg_hba.conf')
    writeFileSync(rules, 'local all mingchu trust\nlocal all all scram-sha-256\n')
    chmodSync(folder, 0o755)
    source = await startPostgres([`hba_file=${rules}`])
    if (!source) throw new Error('PostgreSQL did not start.')
    await run(`create role owner_of_music login password 'Harmony-26'; create schema music authorization owner_of_music;
      alter role owner_of_music set search_path = music; set role owner_of_music; set search_path = music; ${chinook}`)
    proxy = await startDatabaseProxy(source.url)
    hosts = [new URL(proxy.url).host]
  }
  screens = await openScreens(kind, { app, settings: { live: true, outboundHosts: hosts } })
  page = await screens.openAs('admin', adminPassword)
})
afterAll(async () => {
  await screens.close()
  await proxy?.close()
  await source?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function run(text: string) {
  const client = new pg.Client({ connectionString: String(source?.url) })
  await client.connect()
  try {
    return (await client.query(text)) as unknown as { readonly rows: readonly object[] }
  } finally {
    await client.end()
  }
}

const button = (at: number) => page.locator('.table-descriptors .MuiButton-root').nth(at)
const submit = (values: object) => screens.call('POST', '/api/blade-develop/datasource/submit', values)

it('begins with the creation of a data source', async () => {
  await page.goto('/tool/tables')
  await button(0).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/tool/datasource/create')
})

describe.runIf(hasPostgres)('the tables of a data source', () => {
  const address = () => proxy?.url.replace(/\/\/.*@/, '//') ?? ''
  const choose = async (name: string) => {
    await page.goto('/tool/tables')
    await page.locator('.table-source [role=combobox]').click()
    await page.getByRole('option', { name, exact: true }).click()
  }

  it('become a screen on sample rows, a download, and files of the app, within two minutes', async () => {
    const began = Date.now()
    await page.goto('/tool/datasource/create')
    for (const [field, value] of [
      ['name', 'Chinook'],
      ['url', address()],
      ['username', 'owner_of_music'],
      ['password', 'Harmony-26'],
    ] as const)
      await page.locator(`[id$="_${field}"]`).first().fill(value)
    await page.locator('.sheet-foot .MuiButton-contained').click()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/tool/datasource/create')
    await choose('Chinook')
    await page.locator('.table-descriptors input[type=text]').nth(0).fill('music')
    await page.locator('.table-descriptors section .MuiCheckbox-root').first().click()
    await page.locator('.table-descriptors details summary').nth(10).click()
    await page.locator('.list-head .MuiButton-contained').click()
    const files = page.locator('.table-descriptors .segments button')
    await files.first().waitFor()
    const preview = page.locator('.table-descriptors table.table')
    await page.getByRole('button', { name: 'track.yaml', exact: true }).click()
    expect(await preview.locator('tbody tr').count()).toBe(20)
    // A reference by its name, as in the list of the resource.
    expect(await preview.innerText()).toContain('Album 2')
    expect(Date.now() - began).toBeLessThan(120_000)
    expect(await axeFaults(page)).toEqual([])

    const text = page.locator('.table-text')
    await text.fill((await text.inputValue()).replace('en: Composer', 'en: Writer').replace('zh: Composer', 'zh: 作者'))
    await button(0).click()
    await preview.locator('th', { hasText: '作者' }).waitFor()

    const [download] = await Promise.all([page.waitForEvent('download'), button(1).click()])
    const archive = (await readFile(await download.path())).toString('latin1')
    for (const name of ['resources/music/track.yaml', 'dictionaries/customer_country.yaml'])
      expect(archive).toContain(name)

    await button(2).click()
    await expect.poll(() => existsSync(join(screens.server.appDir, 'resources/music/track.yaml'))).toBe(true)
    await expect
      .poll(() => screens.call('GET', '/api/music/v1/track/page').catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({ total: 0 })
    await page.goto('/track')
    await page.locator('.state-panel').waitFor()
  }, 120_000)

  it.each([
    ['whose host is not allowed', () => ({ url: 'postgres://10.20.1.9:5432/postgres' }), 'OUTBOUND_HOSTS'],
    ['with a wrong password', () => ({ password: 'Harmony-27' }), '28P01'],
    ['without a database of this name', () => ({ url: address().replace(/\/\w+$/, '/nowhere') }), '3D000'],
  ])('are not read from one %s', async (name, more, cause) => {
    await submit({ name, url: address(), username: 'owner_of_music', password: 'Harmony-26', ...more() })
    const answered = page.waitForResponse(response => response.url().includes('/genApi/v1/database'))
    await choose(name)
    expect((await answered).status()).toBe(409)
    await page.locator('.table-descriptors [role=alert]').getByText(cause).waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  it('are only read, whatever the account may write', async () => {
    await run(`set role owner_of_music; set search_path = music;
      create function counted() returns int language sql volatile as $$ insert into genre values (9, 'Counted') returning genre_id $$;
      create view counting as select counted() as genre_id;`)
    const sources = (await screens.call('GET', '/api/blade-develop/datasource/select')) as {
      id: string
      name: string
    }[]
    const datasourceId = sources.find(({ name }) => name === 'Chinook')?.id
    const request = { datasourceId, tables: ['counting'], module: 'music' }
    await expect(screens.call('POST', '/api/genApi/v1/template', request)).rejects.toThrow('25006')
    expect((await run('select from music.genre')).rows).toHaveLength(2)
  })
})
