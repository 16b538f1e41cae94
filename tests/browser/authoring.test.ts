import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, reports, type Screens, showsText } from '../support/screens.ts'
import { adminPassword, writeIn } from '../support/server.ts'

const resource = 'resources/ent/trip.yaml'
const dictionary = 'dictionaries/trip_state.yaml'

const trip = (fields: string, more = '') => `title: { zh: 巡检, en: Trip }
menu: { under: ent }
fields:
${fields}${more}`
const field = (name: string, title: string, more = '') =>
  `  ${name}: { type: text${more}, title: { zh: ${title}, en: ${name} } }\n`
const states = (done: string, title: string) => `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待办, en: Open } }
  done: { ${done}, title: { zh: ${title}, en: Done } }
`
const lifecycle = `  state: { type: dictionary, of: trip_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: open, to: done, title: { zh: 办结, en: Finish } }
`
const name = field('name', '名称', ', required: true')
const worker = 900
const before = name + field('start', '起点') + field('end', '终点')
const swapped = name + field('start', '目的地', ', renamedFrom: end') + field('end', '出发地', ', renamedFrom: start')
const labelled = swapped.replace('name: { ', 'label: { renamedFrom: name, ').replace('名称', '编号')

const courseFile = 'resources/ent/course.yaml'
const course = (more: string) => `title: { zh: 课程, en: Course }
menu: { under: ent }
display: name
fields:
  name: { type: text, required: true, title: { zh: 课程名, en: Course name } }
  places: { type: integer, title: { zh: 名额, en: Places } }
  seats: { type: related, of: seat, by: courseId, title: { zh: 座位, en: Seats } }
${more}`
const seatFile = 'resources/ent/seat.yaml'
const seat = `title: { zh: 座位, en: Seat }
menu: { under: ent }
display: who
fields:
  who: { type: text, required: true, title: { zh: 姓名, en: Who } }
  place: { type: text, title: { zh: 排号, en: Place } }
  courseId: { type: reference, of: course, required: true, title: { zh: 课程, en: Course } }
`
const roundFile = 'resources/ent/round.yaml'
const round = (owner: string, more = '') => `title: { zh: 巡查, en: Round }
menu: { under: ent }
display: name
owner: ${owner}
fields:
  name: { type: text, required: true, title: { zh: 巡查名, en: Round name } }
  ownId: { type: reference, of: entInfo, title: { zh: 自查单位, en: Own } }
  nextId: { type: reference, of: entInfo, title: { zh: 抽查单位, en: Next } }
${more}`
const wayFile = 'resources/ent/way.yaml'
const way = (spot: string) => `title: { zh: 线路, en: Way }
menu: { under: ent }
display: name
fields:
  name: { type: text, required: true, title: { zh: 线名, en: Name } }
  ${spot}: { type: text, title: { zh: 起点站, en: Spot } }
  kind: { type: dictionary, of: way_kind, title: { zh: 类别, en: Kind } }
`
const wayKindFile = 'dictionaries/way_kind.yaml'
const wayKinds = (key: string) => `title: { zh: 线路类别, en: Kind of way }
entries:
  slow: { key: "${key}", title: { zh: 慢线, en: Slow } }
`
const fax = '  fax: { type: text, title: { zh: 传真, en: Fax } }\n'

