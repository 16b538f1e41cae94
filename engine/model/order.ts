import type { Order, Resource } from '../model/model.ts'

/** `-createTime` as an order. */
export const writtenOrder = (text: string): Order => ({
  field: text.replace(/^-/, ''),
  descending: text.startsWith('-'),
})

/** The order of a list of records: the written one, by default that of their resource. */
export const listOrder = ({ sort }: Resource, written?: string): Order =>
  written === undefined ? sort : writtenOrder(written)
