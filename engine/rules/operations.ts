import { type Day, dayOf, dayText, firstDay, lastDay, monthNumber, plusDays, weekdayNumber, yearNumber } from './day.ts'
import {
  add,
  compareDecimals,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  quotientScale,
  round,
  subtract,
} from './decimal.ts'
import { dayAfterPeriod, instantAfter, negatedPeriod, periodOfDays, periodOfMonths } from './period.ts'
import { raw, ruleSql, type SqlText } from './sql-text.ts'
import type { RuntimeTypes, Value, ValueType } from './value.ts'
import { addWorkdays, type WorkCalendar, workdaysBetween } from './workdays.ts'
import { dayIn, instantOf } from './zone.ts'

/** The context shared by a whole evaluation: the clock and its zone. */
export interface Moment {
  readonly now: number
  readonly zone: string
}

/** An operator or function for one list of types, with its implementations in memory and in PostgreSQL. */
export interface RuleOperation {
  /** As written: `<`, `size`; a method starts with a dot. */
  readonly name: string
  readonly takes: readonly ValueType[]
  readonly gives: ValueType
  /** Called only with known values: an unknown operand makes the result unknown. */
  readonly run: (...given: readonly (Value | Moment)[]) => Value
  /**
   * Given the operands and, last, the name of the time zone. Absent if PostgreSQL has no equivalent that always gives
   * the same result.
   */
  readonly sql?: (...given: readonly SqlText[]) => SqlText
  readonly clock?: true
  /** Of a function that reads the calendar: the function with another one than the weekdays. */
  readonly within?: (calendar: WorkCalendar) => RuleOperation
}

type RuntimeValues<Types extends readonly ValueType[]> = { [Index in keyof Types]: RuntimeTypes[Types[Index]] }

function operation<const Takes extends readonly ValueType[], Gives extends ValueType>(
  name: string,
  takes: Takes,
  gives: Gives,
  run: (...given: [...RuntimeValues<Takes>, Moment]) => RuntimeTypes[Gives] | null,
  inSql?: (...given: readonly SqlText[]) => SqlText,
): RuleOperation {
  // The table is heterogeneous; the checker applies an operation only to terms of the types that it takes.
  return { name, takes, gives, run: run as RuleOperation['run'], ...(inSql && { sql: inSql }) }
}

const timestamp = 'google.protobuf.Timestamp'
const none = raw('null')
const infix =
  (operator: string) =>
  (a = none, b = none) =>
    ruleSql`(${a} ${raw(operator)} ${b})`
// int8 columns would overflow where the in-memory evaluation does not; numeric does not overflow.
const wide = (a = none) => ruleSql`(${a})::numeric`
const infixWide =
  (operator: string) =>
  (a = none, b = none) =>
    ruleSql`(${wide(a)} ${raw(operator)} ${wide(b)})`

