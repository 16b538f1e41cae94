import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../tests/support/sample-fields.ts'
import type { Field, Model } from '../model/model.ts'
import { faultMessage } from './fault.ts'
import { type FieldTypeName, typeOf } from './index.ts'

type Row = readonly [type: FieldTypeName, text: string, value: unknown, options?: Field['options']]
const rows = (all: readonly Row[]) => all.map(([type, text, value, options]) => ({ type, text, value, options }))
const colour = { of: 'colour' }
const landline = { landline: true }

const read = (type: FieldTypeName, text: string, options: Field['options'] = {}) => {
  const field = fieldNamed('it', type, { options })
  return typeOf(field).parse(text, field, sampleModel)
}

describe('cell of a file', () => {
  it.each(
    rows([
      ['integer', '1,234', 1234],
      ['integer', '１２３', 123],
      ['integer', '-0', 0],
      ['integer', '3 天', 3, { unit: { zh: '天', en: 'days' } }],
      ['decimal', '１，２００．５', 1200.5],
      ['decimal', '12,345.60', 12345.6],
      ['decimal', '\u221212.5', -12.5],
      ['decimal', '１０ＫＧ', 10, { unit: 'kg' }],
      ['decimal', '95%', 95, { unit: '%' }],
      ['money', '¥36.00', 36],
      ['money', '￥ 1,200', 1200],
      ['money', '３６．５ 元', 36.5],
      ['money', '-¥36.00', -36],
      ['money', 'CNY 36', 36],
      ['money', '$1,200.50', 1200.5, { currency: 'USD' }],
      ['money', '36 美元', 36, { currency: 'USD' }],
      ['money', '¥1200', 1200, { currency: 'JPY' }],
      ['decimal', '.5', 0.5],
      ['decimal', '1.50000', 1.5],
      ['boolean', '是', true],
      ['boolean', 'No', false],
      ['boolean', 'ＹＥＳ', true],
      ['date', '2026/3/5', '2026-03-05'],
      ['date', '20260305', '2026-03-05'],
      ['date', '２０２６年３月５日', '2026-03-05'],
      ['date', '2026-03-05 00:00:00', '2026-03-05'],
      ['datetime', '2026/3/5 9:05', '2026-03-05 09:05:00'],
      ['datetime', '2026-03-05T09:05:07', '2026-03-05 09:05:07'],
      ['datetime', '2026-03-05', '2026-03-05 00:00:00'],
      ['time', '９：０５', '09:05:00'],
      ['dictionary', '红', '1', colour],
      ['dictionary', 'faded', '3', colour],
      ['dictionary', ' ＢＬＵＥ ', '2', colour],
      ['dictionary', '１', '1', colour],
      ['dictionary', '红、2', ['1', '2'], { ...colour, many: true }],
      ['phone', '+86 138-0000-1234', '13800001234'],
      ['phone', '+86 138-0000-1234', '13800001234', landline],
      ['phone', '0571-88888888', '0571-88888888', landline],
      ['phone', '（0571）8888 8888', '0571-88888888', landline],
      ['phone', '+86 571 8888—8888 转 12', '0571-88888888-12', landline],
      ['phone', '0086-10-12345678 ext. 3', '010-12345678-3', landline],
      ['phone', '05728888888', '0572-8888888', landline],
      ['phone', '4001234567', '400-123-4567', landline],
      ['phone', '800-1234-567-8', '800-123-4567-8', landline],
      ['creditCode', ' 91350100m000100y43 ', '91350100M000100Y43'],
      ['idCard', '11010519491231002x', '11010519491231002X'],
      ['plate', '苏a·12345', '苏A12345'],
      ['email', ' a.b@example.cn ', 'a.b@example.cn'],
      ['json', '{"a":[1]}', { a: [1] }],
    ]),
  )('reads $text as $type', ({ type, text, value, options }) => {
    expect(read(type, text, options)).toEqual({ value })
  })

  it.each(
    rows([
      ['integer', '1.5', 'number.scale'],
      ['integer', '1,23', 'value.incorrect'],
      ['decimal', '¥36.00', 'value.incorrect'],
      ['decimal', '10g', 'value.incorrect', { unit: 'kg' }],
      ['decimal', '95%', 'value.incorrect'],
      ['money', '36元5角', 'value.incorrect'],
      ['money', '¥', 'value.incorrect'],
      ['money', '$36', 'value.incorrect'],
      ['money', '36元', 'value.incorrect', { currency: 'USD' }],
      ['money', '1.5', 'number.scale', { currency: 'JPY' }],
      ['integer', '0x10', 'value.incorrect'],
      ['decimal', '1.234', 'number.scale'],
      ['decimal', '12345678901234567.8', 'number.digits'],
      ['boolean', 'perhaps', 'value.not-yes-or-no'],
      // An ambiguous day is never guessed.
      ['date', '03/05/2026', 'value.unread'],
      ['date', '2026-02-29', 'value.unread'],
      ['datetime', '2026-03-05 25:00', 'value.unread'],
      ['dictionary', '绿', 'value.unknown-choice', colour],
      ['phone', '010-12345678', 'value.incorrect'],
      ['phone', '010-1234567', 'value.incorrect', landline],
      ['phone', '12345678', 'value.incorrect', landline],
      ['creditCode', '91350100M000100Y44', 'code.check'],
      ['creditCode', '91350100M000100Y4', 'code.length'],
      ['json', '{a:1}', 'value.incorrect'],
      ['text', 'a\u0000', 'value.unclean'],
      ['text', 'a\nb', 'value.control'],
      ['creditCode', '91350100M000100Y43\n91350100M000100Y43', 'code.length'],
      ['phone', '13800001234\t13900001234', 'value.incorrect'],
    ]),
  )('does not read $text as $type', ({ type, text, value: code, options }) => {
    expect(read(type, text, options)).toMatchObject({ fault: { code } })
  })
})

