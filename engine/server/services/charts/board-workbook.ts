import { Readable } from 'node:stream'
import { typeOf } from '../../../fields/index.ts'
import { referredResource } from '../../../fields/traits.ts'
import type { Board, BoardAnswer, BoardTile, Chart, ChartAnswer } from '../../../model/chart.ts'
import { chartsAt } from '../../../model/chart-addresses.ts'
import type { Bilingual, Language } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { wallText } from '../../../rules/zone.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { rightsDigest } from '../../auth/rights-digest.ts'
import type { Database } from '../../database/database.ts'
import { refuse } from '../../errors/refuse.ts'
import { pathIn, searched, timeOf } from '../../store/charts/chart-rows.ts'
import type { Store } from '../../store/operations.ts'
import type { QueryInput } from '../../store/query.ts'
import type { RowStream } from '../../store/stream.ts'
import type { Cell } from '../export/cell.ts'
import { recordSheet } from '../export/export-file.ts'
import { fileName } from '../export/file-name.ts'
import { type SheetSource, workbook } from '../export/workbook.ts'
import { beginOperation, endOperation } from '../operations/operation-log.ts'
import { listFilter, readAddress } from './data-calls.ts'
import { inSnapshot, readBoard } from './read-charts.ts'

export interface WorkbookParts {
  readonly database: Database
  readonly store: Store
  nextId(): string
}

/** The greatest number of rows of a list in a workbook. */
const mostRows = 50_000

/** The records of a chart; without a stream the actor may not export them. */
interface List {
  readonly chart: Chart
  readonly filter: string
  readonly stream?: RowStream
}

/**
 * A board as a workbook: notes, a sheet for each tile as it is drawn, then one for each list that the actor may export. The
 * export of each list is recorded. Refused where the actor may export none.
 */
export async function boardWorkbook(
  parts: WorkbookParts,
  ctx: RequestContext,
  board: Board,
  query: QueryInput,
): Promise<{ readonly name: string; readonly bytes: Readable }> {
  const { language, model, clock, actor } = ctx
  const charts = chartsAt(model, { kind: 'workbook', board })
  const { search: given } = await inSnapshot(parts.database, queries => readAddress(queries, ctx, charts, query))
  // A given time replaces the default of another name.
  const isReplaced = (name: string) =>
    given['period'] !== undefined && charts.some(one => searched(one, name) && searched(one, name) === timeOf(ctx, one))
  const defaults = Object.entries(board.search).filter(([name]) => !isReplaced(name))
  const search = { ...Object.fromEntries(defaults), ...given }
  // That of its page; of a tile or a chart alone, its own.
  const page = model.pages.find(one => one.board === board.name)
  const title = page?.title ?? board.tiles[0]?.title ?? charts[0]?.title ?? noTitle
  const lists: List[] = []
  for (const name of board.lists ?? []) {
    const chart = model.charts[name]
    if (!chart) continue
    const filter = listFilter(ctx, chart, search)
    const mayExport = accessTo(ctx, resourceOf(model, chart.of), 'export').allowed
    const order = { query: { chart: filter }, columns: ['*'] }
    lists.push({ chart, filter, ...(mayExport && { stream: await parts.store.stream(ctx, chart.of, order) }) })
  }
  if (!lists.some(({ stream }) => stream)) throw refuse.forbidden(title)
  const answer = await readBoard(parts.database, ctx, { ...board, search }, {})
  const answers = Object.values(answer.charts)
  const now = wallText(clock.now.getTime(), clock.zone)
  const notes = [
    [words.board[language], title[language]],
    [words.by[language], `${actor.name} · ${model.title[language]} · ${now}`],
    ...(await filtersOf(parts.store, ctx, charts, search)),
    ...answers.map(one => [one.chart.title[language], noteOf(one, language)]),
    ...lists.map(({ chart, stream }) => {
      const content = !stream ? words.mayNot : stream.total > mostRows ? words.cut : words.whole
      return [resourceOf(model, chart.of).title[language], content[language].replace('%', String(stream?.total))]
    }),
  ]
  const bytes = workbook([
    sheet(words.notes[language], [words.item, words.content], notes, language),
    ...answer.board.tiles.flatMap(tile => tileSheet(tile, answer, language)),
    ...lists.flatMap(({ stream }) => (stream ? [recordSheet(stream, language, mostRows)] : [])),
  ])
  const span = answers.find(({ from }) => from !== undefined)
  const name = fileName(title[language], span ? spanOf(span) : now.slice(0, 10), 'xlsx')
  return { name, bytes: Readable.from(recorded(parts, ctx, lists, name, bytes), { objectMode: false }) }
}

