import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Board, Borders } from '../../model/chart.ts'
import { homeBoardOf } from '../../model/home-board.ts'
import { mayOpen } from '../auth/page-access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import { boardOfChart, boardOfTile, boardWorkbook, type WorkbookParts } from '../services/charts/board-workbook.ts'
import { readListChart } from '../services/charts/list-chart.ts'
import { chartNamed, readBoard, readChart } from '../services/charts/read-charts.ts'
import { attachment } from '../services/export/file-name.ts'
import type { QueryInput } from '../store/query.ts'
import { type App, clientKeyOf } from './app.ts'
import { resourceNamed } from './request-parts.ts'
import type { Slots } from './slots.ts'

interface Named {
  readonly Params: { readonly name: string }
  readonly Querystring: QueryInput
}

interface OfTile {
  readonly Params: Named['Params'] & { readonly tile: string }
  readonly Querystring: QueryInput
}

export interface ChartCallParts extends WorkbookParts {
  /** Exports that run at once. */
  readonly slots: Slots<string>
}

/**
 * `/api/engine/borders` of a map, `/api/engine/chart/…`, its workbook, a list as a chart, and `/api/engine/board/…`: the
 * numbers of a chart, of all charts of a board in one snapshot, and the workbook of a tile.
 */
export function chartCalls(app: App, parts: ChartCallParts, folders: readonly string[]): void {
  const { database } = parts
  app.get('/api/engine/borders', async ({ language }) => done(await bordersIn(folders), language))
  app.get<Named>('/api/engine/chart/:name', async ({ ctx, params, query, language }) =>
    done(await readChart(database, ctx, params.name, query), language),
  )
  app.get<Named>('/api/engine/chart/:name/workbook', { config: { kind: 'export' } }, (request, reply) => {
    const { ctx, params, query } = request
    return sendWorkbook(parts, request, reply, boardOfChart(chartNamed(ctx, params.name)), query)
  })
  app.get<Named>('/api/engine/list-chart/:name', async ({ ctx, params, query, language }) =>
    done(await readListChart(database, ctx, resourceNamed(ctx.model, params.name), query), language),
  )
  app.get<Named>('/api/engine/board/:name', async ({ ctx, params, query, language }) =>
    done(await readBoard(database, ctx, boardNamed(ctx, params.name), query), language),
  )
  app.get<OfTile>('/api/engine/board/:name/workbook/:tile', { config: { kind: 'export' } }, (request, reply) => {
    const { ctx, params, query } = request
    return sendWorkbook(parts, request, reply, boardOfTile(boardNamed(ctx, params.name), params.tile), query)
  })
}

/** The board with this name; throws if there is none, or if the actor may not open its page. */
function boardNamed(ctx: RequestContext, name: string): Board {
  const { pages, boards } = ctx.model
  const page = pages.find(({ board }) => board === name)
  const board = Object.hasOwn(boards, name) ? boards[name] : undefined
  if (!board) throw refuse.notFound({ zh: '看板', en: 'Board' })
  // A first page needs no code: its numbers are of the caller's own rows.
  const isHome = homeBoardOf(ctx.model, ctx.actor) === board.name
  if (page && !isHome && !mayOpen(ctx, page)) throw refuse.forbidden(page.title)
  return board
}

/** Sends the workbook of a board when an export of the client may run. */
export async function sendWorkbook(
  parts: ChartCallParts,
  request: FastifyRequest,
  reply: FastifyReply,
  board: Board,
  query: QueryInput,
): Promise<unknown> {
  if (!(await parts.slots.take(clientKeyOf(request), reply.raw)))
    throw refuse.tooManyAtOnce(
      { zh: '您同时进行的导出过多，请稍后再试', en: 'Too many of your exports are running' },
      5,
    )
  const { name, bytes } = await boardWorkbook(parts, request.ctx, board, query)
  return reply
    .header('content-disposition', attachment(name))
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(bytes)
}

/** The borders that the operator supplies as `borders.geojson`, if they have the number of their approval. */
async function bordersIn(folders: readonly string[]): Promise<Borders | null> {
  for (const folder of folders) {
    const text = await readFile(join(folder, 'borders.geojson'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const found = JSON.parse(text) as Partial<Borders>
    if (typeof found.approval === 'string' && found.approval !== '' && Array.isArray(found.features))
      return found as Borders
  }
  return null
}
