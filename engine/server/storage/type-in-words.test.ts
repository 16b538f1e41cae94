import { expect, it } from 'vitest'
import { typeInWords } from './type-in-words.ts'

it.each<[type: string, isReference: boolean, zh: string, en: string]>([
  ['varchar(20)', false, '最多 20 个字符的文本', 'a text of at most 20 characters'],
  ['text', false, '文本', 'a text'],
  ['bigint', false, '整数', 'a whole number'],
  ['bigint', true, '对一条记录的引用', 'a reference to a record'],
  ['bigint[]', true, '对多条记录的引用', 'references to several records'],
  ['numeric(15,0)', false, '没有小数的数', 'a number without decimals'],
  ['numeric(15,2)', false, '2 位小数的数', 'a number with 2 decimals'],
  ['timestamptz(3)', false, '日期和时间', 'a date with a time'],
  ['time(0)', false, '时间', 'a time'],
  ['text[]', false, '多个值', 'several values'],
  ['point', false, 'point', 'point'],
])('describes %s (a reference: %s) for authors', (type, isReference, zh, en) => {
  expect(typeInWords(type, isReference)).toEqual({ zh, en })
})
