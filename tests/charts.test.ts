import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chartOfText } from '../engine/compiler/kinds/chart.ts'
import type { ChartAnswer } from '../engine/model/chart.ts'
import { resourceOf } from '../engine/model/names.ts'
import { keysOfSpan } from '../engine/rules/chart-span.ts'
import type { RequestContext } from '../engine/server/auth/request-context.ts'
import type { Database } from '../engine/server/database/database.ts'
import { chartNumbers } from '../engine/server/services/charts/chart-numbers.ts'
import { readData } from '../engine/server/services/charts/data-calls.ts'
import { readListChart } from '../engine/server/services/charts/list-chart.ts'
import { inSnapshot, readBoard, readChart } from '../engine/server/services/charts/read-charts.ts'
import { databasesUnderTest, databasesWalked, roundsOf } from './support/databases.ts'
import { type Random, randomOf } from './support/random.ts'
import { salesApp } from './support/sales-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const title = 'title: { zh: 数, en: Numbers }\nof: sale\n'
const groups = [
  ...['shopId', 'kind', 'pieces', 'isPaid', 'season', 'shopId.regionId', 'shopId.season', 'shopId.since.month'],
  ...['day', 'day.week', 'day.quarter', 'day.weekday', 'soldAt.day', 'soldAt.month', 'soldAt.year', 'soldAt.hourOfDay'],
  ...['soldAt.weekday', 'shopId.isOpen', 'shopId.regionId.below', 'shopId.regionId.below', 'shopId.regionId.area'],
]
const conditions = ["season == 'spring'", 'pieces > 2', "shopId.season != 'summer'", 'isPaid', 'day <= day(soldAt)']
const measures = [
  ...['count()', 'count()', 'distinct(shopId)', 'sum(amount)', 'avg(pieces)', 'max(soldAt)'],
  ...conditions.flatMap(one => [`count(${one})`, `share(${one})`, `ratio(count(${one}), count(pieces != null))`]),
]
const regions = 'soldAt: all, shopId.regionId: all'
const searches = ['day: 30 days', 'soldAt: month', 'day: all', 'soldAt: 12 weeks', regions, regions, regions]

/** A chart whose first measure counts rows. */
function randomChart({ pick, chance }: Random): string {
  const [first, second] = [pick(groups), pick(groups)]
  const isDouble = chance(0.3)
  const isSplit = !isDouble && chance(0.3)
  const where = chance(0.3) ? `where: "${pick(conditions)}"\n` : ''
  const counting = chance(0.3) ? `count(${pick(conditions)})` : 'count()'
  const search = pick(searches)
  const compare = chance(0.5) ? 'compare: previous\n' : ''
  return `${title}${where}search: { ${search} }
group: ${isDouble ? `[${first}, ${second}]` : first}
${isSplit ? `split: ${second}\n` : ''}chart: table
measure: { n: "${counting}", m: "${pick(measures)}" }
top: 100
${compare}`
}

