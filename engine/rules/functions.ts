import type { Bilingual } from '../model/model.ts'

/** The documentation of a function. */
export interface FunctionHelp {
  readonly name: string
  /** `day(time) → date`; every form of the function. */
  readonly signatures: readonly string[]
  readonly help: Bilingual
  /** An expression over the sample record of the reference page. */
  readonly example: string
  /** The value of the example, as transmitted. */
  readonly value: unknown
  /** Whether a row filter may call it with the columns of the row. */
  readonly inFilters: boolean
}

/** The record and the time with which the examples are evaluated; the time zone is Asia/Shanghai. */
export const exampleRecord = {
  name: '第一图书馆',
  kind: '1',
  startDay: '2026-01-31',
  endDay: '2026-02-10',
  handledAt: '2026-03-13 18:30:00',
  freight: null,
  regionId: '12',
  items: [
    { product: '画册', amount: 12.5, quantity: 2 },
    { product: '地图', amount: 30, quantity: 1 },
  ],
} as const
export const exampleNow = '2026-03-15T00:00:00Z'

const entry = (
  name: string,
  signatures: readonly string[],
  help: readonly [zh: string, en: string],
  example: readonly [text: string, value: unknown],
  inFilters = true,
): FunctionHelp => ({
  name,
  signatures,
  help: { zh: help[0], en: help[1] },
  example: example[0],
  value: example[1],
  inFilters,
})

