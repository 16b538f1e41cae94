import { isBoolean, isDictionary, isReference } from '../../../fields/traits.ts'
import type {
  Board,
  BoardAnswer,
  BoardField,
  BoardTile,
  Chart,
  ChartAnswer,
  ShownScene,
  WorkAnswer,
} from '../../../model/chart.ts'
import { resourceOf } from '../../../model/names.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database, Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import { assureKnownNames } from '../../errors/known-names.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import { pathIn, searched } from '../../store/charts/chart-rows.ts'
import { levelOf, withNodeIds } from '../../store/charts/tree-levels.ts'
import type { QueryInput } from '../../store/query.ts'
import { chartNumbers, ownSearch } from './chart-numbers.ts'
import { joinedChart, joinedName } from './joined-chart.ts'
import { nodesBeneath } from './labels.ts'
import { workRows } from './work-rows.ts'

const timeout = '10s'

/** Runs statements that see one state of the database and cannot write. */
export const inSnapshot = <Result>(database: Database, work: (queries: Queries) => Promise<Result>): Promise<Result> =>
  database.transaction(async queries => {
    await begin(queries)
    return work(queries)
  })

async function begin(queries: Queries): Promise<void> {
  await run(queries, 'set transaction isolation level repeatable read, read only', [])
  await run(queries, `set local statement_timeout = '${timeout}'`, [])
}

/**
 * Runs reads that see one state of the database. On a server, a second connection takes over some of them if it is free in
 * time: one of the background, because calls that each wait for another one of theirs would wait for each other.
 */
async function readAll(database: Database, reads: readonly ((queries: Queries) => Promise<void>)[]): Promise<void> {
  const waiting = [...reads]
  const readWaiting = async (queries: Queries) => {
    for (let read = waiting.shift(); read; read = waiting.shift()) await read(queries)
  }
  let isShared = false
  let share: (snapshot: string) => void = () => undefined
  const shared = new Promise<string>(resolve => {
    share = resolve
  })
  const help = async () => {
    await database.background.transaction(async queries => {
      const snapshot = await shared
      if (waiting.length === 0) return
      isShared = true
      await begin(queries)
      await run(queries, `set transaction snapshot '${snapshot}'`, [])
      await readWaiting(queries)
    })
  }
  const helping = database.kind === 'postgres' && waiting.length > 1 ? help() : undefined
  // Without a connection, all is read on the first one.
  helping?.catch(() => undefined)
  try {
    await inSnapshot(database, async queries => {
      if (helping) share(String((await run(queries, 'select pg_export_snapshot() as id', []))[0]?.['id']))
      await readWaiting(queries)
      // The snapshot ends with this transaction.
      if (isShared) await helping
    })
  } finally {
    waiting.length = 0
    share('')
  }
}

/** The numbers of a chart, narrowed by the names of an address. */
export async function readChart(
  database: Database,
  ctx: RequestContext,
  name: string,
  given: QueryInput,
): Promise<ChartAnswer> {
  const chart = chartNamed(ctx, name)
  const numbers = await inSnapshot(database, async queries =>
    chartNumbers(queries, ctx, chart, await withSearchedNodes(queries, ctx, [chart], searchTexts(given))),
  )
  if (!numbers) throw refuse.forbidden(chart.title)
  return numbers.answer
}

/** The chart with this name; throws if there is none. */
export function chartNamed({ model: { charts } }: RequestContext, name: string): Chart {
  const chart = Object.hasOwn(charts, name) ? charts[name] : undefined
  if (!chart) throw refuse.notFound({ zh: '图表', en: 'Chart' })
  return chart
}

