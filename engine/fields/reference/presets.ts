import type { Field, Resource } from '../../model/model.ts'
import { textOption } from '../options.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The initial values of a record that is created to be chosen: the searched text, and the values that the field's
 * `where` requires (`it.placeId == placeId`).
 */
export function presetsFor(field: Field, of: Resource | undefined, record: Values, search: string): Values {
  const display = of?.fields.find(one => one.name === of.display)
  const equal = [...(textOption(field, 'where') ?? '').matchAll(/\bit\.(\w+)\s*==\s*(\w+)\b(?!\s*[.(])/g)]
  const conditions = equal.flatMap(([, name = '', from = '']) =>
    Object.hasOwn(record, from)
      ? [
          [name, record[from]],
          [`${name}Name`, record[`${from}Name`]],
        ]
      : [],
  )
  return {
    ...Object.fromEntries(conditions.filter(([, value]) => value !== undefined)),
    ...(search !== '' && display && (display.type === 'text' || display.type === 'longtext')
      ? { [display.name]: search }
      : {}),
  }
}
