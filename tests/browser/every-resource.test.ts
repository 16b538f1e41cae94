import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../engine/compiler/compile.ts'
import { dictionaryEntriesOf } from '../../engine/fields/dictionary/field.ts'
import type { Resource } from '../../engine/model/model.ts'
import { apiPath } from '../../engine/model/names.ts'
import { readSources } from '../../engine/server/live/app-files.ts'
import { databasesWalked } from '../support/databases.ts'
import { goodRecord } from '../support/good-records.ts'
import { representative } from '../support/representative.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { seedRows } from '../support/seeded-rows.ts'
import { adminPassword } from '../support/server.ts'
import { rowsBy } from '../support/wholeness.ts'

const sources = await readSources('.')
const { model } = compile(sources)
if (!model) throw new Error('The product does not compile.')
const listed = representative(
  model,
  Object.values(model.resources).filter(({ partOf, menu, screens }) => !partOf && menu && screens !== false),
)

let screens: Screens
let page: Page
describe.each(databasesWalked('postgres'))('every resource, on $kind', kind => {
  beforeAll(async () => {
    const files = sources.filter(({ origin }) => origin === 'app').map(({ file, text }) => [file, text])
    screens = await openScreens(kind, { files: Object.fromEntries(files) })
    await seedWithout(screens)
    page = await screens.openAs('admin', adminPassword)
  }, 60_000)
  afterAll(() => screens.close())

  it.each(listed.map(resource => [resource.name, resource] as const))(
    '%s: shows its list and detail, and its form saves a record unchanged',
    async (name, resource) => {
      const faults: string[] = []
      const collect = (error: Error) => faults.push(error.message)
      page.on('pageerror', collect)
      const first = (await firstRow(resource)) ?? (await addRow(resource))
      await goTo(page, `/${name}`)
      await page.getByRole('heading', { level: 1, name: resource.title.zh, exact: true }).waitFor()
      await page.locator('[role=treeitem], tbody tr[data-id]').filter({ visible: true }).first().waitFor()
      await goTo(page, `/${name}/${first.id}/show`)
      await page.locator('.detail-group').filter({ visible: true }).first().waitFor()
      const before = await stored(resource, first.id)
      const { may } = (await screens.call('GET', `/api/engine/resource/${name}`)) as { readonly may: readonly string[] }
      if (may.includes('edit')) {
        await goTo(page, `/${name}/${first.id}`)
        const saved = page.waitForResponse(
          answer => answer.request().method() === 'PUT' && answer.url().endsWith('/update'),
        )
        await page.getByRole('button', { name: '保存', exact: true }).filter({ visible: true }).click()
        expect((await saved).status(), await (await saved).text()).toBe(200)
        await page.locator('.detail-group').filter({ visible: true }).first().waitFor()
        expect(await stored(resource, first.id)).toEqual(before)
      }
      page.off('pageerror', collect)
      expect(faults).toEqual([])
    },
    30_000,
  )
})

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string
}

/** Seeds a few rows of every resource with the demonstration's generator. */
async function seedWithout({ server }: Screens): Promise<void> {
  await rowsBy(server, `insert into sys_region (id, code, name, region_level) values (330106, '330106', '西湖区', '3')`)
  await seedRows(server, { owners: 4, days: 4, seed: 'every' })
  // In the platform's tenant such rows are shown and not edited: tests/tenant-overlays.test.ts edits those of others.
  await rowsBy(
    server,
    `insert into blade_dict_biz (tenant_id, id, parent_id, code, dict_key, dict_value)
     select '000000', 8, id, code, '1', '甲' from blade_dict where dict_key = '-1' order by code limit 1`,
  )
  await rowsBy(
    server,
    `insert into engine_message (tenant_id, id, resource, record_id, step, receiver, channel, content, state, at, next_at)
     values ('000000', 7, 'entNoticeLetter', 1, 'sendMsg', '13800000000', 'sms', '请尽快整改', 'sent', now(), now())`,
  )
}

/** The first row, preferably not in an end state: `allowIf` may forbid changes of those. */
async function firstRow(resource: Resource): Promise<Row | undefined> {
  const page = await screens.call('GET', `${apiPath(resource)}/page?size=50`)
  const { records } = page as { readonly records: readonly Row[] }
  const { field, final = [] } = resource.lifecycle ?? {}
  const states = resource.fields.find(({ name }) => name === field)
  if (!model || !states) return records[0]
  const ends = dictionaryEntriesOf(states, model).flatMap(({ name, key }) => (final.includes(name) ? [key] : []))
  return records.find(row => !ends.includes(String(row[states.name]))) ?? records[0]
}

/** Creates a row of a resource that the demonstration does not fill. */
const addRow = async (resource: Resource): Promise<Row> =>
  (await screens.call('POST', `${apiPath(resource)}/save`, goodRecord(model, resource, {}, 1))) as Row

/** The stored record without the fields that every save changes. */
async function stored(resource: Resource, id: string): Promise<object> {
  const record = (await screens.call('GET', `${apiPath(resource)}/getById?id=${id}`)) as Record<string, unknown>
  const { version: _, updateTime: __, updateUser: ___, updateUserName: ____, ...rest } = record
  return rest
}

/** Navigates to an address as a link of the app does, without a page load. */
async function goTo(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith(screens.address)) await page.goto(path)
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}
