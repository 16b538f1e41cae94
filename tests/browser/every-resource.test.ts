import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../engine/compiler/compile.ts'
import type { Resource } from '../../engine/model/model.ts'
import { apiPath } from '../../engine/model/names.ts'
import { readSources } from '../../engine/server/live/app-files.ts'
import { databasesWalked } from '../support/databases.ts'
import { goodRecord } from '../support/good-records.ts'
import { representative } from '../support/representative.ts'
import { filesOf, openScreens, type Screens } from '../support/screens.ts'
import { seedRows } from '../support/seeded-rows.ts'
import { adminPassword } from '../support/server.ts'
import { addAdministrator } from '../support/store.ts'
import { rowsBy } from '../support/wholeness.ts'

const sources = await readSources('.')
const { model } = compile(sources)
if (!model) throw new Error('The product does not compile.')
const product = model
const listed = representative(
  product,
  Object.values(product.resources).filter(({ partOf, menu, screens }) => !partOf && menu && screens !== false),
)

let screens: Screens
let page: Page
describe.each(databasesWalked('postgres'))('every resource, on $kind', kind => {
  beforeAll(async () => {
    screens = await openScreens(kind, { app: await filesOf('.') })
    await seedWithout(screens)
    page = await screens.openAs('admin', adminPassword)
  }, 180_000)
  afterAll(() => screens.close())

  it.each(listed.map(resource => [resource.name, resource] as const))(
    '%s: shows its list and detail, and its form saves a record unchanged',
    async (name, resource) => {
      const faults: string[] = []
      const collect = (error: Error) => faults.push(error.message)
      page.on('pageerror', collect)
      const rows = needed.includes(name) ? [] : await rowsOf(resource)
      await goTo(page, `/${name}`)
      await page.getByRole('heading', { level: 1, name: resource.title.zh, exact: true }).waitFor()
      if (!needed.includes(name)) {
        const [first = await addRow(resource)] = rows
        await goTo(page, `/${name}`)
        await page
          .locator('[role=treeitem], tbody tr[data-id], .access-roles button')
          .filter({ visible: true })
          .first()
          .waitFor()
        await goTo(page, `/${name}/${first.id}/show`)
        await page.locator('.detail-group').filter({ visible: true }).first().waitFor()
      }
      const { may } = (await screens.call('GET', `/api/engine/resource/${name}`)) as { readonly may: readonly string[] }
      const row = may.includes('edit') ? await editable(resource, rows) : undefined
      if (row) {
        const before = await stored(resource, row.id)
        await goTo(page, `/${name}/${row.id}`)
        const save = page.getByRole('button', { name: '保存', exact: true }).filter({ visible: true })
        await save.waitFor()
        const saved = page.waitForResponse(
          answer => answer.request().method() === 'PUT' && answer.url().endsWith('/update'),
        )
        await save.click()
        expect((await saved).status(), await (await saved).text()).toBe(200)
        await page.locator('.detail-group').filter({ visible: true }).first().waitFor()
        expect(await stored(resource, row.id)).toEqual(before)
      }
      page.off('pageerror', collect)
      expect(faults).toEqual([])
    },
    30_000,
  )

  it('folds the groups of a long menu but the one in view, and stores what the user unfolds', async () => {
    await page.goto('/ent/entInspectLog')
    const menu = page.getByRole('navigation', { name: '菜单' })
    await menu.getByRole('link', { name: '检查记录' }).waitFor()
    expect(await menu.getByRole('link', { name: '摄像头', exact: true }).count()).toBe(0)
    await menu.getByRole('button', { name: '明厨亮灶' }).click()
    await menu.getByRole('link', { name: '摄像头', exact: true }).waitFor()
    await page.reload()
    await menu.getByRole('link', { name: '摄像头', exact: true }).waitFor()
    expect(await menu.getByRole('link', { name: '采购订单' }).count()).toBe(0)
  })
})

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string
}

/** Seeds a few rows of every resource with the demonstration's generator. */
async function seedWithout({ server }: Screens): Promise<void> {
  await rowsBy(server, addAdministrator)
  await rowsBy(server, `insert into sys_region (id, code, name, region_level) values (330106, '330106', '西湖区', '3')`)
  // Menus are of weeks.
  await seedRows(server, { owners: 4, days: 8, seed: 'every' })
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
  await rowsBy(
    server,
    `with definition as (
       insert into engine_flow_definition (tenant_id, id, key, version, name, category, xml, definition, deployed)
       values ('000000', 7, 'every', 1, '流程', 'flow_1', '', '{}', now()))
     , model as (
       insert into engine_flow_model (tenant_id, id, version, key, name, description, xml, at)
       values ('000000', 7, 1, 'every', '流程', '', '', now()))
     , instance as (
       insert into engine_flow_instance (tenant_id, id, definition_id, state, started) values ('000000', 7, 7, '{}', now()))
     insert into engine_flow_task (tenant_id, id, instance_id, token, element, name, candidates, created)
     values ('000000', 7, 7, 1, 'task', '审批', '{}', now())`,
  )
}

/** Resources whose rows need departments, saved searches, stock or uploads, which these rows lack: only their list is opened. */
const needed = ['bladeAttach', 'bladeDeptPhone', 'bladeIdentityRule', 'businessProductBack', 'sysReport']

/** Rows of a resource, without the one to which the demonstration's author refers. */
async function rowsOf(resource: Resource): Promise<readonly Row[]> {
  const page = await screens.call('GET', `${apiPath(resource)}/page?size=50`)
  return (page as { readonly records: readonly Row[] }).records.filter(row => row['account'] !== 'admin-1')
}

/** The first row that may be changed in its state. */
async function editable(resource: Resource, rows: readonly Row[]): Promise<Row | undefined> {
  for (const row of rows.slice(0, 20)) {
    const isAllowed = await screens.call('PUT', `${apiPath(resource)}/update`, { id: row.id }).then(
      () => true,
      () => false,
    )
    if (isAllowed) return row
  }
  return undefined
}

/** Creates a row of a resource that the demonstration does not fill, and before it those to which it has to refer. */
async function addRow(resource: Resource): Promise<Row> {
  const known: Record<string, readonly string[]> = {}
  for (const { type, required, options } of resource.fields) {
    const target = type === 'reference' && required ? product.resources[String(options['of'])] : undefined
    if (!target) continue
    const found = await rowsOf(target)
    // Scopes are of resources, not of groups of the menu.
    const row = found.find(({ path }) => path === '/ent/entInfo') ?? found[0] ?? (await addRow(target))
    known[target.name] = [row.id]
  }
  return (await screens.call('POST', `${apiPath(resource)}/save`, goodRecord(product, resource, known, 1))) as Row
}

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