/** One page is loaded for all of them: each change reaches the page that is open. */
describe.each(databasesWalked('postgres'))('descriptors that change below an open page ($kind)', kind => {
  let screens: Screens
  let page: Page
  const save = (file: string, text: string) => writeIn(screens.server.appDir, file, text)
  const rows = async () =>
    ((await screens.call('GET', '/api/ent/v1/trip/page')) as { records: Record<string, unknown>[] }).records
  const state = () => page.locator('.lifecycle [aria-current=step]').innerText()

  beforeAll(async () => {
    screens = await openScreens(kind, {
      settings: { live: true },
      files: {
        [resource]: trip(before),
        [dictionary]: states('key: "2"', '办结'),
        [courseFile]: course(''),
        [seatFile]: seat,
        [roundFile]: round('ownId', fax),
        [wayFile]: way('spot'),
        [wayKindFile]: wayKinds('1'),
        'seeds/course.csv': 'name,places\n绘画,2\n',
      },
    })
    page = await screens.openAs('admin', adminPassword)
    await page.goto('/ent/trip/create')
  })
  afterAll(() => screens.close())

  it('semantics 11: store the input of two fields whose names are swapped in the column of its meaning', async () => {
    await page.getByLabel('名称').fill('一号')
    await page.getByLabel('起点').fill('东门')
    await page.getByLabel('终点').fill('西门')
    save(resource, trip(swapped))
    await expect.poll(() => page.getByLabel('出发地').inputValue(), { timeout: 10_000 }).toBe('东门')
    expect(await page.getByLabel('目的地').inputValue()).toBe('西门')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await reports(page, '新增成功')
    expect(await rows()).toMatchObject([{ name: '一号', start: '西门', end: '东门' }])
  })

  it('give the record that is shown an added lifecycle, and take its transition', async () => {
    save(resource, trip(swapped, lifecycle))
    await expect.poll(state, { timeout: 10_000 }).toBe('待办')
    await page.locator('.sheet-actions').getByRole('button', { name: '办结', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '办结', exact: true }).click()
    await expect.poll(state).toBe('办结')
    expect(await rows()).toMatchObject([{ state: '2' }])
  })

  it('semantics 20: keep what the record contains when a field and the key of its state are renamed', async () => {
    save(resource, trip(labelled, lifecycle))
    await showsText(page, '编号')
    save(dictionary, states('key: "3", renamedFrom: "2"', '办结'))
    await expect.poll(async () => (await rows())[0], { timeout: 10_000 }).toMatchObject({ label: '一号', state: '3' })
    await expect.poll(state).toBe('办结')
    await showsText(page, '一号')
  })

  it('semantics 14: show an edited title, also after the descriptors have another one', async () => {
    const path = '/api/blade/v1/bladeDict'
    const { records } = (await screens.call('GET', `${path}/page?code_in=trip_state&dictKey_in=3`)) as {
      records: { id: string; version: number }[]
    }
    const { id, version } = records[0] ?? {}
    await screens.call('PUT', `${path}/update`, { id, version, dictValue: '已了结' })
    await expect.poll(state, { timeout: 10_000 }).toBe('已了结')
    save(dictionary, states('key: "3", renamedFrom: "2"', '完成').replace('待办', '未办'))
    await expect.poll(() => page.locator('.lifecycle').innerText(), { timeout: 10_000 }).toContain('未办')
    expect(await state()).toBe('已了结')
  })

  it('semantics 10: show on how many processes a revision is applied', async () => {
    const { kysely } = screens.server.engine.database
    await page.goto('/developer/descriptors')
    await showsText(page, '1/1 个服务进程已生效')
    await sql`insert into engine_worker (id, holder, until, high, revision)
      values (${worker}, 'other', now() + interval '1 minute', 0, 'former')`.execute(kysely)
    await showsText(page, '1/2 个服务进程已生效')
    await sql`delete from engine_worker where id = ${worker}`.execute(kysely)
    await showsText(page, '1/1 个服务进程已生效')
  })

  it('show how far the values of a new formula are computed in existing rows', async () => {
    const { kysely } = screens.server.engine.database
    const job = (lease: string) =>
      sql`update engine_job set lease_until = ${sql.raw(lease)} where name = 'value-refresh'`.execute(kysely)
    await job(`now() + interval '1 hour'`)
    const formula = '  way: { type: text, compute: "start + end", stored: true, title: { zh: 路线, en: Way } }\n'
    save(resource, trip(labelled + formula, lifecycle))
    // The job, which does not run now, begins with this mark.
    await sql`insert into engine_stale_value (tenant_id, resource, field, reference, target_id, at)
      values ('000000', 'trip', 'way', '', 0, now())`.execute(kysely)
    await showsText(page, '已完成 0 条，共 1 条')
    expect(await page.getByRole('progressbar', { name: '巡检 · 路线' }).getAttribute('aria-valuenow')).toBe('0')
    await job('null')
    await expect.poll(() => page.getByText('正在补全的数据').count(), { timeout: 20_000 }).toBe(0)
    expect(await rows()).toMatchObject([{ way: '西门东门' }])
  })

  it('list rows that get another owner with both owners, and wait until that is confirmed', async () => {
    const { kysely } = screens.server.engine.database
    await sql`insert into ent_info (tenant_id, id, name) values ('000000', 901, '东街小吃'), ('000000', 902, '西街小吃')`.execute(
      kysely,
    )
    await screens.call('POST', '/api/ent/v1/round/save', { name: '春', ownId: '901', nextId: '902', fax: '123' })
    const owner = async () => {
      const { rows: found } = await sql<{ id: string }>`select owner_id::text as id from round`.execute(kysely)
      return found.map(({ id }) => id)
    }
    await page.goto('/developer/descriptors')
    save(roundFile, round('nextId', fax))
    await showsText(page, 'round 的记录按 next_id 确定所属：新的所属方的用户将看到它们，原所属方的用户不再能看到')
    await page.getByRole('button', { name: '查看数据' }).click()
    await expect
      .poll(() => page.locator('.descriptors-rows li').allInnerTexts())
      .toEqual([expect.stringContaining('东街小吃 → 西街小吃')])
    expect(await owner()).toEqual(['901'])
    const apply = page.getByRole('button', { name: '应用 1 项变更' })
    expect(await apply.isDisabled()).toBe(true)
    await page.getByLabel('我已了解，这 1 条数据的所属方将改变').check()
    await apply.click()
    await reports(page, '变更已应用')
    expect(await owner()).toEqual(['902'])
  })

  it('lists a migration, which waits for the next start', async () => {
    save('migrations/0001-split-round.sql', 'update round set fax = null')
    await page.reload()
    await showsText(page, 'migrations/0001-split-round.sql')
  })
})
