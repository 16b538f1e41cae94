import type { Bilingual, Field } from '../model/model.ts'
import type { OptionKey } from './field-type.ts'

/** An option that holds a number, or undefined where the descriptor left it out. */
export function numberOption(field: Field, key: string): number | undefined {
  const value = field.options[key]
  return typeof value === 'number' ? value : undefined
}

/** An option that holds a text, or undefined where the descriptor left it out. */
export function textOption(field: Field, key: string): string | undefined {
  const value = field.options[key]
  return typeof value === 'string' ? value : undefined
}

/** Whether the field holds a list of values. */
export const isMany = (field: Field): boolean => field.options['many'] === true

/** The field as a condition, which takes several of its values. */
export const severalOf = (field: Field): Field => ({ ...field, options: { ...field.options, many: true } })

/** What a field is made of: a resource or a dictionary. The compiler has seen to it that it is there. */
export function ofOption(field: Field): string {
  const of = textOption(field, 'of')
  if (of === undefined) throw new Error(`The field "${field.name}" does not say what it is made of.`)
  return of
}

/** The mistake of a least that lies above the most. Days compare as texts do. */
export function crossed(field: Field): { key: string; message: Bilingual } | undefined {
  const [min, max] = [field.options['min'], field.options['max']]
  const isCrossed =
    (typeof min === 'number' && typeof max === 'number' && min > max) ||
    (typeof min === 'string' && typeof max === 'string' && min > max)
  if (!isCrossed) return undefined
  return { key: 'min', message: { zh: `min（${min}）大于 max（${max}）。`, en: `min (${min}) is above max (${max}).` } }
}

/** The key `many`, for types whose field may hold a list. */
export const many: OptionKey = {
  schema: { type: 'boolean' },
  help: { zh: '可以有多个值', en: 'Holds a list of values.' },
  default: false,
  example: true,
}
