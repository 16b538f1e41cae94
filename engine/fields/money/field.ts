import type { Field } from '../../model/model.ts'
import { currencyOf, isCurrency } from '../currency.ts'
import { decimal, scaleOf } from '../decimal/field.ts'
import type { FieldType } from '../field-type.ts'
import { numberOptions } from '../number.ts'
import { crossedOptions } from '../options.ts'

/** An amount of money, by default in yuan, with the decimals of its currency. */
export const money: FieldType<number> = {
  ...decimal,
  title: { zh: '金额', en: 'Money' },
  help: { zh: '金额，默认单位元，两位小数', en: 'An amount of money, by default in yuan with two decimal places.' },
  format: (value, field) => value.toFixed(scaleOf(field)),
  decimals: (_value, field) => scaleOf(field),
  amount: true,
  mistake: field => crossedOptions(field) ?? currencyMistake(field),
  options: {
    ...numberOptions,
    unit: { ...numberOptions.unit, default: { zh: '元', en: 'CNY' } },
    currency: {
      schema: { type: 'string', pattern: '^[A-Z]{3}$' },
      help: {
        zh: '币种的 ISO 4217 代码，决定单位和小数位数，代替 unit；导入和录入时可带它的符号。默认人民币',
        en: 'The ISO 4217 code of the currency. It determines the number of decimal places and the unit, in place of `unit`. Amounts can be entered and imported with the currency symbol. Default: CNY.',
      },
      example: 'USD',
    },
  },
}

/** An unknown currency, or a unit in addition to a currency. Without a currency, a unit of the descriptor replaces yuan. */
function currencyMistake(field: Field) {
  const code = currencyOf(field)
  if (code === undefined) return undefined
  if (!isCurrency(code))
    return { key: 'currency', message: { zh: `没有币种“${code}”。`, en: `There is no currency "${code}".` } }
  return {
    key: 'unit',
    message: {
      zh: `单位由币种 ${code} 决定，去掉 unit 或 currency。`,
      en: `The currency ${code} determines the unit. Remove unit or currency.`,
    },
  }
}
