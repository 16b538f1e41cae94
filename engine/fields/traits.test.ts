import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../tests/support/sample-fields.ts'
import type { Field } from '../model/model.ts'
import { type FieldTypeName, fieldTypes, typeOf } from './index.ts'
import {
  hasDay,
  hasLines,
  isBoolean,
  isDateField,
  isDictionary,
  isLongText,
  isMoment,
  isPicture,
  isReference,
  isTextual,
  isTimeOfDay,
  lineResource,
  referredResource,
  scaleOfNumber,
} from './traits.ts'

const questions: Readonly<Record<string, (field: Field) => boolean>> = {
  hasDay,
  hasLines,
  isBoolean,
  isDateField,
  isDictionary,
  isLongText,
  isMoment,
  isPicture,
  isReference,
  isTextual,
  isTimeOfDay,
  isNumber: field => scaleOfNumber(field) !== undefined,
  isLarge: field => typeOf(field).large === true,
  isFreeText: field => typeOf(field).freeText !== undefined,
}

/** The questions that types answer with yes; those without a row are formatted texts. */
const answers: Partial<Record<FieldTypeName, readonly string[]>> = {
  text: ['isTextual', 'isFreeText'],
  longtext: ['isLongText', 'isTextual', 'isLarge', 'isFreeText'],
  richtext: ['isLongText', 'isLarge'],
  integer: ['isNumber'],
  decimal: ['isNumber'],
  money: ['isNumber'],
  boolean: ['isBoolean'],
  date: ['hasDay', 'isDateField'],
  datetime: ['hasDay', 'isMoment'],
  time: ['isTextual', 'isTimeOfDay'],
  dictionary: ['isDictionary', 'isTextual'],
  reference: ['isReference'],
  children: ['hasLines', 'isLarge'],
  related: ['isLarge'],
  bind: ['isLarge'],
  permissions: ['isLarge'],
  password: ['isLarge'],
  image: ['isPicture', 'isTextual', 'isLarge'],
  file: ['isTextual', 'isLarge'],
  json: ['isLarge'],
  id: [],
}

describe('traits of a field', () => {
  it.each(Object.keys(fieldTypes) as FieldTypeName[])('are those of its type: %s', type => {
    const field = fieldNamed('name', type, { options: { of: 'thing' } })
    const yes = Object.entries(questions).flatMap(([name, asks]) => (asks(field) ? [name] : []))
    expect(yes).toEqual(answers[type] ?? ['isTextual'])
  })

  it('find the resource of lines and of references, and none where the model does not contain it', () => {
    const of = (type: FieldTypeName, name: string) => fieldNamed('name', type, { options: { of: name } })
    expect(lineResource(of('children', 'line'), sampleModel)?.name).toBe('line')
    expect(lineResource(of('reference', 'thing'), sampleModel)).toBeUndefined()
    expect(referredResource(of('reference', 'thing'), sampleModel)?.name).toBe('thing')
    expect(referredResource(of('reference', 'constructor'), sampleModel)).toBeUndefined()
    expect(referredResource(of('dictionary', 'thing'), sampleModel)).toBeUndefined()
  })
})
