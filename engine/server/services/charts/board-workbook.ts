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
import { pathIn, searched } from '../../store/charts/chart-rows.ts'
import type { Store } from '../../store/operations.ts'
import type { QueryInput } from '../../store/query.ts'
import type { RowStream } from '../../store/stream.ts'
import type { Cell } from '../export/cell.ts'
import { recordSheet } from '../export/export-file.ts'
import { fileName } from '../export/file-name.ts'
import { type SheetSource, workbook } from '../export/workbook.ts'
import { beginOperation, endOperation } from '../operations/operation-log.ts'
import { inWords, measureInWords } from './computed-words.ts'
import { addressSearch, listFilter } from './data-calls.ts'
import { readBoard, searchTexts } from './read-charts.ts'

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
  const { language, model } = ctx
  const charts = chartsAt(model, { kind: 'workbook', board })
  const search = { ...board.search, ...addressSearch(ctx, charts, searchTexts(query)) }
  const title = titleOf(ctx, board)
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
  const span = Object.values(answer.charts).find(({ from }) => from !== undefined)
  const notes = await notesOf(parts, ctx, { title, charts, search, lists, answer })
  const bytes = workbook([
    sheet(words.notes[language], [words.item[language], words.content[language]], notes),
    ...answer.board.tiles.flatMap(tile => tileSheet(tile, answer, language)),
    ...lists.flatMap(({ stream }) => (stream ? [recordSheet(stream, language, mostRows)] : [])),
  ])
  const days = span ? `${span.from} – ${span.to}` : wallText(ctx.clock.now.getTime(), ctx.clock.zone).slice(0, 10)
  const name = fileName(title[language], days, 'xlsx')
  return { name, bytes: Readable.from(recorded(parts, ctx, lists, name, bytes), { objectMode: false }) }
}

/** That of its page; of a chart alone, that of the chart. */
const titleOf = ({ model }: RequestContext, { name }: Board): Bilingual =>
  model.pages.find(page => page.board === name)?.title ?? model.charts[name]?.title ?? { zh: name, en: name }

/** A chart as the workbook of a board has it: its groups, and the records behind them. */
export const boardOfChart = ({ name }: Chart): Board => ({
  name,
  search: {},
  tiles: [{ name, kind: 'chart', charts: [name], span: 24, tall: 5 }],
  phone: [],
  lists: [name],
})