/** A chart as the workbook of a board has it: its groups, and the records behind them. */
export const boardOfChart = ({ name }: Chart): Board => ({
  name,
  search: {},
  tiles: [{ name, kind: 'chart', charts: [name], span: 24, tall: 5 }],
  phone: [],
  lists: [name],
})

/** A tile of a board as its workbook has it, and the records behind each of its charts. Its own values are defaults. */
export function boardOfTile({ name, search, tiles, scenes = [] }: Board, wanted: string): Board {
  const tile = [...tiles, ...scenes.flatMap(scene => scene.tiles)].find(one => one.name === wanted)
  if (!tile) throw refuse.notFound(noTitle)
  const { search: own, ...shown } = tile
  return { name: `${name}.${tile.name}`, search: { ...search, ...own }, tiles: [shown], phone: [], lists: tile.charts }
}

/** The bytes, with an entry of the operations for each list. */
async function* recorded(
  { database: { kysely }, nextId }: WorkbookParts,
  ctx: RequestContext,
  lists: readonly List[],
  name: string,
  bytes: Readable,
): AsyncGenerator<Buffer> {
  const entries = lists.flatMap(({ stream, filter }) => (stream ? [{ id: nextId(), stream, filter }] : []))
  const until = ctx.clock.now.getTime()
  for (const { id, stream, filter } of entries) {
    const { resource, fields, total } = stream
    const [columns, rights] = [fields.map(field => field.name), rightsDigest(ctx, resource)]
    const details = { format: 'xlsx', columns, query: { chart: filter }, isSelection: false, name, until, rights }
    await beginOperation(kysely, ctx, { id, resource: resource.name, kind: 'export', details, meant: total })
  }
  let size = 0
  let isWhole = false
  try {
    for await (const piece of bytes) {
      size += piece.length
      yield piece
    }
    isWhole = true
  } finally {
    for (const { id, stream } of entries) {
      const done = isWhole ? Math.min(stream.total, mostRows) : 0
      const details = { bytes: size, file: 'gone' }
      await endOperation(kysely, ctx.actor.tenantId, id, { meant: stream.total, done, details })
    }
  }
}

/** The values of a search in words, without those that narrow nothing. */
async function filtersOf(
  store: Store,
  ctx: RequestContext,
  charts: readonly Chart[],
  search: Readonly<Record<string, string>>,
): Promise<string[][]> {
  const { language, model } = ctx
  const lines: string[][] = []
  for (const [name, value] of Object.entries(search)) {
    const chart = charts.find(one => searched(one, name))
    const path = chart && searched(chart, name)
    if (!chart || !path || value === 'all') continue
    const { field } = pathIn(ctx, resourceOf(model, chart.of), path)
    const of = referredResource(field, model)
    const names = of ? await store.labels(ctx, of.name, value.split(',')) : []
    const text = of ? names.map(one => one.name).join('、') : typeOf(field).format(value, field, model, language)
    lines.push([field.title[language], text])
  }
  return lines
}

const spanOf = ({ from, to }: ChartAnswer) => `${from} – ${to}`