const rounds = roundsOf(10, 80, 400)
const random = randomOf(11)
const charts = Object.fromEntries(
  Array.from({ length: rounds }, (_, index) => [`charts/random${index}.yaml`, randomChart(random)]),
)
const files = {
  ...salesApp,
  'resources/city/sale.yaml': `${salesApp['resources/city/sale.yaml']}`.replace(
    '  season:',
    '  isSoldOpen: { type: boolean, compute: shopId.isOpen, stored: true, title: { zh: 在营业, en: Sold open } }\n  season:',
  ),
  'resources/city/shop.yaml': `${salesApp['resources/city/shop.yaml']}`.replace(
    'type: phone,',
    'type: phone, personal: phone,',
  ),
  ...charts,
  'charts/trend.yaml': `${title}search: { soldAt: 3 days, shopId.regionId: all }\ngroup: soldAt.day\ncompare: previous\nbetter: more\n`,
  'charts/seasons.yaml': `${title}search: { soldAt: all }\ngroup: season\nhttp: [GET /api/city/reports/seasons]\n`,
  'charts/shops.yaml': `${title}search: { soldAt: 30 days }
group: shopId
split: season
chart: stack
measure: { sales: count(), paid: "share(isPaid)", spring: "count(season == 'spring')" }
top: 1
target: sale.target
`,
  'charts/places.yaml': `${title}search: { shopId.regionId: all }
group: shopId.regionId.below
chart: map
`,
  'charts/areas.yaml': `${title}group: shopId.regionId.area
`,
  'charts/hours.yaml': `${title}search: { soldAt: today }\ngroup: soldAt.hourOfDay\n`,
  'charts/amount.yaml': `${title}measure: { amount: sum(amount), sales: count(amount > 50) }\n`,
  'charts/days.yaml': `${title}search: { soldAt: 30 days }\ngroup: [soldAt.day, soldAt.day]\n`,
  'charts/openDays.yaml': `${title}where: isSoldOpen\ngroup: soldAt.day\nmeasure: { open: count() }\nchart: table\n`,
  'charts/springDays.yaml': `${title}where: "season == 'spring'"
group: soldAt.day
measure: { spring: count() }
chart: table
`,
  'boards/days.yaml': `title: { zh: 每天, en: Days }
code: city_view
tiles: { days: { table: [openDays, springDays] } }
`,
  'charts/weeks.yaml': `${title}search: { soldAt: 12 weeks }\ngroup: soldAt.week\nchart: line\n`,
  'charts/shopCount.yaml': 'title: { zh: 商店, en: Shops }\nof: shop\nmeasure: { shops: count() }\n',
  'charts/shopSeason.yaml': `${title}group: shopId.season\n`,
  'boards/city.yaml': `title: { zh: 城市, en: City }
code: city_view
search: { period: 30 days, regionId: all }
tiles:
  top: { figure: [amount], span: 24 }
  days: { chart: trend }
  seasons: { chart: seasons }
`,
}
const model = modelOf(files)
const sale = resourceOf(model, 'sale')
const codes = ['sale_view', 'shop_view', 'region_view']
const buyer = actor({ userId: '21', roles: ['buyer'], codes })
const blind = actor({ userId: '22', roles: ['blind'], codes })

type Save = (resource: string, record: object) => Promise<string>

/** A store with a region below another and three shops, filled with sales before the tests and closed after them. */
function filled(kind: { open(): Promise<Database> }, fill: (save: Save, ids: Record<string, string>) => Promise<void>) {
  const ids: Record<string, string> = {}
  const at = { ids } as { database: Database; on: StoreUnderTest; admin: RequestContext; ids: typeof ids }
  beforeAll(async () => {
    at.database = await kind.open()
    at.on = await storeOn(at.database, model)
    at.admin = at.on.ctx(administrator)
    const save: Save = async (resource, record) => String((await at.on.store.save(at.admin, resource, record))['id'])
    ids['city'] = await save('region', { name: '城', level: '1' })
    const area = (name: string, mapColumn: number) =>
      save('region', { name, level: '2', parentId: ids['city'], mapColumn, mapRow: 1 })
    ids['east'] = await area('东', 2)
    ids['west'] = await area('西', 1)
    const shop = async (name: string, more: object) => save('shop', { name, isOpen: true, ...more })
    ids['open'] = await shop('开', { regionId: ids['east'], season: '1', since: '2026-01-31' })
    ids['shut'] = await shop('关', { isOpen: false, regionId: ids['city'], season: '2' })
    ids['bare'] = await shop('素', { season: '2', since: '2026-09-01' })
    await fill(save, ids)
  }, 60_000)
  afterAll(async () => {
    await at.on.close()
    await at.database.close()
  })
  return at
}

const values = ({ rows }: ChartAnswer, measure = 'count') => rows.map(row => row.values[measure])