/** The bytes, with an entry of the operations for each list. */
async function* recorded(
  { database: { kysely }, nextId }: WorkbookParts,
  ctx: RequestContext,
  lists: readonly List[],
  name: string,
  bytes: Readable,
): AsyncGenerator<Buffer> {
  const entries = lists.flatMap(({ stream, filter }) => (stream ? [{ id: nextId(), stream, filter }] : []))
  const now = ctx.clock.now.getTime()
  for (const { id, stream, filter } of entries) {
    const { resource, fields, total } = stream
    const columns = fields.map(field => field.name)
    const rights = rightsDigest(ctx, resource)
    const details = { format: 'xlsx', columns, query: { chart: filter }, isSelection: false, name, until: now, rights }
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

const text = (value: string): Cell => (value === '' ? null : { kind: 'text', text: value })

function cell(value: string | number | null | undefined): Cell {
  if (typeof value !== 'number') return text(value ?? '')
  const scale = Number.isInteger(value) ? 0 : 2
  return { kind: 'number', text: String(value), number: value, scale, hasSeparators: true }
}

const sheet = (title: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): SheetSource => ({
  title,
  columns: heads.map((head, at) => ({ head, width: at === 0 ? 28 : 20 })),
  async *chunks() {
    yield rows
  },
})

/** A tile as it is drawn: its figures, or the groups of its chart. */
function tileSheet(tile: BoardTile, { charts }: BoardAnswer, language: Language): SheetSource[] {
  const answers = tile.charts.flatMap(name => charts[name] ?? [])
  const [first] = answers
  if (!first) return []
  const title = (tile.title ?? (tile.kind === 'figures' ? words.figures : first.chart.title))[language]
  if (tile.kind !== 'figures') return [sheet(title, ...groupRows(first, language))]
  const rows = answers.flatMap(({ chart, rows: [row] }) =>
    chart.measures.map(({ name, title: shown, unit }) => [
      text(chart.title[language]),
      text(shown[language]),
      cell(row?.values[name]),
      text(unit?.[language] ?? ''),
      cell(row?.previous?.[name]),
    ]),
  )
  const heads = [words.item, words.measure, words.value, words.unit, words.previous].map(word => word[language])
  return [sheet(title, heads, rows)]
}

function groupRows({ chart, rows }: ChartAnswer, language: Language): [heads: string[], rows: Cell[][]] {
  const { measures, groups, compare } = chart
  const hasPrevious = compare !== undefined
  const heads = measures.map(({ title, unit }) => title[language] + (unit ? ` (${unit[language]})` : ''))
  return [
    [
      ...groups.map(({ title }) => title[language]),
      ...heads,
      ...(hasPrevious ? heads.map(head => `${head} · ${words.previous[language]}`) : []),
    ],
    rows.map(({ names, values, previous }) => [
      ...names.map(text),
      ...measures.map(({ name }) => cell(values[name])),
      ...(hasPrevious ? measures.map(({ name }) => cell(previous?.[name])) : []),
    ]),
  ]
}

interface Noted {
  readonly title: Bilingual
  readonly charts: readonly Chart[]
  readonly search: Readonly<Record<string, string>>
  readonly lists: readonly List[]
  readonly answer: BoardAnswer
}

/** Who exported what, when, with which filters, how each number is computed, and which lists are cut off or missing. */
async function notesOf(
  { store }: WorkbookParts,
  ctx: RequestContext,
  { title, charts, search, lists, answer }: Noted,
): Promise<Cell[][]> {
  const { language, actor, clock, model } = ctx
  const line = (head: Bilingual, content: string) => [text(head[language]), text(content)]
  const filters: Cell[][] = []
  for (const [name, value] of Object.entries(search)) {
    const chart = charts.find(one => searched(one, name))
    const path = chart && searched(chart, name)
    if (!chart || !path || value === 'all') continue
    const { field } = pathIn(ctx, resourceOf(model, chart.of), path)
    const of = referredResource(field, model)
    const names = of ? await store.labels(ctx, of.name, value.split(',')) : []
    filters.push(
      line(
        field.title,
        of ? names.map(({ name }) => name).join('、') : typeOf(field).format(value, field, model, language),
      ),
    )
  }
  const shown = new Set(answer.board.tiles.flatMap(tile => tile.charts))
  return [
    line(words.board, title[language]),
    line(words.system, model.title[language]),
    line(words.by, actor.name),
    line(words.at, wallText(clock.now.getTime(), clock.zone)),
    ...filters,
    ...Object.values(answer.charts).flatMap(({ chart, from, to }) =>
      from === undefined ? [] : [[text(chart.title[language]), text(`${from} – ${to}`)]],
    ),
    ...charts.flatMap(({ name, title: named, of, where, measures }) => {
      if (!shown.has(name)) return []
      const resource = resourceOf(model, of)
      const computed = measures.map(one => `${one.title[language]} = ${measureInWords(ctx, resource, one.compute)}`)
      const parts = [
        `charts/${name}.yaml`,
        ...computed,
        ...(where === undefined ? [] : [inWords(ctx, resource, where)]),
      ]
      return [[text(named[language]), text(parts.join('; '))]]
    }),
    ...lists.map(({ chart, stream }) => {
      const total = stream?.total ?? 0
      const content = !stream ? words.mayNot : total > mostRows ? words.cut : words.whole
      return line(resourceOf(model, chart.of).title, content[language].replace('%', String(total)))
    }),
  ]
}

const words = {
  notes: { zh: '说明', en: 'Notes' },
  item: { zh: '项目', en: 'Item' },
  content: { zh: '内容', en: 'Content' },
  board: { zh: '看板', en: 'Board' },
  system: { zh: '系统', en: 'System' },
  by: { zh: '导出人', en: 'Exported by' },
  at: { zh: '导出时间', en: 'Exported at' },
  figures: { zh: '总览', en: 'Overview' },
  measure: { zh: '指标', en: 'Measure' },
  value: { zh: '数值', en: 'Value' },
  unit: { zh: '单位', en: 'Unit' },
  previous: { zh: '上期', en: 'Period before' },
  whole: { zh: '共 % 条', en: '% records' },
  cut: { zh: `共 % 条，只含前 ${mostRows} 条`, en: `% records, of which the first ${mostRows} are contained` },
  mayNot: { zh: '没有导出权限，不含这份清单', en: 'Not contained: you may not export this list' },
} satisfies Readonly<Record<string, Bilingual>>