const orders = {
  '==': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const
const inSql = (operator: string) => ({ '==': '=', '!=': '<>' })[operator] ?? operator

const comparisons = Object.entries(orders).flatMap(([name, isTrueFor]) => {
  const compare = infix(inSql(name))
  // In the order of code points, independent of the database's collation.
  const byCodePoint = (a = none, b = none) => ruleSql`(${a} collate "C" ${raw(inSql(name))} ${b})`
  const compareText = /[<>]/.test(name) ? byCodePoint : compare
  return [
    operation(name, ['int', 'int'], 'bool', (a, b) => isTrueFor(a < b ? -1 : a > b ? 1 : 0), compare),
    operation(name, ['decimal', 'decimal'], 'bool', (a, b) => isTrueFor(compareDecimals(a, b)), compare),
    operation(name, ['string', 'string'], 'bool', (a, b) => isTrueFor(compareTexts(a, b)), compareText),
    operation(name, ['date', 'date'], 'bool', (a, b) => isTrueFor(a - b), compare),
    operation(name, [timestamp, timestamp], 'bool', (a, b) => isTrueFor(a - b), compare),
    operation(name, ['duration', 'duration'], 'bool', (a, b) => isTrueFor(a - b), compare),
    ...(/[<>]/.test(name)
      ? []
      : [operation(name, ['bool', 'bool'], 'bool', (a, b) => isTrueFor(Number(a) - Number(b)), compare)]),
  ]
})

/** All operators and functions. */
export const ruleOperations: readonly RuleOperation[] = [
  ...comparisons,
  operation(
    '!',
    ['bool'],
    'bool',
    a => !a,
    (a = none) => ruleSql`(not ${a})`,
  ),
  operation(
    '-',
    ['int'],
    'int',
    a => -a,
    (a = none) => ruleSql`(- ${wide(a)})`,
  ),
  operation('-', ['decimal'], 'decimal', negated, (a = none) => ruleSql`(- ${a})`),
  operation('+', ['int', 'int'], 'int', (a, b) => a + b, infixWide('+')),
  operation('-', ['int', 'int'], 'int', (a, b) => a - b, infixWide('-')),
  operation('*', ['int', 'int'], 'int', (a, b) => a * b, infixWide('*')),
  operation(
    '/',
    ['int', 'int'],
    'int',
    (a, b) => (b === 0n ? null : a / b),
    (a = none, b = none) => ruleSql`div(${wide(a)}, nullif(${wide(b)}, 0))`,
  ),
  operation(
    '%',
    ['int', 'int'],
    'int',
    (a, b) => (b === 0n ? null : a % b),
    (a = none, b = none) => ruleSql`(${wide(a)} % nullif(${wide(b)}, 0))`,
  ),
  operation('+', ['decimal', 'decimal'], 'decimal', add, infix('+')),
  operation('-', ['decimal', 'decimal'], 'decimal', subtract, infix('-')),
  operation('*', ['decimal', 'decimal'], 'decimal', multiply, infix('*')),
  operation(
    '/',
    ['decimal', 'decimal'],
    'decimal',
    divide,
    (a = none, b = none) =>
      ruleSql`(div(${a} * 1e${raw(`${quotientScale}`)}, nullif(${b}, 0)) * 1e-${raw(`${quotientScale}`)})`,
  ),
  operation('+', ['string', 'string'], 'string', (a, b) => a + b, infix('||')),
  operation('+', ['date', 'int'], 'date', plusDays, (a = none, b = none) => dayInSql(ruleSql`${dayNumber(a)} + ${b}`)),
  operation(
    '-',
    ['date', 'int'],
    'date',
    (a, b) => plusDays(a, -b),
    (a = none, b = none) => dayInSql(ruleSql`${dayNumber(a)} - ${b}`),
  ),
  operation('days', ['int'], 'period', periodOfDays),
  operation('months', ['int'], 'period', periodOfMonths),
  operation('+', ['date', 'period'], 'date', dayAfterPeriod, (a = none, b = none) => dayPlus(a, '+', b)),
  operation(
    '-',
    ['date', 'period'],
    'date',
    (a, b) => dayAfterPeriod(a, negatedPeriod(b)),
    (a = none, b = none) => dayPlus(a, '-', b),
  ),
  operation(
    '+',
    [timestamp, 'period'],
    timestamp,
    (a, b, { zone }) => inRange(instantAfter(a, b, zone)),
    (a = none, b = none, zone = none) => instantPlus(a, '+', b, zone),
  ),
  operation(
    '-',
    [timestamp, 'period'],
    timestamp,
    (a, b, { zone }) => inRange(instantAfter(a, negatedPeriod(b), zone)),
    (a = none, b = none, zone = none) => instantPlus(a, '-', b, zone),
  ),
  operation(
    '+',
    [timestamp, 'duration'],
    timestamp,
    (a, b) => inRange(a + b),
    (a = none, b = none) => instantInSql(ruleSql`(${a} + ${b})`),
  ),
  operation(
    '-',
    [timestamp, 'duration'],
    timestamp,
    (a, b) => inRange(a - b),
    (a = none, b = none) => instantInSql(ruleSql`(${a} - ${b})`),
  ),
  operation('-', [timestamp, timestamp], 'duration', (a, b) => a - b, infix('-')),
  operation('+', ['duration', 'duration'], 'duration', (a, b) => a + b),
  operation('-', ['duration', 'duration'], 'duration', (a, b) => a - b),
  operation('hours', ['decimal'], 'duration', hours => durationOf(hours, msPerHour)),
  operation('minutes', ['decimal'], 'duration', minutes => durationOf(minutes, msPerHour / 60n)),
  operation(
    'size',
    ['string'],
    'int',
    text => BigInt([...text].length),
    (a = none) => ruleSql`char_length(${a})`,
  ),
  operation(
    'size',
    ['list<string>'],
    'int',
    list => BigInt(list.length),
    (a = none) => ruleSql`cardinality(${a})`,
  ),
  operation(
    'size',
    ['list<int>'],
    'int',
    list => BigInt(list.length),
    (a = none) => ruleSql`cardinality(${a})`,
  ),
  operation(
    '.startsWith',
    ['string', 'string'],
    'bool',
    (a, b) => a.startsWith(b),
    (a = none, b = none) => ruleSql`starts_with(${a}, ${b})`,
  ),
  // Reversed, so that no operand is written twice.
  operation(
    '.endsWith',
    ['string', 'string'],
    'bool',
    (a, b) => a.endsWith(b),
    (a = none, b = none) => ruleSql`starts_with(reverse(${a}), reverse(${b}))`,
  ),
  operation(
    '.contains',
    ['string', 'string'],
    'bool',
    (a, b) => a.includes(b),
    (a = none, b = none) => ruleSql`(strpos(${a}, ${b}) > 0)`,
  ),
  operation(
    'daysBetween',
    ['date', 'date'],
    'int',
    (a, b) => BigInt(b - a),
    (a = none, b = none) => ruleSql`(${b} - ${a})`,
  ),
  inCalendar('addWorkdays', ['date', 'int'], 'date', addWorkdays),
  inCalendar('workdaysBetween', ['date', 'date'], 'int', workdaysBetween),
  operation('date', ['string'], 'date', text => dayOf(text)),
  operation(
    'day',
    [timestamp],
    'date',
    (instant, { zone }): Day => dayIn(instant, zone),
    (a = none, zone = none) => ruleSql`((${a} at time zone ${zone})::date)`,
  ),
  ...partOfDay(
    'year',
    yearNumber,
    of => ruleSql`nullif(nullif(least(greatest(extract(year from ${of})::int, 0), 10000), 0), 10000)`,
  ),
  ...partOfDay('month', monthNumber, of => ruleSql`extract(month from ${of})::int`),
  ...partOfDay('weekday', weekdayNumber, of => ruleSql`extract(isodow from ${of})::int`),
  operation('timestamp', ['string'], timestamp, (text, { zone }) => momentOf(text, zone)),
  operation('timestamp', ['date'], timestamp, (day, { zone }) => momentOf(`${dayText(day)}T00:00:00`, zone)),
  operation('decimal', ['string'], 'decimal', text => decimalOf(text)),
  toDecimal(),
  { ...operation('today', [], 'date', ({ now, zone }) => dayIn(now, zone)), clock: true },
  { ...operation('now', [], timestamp, ({ now }) => now), clock: true },
]

function inCalendar<const Takes extends readonly ValueType[], Gives extends ValueType>(
  name: string,
  takes: Takes,
  gives: Gives,
  run: (calendar: WorkCalendar, ...given: [...RuntimeValues<Takes>, Moment]) => RuntimeTypes[Gives] | null,
): RuleOperation {
  const within = (calendar: WorkCalendar) => operation(name, takes, gives, (...given) => run(calendar, ...given))
  return { ...within(new Map()), within }
}

/** Converts an int to a decimal. */
export function toDecimal(): RuleOperation {
  return operation('decimal', ['int'], 'decimal', whole => ({ units: whole, scale: 0 }), wide)
}

/** Compares by code points; JavaScript compares UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [[...a], [...b]]
  const at = left.findIndex((letter, index) => letter !== right[index])
  return at < 0 ? -1 : (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1)
}

/** Moments of the years 1 to 9999; others are unknown. */
const inRange = (instant: number | null): number | null =>
  instant !== null && instant >= -62_135_596_800_000 && instant <= 253_402_300_799_999 ? instant : null

const msPerHour = 3_600_000n
// As long as the longest period.
const maxDuration = 35_064_000n * msPerHour

/** A number of units in milliseconds; null if it is too long. */
function durationOf(count: Decimal, unit: bigint): number | null {
  const { units } = round(multiply(count, { units: unit, scale: 0 }), 0)
  return -maxDuration <= units && units <= maxDuration ? Number(units) : null
}

/** A whole number of a day, or of a moment by its day in the time zone. */
function partOfDay(name: string, part: (day: Day) => number | null, inSql: (day: SqlText) => SqlText): RuleOperation[] {
  const number = (day: Day) => {
    const found = part(day)
    return found === null ? null : BigInt(found)
  }
  return [
    operation(
      name,
      ['date'],
      'int',
      day => number(day),
      (a = none) => inSql(a),
    ),
    operation(
      name,
      [timestamp],
      'int',
      (instant, { zone }) => number(dayIn(instant, zone)),
      (a = none, zone = none) => inSql(ruleSql`(${a} at time zone ${zone})`),
    ),
  ]
}

const epoch = raw("'1970-01-01'::date")
const dayNumber = (day: SqlText) => ruleSql`(${day} - ${epoch})::numeric`

/** A day by its number; null outside the supported range, as in `plusDays`. An operand is written only once. */
function dayInSql(days: SqlText): SqlText {
  const [before, after] = [raw(String(firstDay - 1)), raw(String(lastDay + 1))]
  const clamped = ruleSql`(${epoch} + least(greatest(${days}, ${before}), ${after})::int)`
  return ruleSql`nullif(nullif(${clamped}, ${epoch} + ${before}), ${epoch} + ${after})`
}

const dayPlus = (day: SqlText, operator: '+' | '-', period: SqlText): SqlText =>
  dayInSql(ruleSql`((${day} ${raw(operator)} ${period})::date - ${epoch})`)

const instantPlus = (instant: SqlText, operator: '+' | '-', period: SqlText, zone: SqlText): SqlText =>
  instantInSql(ruleSql`(((${instant} at time zone ${zone}) ${raw(operator)} ${period}) at time zone ${zone})`)

/** A moment of the years 1 to 9999, otherwise null. */
function instantInSql(instant: SqlText): SqlText {
  const before = raw("timestamptz '0001-12-31 23:59:59.999+00 BC'")
  const after = raw("timestamptz '10000-01-01 00:00:00+00'")
  return ruleSql`nullif(nullif(least(greatest(${instant}, ${before}), ${after}), ${before}), ${after})`
}

function negated({ units, scale }: Decimal): Decimal {
  return { units: -units, scale }
}

function momentOf(text: string, zone: string): number | null {
  const local = instantOf(text, zone)
  if (local !== null) return local
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
