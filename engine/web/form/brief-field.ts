import { entriesOf } from '../../fields/dictionary/field.ts'
import type { Field, Language, Model } from '../../model/model.ts'

const briefTypes = new Set(['date', 'time', 'integer', 'decimal', 'money', 'boolean'])

/** Letters that half the width of a phone holds beside a dot and an arrow. */
const room = { zh: 5, en: 10 } as const

/** Whether two of such fields have room beside each other on a phone. */
export function isBrief(field: Field, model: Model, language: Language): boolean {
  if (field.type !== 'dictionary' || field.options['many'] === true) return briefTypes.has(field.type)
  return entriesOf(field, model).every(({ title }) => title[language].length <= room[language])
}
