import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ChartAddress, chartAddresses } from '../../../model/chart-addresses.ts'
import type { Model } from '../../../model/model.ts'
import { perModel } from '../../../model/per-model.ts'
import { done } from '../../errors/envelope.ts'
import { type ChartCallParts, sendWorkbook } from '../../http/chart-calls.ts'
import { readData } from '../../services/charts/data-calls.ts'
import type { QueryInput } from '../../store/query.ts'

/** What a chart or a board declares at the path of a request. */
export const addressedAt = (model: Model, method: string, path: string): ChartAddress | undefined =>
  method === 'GET' ? addresses(model, '', () => new Map(chartAddresses(model))).get(path) : undefined

const addresses = perModel<ReadonlyMap<string, ChartAddress>>()

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
