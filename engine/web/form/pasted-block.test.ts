import { describe, expect, it } from 'vitest'
import { fieldNamed } from '../../../tests/support/sample-fields.ts'
import { cellsOf, headsOf, isBlock } from './pasted-block.ts'

describe('a copied block', () => {
  it.each([
    [
      'cells and rows',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['without the line break at its end', 'a\r\nb\r\n', [['a'], ['b']]],
    ['without empty rows at its end', 'a\n\t\n\n', [['a']]],
    ['with an empty row in the middle', 'a\n\nb', [['a'], [''], ['b']]],
    ['a quoted cell with a line break and a tab', '"a\nb\tc"\td', [['a\nb\tc', 'd']]],
    ['quotation marks within a quoted cell', '"5"" pipe\n"\tx', [['5" pipe\n', 'x']]],
    ['a quotation mark in a cell that is not quoted', '"a" b\t5"', [['"a" b', '5"']]],
    [
      'an empty cell at the end of a row',
      'a\t\nb\tc',
      [
        ['a', ''],
        ['b', 'c'],
      ],
    ],
  ])('is read: %s', (_what, text, cells) => {
    expect(cellsOf(text)).toEqual(cells)
  })

  it('is more than one cell', () => {
    expect(['a', 'a\n', 'a\tb', 'a\nb', ' \r\n'].map(isBlock)).toEqual([false, false, true, true, false])
  })
})

describe('a row of titles', () => {
  const name = fieldNamed('productName', 'text', { title: { zh: '产品名称', en: 'Product' } })
  const price = fieldNamed('price', 'money', { title: { zh: '单价', en: 'Price' }, options: { unit: '元' } })

  it.each([
    ['with Chinese titles', ['产品名称', '单价'], [name, price]],
    ['with English titles, in any order', ['Price', 'product'], [price, name]],
    ['with a required mark and a unit', ['产品名称 *', '单价（元）'], [name, price]],
    ['with a unit in half-width brackets', ['单价(元)'], [price]],
    ['with an empty cell', ['产品名称', '', '单价'], [name, undefined, price]],
    ['only if each cell is a title', ['产品名称', '土豆'], undefined],
    ['only without repeated titles', ['单价', '单价'], undefined],
    ['only if a cell has a title', ['', ''], undefined],
  ])('is recognised %s', (_what, cells, heads) => {
    expect(headsOf(cells, [name, price])).toEqual(heads)
  })
})