/** The numbers of all charts of a board that the actor may view, in one snapshot; with `of`, of the tiles of these resources. */
export async function readBoard(
  database: Database,
  ctx: RequestContext,
  board: Board,
  given: QueryInput,
): Promise<BoardAnswer> {
  assureKnownNames(given, ['of', ...Object.keys(board.search), ...(board.scenes ? ['scene', ...treesOf(board)] : [])])
  const { scene: wanted, of, ...own } = searchTexts(given)
  const changed = of?.split(',')
  const charts: Record<string, ChartAnswer> = {}
  const work: Record<string, WorkAnswer> = {}
  const current = board.scenes?.find(({ name }) => name === wanted) ?? board.scenes?.[0]
  if (wanted !== undefined && wanted !== current?.name) throw refuse.unknownName(wanted.slice(0, 100))
  const all = current?.tiles ?? board.tiles
  const chartsOfAll = all.flatMap(tile => tile.charts).flatMap(name => ctx.model.charts[name] ?? [])
  const search = {
    ...board.search,
    ...(Object.keys(own).length > 0 &&
      (await inSnapshot(database, queries => withSearchedNodes(queries, ctx, chartsOfAll, own)))),
  }
  let scenes: readonly ShownScene[] = []
  await readAll(database, [
    async queries => {
      scenes = await scenesOf(queries, ctx, board, search)
    },
    ...all
      .filter(tile => !changed || resourcesOf(ctx, tile).some(name => changed.includes(name)))
      .flatMap(tile => readsOf(ctx, tile, search, charts, work)),
  ])
  const tiles = all
    .map(tile => (tile.kind === 'joined' ? { ...tile, kind: 'chart' as const, charts: [joinedName(tile)] } : tile))
    .map(tile => ({
      ...tile,
      charts: tile.charts.filter(name => charts[name] !== undefined),
      ...(tile.add && { add: tile.add.filter(name => accessTo(ctx, resourceOf(ctx.model, name), 'add').allowed) }),
    }))
    .filter(tile => tile.charts.length > 0 || tile.work || tile.add?.length || tile.part)
  const { workbook, ...http } = board.http ?? {}
  const mayExport = board.lists?.some(
    name => ctx.model.charts[name] && accessTo(ctx, resourceOf(ctx.model, ctx.model.charts[name].of), 'export').allowed,
  )
  const phone = board.phone.filter(name => tiles.some(tile => tile.name === name))
  const isShown = ({ name, search: own }: ShownScene) =>
    name === current?.name && Object.entries(own).every(([key, value]) => search[key] === value)
  const { scenes: _scenes, ...shown } = board
  return {
    board: { ...shown, http: { ...http, ...(workbook && mayExport && { workbook }) }, tiles, phone },
    search,
    fields: Object.keys(board.search).flatMap(name => fieldOfSearch(ctx, all, name) ?? []),
    // Not in the order in which they were read.
    charts: Object.fromEntries(
      tiles.flatMap(tile => tile.charts).flatMap(name => (charts[name] ? [[name, charts[name]]] : [])),
    ),
    work,
    ...(current && { scenes, scene: Math.max(0, scenes.findIndex(isShown)) }),
  }
}

/** The resources whose rows a tile shows. */
const resourcesOf = ({ model }: RequestContext, { charts, work = [] }: BoardTile): string[] => [
  ...charts.flatMap(name => model.charts[name]?.of ?? []),
  ...work.map(({ of }) => of),
]

/** Reads that add the numbers of a tile to those of its board. */
function readsOf(
  ctx: RequestContext,
  tile: BoardTile,
  search: Readonly<Record<string, string>>,
  charts: Record<string, ChartAnswer>,
  work: Record<string, WorkAnswer>,
): ((queries: Queries) => Promise<void>)[] {
  const { work: entries } = tile
  if (entries)
    return [
      async queries => {
        work[tile.name] = await workRows(queries, ctx, entries)
      },
    ]
  const add =
    (name: string, read: (queries: Queries) => Promise<ChartAnswer | undefined>) => async (queries: Queries) => {
      const answer = await read(queries)
      if (answer) charts[name] = answer
    }
  if (tile.kind === 'joined')
    return [add(joinedName(tile), queries => joinedChart(queries, ctx, tile, search, freshNumbers))]
  return tile.charts
    .flatMap(name => ctx.model.charts[name] ?? [])
    .map(chart =>
      add(chart.name, async queries => {
        const own = ownSearch(ctx, chart, search, tile.search)
        return (await freshNumbers(queries, ctx, chart, own))?.answer
      }),
    )
}

