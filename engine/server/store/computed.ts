import { compute } from '../../record/compute.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row, Shape } from '../database/shape.ts'

/** Records that were read, with the computed values that have no column. */
export const withComputed = (ctx: RequestContext, { resource, computed }: Shape, records: Row[]): Row[] =>
  computed.length > 0 ? records.map(record => compute(ctx, resource, computed, record)) : records
