import type { Bilingual, Field } from '../model/model.ts'
import type { OptionKey } from './field-type.ts'

/** The value of a numeric option; undefined where the descriptor omits it. */
export function numberOption(field: Field, key: string): number | undefined {
  const value = field.options[key]
  return typeof value === 'number' ? value : undefined
}

/** The value of a text option; undefined where the descriptor omits it. */
export function textOption(field: Field, key: string): string | undefined {
  const value = field.options[key]
  return typeof value === 'string' ? value : undefined
}

/** Whether the field contains a list of values. */
export const isMany = (field: Field): boolean => field.options['many'] === true

/** The field as a filter that accepts several of its values. */
export const severalOf = (field: Field): Field => ({ ...field, options: { ...field.options, many: true } })

/** The value of the option `of`: a resource or a dictionary. The compiler has checked that it exists. */
export function ofOption(field: Field): string {
  const of = textOption(field, 'of')
  if (of === undefined) throw new Error(`The field "${field.name}" has no option "of".`)
  return of
}

/** The mistake of a minimum above the maximum. Days compare as texts do. */
export function crossedOptions(field: Field): { key: string; message: Bilingual } | undefined {
  const [min, max] = [field.options['min'], field.options['max']]
  const isCrossed =
    (typeof min === 'number' && typeof max === 'number' && min > max) ||
    (typeof min === 'string' && typeof max === 'string' && min > max)
  if (!isCrossed) return undefined
  return {
    key: 'min',
    message: { zh: `min（${min}）大于 max（${max}）。`, en: `min (${min}) is greater than max (${max}).` },
  }
}

/** The option `many`, for types whose field may contain a list. */
export const many: OptionKey = {
  schema: { type: 'boolean' },
  help: { zh: '可以有多个值', en: 'The field contains a list of values.' },
  default: false,
  example: true,
}
