import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../tests/support/sample-fields.ts'
import type { Field, Model } from '../model/model.ts'
import { readTexts, type TextsOptions, typedNumber } from './read-text.ts'

const entry = (key: string, title: string, aliases: readonly string[] = []) => ({
  name: `unit${key}`,
  key,
  title: { zh: title, en: title },
  aliases,
  sealed: false,
})
const unitEntries = [entry('1', 'kg', ['公斤']), entry('3', '斤')]
const model: Model = {
  ...sampleModel,
  dictionaries: { unit: { code: 'unit', title: { zh: '单位', en: 'Unit' }, entries: unitEntries } },
}
const quantity = fieldNamed('quantity', 'decimal', { options: { scale: 3 } })
const unit = fieldNamed('unit', 'dictionary', { options: { of: 'unit' } })
const price = fieldNamed('price', 'money')
const fields = [quantity, unit, price]

/** The values read, or the codes of the faults. */
function read(texts: readonly (readonly [Field, string])[], unitAt: TextsOptions['unitAt'] = () => null) {
  const readings = readTexts(new Map(texts), { model, fields, unitAt })
  return Object.fromEntries(
    [...readings].map(([field, one]) => [field.name, 'fault' in one ? one.fault.code : one.value]),
  )
}

describe('number with the unit of the adjacent field', () => {
  it.each([
    ['10斤', { quantity: 10, unit: '3' }],
    ['１０ 公斤', { quantity: 10, unit: '1' }],
    ['1,200 KG', { quantity: 1200, unit: '1' }],
    ['10袋', { quantity: 'value.incorrect' }],
    ['10', { quantity: 10 }],
    ['斤', { quantity: 'value.incorrect' }],
  ])('%s sets the unit where no text contains one', (text, expected) => {
    expect(read([[quantity, text]])).toEqual(expected)
  })

  it('agrees with the same adjacent unit, however it is written', () => {
    const texts = [
      [quantity, '10kg'],
      [unit, '公斤'],
    ] as const
    expect(read(texts)).toEqual({ quantity: 10, unit: '1' })
  })

  it.each([['公斤'], ['不知道']])('is a fault with a different adjacent unit, %s', given => {
    const texts = [
      [quantity, '10斤'],
      [unit, given],
    ] as const
    expect(read(texts)).toMatchObject({ quantity: 'number.other-unit' })
  })

  it('does not change the unit of an existing record', () => {
    expect(read([[quantity, '10斤']], () => '1')).toEqual({ quantity: 'number.other-unit' })
    expect(read([[quantity, '10斤']], () => '3')).toEqual({ quantity: 10 })
  })

  it('applies only to numbers before a dictionary field', () => {
    expect(read([[price, '10斤']])).toEqual({ price: 'value.incorrect' })
  })
})

describe('number typed with its unit', () => {
  const typed = { unread: '10斤', message: { zh: '不是数字', en: 'no number' }, candidates: [] }
  const usual = { ...unit, default: '1' }

  it.each([
    ['in a record with the same unit', unit, { id: '7', unit: '3' }, { quantity: 10 }],
    ['in a record without a unit', unit, { unit: null }, { quantity: 10, unit: '3' }],
    ['in a new record with the default unit', usual, { unit: '1' }, { quantity: 10, unit: '3' }],
    [
      'in a record with a different unit',
      usual,
      { id: '7', unit: '1' },
      { quantity: expect.objectContaining({ unread: '10斤' }) },
    ],
    [
      'in a record whose unit is invalid',
      unit,
      { unit: { ...typed, unread: '蓝' } },
      { quantity: expect.objectContaining({ unread: '10斤' }) },
    ],
  ])('is read or is an error, %s', (_where, unit, record, expected) => {
    expect(typedNumber(typed, quantity, record, { model, fields: [quantity, unit] })).toEqual(expected)
  })
})
