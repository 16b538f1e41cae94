import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../tests/support/sample-fields.ts'
import type { Field } from '../model/model.ts'
import { type FieldTypeName, fieldTypes, typeOf } from './index.ts'
import {
  hasDay,
  hasLines,
  isDictionary,
  isMoment,
  isPicture,
  isReference,
  isTimeOfDay,
  lineResource,
  referredResource,
  scaleOfNumber,
} from './traits.ts'

const questions: Readonly<Record<string, (field: Field) => boolean>> = {
  hasDay,
  hasLines,
  isDictionary,
  isMoment,
  isPicture,
  isReference,
  isTimeOfDay,
  isNumber: field => scaleOfNumber(field) !== undefined,
  isLarge: field => typeOf(field).large === true,
  isFreeText: field => typeOf(field).freeText !== undefined,
}

/** The questions that each type answers with yes. A type without a row does not compile. */
const answers: Record<FieldTypeName, readonly string[]> = {
  text: ['isFreeText'],
  longtext: ['isLarge', 'isFreeText'],
  integer: ['isNumber'],
  decimal: ['isNumber'],
  money: ['isNumber'],
  boolean: [],
  date: ['hasDay'],
  datetime: ['hasDay', 'isMoment'],
  time: ['isTimeOfDay'],
  dictionary: ['isDictionary'],
  reference: ['isReference'],
  children: ['hasLines', 'isLarge'],
  related: ['isLarge'],
  bind: ['isLarge'],
  phone: [],
  creditCode: [],
  plate: [],
  email: [],
  url: [],
  idCard: [],
  password: ['isLarge'],
  image: ['isPicture', 'isLarge'],
  file: ['isLarge'],
  json: ['isLarge'],
  serial: [],
  id: [],
}

describe('traits of a field', () => {
  it.each(Object.keys(fieldTypes) as FieldTypeName[])('are those of its type: %s', type => {
    const field = fieldNamed('name', type, { options: { of: 'thing' } })
    const yes = Object.entries(questions).flatMap(([name, asks]) => (asks(field) ? [name] : []))
    expect(yes).toEqual(answers[type])
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