/** Every function of the expression language, by subject. */
export const functions: readonly FunctionHelp[] = [
  entry(
    'today',
    ['today() → date'],
    ['今天，按系统时区', 'The current day in the time zone of the system.'],
    ['today()', '2026-03-15'],
  ),
  entry('now', ['now() → datetime'], ['现在', 'The current time.'], ['now()', '2026-03-15 08:00:00']),
  entry(
    'date',
    ['date(text) → date'],
    ['写定的日期', 'The date that the text contains.'],
    ['date("2026-03-15")', '2026-03-15'],
  ),
  entry(
    'timestamp',
    ['timestamp(text) → datetime', 'timestamp(date) → datetime'],
    [
      '写定的时间；不写时区时按系统时区。日期则取当天零点',
      'The date and time that the text contains. Without an offset, it is in the time zone of the system. Of a date, its midnight.',
    ],
    ['timestamp("2026-03-15T08:00:00")', '2026-03-15 08:00:00'],
  ),
  entry(
    'day',
    ['day(datetime) → date'],
    ['日期时间所在的日期，按系统时区', 'The date of a datetime, in the time zone of the system.'],
    ['day(handledAt)', '2026-03-13'],
  ),
  entry(
    'days',
    ['days(n) → period', 'date + days(n)', 'datetime + days(n)'],
    [
      '若干天：日期加减天数；日期时间加减后钟点不变',
      'A number of days to add to, or subtract from, a date or datetime. The time of day is unchanged.',
    ],
    ['handledAt + days(3)', '2026-03-16 18:30:00'],
  ),
  entry(
    'months',
    ['months(n) → period', 'date + months(n)', 'datetime + months(n)'],
    [
      '若干个月：到月份没有的那一天时，取该月最后一天',
      'A number of months to add or subtract. If the resulting month does not have the day, the result is its last day.',
    ],
    ['startDay + months(1)', '2026-02-28'],
  ),
  entry(
    'hours',
    ['hours(n) → duration', 'datetime + hours(n)'],
    ['若干小时，可有小数', 'A number of hours to add to, or subtract from, a datetime; it may have decimals.'],
    ['handledAt + hours(1.5)', '2026-03-13 20:00:00'],
  ),
  entry(
    'minutes',
    ['minutes(n) → duration', 'datetime + minutes(n)'],
    ['若干分钟，可有小数', 'A number of minutes to add to, or subtract from, a datetime; it may have decimals.'],
    ['handledAt + minutes(45)', '2026-03-13 19:15:00'],
  ),
  entry(
    'daysBetween',
    ['daysBetween(from, to) → integer'],
    ['两个日期相隔的天数', 'The number of days from the first date to the second.'],
    ['daysBetween(startDay, endDay)', 10],
  ),
  entry(
    'addWorkdays',
    ['addWorkdays(date, n) → date'],
    [
      '若干个工作日之后的日期，当天不计；n 为负时是之前，在 -1000 到 1000 之间。节假日和调休上班日取自“工作日历”，没有列出的日子周一至周五是工作日',
      'The date n working days after a date, which is not counted; before it if n is negative. n is between -1,000 and 1,000. Holidays and working days at weekends are those of "Work calendar"; a day that it does not list is a working day from Monday to Friday.',
    ],
    ['addWorkdays(endDay, 5)', '2026-02-24'],
    false,
  ),
  entry(
    'workdaysBetween',
    ['workdaysBetween(from, to) → integer'],
    [
      '第一个日期之后到第二个日期为止的工作日数，第二个日期较早时为负',
      'The number of working days after the first date up to the second; negative if the second is earlier.',
    ],
    ['workdaysBetween(endDay, date("2026-02-24"))', 5],
    false,
  ),
  entry(
    'year',
    ['year(date) → integer', 'year(datetime) → integer'],
    ['年份；日期时间按系统时区', 'The year. For a datetime, in the time zone of the system.'],
    ['year(endDay)', 2026],
  ),
  entry(
    'month',
    ['month(date) → integer', 'month(datetime) → integer'],
    ['月份，1 到 12；日期时间按系统时区', 'The month, from 1 to 12. For a datetime, in the time zone of the system.'],
    ['month(endDay)', 2],
  ),
  entry(
    'weekday',
    ['weekday(date) → integer', 'weekday(datetime) → integer'],
    [
      '星期几：星期一为 1，星期日为 7；日期时间按系统时区',
      'The day of the week, from 1 for Monday to 7 for Sunday. For a datetime, in the time zone of the system.',
    ],
    ['weekday(handledAt)', 5],
  ),
  entry(
    'decimal',
    ['decimal(text) → decimal', 'decimal(integer) → decimal'],
    ['写定的小数，或把整数变成小数', 'The decimal number that the text contains, or the integer as a decimal number.'],
    ['decimal("1.50")', 1.5],
  ),
  entry(
    'size',
    ['size(text) → integer', 'size(list) → integer'],
    ['文字的字数；列表或子表的个数', 'The number of characters of a text, or the number of elements of a list.'],
    ['size(items)', 2],
  ),
  entry(
    'startsWith',
    ['text.startsWith(text) → boolean'],
    ['文字是否以此开头', 'Whether a text starts with another.'],
    ['name.startsWith("第一")', true],
  ),
  entry(
    'endsWith',
    ['text.endsWith(text) → boolean'],
    ['文字是否以此结尾', 'Whether a text ends with another.'],
    ['name.endsWith("图书馆")', true],
  ),
  entry(
    'contains',
    ['text.contains(text) → boolean'],
    ['文字是否包含', 'Whether a text contains another.'],
    ['name.contains("图书")', true],
  ),
  entry(
    'below',
    ['below(reference, reference) → boolean'],
    [
      '第一个引用的记录是否就是第二个，或在它之下；只用于 where 和步骤的 if',
      'Whether the first record of a tree is the second record or one of its descendants. Only in `where` and in the `if` of a step.',
    ],
    ['below(regionId, me.regionId)', true],
  ),
  entry(
    'parameter',
    ["parameter('key') → value", "parameter('key', date) → value"],
    [
      'parameters.yaml 中的参数值，管理员修改后即用新值；按日期生效的取当天的值，给出日期则取那一天的值，在第一个日期之前为未知',
      'The value of a parameter of parameters.yaml, including changes by administrators. If the parameter has values by date, the value of today or of the given date; unknown before the first date.',
    ],
    ["parameter('visit.limit', startDay)", 50],
  ),
  entry(
    'label',
    ['label(dictionary) → text', 'label(reference) → text'],
    [
      '字典条目的中文名称，多选时用“、”连接；引用的记录的名称',
      'The Chinese title of a dictionary entry (several titles are joined with "、"), or the name of the referenced record.',
    ],
    ['label(kind)', '日常'],
    false,
  ),
  entry(
    'sum',
    ['list.sum(x, number) → number'],
    ['逐行相加，没有值的行不计；没有行时为 0', 'The sum over the lines with a value; 0 if there are none.'],
    ['items.sum(i, i.amount * i.quantity)', 55],
    false,
  ),
  entry(
    'exists',
    ['list.exists(x, condition) → boolean'],
    ['是否有一行成立', 'Whether the condition is true for at least one line.'],
    ['items.exists(i, i.amount > 20)', true],
    false,
  ),
  entry(
    'all',
    ['list.all(x, condition) → boolean'],
    ['是否每一行都成立；没有行时成立', 'Whether the condition is true for every line; true if there are no lines.'],
    ['items.all(i, i.quantity > 0)', true],
    false,
  ),
  entry(
    'max',
    ['list.max(x, value) → value'],
    [
      '各行中最大的值，没有值的行不计；没有行时未知',
      'The greatest value of the lines with one; unknown if there are none.',
    ],
    ['items.max(i, i.amount)', 30],
    false,
  ),
  entry(
    'min',
    ['list.min(x, value) → value'],
    [
      '各行中最小的值，没有值的行不计；没有行时未知',
      'The smallest value of the lines with one; unknown if there are none.',
    ],
    ['items.min(i, i.amount)', 12.5],
    false,
  ),
  entry(
    'join',
    ['list.join(x, text, separator) → text'],
    ['把各行的文字连接起来', 'The texts of the lines, joined with the separator.'],
    ['items.join(i, i.product, "、")', '画册、地图'],
    false,
  ),
]
