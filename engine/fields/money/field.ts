import { decimal } from '../decimal/field.ts'
import type { FieldType } from '../field-type.ts'
import { numberOptions } from '../number.ts'

/** An amount of money with two decimals, by default in yuan. */
export const money: FieldType<number> = {
  ...decimal,
  title: { zh: '金额', en: 'Money' },
  help: { zh: '金额，两位小数，默认单位元', en: 'An amount with two decimals. Default unit: yuan.' },
  format: value => value.toFixed(2),
  decimals: () => 2,
  amount: true,
  options: { ...numberOptions, unit: { ...numberOptions.unit, default: { zh: '元', en: 'CNY' } } },
}
