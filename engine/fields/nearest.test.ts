import { expect, it } from 'vitest'
import { nearest, textPartsOf } from './nearest.ts'

it.each([
  ['不符和', ['不符合', '符合']],
  ['合理缺', ['合理缺项', '符合']],
  ['Conform', ['Conforms', 'Does not conform']],
  ['蔬菜类', []],
])('ranks the labels like %s by their common characters', (text, expected) => {
  expect(nearest(text, ['符合', '不符合', '合理缺项', 'Conforms', 'Does not conform']).slice(0, 2)).toEqual(expected)
})

it('returns at most the requested number, the first of equals first', () => {
  expect(nearest('一号', ['一号甲', '一号乙', '一号丙', '一号丁'])).toEqual(['一号甲', '一号乙', '一号丙'])
})

it('splits a text into parts that a similar name contains', () => {
  expect(textPartsOf('第三小学')).toEqual(['第三小学', '第三', '小学'])
  expect(textPartsOf('否')).toEqual([])
})
