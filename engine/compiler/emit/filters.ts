import { fieldTypes, typeOf } from '../../fields/index.ts'
import type { Field } from '../../model/model.ts'
import { typeName } from '../../model/names.ts'
import { unionOf } from './literals.ts'
import { conditionsOf, isQueried } from './query.ts'

/** The name of an operator family by the endings of its query parameters, written as a union type. */
export type Families = ReadonlyMap<string, string>

/**
 * The operator families of all field types. Fields whose query parameters have the same endings are one family, named
 * after the first field type that has them: `TextFilter`, `DictionaryListFilter`.
 */
export function operatorFamilies(): Families {
  const families = new Map<string, string>()
  for (const type of Object.keys(fieldTypes))
    for (const many of [false, true]) {
      const field = sampleOf(type, many)
      const endings = endingsOf(field)
      if (isQueried(field) && !families.has(endings))
        families.set(endings, `${typeName(type)}${many ? 'List' : ''}Filter`)
    }
  return families
}

/** The types of these families. */
export const filterTypes = (families: Families): string[] => [
  '// Operator families of query parameters, each named after the first field type that has it.',
  ...[...families].map(
    ([endings, name]) => `export type ${name}<R, N extends keyof R & string> = Filter<R, N, ${endings}>`,
  ),
  '',
]

/** The filters of a record's fields, one per operator family: `TextFilter<EntInfo, 'name' | 'code'>`. */
export function filtersOf(record: string, fields: readonly Field[], families: Families): string[] {
  const names = new Map<string, string[]>()
  for (const field of fields.filter(isQueried)) {
    const family = families.get(endingsOf(field))
    if (!family) throw new Error(`The field type "${field.type}" has no operator family.`)
    names.set(family, [...(names.get(family) ?? []), field.name])
  }
  return [...names].map(([family, of]) => `${family}<${record}, ${unionOf(of)}>`)
}

const endingsOf = (field: Field): string =>
  unionOf(conditionsOf(field).flatMap(([ending]) => (ending === '' ? [] : [ending.slice(1)])))

/** A field of a type, with what the endings of its query parameters depend on. */
function sampleOf(type: string, many: boolean): Field {
  const field: Field = {
    name: type,
    title: { zh: '', en: '' },
    type,
    column: type,
    required: false,
    unique: false,
    index: false,
    readOnly: false,
    stored: false,
    options: { many },
  }
  const rule = typeOf(field).rule(field)
  return { ...field, ...(rule && { rule }) }
}
