import type { Field, Resource } from '../../model/model.ts'
import { textOption } from '../options.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What a record that is made to be chosen begins with: the words that were searched for, and what the field's `where`
 * says that it must equal (`it.placeId == placeId`).
 */
export function presetsFor(field: Field, of: Resource | undefined, record: Values, search: string): Values {
  const display = of?.fields.find(one => one.name === of.display)
  const equal = [...(textOption(field, 'where') ?? '').matchAll(/\bit\.(\w+)\s*==\s*(\w+)\b(?!\s*[.(])/g)]
  const held = equal.flatMap(([, name = '', from = '']) =>
    Object.hasOwn(record, from)
      ? [
          [name, record[from]],
          [`${name}Name`, record[`${from}Name`]],
        ]
      : [],
  )
  return {
    ...Object.fromEntries(held.filter(([, value]) => value !== undefined)),
    ...(search !== '' && display && (display.type === 'text' || display.type === 'longtext')
      ? { [display.name]: search }
      : {}),
  }
}
