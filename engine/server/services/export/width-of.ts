import type { Field } from '../../../model/model.ts'

/** The width of the values of a type, in widths of a digit. */
const widths: Readonly<Record<string, number>> = {
  boolean: 8,
  creditCode: 21,
  date: 12,
  datetime: 20,
  decimal: 14,
  id: 22,
  idCard: 21,
  integer: 12,
  longtext: 48,
  money: 14,
  phone: 15,
  plate: 11,
  serial: 20,
  time: 10,
}
const usual = 24
const widest = 60

/** The width of a column: the maximum of its values and of its head with the filter button. */
export function widthOf(field: Field, head: string): number {
  const ofHead = [...head].reduce((sum, sign) => sum + (/[\u1100-\uffff]/.test(sign) ? 2 : 1), 4)
  return Math.min(widest, Math.max(widths[field.type] ?? usual, ofHead))
}
