import type { Random } from './random.ts'

/** JSON that no JavaScript value represents: `1e999`, the same name twice. */
export class Raw {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** A value as JSON, with raw pieces verbatim. */
export function jsonOf(value: unknown): string {
  const pieces: string[] = []
  const marked = JSON.stringify(value, (_, one: unknown) => {
    if (!(one instanceof Raw)) return one
    return `\u0001piece-${pieces.push(one.json) - 1}\u0001`
  })
  // JSON escapes the control characters of the marks.
  return (marked ?? '').replace(/"\\u0001piece-(\d+)\\u0001"/g, (_, index) => pieces[Number(index)] ?? '')
}

/** Texts that have broken programs and must be harmless here. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  'null',
  'undefined',
  'NaN',
  '-Infinity',
  '[object Object]',
  "'; drop table ward; --",
  "' or '1'='1",
  '") or 1=1 --',
  '\\',
  "\\'",
  '%',
  '_',
  '$1',
  '$$',
  '?',
  ':name',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an attacker's input
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..\\..\\windows',
  'a\u0000b',
  '\u0000',
  '\ud83d',
  'x\udc00y',
  '\u2028\u2029',
  '\u202eabc',
  '\ufeff名',
  'e\u0301\u0301\u0301',
  '👨‍👩‍👧‍👦',
  '𠮷'.repeat(40),
  'İı',
  '__proto__',
  'constructor',
  'toString',
  'true',
  'FALSE',
  '0',
  '-1',
  '+1',
  '1.5',
  '1,5',
  '1e5',
  '1e400',
  '0x10',
  '１２３',
  '१२३',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999999999',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-4713-01-01',
  'infinity',
  'now',
  'epoch',
  '2026-11-21T00:00:00Z',
  '2026-11-21 24:00:00',
  '2026-11-21 23:59:60',
  '2026-11-21 00:00:00+99',
  '0000-01-01 00:00:00',
  '24:00:00',
  '25:61:61',
  '1:2',
  '1,2,3',
  ',',
  '{}',
  '{1,2}',
  '[]',
  'https://',
  'javascript:alert(1)',
  'a@b',
  '(a+)+$',
  '*',
]

/** A value that is rarely valid for a field. */
export function badValue(random: Random): unknown {
  return random.pick(kinds)(random)
}

type Kind = (random: Random) => unknown

const nested = (depth: number, opening: string, closing: string) =>
  new Raw(`${opening.repeat(depth)}1${closing.repeat(depth)}`)

const kinds: readonly Kind[] = [
  ...Array.from({ length: 8 }, (): Kind => random => random.pick(oddTexts)),
  random => random.pick([null, true, false]),
  random => random.pick([0, -1, 1.5, -0.0001, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e15, 1e21, 5e-324, 1e308]),
  random =>
    new Raw(
      random.pick(['1e999', '-1e999', '-0', '1E-400', '123456789012345678901234567890', '0.1234567890123456789']),
    ),
  random => random.pick([[], [[]], [null], [0], ['a', 1, null], [[[]]], [{}], ['1', '1']]),
  random =>
    random.pick<unknown>([{}, { a: 1 }, { $ne: null }, { length: 3 }, { toString: 1 }, { id: '1' }, { sql: '1' }]),
  random =>
    new Raw(random.pick(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":1,"a":2}', '{"":0}'])),
  random => nested(random.pick([5, 60, 63, 64, 65, 300]), '[', ']'),
  random => nested(random.pick([5, 62, 64, 70]), '{"a":', '}'),
  random => 'x'.repeat(random.pick([41, 61, 256, 501, 2001, 10_001])),
  random => '漢'.repeat(random.pick([41, 256, 3001])),
  random => Array.from({ length: random.pick([11, 101, 1001]) }, (_, n) => String(n + 1)),
  random => random.pick(oddTexts) + random.pick(oddTexts),
]

/** Expensive to send, so rare: a body near the limit. */
export const hugeValue: Kind = random =>
  random.pick<Kind>([
    () => 'x'.repeat(200_000),
    () => Array.from({ length: 20_000 }, (_, n) => n),
    () => Array.from({ length: 2_000 }, () => ({ thing: 'x', grams: 1 })),
    () => Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`name${n}`, n])),
    () => nested(100_000, '[', ']'),
  ])(random)
