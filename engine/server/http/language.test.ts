import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

it.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['fr,en;q=0.5', 'en'],
  ['zh;q=0.2,en;q=0.7', 'en'],
  ['en;q=0,zh;q=0.1', 'zh'],
  ['*', 'zh'],
  [';;;,q=,', 'zh'],
])('reads %s as %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
