import type { RuleType } from '../../engine/model/model.ts'
import type { ScopeParameter } from '../../engine/rules/parameter.ts'
import type { Random } from './random.ts'

/** Columns of every type that rules can read. */
export const ruleColumns: Readonly<Record<string, { readonly rule: RuleType; readonly column: string }>> = {
  i: { rule: 'int', column: 'bigint' },
  j: { rule: 'int', column: 'bigint' },
  n: { rule: 'decimal', column: 'numeric(15,3)' },
  m: { rule: 'decimal', column: 'numeric(15,2)' },
  b: { rule: 'bool', column: 'boolean' },
  c: { rule: 'bool', column: 'boolean' },
  s: { rule: 'string', column: 'text' },
  z: { rule: 'string', column: 'text' },
  d: { rule: 'date', column: 'date' },
  e: { rule: 'date', column: 'date' },
  t: { rule: 'google.protobuf.Timestamp', column: 'timestamptz(3)' },
  state: { rule: 'string', column: 'text' },
  tags: { rule: 'list<string>', column: 'text[]' },
  ref: { rule: 'int', column: 'bigint' },
  refs: { rule: 'list<int>', column: 'bigint[]' },
}
/** The dictionary of `state` and `tags`. */
export const stateEntries = { draft: '0', issued: '1', closed: 'a' }

/** Parameters of every type, each with one value and with dated ones. */
export const ruleParameters: Readonly<Record<string, ScopeParameter>> = Object.fromEntries(
  (
    [
      ['whole', 'int', 7, -1],
      ['decimal', 'decimal', 0.1, 1.5],
      ['text', 'string', "a'", '中文'],
      ['truth', 'bool', true, false],
      ['day', 'date', '2026-03-02', '2024-02-29'],
      ['moment', 'google.protobuf.Timestamp', '2026-03-02 00:00:00', '1988-06-01 23:30:00'],
    ] as const
  ).flatMap(([name, type, value, other]) => [
    [name, { type, value, values: [] }],
    [
      `${name}.dated`,
      {
        type,
        values: [
          { from: '1970-01-02', value },
          { from: '2026-03-02', value: other },
        ],
      },
    ],
  ]),
)

const letters = ['a', 'b', 'A', '中', '😀', '\uff5e', '%', '_', '\\', 'Ａ', 'İ', 'ß', ' ', '\t', '\u3000', "'", '"']
const texts = ['', 'a', 'ab', '中文', 'a%', ' x ', 'a\nb', '文', '0', ...letters]
const wholes = [0, 1, -1, 2, 7, -7, 100, 2_147_483_647, -2_147_483_648, 9_007_199_254_740_991, -9_007_199_254_740_991]
const decimals = [0, 0.1, 0.2, 0.3, 1, 1.5, -1.5, 100, 99_999_999.99, 2]
const days = ['2026-03-01', '2026-03-02', '2024-02-29', '1970-01-01', '9999-12-31', '0001-01-01', '2025-12-31']
const times = [
  '2026-03-01 23:59:59',
  '2026-03-02 00:00:00',
  '2026-03-02 00:30:00',
  '1988-06-01 23:30:00',
  '1970-01-01 08:00:00',
  '2024-02-29 20:00:00',
  '1900-01-01 00:00:00',
]
const ids = ['1', '2', '1893456789012345678', '9223372036854775807']
const keys = Object.values(stateEntries)

/** A row of transmitted values, a fifth of them missing. */
export function randomRow(random: Random): Record<string, unknown> {
  const { pick, chance } = random
  const values: Readonly<Record<string, () => unknown>> = {
    i: () => pick(wholes),
    j: () => pick(wholes),
    n: () => pick(decimals),
    m: () => pick(decimals),
    b: () => chance(0.5),
    c: () => chance(0.5),
    s: () => pick(texts),
    z: () => pick(texts),
    d: () => pick(days),
    e: () => pick(days),
    t: () => pick(times),
    state: () => pick(keys),
    tags: () => keys.filter(() => chance(0.4)),
    ref: () => pick(ids),
    refs: () => ids.filter(() => chance(0.4)),
  }
  return Object.fromEntries(Object.entries(values).map(([name, make]) => [name, chance(0.2) ? null : make()]))
}

