import type { Order } from '../model/model.ts'

/** `-createTime` as an order. */
export const writtenOrder = (text: string): Order => ({
  field: text.replace(/^-/, ''),
  descending: text.startsWith('-'),
})