/** The days of a chart, where it is written, and how its numbers are computed. */
const noteOf = (answer: ChartAnswer, language: Language): string =>
  [
    ...(answer.from === undefined ? [] : [spanOf(answer)]),
    ...(answer.chart.joins ?? [answer.chart]).flatMap(({ at, where, measures }) => [
      ...(at ? [`${at.file}:${at.line}`] : []),
      ...measures.map(({ title, computed }) => `${title[language]} = ${computed}`),
      ...(where === undefined ? [] : [where]),
    ]),
  ].join('; ')

function cell(value: string | number | null | undefined): Cell {
  if (typeof value !== 'number') return value ? { kind: 'text', text: value } : null
  const scale = Number.isInteger(value) ? 0 : 2
  return { kind: 'number', text: String(value), number: value, scale, hasSeparators: true }
}

type CellValue = Parameters<typeof cell>[0]

const sheet = (
  title: string,
  heads: readonly Bilingual[],
  rows: readonly (readonly CellValue[])[],
  language: Language,
): SheetSource => ({
  title,
  columns: heads.map((head, at) => ({ head: head[language], width: at === 0 ? 28 : 20 })),
  async *chunks() {
    yield rows.map(row => row.map(cell))
  },
})

/** A tile as it is drawn: its figures, or the groups of its chart. */
function tileSheet(tile: BoardTile, { charts }: BoardAnswer, language: Language): SheetSource[] {
  const answers = tile.charts.flatMap(name => charts[name] ?? [])
  const [first] = answers
  if (!first) return []
  if (tile.kind === 'figures') {
    const rows = answers.flatMap(({ chart, rows: [row] }) =>
      chart.measures.map(({ name, title, unit }) => [
        ...[chart.title[language], title[language], row?.values[name]],
        ...[unit?.[language], row?.previous?.[name]],
      ]),
    )
    const heads = [words.item, words.measure, words.value, words.unit, words.previous]
    return [sheet((tile.title ?? words.figures)[language], heads, rows, language)]
  }
  const { measures, groups, compare, title } = first.chart
  const name = (tile.title ?? title)[language]
  const titles = groups.map(one => one.title)
  if (first.records)
    return [
      sheet(
        name,
        titles,
        first.records.map(({ cells }) => cells.map(({ text }) => text)),
        language,
      ),
    ]
  const [own, compared] = [measures.map(withUnit), compare === undefined ? [] : measures]
  const rows = first.rows.map(({ names, values, previous }) => [
    ...names,
    ...measures.map(({ name }) => values[name]),
    ...compared.map(({ name }) => previous?.[name]),
  ])
  const heads = [...titles, ...own, ...compared.map(() => words.previous)]
  return [sheet(name, heads, rows, language)]
}

const withUnit = ({ title, unit }: ChartAnswer['chart']['measures'][number]): Bilingual =>
  unit ? { zh: `${title.zh} (${unit.zh})`, en: `${title.en} (${unit.en})` } : title

const noTitle: Bilingual = { zh: '看板', en: 'Board' }
const words = {
  notes: { zh: '说明', en: 'Notes' },
  item: { zh: '项目', en: 'Item' },
  content: { zh: '内容', en: 'Content' },
  board: noTitle,
  by: { zh: '导出', en: 'Exported by' },
  figures: { zh: '总览', en: 'Overview' },
  measure: { zh: '指标', en: 'Measure' },
  value: { zh: '数值', en: 'Value' },
  unit: { zh: '单位', en: 'Unit' },
  previous: { zh: '上期', en: 'Period before' },
  whole: { zh: '共 % 条', en: '% records' },
  cut: { zh: `共 % 条，只含前 ${mostRows} 条`, en: `% records, of which the first ${mostRows} are contained` },
  mayNot: { zh: '没有导出权限，不含这份清单', en: 'Not contained: you may not export this list' },
} satisfies Readonly<Record<string, Bilingual>>
