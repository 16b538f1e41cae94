import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ChartAddress, chartAddresses } from '../../../model/chart-addresses.ts'
import type { Model } from '../../../model/model.ts'
import { done } from '../../errors/envelope.ts'
import { type ChartCallParts, sendWorkbook } from '../../http/chart-calls.ts'
import { readData } from '../../services/charts/data-calls.ts'
import type { QueryInput } from '../../store/query.ts'

/** What a chart or a board declares at the path of a request. */
export function addressedAt({ charts, boards }: Model, method: string, path: string): ChartAddress | undefined {
  if (method !== 'GET') return undefined
  const known = tables.get(charts)?.boards === boards ? tables.get(charts)?.byPath : undefined
  const byPath = known ?? new Map(chartAddresses({ charts, boards }))
  tables.set(charts, { boards, byPath })
  return byPath.get(path)
}

const tables = new WeakMap<
  Model['charts'],
  { readonly boards: Model['boards']; readonly byPath: ReadonlyMap<string, ChartAddress> }
>()

/** The envelope with the numbers, or the file of a workbook. */
export async function chartAnswer(
  parts: ChartCallParts,
  request: FastifyRequest,
  reply: FastifyReply,
  addressed: ChartAddress,
): Promise<unknown> {
  const { ctx, language } = request
  const query = request.query as QueryInput
  if (addressed.kind !== 'workbook') return done(await readData(parts, ctx, addressed, query), language)
  return sendWorkbook(parts, request, reply, addressed.board, query)
}
