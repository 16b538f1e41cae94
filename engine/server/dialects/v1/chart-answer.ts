import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Addressed, chartAddresses } from '../../../model/chart-addresses.ts'
import type { Model } from '../../../model/model.ts'
import { done } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import { clientKeyOf } from '../../http/app.ts'
import type { Slots } from '../../http/slots.ts'
import { boardWorkbook, type WorkbookParts } from '../../services/charts/board-workbook.ts'
import { readData } from '../../services/charts/data-calls.ts'
import { attachment } from '../../services/export/file-name.ts'
import type { QueryInput } from '../../store/query.ts'

export interface ChartAnswerParts extends WorkbookParts {
  /** Exports that run at once. */
  readonly slots: Slots<string>
}

/** What a chart or a board declares at the path of a request. */
export function addressedAt({ charts, boards }: Model, method: string, path: string): Addressed | undefined {
  if (method !== 'GET') return undefined
  const known = tables.get(charts)?.boards === boards ? tables.get(charts)?.byPath : undefined
  const byPath = known ?? new Map(chartAddresses({ charts, boards }))
  tables.set(charts, { boards, byPath })
  return byPath.get(path)
}

const tables = new WeakMap<
  Model['charts'],
  { readonly boards: Model['boards']; readonly byPath: ReadonlyMap<string, Addressed> }
>()

/** The envelope with the numbers, or the file of a workbook. */
export async function chartAnswer(
  parts: ChartAnswerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  addressed: Addressed,
): Promise<unknown> {
  const { ctx, language } = request
  const query = request.query as QueryInput
  if (addressed.kind !== 'workbook') return done(await readData(parts, ctx, addressed, query), language)
  if (!(await parts.slots.take(clientKeyOf(request), reply.raw)))
    throw refuse.tooManyAtOnce(
      { zh: '您同时进行的导出过多，请稍后再试', en: 'Too many of your exports are running' },
      5,
    )
  const { name, bytes } = await boardWorkbook(parts, ctx, addressed.board, query)
  return reply
    .header('content-disposition', attachment(name))
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(bytes)
}
