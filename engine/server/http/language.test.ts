import { expect, it } from 'vitest'
import { languageOf, languageOfBytes } from './language.ts'

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

it.each([
  ['GET /api/city HTTP/1.1\r\nAccept-Language: en-GB\r\nX: a', 'en'],
  ['GET /api/blade-user/page HTTP/1.1\r\naccept-language: en-GB,en\r\n', 'zh'],
  ['GET /api/blade-user/page HTTP/1.1\r\naccept-language: en\r\n', 'en'],
  ['GET / HTTP/1.1\r\nHost: x\r\n', 'zh'],
  ['hello', 'zh'],
])('reads the first bytes %j of a request as %s', (bytes, language) => {
  expect(languageOfBytes(Buffer.from(bytes))).toBe(language)
})
