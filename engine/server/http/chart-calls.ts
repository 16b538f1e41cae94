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

/** `/api/engine/chart/…` and `/api/engine/board/…`: the numbers of a chart, and of all charts of a board in one snapshot. */
export function chartCalls(app: App, database: Database): void {
  app.get<Named>('/api/engine/chart/:name', async ({ ctx, params, query, language }) =>
    done(await readChart(database, ctx, params.name, query), language),
  )
  app.get<Named>('/api/engine/board/:name', async ({ ctx, params, query, language }) => {
    const { pages, boards } = ctx.model
    const page = pages.find(({ board }) => board === params.name)
    const board = Object.hasOwn(boards, params.name) ? boards[params.name] : undefined
    if (!page || !board) throw refuse.notFound({ zh: '看板', en: 'Board' })
    if (!mayOpen(ctx, page)) throw refuse.forbidden(page.title)
    return done(await readBoard(database, ctx, board, query), language)
  })
}
