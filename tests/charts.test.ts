import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChartAnswer } from '../engine/model/chart.ts'
import type { RequestContext } from '../engine/server/auth/request-context.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readBoard, readChart, readChartData } from '../engine/server/services/charts/read-charts.ts'
import { databasesUnderTest, roundsOf } from './support/databases.ts'
import { type Random, randomOf } from './support/random.ts'
import { salesApp } from './support/sales-app.ts'
import {
  actor,
  administrator,
  modelOf,
  refused,
  type StoreUnderTest,
  storeOn,
} from './support/store.ts'

const title = 'title: { zh: 数, en: Numbers }\nof: sale\n'
const groups = [
  ...['shopId', 'kind', 'pieces', 'isPaid', 'season', 'shopId.regionId', 'shopId.season', 'shopId.since.month'],
  ...['day', 'day.week', 'day.quarter', 'day.weekday', 'soldAt.day', 'soldAt.month', 'soldAt.year', 'soldAt.hourOfDay'],
  ...['soldAt.weekday', 'shopId.isOpen'],
]
const conditions = ["season == 'spring'", 'pieces > 2', "shopId.season != 'summer'", 'isPaid', 'day <= day(soldAt)']
const measures = [
  ...['count()', 'count()', 'distinct(shopId)', 'sum(amount)', 'avg(pieces)', 'max(soldAt)'],
  ...conditions.flatMap(one => [`count(${one})`, `share(${one})`, `ratio(count(${one}), count(pieces != null))`]),
]
const searches = ['day: 30 days', 'soldAt: month', 'day: all', 'soldAt: 12 weeks', 'soldAt: all, shopId.regionId: all']

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

const rounds = roundsOf(30, 80, 400)
const random = randomOf(11)
const charts = Object.fromEntries(
  Array.from({ length: rounds }, (_, index) => [`charts/random${index}.yaml`, randomChart(random)]),
)
const files = {
  ...salesApp,
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
  'charts/hours.yaml': `${title}search: { soldAt: today }\ngroup: soldAt.hourOfDay\n`,
  'charts/amount.yaml': `${title}measure: { amount: sum(amount), sales: count(amount > 50) }\n`,
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
const codes = ['sale_view', 'shop_view', 'region_view']
const buyer = actor({ userId: '21', roles: ['buyer'], codes })
const blind = actor({ userId: '22', roles: ['blind'], codes })

describe.each(databasesUnderTest())('charts ($kind)', kind => {
  let database: Database
  let on: StoreUnderTest
  let admin: RequestContext
  const ids: Record<string, string> = {}
  const chart = (name: string, search = {}, ctx = admin) => readChart(database, ctx, name, search)
  const values = ({ rows }: ChartAnswer, measure = 'count') => rows.map(row => row.values[measure])
  /** The exact total of the list of each row. */
  const totals = async (ctx: RequestContext, { rows }: ChartAnswer) => {
    const found: number[] = []
    for (const { filter } of rows)
      found.push(await on.store.count(ctx, 'sale', Object.fromEntries(new URLSearchParams(filter))))
    return found
  }

  beforeAll(async () => {
    database = await kind.open()
    on = await storeOn(database, model)
    admin = on.ctx(administrator)
    const save = async (resource: string, record: object) =>
      String((await on.store.save(admin, resource, record))['id'])
    ids['city'] = await save('region', { name: '城' })
    ids['east'] = await save('region', { name: '东', parentId: ids['city'] })
    ids['open'] = await save('shop', {
      name: '开',
      isOpen: true,
      regionId: ids['east'],
      season: '1',
      since: '2026-01-31',
    })
    ids['shut'] = await save('shop', { name: '关', isOpen: false, regionId: ids['city'] })
    ids['bare'] = await save('shop', { name: '素', isOpen: true, season: '2', since: '2026-09-01' })
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
  }, 60_000)
  afterAll(async () => {
    await on.close()
    await database.close()
  })

  it('count the rows of the list of each group', async () => {
    for (let index = 0; index < rounds; index++)
      for (const by of [administrator, buyer]) {
        const ctx = on.ctx(by)
        const answer = await chart(`random${index}`, {}, ctx)
        expect(values(answer, 'n'), charts[`charts/random${index}.yaml`]).toEqual(await totals(ctx, answer))
      }
  }, 120_000)
})
