import type { Random } from '../random.ts'
import type { Draft } from './attempt.ts'

/** A body that is invalid JSON, or differs from its declaration. */
export function brokenBody(random: Random, good: Buffer): Pick<Draft, 'body' | 'headers' | 'leaving'> {
  const cut = good.subarray(0, random.below(good.length))
  const type = (value: string): [string, string][] => [['Content-Type', value]]
  return random.pick<() => Pick<Draft, 'body' | 'headers' | 'leaving'>>([
    () => ({ body: cut }),
    () => ({ body: Buffer.concat([good, Buffer.from(random.pick([']', '}', ',', '\0', 'x', good.toString()]))]) }),
    () => ({ body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good]) }),
    () => ({ body: Buffer.from(good.toString().replace(/"[^"]{3,}"/, '"\ud83d"'), 'utf16le') }),
    () => ({ body: Buffer.from(good.toString().replace(/"([^"]{3,})"/, '"\xff$1"'), 'latin1') }),
    () => ({
      body: Buffer.from(
        random.pick(['', 'null', '1', '"x"', 'true', '[]', '[[]]', '{}', 'NaN', "{'a':1}", '{a:1}', '//x']),
      ),
    }),
    () => ({
      body: cut,
      headers: [['Content-Length', String(good.length)]],
      leaving: random.pick(['ends', 'vanishes']),
    }),
    () => ({
      body: good,
      headers: [['Content-Length', random.pick(['-1', 'x', '1, 2', '99999999999999999999', '5'])]],
      leaving: 'ends',
    }),
    () => ({
      body: good,
      headers: [['Transfer-Encoding', random.pick(['chunked', 'gzip', 'x, chunked'])]],
      leaving: 'ends',
    }),
    () => ({
      body: Buffer.from(`${good.length.toString(16)}\r\n${good}\r\nzz\r\n`),
      headers: [['Transfer-Encoding', 'chunked']],
      leaving: 'ends',
    }),
    () => ({
      body: good,
      headers: type(
        random.pick([
          'application/xml',
          'text/html',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'x',
          '/',
          'application/json; charset=utf-16',
          'application/json;;;=',
          'text/plain',
          ' ',
          '*/*',
          'application/json, text/html',
        ]),
      ),
    }),
    () => ({ body: good, headers: [['Content-Encoding', random.pick(['gzip', 'br', 'x'])]] }),
  ])()
}

/** A body above the limit. */
export const pastLimit = () => Buffer.from(`{"name":"${'x'.repeat(1_050_000)}"}`)