describe('text of a dictionary', () => {
  const field = fieldNamed('it', 'dictionary', { options: colour })
  const entry = (key: string, title: string, aliases: readonly string[] = []) => ({
    name: `c${key}`,
    key,
    title: { zh: title, en: title },
    aliases,
    sealed: false,
  })
  const entries = [entry('1', 'kg', ['公斤', '千克']), entry('2', 'g', ['克']), entry('公斤', 'odd')]
  const model: Model = {
    ...sampleModel,
    dictionaries: { colour: { code: 'colour', title: { zh: '单位', en: 'Unit' }, entries } },
  }

  it.each([
    ['千克', '1'],
    ['ＫＧ', '1'],
    ['克', '2'],
    ['c2', '2'],
    // A key has precedence over an alias, so an export by key reads back.
    ['公斤', '公斤'],
  ])('%s is the entry with the key %s', (text, value) => {
    expect(typeOf(field).parse(text, field, model)).toEqual({ value })
  })
})

describe('unknown dictionary text', () => {
  const model = (titles: readonly string[]): Model => ({
    ...sampleModel,
    dictionaries: {
      colour: {
        code: 'colour',
        title: { zh: '颜色', en: 'Colour' },
        entries: titles.map((title, at) => ({
          name: `c${at}`,
          key: String(at),
          title: { zh: title, en: `C${at}` },
          sealed: title === '旧',
        })),
      },
    },
  })
  it.each([
    ['all choices of a new value', ['红', '旧', '蓝'], '颜色没有“绿”这个选项，可选：红、蓝', '; choose one of: C0, C2'],
    [
      'the first eight of ten choices',
      [...'一二三四五六七八九十'],
      '颜色没有“绿”这个选项，可选：一、二、三、四、五、六、七、八等 10 个',
      '; choose one of: C0, C1, C2, C3, C4, C5, C6, C7 and 2 more',
    ],
    ['no suggestion if there are no choices', [], '颜色没有“绿”这个选项', ''],
  ])('is reported with %s', (_what, titles, zh, en) => {
    const field = fieldNamed('it', 'dictionary', { title: { zh: '颜色', en: 'Colour' }, options: colour })
    const found = typeOf(field).parse('绿', field, model(titles))
    expect('fault' in found && faultMessage(found.fault, field.title)).toEqual({
      zh,
      en: `Colour has no choice "绿"${en}`,
    })
  })
})

describe('input of a client', () => {
  it.each(
    rows([
      ['text', '  a b  ', 'a b'],
      ['text', ' a b ', 'ab', { spaces: 'strip' }],
      ['longtext', ' a b ', 'ab', { spaces: 'strip' }],
      ['text', '\ta\u3000b\n', 'ab', { spaces: 'strip' }],
      ['text', 'a\tb\nc', 'a\tb\nc', { spaces: 'strip' }],
      ['longtext', ' a b ', 'a b'],
      ['text', '   ', null],
      ['text', '', null],
      ['integer', '', null],
      ['integer', '1 200', 1200],
      ['datetime', '2026-03-05T09:05', '2026-03-05 09:05:00'],
      ['time', '09:05', '09:05:00'],
      ['reference', '', null],
      ['boolean', '', null],
    ]),
  )('normalises $text of $type', ({ type, text: sent, value, options = {} }) => {
    const field = fieldNamed('it', type, { options })
    expect(typeOf(field).normalise?.(sent, field)).toEqual(value)
  })

  it.each([
    ['1,2', ['1', '2']],
    [
      [1, '2'],
      ['1', '2'],
    ],
    ['', null],
    [[], null],
    [7, ['7']],
  ])('normalises %j as a list of references', (sent, value) => {
    const field = fieldNamed('it', 'reference', { options: { of: 'thing', many: true } })
    expect(typeOf(field).normalise?.(sent, field)).toEqual(value)
  })
})

describe('decimals', () => {
  it('are written to the column as digits, without floating-point errors', () => {
    const field = fieldNamed('it', 'decimal', { options: { scale: 8 } })
    expect(typeOf(field).toColumn(1e-7, field)).toBe('0.00000010')
    const money = fieldNamed('it', 'money')
    expect(typeOf(money).toColumn(9999999999999.99, money)).toBe('9999999999999.99')
    for (let cents = 0; cents < 5000; cents++) {
      const amount = cents / 100
      expect(typeOf(money).fromColumn(typeOf(money).toColumn(amount, money), money)).toBe(amount)
    }
  })
})
