import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Borders } from '../../model/chart.ts'
import { homeBoardOf } from '../../model/home-board.ts'
import { mayOpen } from '../auth/page-access.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import { readBoard, readChart } from '../services/charts/read-charts.ts'
import type { QueryInput } from '../store/query.ts'
import type { App } from './app.ts'

interface Named {
  readonly Params: { readonly name: string }
  readonly Querystring: QueryInput
}

/** `/api/engine/borders` of a map, `/api/engine/chart/…` and `/api/engine/board/…`: the numbers of a chart, and of all charts of a board in one snapshot. */
export function chartCalls(app: App, database: Database, folders: readonly string[]): void {
  app.get('/api/engine/borders', async ({ language }) => done(await bordersIn(folders), language))
  app.get<Named>('/api/engine/chart/:name', async ({ ctx, params, query, language }) =>
    done(await readChart(database, ctx, params.name, query), language),
  )
  app.get<Named>('/api/engine/board/:name', async ({ ctx, params, query, language }) => {
    const { pages, boards } = ctx.model
    const page = pages.find(({ board }) => board === params.name)
    const board = Object.hasOwn(boards, params.name) ? boards[params.name] : undefined
    if (!board) throw refuse.notFound({ zh: '看板', en: 'Board' })
    // A first page needs no code: its numbers are of the caller's own rows.
    const isHome = homeBoardOf(ctx.model, ctx.actor) === board.name
    if (page && !isHome && !mayOpen(ctx, page)) throw refuse.forbidden(page.title)
    return done(await readBoard(database, ctx, board, query), language)
  })
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