const orders = ['==', '!=', '<', '<=', '>', '>=']
const periods = ['0', '1', '-1', '13', '30', '400', '-30', '36600', '999999999', 'me.deptId', '(3 + 4)']
const quoted = (text: string) => JSON.stringify(text)

/** The text of a random, well-typed condition that can filter rows; `named` returns a field's name in it. */
export function randomCondition(random: Random, depth: number, named: (field: string) => string): string {
  const { pick, below, chance } = random
  const field = (...names: readonly string[]) => named(pick(names))
  const binary = (make: (depth: number) => string, depth: number, operators: readonly string[]) =>
    `((${make(depth - 1)}) ${pick(operators)} (${make(depth - 1)}))`
  const deep = (depth: number, simple: readonly (() => string)[], more: readonly (() => string)[]) =>
    pick(depth > 0 && chance(0.75) ? more : simple)()
  const chosen = (make: (depth: number) => string, depth: number) =>
    `(${truth(depth - 2)} ? ${make(depth - 1)} : ${chance(0.1) ? 'null' : make(depth - 1)})`

  const parameter = (name: string) => () =>
    pick([
      () => `parameter('${name}')`,
      () => `parameter('${name}.dated')`,
      () => `parameter('${name}${pick(['', '.dated'])}', ${field('d', 'e')})`,
      () => `parameter('${name}.dated', ${day(1)})`,
    ])()
  const literal = () => pick(['0', '1', '2', '-1', '100', '2147483648', 'me.id', 'me.deptId', 'me.quota', '(3 + 4)'])
  const whole = (depth: number): string =>
    deep(
      depth,
      [() => field('i', 'j'), () => field('i', 'j', 'ref'), literal, parameter('whole')],
      [
        () => binary(whole, depth, ['+', '-', '*']),
        () => binary(whole, depth, ['%']),
        // In brackets with an alternative: a quotient without its remainder is refused where decimals are expected.
        () => `(${binary(whole, depth, ['/'])} ?? null)`,
        () => `size(${text(depth - 1)})`,
        () => `size(${field('tags', 'refs')})`,
        () => `daysBetween(${day(depth - 1)}, ${day(depth - 1)})`,
        () => `${pick(['year', 'month', 'weekday'])}(${pick([day, moment])(depth - 1)})`,
        () => `(-${whole(depth - 1)})`,
        () => chosen(whole, depth),
        () => `(${whole(depth - 1)} ?? ${whole(depth - 2)})`,
      ],
    )
  const decimal = (depth: number): string =>
    deep(
      depth,
      [
        () => field('n', 'm'),
        () => field('n', 'm'),
        () => `decimal("${pick(decimals)}")`,
        () => '1.50',
        parameter('decimal'),
      ],
      [
        () => binary(decimal, depth, ['+', '-', '*', '/']),
        () => `(${decimal(depth - 1)} ${pick(['+', '*', '/'])} ${whole(depth - 2)})`,
        () => `(-${decimal(depth - 1)})`,
        () => chosen(decimal, depth),
        () => `(${decimal(depth - 1)} ?? ${pick([decimal, whole])(depth - 2)})`,
      ],
    )
  const text = (depth: number): string =>
    deep(
      depth,
      [
        () => field('s', 'z'),
        () => field('s', 'z'),
        () => quoted(pick(texts.slice(1))),
        () => 'me.sourceType',
        parameter('text'),
      ],
      [() => binary(text, depth, ['+']), () => chosen(text, depth), () => `(${text(depth - 1)} ?? ${text(depth - 2)})`],
    )
  const dayLiteral = () => `date("${pick(days)}")`
  const day = (depth: number): string =>
    deep(
      depth,
      [
        () => field('d', 'e'),
        () => field('d', 'e'),
        () => 'today()',
        dayLiteral,
        () => `day(${moment()})`,
        parameter('day'),
      ],
      [
        () => `(${field('d', 'e')} ${pick(['+', '-'])} ${pick(['1', '400', '-30', '36600'])})`,
        () => `(today() ${pick(['+', '-'])} ${below(50_000)})`,
        () => `(${day(depth - 1)} ${pick(['+', '-'])} ${whole(depth - 2)})`,
        () => `(${day(depth - 1)} ${pick(['+', '-'])} ${pick(['days', 'months'])}(${pick(periods)}))`,
        () => `(${day(depth - 1)} ?? ${day(depth - 2)})`,
        () => chosen(day, depth),
      ],
    )
  const instant = () =>
    pick([
      named('t'),
      named('t'),
      'now()',
      '(now() - hours(24))',
      'timestamp("2026-03-01T16:00:00Z")',
      parameter('moment')(),
    ])
  const moment = (): string =>
    pick([
      instant,
      instant,
      () => `(${moment()} ${pick(['+', '-'])} ${pick(['hours', 'minutes', 'days', 'months'])}(${pick(periods)}))`,
      () => `(${moment()} ?? ${instant()})`,
    ])()
  const entries = () => `[${Array.from({ length: 1 + below(3) }, () => quoted(pick(Object.keys(stateEntries))))}]`
  const several = (make: () => string) => `[${Array.from({ length: below(4) }, make).join(', ')}]`
  const compared = (depth: number): string => {
    const make = pick([whole, decimal, text, day, moment])
    return `(${make(depth - 1)}) ${pick(orders)} (${make(depth - 1)})`
  }
  const found = (depth: number): string =>
    pick([
      () => `${whole(depth - 1)} in ${several(literal)}`,
      () => `${decimal(depth - 1)} in ${several(() => `${pick(decimals)}`)}`,
      () => `${text(depth - 1)} in ${several(() => quoted(pick(texts)))}`,
      () => `${day(depth - 1)} in ${several(dayLiteral)}`,
      () => `${named('state')} in ${entries()}`,
      () => `${quoted(pick(Object.keys(stateEntries)))} in ${named('tags')}`,
      () => `${named('ref')} in ${pick([named('refs'), 'me.roleIds', 'me.ownerIds', 'me.zones'])}`,
      () => `me.id in ${named('refs')}`,
    ])()
  const truth = (depth: number): string =>
    deep(
      depth,
      [
        () => field('b', 'c'),
        () => `${field(...Object.keys(ruleColumns))} ${pick(['==', '!='])} null`,
        () => `${named('state')} ${pick(['==', '!='])} ${quoted(pick(Object.keys(stateEntries)))}`,
        () => pick(['true', 'false', parameter('truth')()]),
        () => `${named('ref')} == me.id`,
      ],
      [
        () => binary(truth, depth, ['&&']),
        () => binary(truth, depth, ['||']),
        () => binary(truth, depth, ['==', '!=', '&&', '||']),
        () => `!(${truth(depth - 1)})`,
        () => chosen(truth, depth),
        () => `((${truth(depth - 1)}) ?? (${truth(depth - 2)}))`,
        () =>
          `((${moment()} - ${moment()}) ${pick(orders)} ${pick(['hours', 'minutes'])}(${pick([...periods, '1.25'])}))`,
        () => compared(depth),
        () => compared(depth),
        () => found(depth),
        () => `${text(depth - 1)}.${pick(['startsWith', 'endsWith', 'contains'])}(${text(depth - 2)})`,
        () => `(${pick([whole, text, truth])(depth - 1)}) == null`,
      ],
    )
  return truth(depth)
}