describe.each(databasesUnderTest())('charts ($kind)', kind => {
  const at = filled(kind, async (save, ids) => {
    const { pick, below, chance } = randomOf(3)
    const day = () => `2026-${pick(['09', '10', '11'])}-${String(1 + below(21)).padStart(2, '0')}`
    for (let row = 0; row < 120; row++)
      await save('sale', {
        shopId: pick([ids['open'], ids['shut'], ids['bare'], null]),
        kind: pick(['米', '面', "a'b&=?,", null]),
        amount: pick([10.25, 0.1, 99, 500, null]),
        pieces: pick([0, 1, 2, 3, null]),
        isPaid: pick([true, false, null]),
        season: pick(['1', '2', '3', null]),
        day: chance(0.9) ? day() : null,
        soldAt: chance(0.9) ? `${day()} ${pick(['00:00:00', '07:59:59', '08:00:00', '10:30:00', '23:59:59'])}` : null,
      })
  })
  /** The exact total of the list of each row. */
  const totals = async (ctx: RequestContext, { rows }: ChartAnswer) => {
    const found: number[] = []
    for (const { filter } of rows)
      found.push(await at.on.store.count(ctx, 'sale', Object.fromEntries(new URLSearchParams(filter))))
    return found
  }

  it('count the rows of the list of each group', async () => {
    const { pick, chance } = randomOf(5)
    let counted = 0
    for (let index = 0; index < rounds; index++)
      for (const by of [administrator, buyer]) {
        const ctx = at.on.ctx(by)
        const isNarrowed = chance(0.5) && charts[`charts/random${index}.yaml`]?.includes('regionId: all')
        const search = isNarrowed ? { regionId: at.ids[pick(['city', 'east'])] } : {}
        const answer = await readChart(at.database, ctx, `random${index}`, search)
        expect(values(answer, 'n'), charts[`charts/random${index}.yaml`]).toEqual(await totals(ctx, answer))
        counted += values(answer, 'n').filter(Boolean).length
      }
    expect(counted).toBeGreaterThan(rounds * 5)
  }, 120_000)

  it('of a list have the rows of its conditions, and the numbers of the file that they are copied as', async () => {
    const { pick, chance } = randomOf(7)
    const conditions = [
      { kind_like: '米' },
      { season: '1' },
      { season_in: '1,2', pieces_ge: '1' },
      { isPaid: 'true', amount_lt: '100' },
      { soldAt_datege: '2026-10-01', soldAt_datele: '2026-10-31' },
      { day_ge: '2026-10-01', kind_notnull: '' },
    ]
    for (let index = 0; index < rounds; index++)
      for (const by of [administrator, buyer]) {
        const ctx = at.on.ctx(by)
        const query = chance(0.8) ? pick(conditions) : { shopId: String(at.ids[pick(['open', 'shut'])]) }
        const words = new URLSearchParams({
          group: pick(groups),
          chart: 'table',
          split: chance(0.3) ? pick(groups) : '',
        })
        const { text, ...answer } = await readListChart(at.database, ctx, sale, { ...query, _chart: `${words}` })
        const found: number[] = []
        for (const { filter } of answer.rows)
          found.push(
            await at.on.store.count(ctx, 'sale', { ...query, ...Object.fromEntries(new URLSearchParams(filter)) }),
          )
        expect(values(answer), text).toEqual(found)
        const { chart, problems } = chartOfText(text, ctx.model)
        expect(problems, text).toEqual([])
        const same = await inSnapshot(at.database, queries => chartNumbers(queries, ctx, chart, {}))
        expect(values(same?.answer ?? answer), text).toEqual(values(answer))
      }
  }, 120_000)

  it('of a list are refused by personal and hidden fields, and by what is no group, measure or drawing', async () => {
    const drawn = (words: Record<string, string>, by = buyer) =>
      readListChart(at.database, at.on.ctx(by), sale, { _chart: `${new URLSearchParams(words)}` })
    for (const group of ['shopId.phone', 'kind.month', 'kind\nwhere: "true"', 'a,b,c'])
      expect(await refused(drawn({ group })), group).toMatchObject({ status: 400 })
    for (const measure of ['sum(kind)', 'share(amount > 5)', 'sum(amount) + 1'])
      expect(await refused(drawn({ group: 'kind', measure })), measure).toMatchObject({ status: 400 })
    for (const chart of ['pie', 'calendar'])
      expect(await refused(drawn({ group: 'kind', chart })), chart).toMatchObject({ status: 400 })
    expect(await refused(drawn({ group: 'kind', measure: 'sum(amount)' }, blind))).toMatchObject({ status: 403 })
    const { choices } = await drawn({ group: 'kind' }, blind)
    const [offered, measured] = [choices.groups, choices.measures].map(all => all.map(({ text }) => text))
    expect(choices.kinds).toContain('donut')
    // The last row is of sales without a time.
    const heat = await drawn({ group: 'soldAt.weekday', split: 'soldAt.hourOfDay', chart: 'heat' })
    expect([heat.chart.groups.map(({ unit }) => unit), heat.rows.length]).toEqual([
      ['weekday', 'hourOfDay'],
      7 * 24 + 1,
    ])
    expect(offered).toContain('soldAt.month')
    expect(offered?.filter(text => /phone|season$|^id/.test(text))).toEqual(['season'])
    expect(measured).toEqual(['count()', 'distinct(shopId)', 'sum(pieces)', 'avg(pieces)'])
    for (const group of offered ?? [])
      for (const measure of measured ?? []) expect((await drawn({ group, measure }, blind)).rows).toBeDefined()
  })
})

