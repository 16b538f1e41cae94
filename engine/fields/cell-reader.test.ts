import { describe, expect, it } from 'vitest'
import { compile } from '../compiler/compile.ts'
import type { CellOptions } from '../model/import-view.ts'
import { resourceOf } from '../model/names.ts'
import { wallText } from '../rules/zone.ts'
import { cellReader } from './cell-reader.ts'
import { readText } from './read-text.ts'

const { model } = compile([
  {
    file: 'dictionaries/tag.yaml',
    origin: 'app',
    text: 'title: { zh: 标签, en: Tag }\nentries:\n  a: { key: "a", title: { zh: 甲, en: "A, B" } }\n  c: { key: "c", title: { zh: 丙, en: C } }\n',
  },
  {
    file: 'resources/wit/book.yaml',
    origin: 'app',
    text: `
title: { zh: 书, en: Book }
fields:
  day: { type: date, title: { zh: 日, en: Day } }
  at: { type: datetime, title: { zh: 时, en: At } }
  price: { type: decimal, scale: 4, title: { zh: 价, en: Price } }
  share: { type: decimal, unit: "%", title: { zh: 份, en: Share } }
  cost: { type: money, title: { zh: 额, en: Cost } }
  count: { type: integer, title: { zh: 数, en: Count } }
  sold: { type: boolean, title: { zh: 售, en: Sold } }
  tags: { type: dictionary, of: tag, many: true, title: { zh: 标签, en: Tags } }
  note: { type: text, title: { zh: 注, en: Note } }
`,
  },
])
if (!model) throw new Error('The descriptors do not compile.')
const book = resourceOf(model, 'book')
const readerOf = (options: CellOptions) => cellReader(options, instant => wallText(instant, 'Asia/Shanghai'))
const read = (name: string, text: string, options: CellOptions = {}) => {
  const field = book.fields.find(one => one.name === name)
  if (!field) throw new Error(`There is no field ${name}.`)
  const reading = readText(text, field, model, readerOf(options))
  return 'fault' in reading ? reading.fault.code : reading.value
}
const [dayFirst, monthFirst]: CellOptions[] = [{ dayOrder: 'day-first' }, { dayOrder: 'month-first' }]
const comma: CellOptions = { decimal: 'comma' }

describe('a cell of a file', () => {
  it.each<[field: string, text: string, options: CellOptions, value: unknown]>([
    ['day', '6.1.2020', {}, 'day.order'],
    ['day', '1/6/2020', {}, 'day.order'],
    ['day', '6.1.2020', dayFirst ?? {}, '2020-01-06'],
    ['day', '6.1.2020', monthFirst ?? {}, '2020-06-01'],
    ['day', '1/6/2020 00:00', dayFirst ?? {}, '2020-06-01'],
    ['day', '25/12/2020', {}, '2020-12-25'],
    ['day', '12/25/2020', {}, '2020-12-25'],
    ['day', '25/12/2020', monthFirst ?? {}, 'value.unread'],
    ['day', '31.2.2020', dayFirst ?? {}, 'value.unread'],
    ['day', '1/6-2020', dayFirst ?? {}, 'value.unread'],
    ['day', '1/6/20', dayFirst ?? {}, 'value.unread'],
    ['at', '2020-01-06T23:30:00Z', {}, '2020-01-07 07:30:00'],
    ['at', '2020-01-06T10:00:00.000+0300', {}, '2020-01-06 15:00:00'],
    ['at', '2020-01-06 10:00-05', {}, '2020-01-06 23:00:00'],
    ['at', '2020-02-31T10:00:00Z', {}, 'value.unread'],
    ['at', '2020-01-06T25:00:00Z', {}, 'value.unread'],
    ['at', '2020-01-06T10:00:00+99:00', {}, 'value.unread'],
    ['at', '6.1.2020 9:05', dayFirst ?? {}, '2020-01-06 09:05:00'],
    ['at', '1/6/2020, 9:05', monthFirst ?? {}, '2020-01-06 09:05:00'],
    ['at', '1/6/2020 9:05', {}, 'day.order'],
    ['price', '1,5', {}, 'number.comma'],
    ['price', '113.2643512345678', {}, 'number.digits'],
    ['price', '113.26435', {}, 'number.scale'],
    ['cost', '1.234,50', {}, 'number.comma'],
    ['cost', '1.234,567,890', {}, 'value.incorrect'],
    ['price', '1,5', comma, 1.5],
    ['price', '1.234,5', comma, 1234.5],
    ['price', "1'234'567,25", comma, 1234567.25],
    ['price', '1 234,5', comma, 1234.5],
    ['price', '-1.234', comma, -1234],
    ['price', '1.5', comma, 'number.no-decimal-comma'],
    ['price', '1,234,5', comma, 'number.no-decimal-comma'],
    ['cost', '¥ 1.234,50', comma, 1234.5],
    ['cost', '1.234,50 元', comma, 1234.5],
    ['count', '1.234', comma, 1234],
    ['count', '1,5', comma, 'number.scale'],
    ['price', '12.5%', {}, 'number.percent'],
    ['price', '12.3%', { percent: 'fraction' }, 0.123],
    ['price', '0.001%', { percent: 'fraction' }, 'number.scale'],
    ['price', '12.5 ％', { percent: 'number' }, 12.5],
    ['price', '12,5%', { percent: 'fraction', ...comma }, 0.125],
    ['share', '12.5%', { percent: 'fraction' }, 12.5],
    ['sold', 'F', {}, false],
    ['sold', 'ja', {}, 'value.not-yes-or-no'],
    ['sold', 'JA', { yes: ['ja'], no: ['nein'] }, true],
    ['sold', 'nein', { yes: ['ja'], no: ['nein'] }, false],
    ['tags', '甲\n丙', {}, ['a', 'c']],
    ['tags', 'A, B', {}, 'value.unknown-choice'],
    ['tags', 'A, B | C', { separators: ['|'] }, ['a', 'c']],
    ['tags', '甲//丙;', { separators: ['//', ';'] }, ['a', 'c']],
    ['note', '1/6/2020', {}, '1/6/2020'],
    ['note', '1,5%', comma, '1,5%'],
  ])('of %s with "%s" and %o is %o', (field, text, options, value) => {
    expect(read(field, text, options)).toEqual(value)
  })

  it('is empty for the chosen texts only, regardless of case', () => {
    const { isEmpty } = readerOf({ empty: ['NULL', '\\N', 'n/a'] })
    expect(['null', ' \\N ', 'N/A', 'none', '0'].map(isEmpty)).toEqual([true, true, true, false, false])
    expect(readerOf({}).isEmpty('NULL')).toBe(false)
  })
})
