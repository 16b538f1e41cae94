import type { Order, Resource } from '../model/model.ts'

/** `-createTime` as an order, or `code, sort` with the order of equal values. */
export function writtenOrder(text: string): Order {
  const [first = '', ...rest] = text.split(/, */)
  const next = rest.length > 0 && { next: writtenOrder(rest.join()) }
  return { field: first.replace(/^-/, ''), descending: first.startsWith('-'), ...next }
}

/** The order of a list of records: the written one, by default that of their resource. */
export const listOrder = ({ sort }: Resource, written?: string): Order =>
  written === undefined ? sort : writtenOrder(written)