/** The field of a search that is a choice, as the first chart that has it and the actor may read it. */
function fieldOfSearch(ctx: RequestContext, tiles: readonly BoardTile[], name: string): BoardField | undefined {
  for (const chart of tiles.flatMap(tile => tile.charts).flatMap(one => ctx.model.charts[one] ?? [])) {
    const path = searched(chart, name)
    if (!path) continue
    const { of, field } = pathIn(ctx, resourceOf(ctx.model, chart.of), path)
    const { allowed, reads } = accessTo(ctx, of, 'view')
    const isChoice = isReference(field) || isDictionary(field) || isBoolean(field)
    if (isChoice && allowed && reads(field)) return { name, of: of.name, field: field.name }
  }
  return undefined
}

/** The numbers of a chart of a board, which does not wait for stored values that are recomputed: undefined until then. */
const freshNumbers: typeof chartNumbers = (...of) =>
  chartNumbers(...of).catch(error => {
    if (error instanceof Refusal && error.code === 'stale-values') return undefined
    throw error
  })

const treesOf = ({ scenes = [] }: Board): string[] => scenes.flatMap(({ each }) => each ?? [])

/**
 * The scenes of a board, of `each` one for each node one level beneath that of the board's search. If a chart of the scene
 * is grouped by these nodes, those with a value only, the greatest first, and the one that is shown.
 */
async function scenesOf(
  queries: Queries,
  ctx: RequestContext,
  { scenes = [], search }: Board,
  shownSearch: Readonly<Record<string, string>>,
): Promise<readonly ShownScene[]> {
  const shown: ShownScene[] = []
  for (const { name, title, each, tiles } of scenes) {
    const one = { name, ...(title && { title }), search: {} }
    const charts = tiles.flatMap(tile => tile.charts).flatMap(chart => ctx.model.charts[chart] ?? [])
    const narrowed = each === undefined ? [] : charts.filter(chart => searched(chart, each))
    const counted = narrowed.find(({ group: [first] }) => first?.level === 'below')
    const chart = counted ?? narrowed[0]
    const path = chart && each !== undefined && searched(chart, each)
    if (!chart || !path || each === undefined) {
      shown.push(one)
      continue
    }
    const { field } = pathIn(ctx, resourceOf(ctx.model, chart.of), path)
    const nodes = await nodesBeneath(queries, ctx, levelOf(ctx, field, 'below', search[each]))
    const numbers = counted && (await freshNumbers(queries, ctx, counted, ownSearch(ctx, counted, search)))
    const [measure] = counted?.measures ?? []
    const values = new Map(
      numbers?.answer.rows.map(row => [row.keys[0], Number(row.values[measure?.name ?? ''])] as const),
    )
    const value = (key: string) => values.get(key) ?? 0
    for (const { key, name: of } of nodes.toSorted((a, b) => value(b.key) - value(a.key)))
      if (!numbers || value(key) > 0 || key === shownSearch[each])
        shown.push({ ...one, title: { zh: of, en: of }, search: { [each]: key } })
  }
  return shown
}

/** The values of an address, in which nodes of the trees that the charts search are also named by their code. */
export const withSearchedNodes = (
  queries: Queries,
  ctx: RequestContext,
  charts: readonly Chart[],
  search: Readonly<Record<string, string>>,
): Promise<Record<string, string>> =>
  withNodeIds(queries, ctx, { ...search }, name => {
    const chart = charts.find(one => searched(one, name))
    const path = chart && searched(chart, name)
    return chart && path && pathIn(ctx, resourceOf(ctx.model, chart.of), path).field
  })

/** The texts of an address; several values of a name are separated by commas. */
export const searchTexts = (given: QueryInput): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [[name, String(text)]])),
  )
