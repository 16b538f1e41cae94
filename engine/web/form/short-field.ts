import { dictionaryEntriesOf } from '../../fields/dictionary/field.ts'
import { isMany } from '../../fields/options.ts'
import { isBoolean, isDateField, isDictionary, isTimeOfDay, scaleOfNumber } from '../../fields/traits.ts'
import type { Field, Language, Model } from '../../model/model.ts'

/** The number of characters that fit into half the width of a phone, next to a dot and an arrow. */
const room = { zh: 5, en: 10 } as const

/** Whether two such fields fit next to each other on a phone. */
export function isShortField(field: Field, model: Model, language: Language): boolean {
  if (!isDictionary(field) || isMany(field))
    return isTimeOfDay(field) || scaleOfNumber(field) !== undefined || isDateField(field) || isBoolean(field)
  return dictionaryEntriesOf(field, model).every(({ title }) => title[language].length <= room[language])
}