describe.each(databasesWalked('embedded'))('the numbers of a chart ($kind)', kind => {
  // The clock is at 10:00 on Saturday, 21 November 2026.
  const at = filled(kind, async (save, ids) => {
    const sale = (shop: string, soldAt: string, more: object) =>
      save('sale', { shopId: ids[shop], soldAt, amount: 10, ...more })
    await sale('open', '2026-11-21 00:00:00', { season: '1', isPaid: true })
    await sale('open', '2026-11-21 09:30:00', { season: '2', isPaid: false })
    await sale('open', '2026-11-19 23:59:59', { season: '2', isPaid: true, amount: 60 })
    await sale('shut', '2026-11-18 23:59:59', { season: '1' })
    await sale('shut', '2026-11-16 12:00:00', { season: '1', amount: 500 })
  })
  const { ids } = at
  const chart = (name: string, search = {}, ctx = at.admin) => readChart(at.database, ctx, name, search)

  it('of a time have no gaps, mark the running one, and compare with the days before', async () => {
    const { rows, from, to, more } = await chart('trend')
    expect([from, to, more]).toEqual(['2026-11-19', '2026-11-21', 0])
    expect(rows).toMatchObject([
      { keys: ['2026-11-19'], values: { count: 1 }, previous: { count: 1 } },
      { keys: ['2026-11-20'], values: { count: 0 }, previous: { count: 0 } },
      { keys: ['2026-11-21'], values: { count: 2 }, previous: { count: 1 }, partial: true },
    ])
    expect(rows.map(row => row.partial)).toEqual([undefined, undefined, true])
    const partial = async (search: object) => (await chart('weeks', search)).rows.map(row => row.partial === true)
    expect((await partial({})).lastIndexOf(false)).toBe(10)
    // From Friday to Wednesday.
    expect(await partial({ soldAt: '2026-11-06..2026-11-18' })).toEqual([true, false, true])
    const halves = async (soldAt: string) => (await chart('trend', { soldAt })).rows.map(row => row.partial === true)
    expect(await halves('2026-11-18 12:00..2026-11-20 18:00')).toEqual([true, false, true])
    expect(await halves('2026-11-18 00:00:00..2026-11-20 00:00:00')).toEqual([false, false, false])
    const hours = await chart('hours')
    expect(hours.rows.map(({ values: { count } }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
    expect(hours.rows.at(-1)).toMatchObject({ keys: ['10'], partial: true })
    const cutHours = async (search: object) =>
      (await chart('hours', search)).rows.flatMap(({ keys, partial }) => (partial ? keys : []))
    expect(await cutHours({ period: '2026-11-20 08:30..2026-11-20 16:59:59' })).toEqual(['8'])
    expect(await cutHours({ period: '2026-11-20 08:00..2026-11-20 16:15' })).toEqual(['16'])
    expect(await cutHours({ period: '2026-11-19 08:30..2026-11-20 16:15' })).toEqual([])
    expect(keysOfSpan({ from: 20777, to: 20777, fromTime: '08:30', toTime: '10:15' }, 'hour')).toEqual(
      ['08', '09', '10'].map(hour => `2026-11-20 ${hour}:00`),
    )
  })

  it('are narrowed by days, by a region with those below it, and by no other name', async () => {
    const count = async (search: object) => (await chart('trend', search)).rows.map(row => row.values['count'])
    expect(await count({ period: '2026-11-18..2026-11-19' })).toEqual([1, 1])
    expect(await count({ soldAt: '2026-11-18..2026-11-19', regionId: ids['city'] })).toEqual([1, 1])
    expect(await count({ soldAt: '2026-11-18..2026-11-19', regionId: ids['east'] })).toEqual([0, 1])
    expect(await count({ period: 'all', 'shopId.regionId': ids['east'] })).toEqual([1, 0, 2])
    expect(await refused(chart('trend', { kind: '米' }))).toMatchObject({ status: 400 })
    expect(await refused(chart('trend', { period: 'next week' }))).toMatchObject({ fields: ['period'] })
  })

  it('name records and entries, with their colours and the number of other groups', async () => {
    const { rows, more, target, chart: shown } = await chart('shops')
    expect({ more, target, kind: shown.kind }).toEqual({ more: 1, target: 90, kind: 'stack' })
    expect(rows).toMatchObject([
      {
        keys: [ids['open'], '1'],
        names: ['开', '春'],
        colour: 'green',
        values: { sales: 1, paid: 100, spring: 1 },
      },
      { names: ['开', '夏'], colour: 'red', values: { sales: 2, paid: 50, spring: 0 } },
    ])
    const seasons = await chart('seasons')
    expect(seasons.chart).toMatchObject({
      kind: 'share',
      measures: [{ name: 'count' }],
    })
    expect(seasons.rows.map(({ keys: [key], values: { count } }) => [key, count])).toEqual([
      ['1', 3],
      ['2', 2],
    ])
  })

  it('of a level of a tree are at its nodes, with those beneath them, and lead from one level to the next', async () => {
    const shown = ({ rows, trail }: ChartAnswer) => [
      rows.map(({ names: [name], values: { count }, opens, place }) => [name, count, opens === true, ...(place ?? [])]),
      trail?.map(({ name }) => name),
    ]
    const search = (await chart('places')).chart.groups[0]?.opens ?? ''
    expect(shown(await chart('places'))).toEqual([[['城', 5, true]], []])
    expect(shown(await chart('places', { [search]: ids['city'] }))).toEqual([
      [
        ['东', 3, false, 2, 1],
        ['西', 0, false, 1, 1],
        ['城本级', 2, false],
      ],
      ['城'],
    ])
    expect(
      (await chart('areas')).rows.map(({ names, parent, values: { count } }) => [names[0], parent?.name, count]),
    ).toEqual([
      ['东', '城', 3],
      ['无', undefined, 2],
    ])
  })

  it('are of the rows that the user may view, and refused where one field is hidden', async () => {
    const [ofBuyer, ofBlind, ofStranger] = [buyer, blind, actor()].map(by => at.on.ctx(by))
    const seasons = await chart('seasons', {}, ofBuyer)
    expect(seasons.rows.map(({ values: { count } }) => count)).toEqual([2, 2])
    // The shop of one sale is not visible.
    expect((await chart('shopSeason', {}, ofBuyer)).rows).toMatchObject([
      { keys: ['1'], values: { count: 3 } },
      { keys: [null], values: { count: 1 } },
    ])
    for (const [name, ctx] of [
      ['amount', ofBlind],
      ['shopSeason', ofBlind],
      ['seasons', ofStranger],
    ] as const)
      expect(await refused(chart(name, {}, ctx))).toMatchObject({ status: 403 })
    const [first] = (await chart('amount')).rows
    const query = Object.fromEntries(new URLSearchParams(first?.filter))
    expect(await refused(at.on.store.count(ofBlind ?? at.admin, 'sale', query))).toMatchObject({ status: 403 })
  })

  it('of a board leave out the tiles that the user may not read', async () => {
    const board = model.boards['city']
    if (!board) throw new Error('no board')
    const whole = await readBoard(at.database, at.admin, board, { period: '3 days' })
    expect(Object.keys(whole.charts)).toEqual(['amount', 'trend', 'seasons'])
    expect(whole.charts['trend']?.from).toBe('2026-11-19')
    expect(whole.fields).toEqual([{ name: 'regionId', of: 'shop', field: 'regionId' }])
    const noShops = await readBoard(
      at.database,
      at.on.ctx(actor({ roles: ['buyer'], codes: ['sale_view'] })),
      board,
      {},
    )
    expect(noShops.fields).toEqual([])
    const part = await readBoard(at.database, at.on.ctx(blind), board, {})
    expect([Object.keys(part.charts), part.board.tiles.map(({ name }) => name), part.board.phone]).toEqual([
      ['trend', 'seasons'],
      ['days', 'seasons'],
      ['days', 'seasons'],
    ])
    expect(await refused(readBoard(at.database, at.admin, board, { kind: '1' }))).toMatchObject({ status: 400 })
  })

  it('are refused where the combinations of times are too many', async () => {
    expect((await chart('days')).rows).toHaveLength(30 * 30)
    expect(await refused(chart('days', { period: '2 years' }))).toMatchObject({ status: 400, fields: ['period'] })
  })

  it('of joined charts are in the order of their times, each with its own list, and wait for no recomputed value', async () => {
    const board = model.boards['days']
    if (!board) throw new Error('no board')
    const days = async () => {
      const { rows = [] } = (await readBoard(at.database, at.admin, board, {})).charts['tile:days'] ?? {}
      return rows.map(({ keys: [day], values, filter }) => [
        day?.slice(-2),
        values['open'],
        values['spring'],
        /chart=(\w+)/.exec(filter)?.[1],
      ])
    }
    expect(await days()).toEqual([
      ['16', 0, 1, 'springDays'],
      ['17', 0, 0, 'springDays'],
      ['18', 0, 1, 'springDays'],
      ['19', 1, 0, 'openDays'],
      ['20', 0, 0, 'openDays'],
      ['21', 2, 1, 'openDays'],
    ])
    const { kysely } = at.database
    await sql`insert into engine_stale_value (tenant_id, resource, field, reference, target_id, at)
      values ('000000', 'sale', 'isSoldOpen', '', 0, now())`.execute(kysely)
    expect((await days()).map(([, open, spring]) => [open, spring])).toEqual(
      [1, 0, 1, 0, 0, 1].map(spring => [undefined, spring]),
    )
    await sql`delete from engine_stale_value`.execute(kysely)
  })

  it('have a row for each group or measure at an address of their own', async () => {
    const rows = async (name: string, query = {}, ctx = at.admin) => {
      const one = model.charts[name]
      const parts = { database: at.database, store: at.on.store }
      if (!one) throw new Error(`no chart ${name}`)
      return (await readData(parts, ctx, { kind: 'chart', chart: one }, query)) as Record<string, unknown>[]
    }
    expect(await rows('seasons', { beginTime: '2026-11-19 00:00:00', endTime: '2026-11-21' })).toMatchObject([
      { key: '2', name: '夏', value: 2, share: 66.7 },
      { key: '1', name: '春', value: 1, share: 33.3 },
    ])
    expect(await rows('amount')).toMatchObject([
      { key: 'amount.amount', value: 590 },
      { key: 'amount.sales', value: 2, unit: '条' },
    ])
    expect(await rows('trend')).toMatchObject([{ key: '2026-11-19', previous: 1 }, {}, { partial: true }])
    expect(await refused(rows('amount', { beginTime: '2026-11-19' }))).toMatchObject({ status: 400 })
    // To the second, both inclusive.
    const until = async (endTime: string) =>
      (await rows('seasons', { createTime_dategt: '2026-11-21 00:00:00', createTime_datelt: endTime })).length
    expect([await until('2026-11-21 09:29:59'), await until('2026-11-21 09:30:00')]).toEqual([1, 2])
    // An end at midnight includes its day; the T of ISO and fractions of a second are accepted.
    const inIso = await rows('seasons', { beginTime: '2026-11-21T00:00:00.000', endTime: '2026-11-21T00:00:00' })
    expect(inIso.map(({ value }) => value)).toEqual([1, 1])
    expect(await rows('seasons', { endTime: '2026-11-20 00:00:00', beginTime: '' })).toHaveLength(2)
    for (const [beginTime, endTime, field] of [
      ['2026-11-21 25:00:00', '2026-11-21', 'beginTime'],
      ['2026-11-21', '2026-11-21 08:00:00Z', 'endTime'],
      ['2026-11-22', '2026-11-21', 'beginTime'],
    ])
      expect(await refused(rows('seasons', { beginTime, endTime }))).toMatchObject({ status: 400, fields: [field] })
    // Of a chart without a time, those of the list.
    expect(await rows('amount', { createTime_dategt: '2030-01-01 00:00:00' })).toMatchObject([
      { value: 0 },
      { value: 0 },
    ])
    expect(await refused(rows('amount', { createTime_dategt: 'x' }))).toMatchObject({ fields: ['createTime_dategt'] })
    // Filters of the list are behind the numbers, too.
    const [spring, ...others] = await rows('seasons', { amount_ge: '100', isPaid_null: '' })
    expect([spring?.['value'], others]).toEqual([1, []])
    const behind = Object.fromEntries(new URLSearchParams(String(spring?.['filter'])))
    expect(await at.on.store.count(at.admin, 'sale', behind)).toBe(1)
    const [ofBlind, ofSeller] = [blind, actor({ codes })].map(by => at.on.ctx(by))
    expect(await refused(rows('seasons', { amount_ge: '100' }, ofBlind))).toMatchObject({ status: 400 })
    expect(await refused(rows('shopCount', { phone: '13800138000' }, ofSeller))).toMatchObject({ status: 400 })
    for (const query of [{ nothing: '1' }, { size: '2' }, { top: '0' }, { top: '101' }, { top: 'all' }])
      expect(await refused(rows('seasons', query)), JSON.stringify(query)).toMatchObject({ status: 400 })
  })
})

describe.each(databasesWalked('embedded'))('the calls of charts ($kind)', kind => {
  let server: ServerUnderTest
  beforeAll(async () => {
    server = await startServer(kind, files)
  }, 60_000)
  afterAll(() => server.close())

  it('answer with the numbers, and refuse visitors and unknown names', async () => {
    const token = await server.signIn('admin', adminPassword)
    const status = async (path: string, as?: string) =>
      (await server.call('GET', `/api/${path}`, as === undefined ? {} : { token: as })).status
    const chart = await server.call('GET', '/api/engine/chart/trend?period=7%20days', { token })
    expect(chart.body.data).toMatchObject({ chart: { name: 'trend' }, more: 0 })
    expect(chart.body.data.rows).toHaveLength(7)
    const board = await server.call('GET', '/api/engine/board/city', { token })
    expect(Object.keys(board.body.data.charts)).toEqual(['amount', 'trend', 'seasons'])
    expect((await server.call('GET', '/api/city/reports/seasons', { token })).body.data).toEqual([])
    const list = await server.call('GET', `/api/city/v1/sale/page?${chart.body.data.rows[0].filter}`, { token })
    expect(list.body.data.total).toBe(0)
    const drawn = await server.call('GET', '/api/engine/list-chart/sale?kind_like=x&_chart=group%3Dkind', { token })
    expect(drawn.body.data).toMatchObject({ chart: { kind: 'bars' }, rows: [], filter: 'chart=by%3Akind%3F' })
    const behind = encodeURIComponent('by:kind?none=key\nby:season?key=1')
    expect(await status(`city/v1/sale/page?chart=${behind}`, token)).toBe(200)
    expect(chart.body.data.search).toEqual({ period: '7 days' })
    const workbook = `engine/chart/trend/workbook?${new URLSearchParams(chart.body.data.search)}`
    expect(await Promise.all([status(workbook, token), status(workbook)])).toEqual([200, 401])
    const joined = 'engine/board/days/workbook/'
    expect([await status(`${joined}days`, token), await status(`${joined}day`, token)]).toEqual([200, 404])
    for (const path of ['engine/chart/trends', 'engine/board/towns']) expect(await status(path, token)).toBe(404)
    for (const path of ['engine/chart/trend?x=1', 'engine/board/city?x=1', 'city/reports/seasons?x=1'])
      expect(await status(path, token)).toBe(400)
    for (const path of ['engine/chart/trend', 'engine/board/city', 'city/reports/seasons'])
      expect(await status(path)).toBe(401)
  })
})
