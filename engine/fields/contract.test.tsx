import { format, Validator } from '@cfworker/json-schema'
import { ThemeProvider } from '@mui/material'
import { createTheme } from '@mui/material/styles'
import { Ajv } from 'ajv'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleFields, sampleModel } from '../../tests/support/sample-fields.ts'
import type { Bilingual, Field } from '../model/model.ts'
import { resourceOf } from '../model/names.ts'
import { checkRecord } from '../record/check-record.ts'
import { valueText } from '../record/value-text.ts'
import { violationsOfAjv, violationsOfInterpreter } from '../record/violation.ts'
import { violationMessages } from '../record/violation-messages.ts'
import type { FieldMessages } from './fault.ts'
import type { AnyFieldWeb, FieldSources } from './field-web.ts'
import { formats } from './formats.ts'
import { type FieldTypeName, fieldTypes, operatorsOf, typeOf } from './index.ts'
import { isMany } from './options.ts'
import { recordSchema } from './record-schema.ts'
import { createUploads } from './uploads.ts'
import { fieldWebs } from './web.ts'

Object.assign(format, formats)
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, formats: { ...formats } })

/** The messages of both validators and of the further checks for a record with this one field. */
function messagesOf(field: Field, value: unknown): FieldMessages {
  const resource = { ...resourceOf(sampleModel, 'thing'), fields: [field] }
  const record = value === undefined ? {} : { [field.name]: value }
  const schema = recordSchema(resource, sampleModel, 'save')
  const server = ajv.compile(schema)
  server(record)
  const browser = new Validator(schema as never, '7', false).validate(record)
  const ofServer = violationMessages(violationsOfAjv(server.errors ?? [], record), [field], sampleModel)
  const ofBrowser = violationMessages(violationsOfInterpreter(browser.errors, record), [field], sampleModel)
  expect(ofBrowser, 'both validators report the same').toEqual(ofServer)
  if (Object.keys(ofServer).length > 0) return ofServer
  return checkRecord(record, [field], sampleModel, {
    isShown: () => true,
    isRequired: one => one.required,
    now: '2026-11-21 12:00:00',
    whole: true,
  })
}

interface Bad {
  readonly value: unknown
  readonly options?: Field['options']
}

/** Invalid values of types. A type may test its own beside it. */
const refused: Partial<Record<FieldTypeName, readonly Bad[]>> = {
  text: [
    { value: 'a'.repeat(256) },
    { value: '😀'.repeat(4), options: { max: 3 } },
    { value: 'a', options: { min: 2 } },
    { value: '12a', options: { only: 'digits' } },
    { value: '好😀', options: { only: 'noEmoji' } },
    { value: 'AB12345', options: { pattern: '[A-Z]{2}\\d{4}' } },
    { value: 'ABCDE', options: { only: 'letters', pattern: '[A-D]+' } },
    { value: 'a\u0000b' },
    { value: 'a\ud800b' },
    { value: 5 },
  ],
  longtext: [
    { value: 'a'.repeat(2001) },
    { value: 'abcd', options: { max: 3 } },
    { value: 'a', options: { min: 2 } },
    { value: '12a', options: { only: 'digits' } },
    { value: 'AB12345', options: { pattern: '[A-Z]{2}\\d{4}' } },
  ],
  richtext: [
    { value: '<script>alert(1)</script>' },
    { value: '<p onclick="a()">一</p>' },
    { value: '<p><a href="javascript:a()">一</a></p>' },
    { value: '<p>一' },
    { value: '一<b>' },
    { value: '<p>一二三四</p>', options: { max: 3 } },
  ],
  integer: [
    { value: 1.5 },
    { value: 'many' },
    { value: 11, options: { max: 10 } },
    { value: -1, options: { min: 0 } },
    { value: 2 ** 60 },
  ],
  decimal: [
    { value: 1.234 },
    { value: 1.25, options: { scale: 1 } },
    { value: 1e15 },
    { value: 10.5, options: { max: 10 } },
    { value: 0.5, options: { min: 1 } },
  ],
  money: [
    { value: 0.001 },
    { value: 10.5, options: { max: 10, unit: { zh: '元', en: 'CNY' } } },
    { value: 0.5, options: { min: 1 } },
    { value: 'abc' },
  ],
  boolean: [{ value: 'perhaps' }],
  date: [
    { value: '2026-02-30' },
    { value: '2026-1-1' },
    { value: '2026-11-22', options: { past: true } },
    { value: '2019-12-31', options: { min: '2020-01-01' } },
    { value: '2020-01-02', options: { max: '2020-01-01' } },
  ],
  datetime: [
    { value: '2026-11-21T12:00:00Z' },
    { value: '2026-11-21 24:00:00' },
    { value: '2019-12-31 23:59:59', options: { min: '2020-01-01' } },
    { value: '2020-01-02 00:00:00', options: { max: '2020-01-01' } },
    { value: '2026-11-21 12:00:01', options: { past: true } },
  ],
  time: [{ value: '25:00:00' }],
  dictionary: [
    { value: '9', options: { of: 'colour' } },
    { value: ['1', '9'], options: { of: 'colour', many: true } },
    { value: ['1', '1'], options: { of: 'colour', many: true } },
  ],
  reference: [
    { value: 'abc', options: { of: 'thing' } },
    { value: '0', options: { of: 'thing' } },
    { value: '9223372036854775808', options: { of: 'thing' } },
    { value: ['1', 'x'], options: { of: 'thing', many: true } },
  ],
  children: [
    { value: [], options: { of: 'line', min: 1 } },
    { value: Array(3).fill({ product: 'a' }), options: { of: 'line', max: 2 } },
  ],
  phone: [
    { value: '12345678901' },
    { value: '1380000421' },
    { value: '010-12345678' },
    { value: '01012345678', options: { landline: true } },
  ],
  creditCode: [{ value: '91350100M000100Y44' }, { value: '91350100M000100Y4' }, { value: '91350100I000100Y43' }],
  plate: [{ value: '苏A1234' }, { value: '苏AI2345' }, { value: '某A12345' }],
  email: [{ value: 'inspector' }, { value: 'a@b' }, { value: 'a..b@example.cn' }],
  url: [{ value: 'javascript:alert(1)' }, { value: 'https://bank.cn@evil.cn/' }, { value: 'https://a b.cn' }],
  idCard: [{ value: '110105194912310021' }, { value: '11010519490231002X' }],
  password: [{ value: 'Ab1# 5678' }, { value: 'Ab1#567' }, { value: 'Ab1#5678901234567' }, { value: 'abcdefg1#' }],
  image: [
    { value: '/files/a.exe' },
    { value: 'javascript:alert(1)' },
    { value: '//evil.cn/a.png' },
    { value: '/files/../../etc/a.png' },
    { value: ['/a.png', '/b.png', '/c.png'], options: { many: true, count: 2 } },
  ],
  file: [{ value: '/files/a.mp4' }],
  json: [{ value: { deep: ['a\u0000'] } }, { value: { ['\ud800']: 1 } }],
  permissions: [{ value: ['thing_view', 'gone_edit'] }, { value: [5] }],
}

const samples = Object.entries(sampleFields).flatMap(([name, fields]) =>
  (fields as readonly Field[]).map(field => ({ name: name as FieldTypeName, field, type: typeOf(field) })),
)

describe('registry', () => {
  it('contains titles and help texts in both languages', () => {
    for (const [name, type] of Object.entries(fieldTypes)) {
      const texts: Bilingual[] = [type.title, type.help, ...Object.values(type.options).map(option => option.help)]
      for (const { zh, en } of texts) {
        expect(zh, name).toMatch(/\p{Script=Han}|JSON/u)
        expect(en, name).toMatch(/[a-z]|JSON/)
      }
    }
  })

  it('contains for every option an example and a default that its schema accepts', () => {
    for (const [name, type] of Object.entries(fieldTypes)) {
      for (const [key, option] of Object.entries(type.options)) {
        const valid = new Ajv({ strict: true, formats: { ...formats } }).compile(option.schema)
        expect(valid(option.example), `${name}.${key} example`).toBe(true)
        if ('default' in option) expect(valid(option.default), `${name}.${key} default`).toBe(true)
      }
    }
  })
})

describe.each(samples)('$name, as the field $field.name', ({ name, field, type }) => {
  const example = (n: number) => type.example(field, sampleModel, n)

  it('accepts its own examples in both validators', () => {
    for (let n = 0; n < 40; n++) {
      const value = name === 'children' ? [{ product: 'a', price: n }] : example(n)
      expect(messagesOf(field, value)).toEqual({})
    }
  })

  it('does not change normalised values', () => {
    for (let n = 0; n < 5; n++) expect(type.normalise?.(example(n), field) ?? example(n)).toEqual(example(n))
  })

  it('reads back the text that it writes to a file', () => {
    if (name === 'children' || name === 'password') return
    for (const language of ['zh', 'en'] as const) {
      for (let n = 0; n < 5; n++) {
        const text = type.format(example(n), field, sampleModel, language)
        expect(type.parse(text, field, sampleModel)).toEqual({ value: example(n) })
      }
    }
  })

  it('lists its operators, those of lists included', () => {
    if (type.column(field) === undefined || type.secret) expect(operatorsOf(field)).toEqual([])
    else expect(operatorsOf(field)).toContain(type.given ? 'equals' : 'notNull')
  })

  it('reports a missing value in both languages', () => {
    if (type.given) return
    const found = messagesOf({ ...field, required: true, readOnly: false }, undefined)[field.name]
    expect(found).toEqual(
      type.chosen ? { zh: '请选择名称', en: 'Please select name' } : { zh: '请输入名称', en: 'Please enter name' },
    )
    expect(messagesOf({ ...field, required: true, readOnly: false }, null)[field.name]).toEqual(found)
    expect(messagesOf(field, null)).toEqual({})
  })

  it('draws cell, input and filter in both languages', () => {
    const web: AnyFieldWeb = fieldWebs[name]
    const value = name === 'children' ? [{}] : example(1)
    for (const language of ['zh', 'en'] as const) {
      const context = { field, model: sampleModel, language, record: {}, sources }
      const cell = drawn(<web.Cell {...context} value={value} />)
      expect(textIn(cell)).not.toBe('')
      const input = drawn(
        <web.Input {...context} id="it" value={value} disabled={false} invalid describedBy="note" onChange={ignore} />,
      )
      expect(input).toContain('id="it"')
      if (!type.given && name !== 'children') {
        expect(input).toContain('aria-describedby="note"')
        expect(input).toContain('aria-invalid="true"')
      }
      drawn(<web.Input {...context} id="it" value={null} disabled invalid={false} onChange={ignore} />)
      if (web.Filter)
        expect(drawn(<web.Filter {...context} id="it" query={{}} onChange={ignore} />)).toContain('id="it"')
    }
  })

  it('draws a dash for an empty value', () => {
    if (name === 'password') return
    const { Cell }: AnyFieldWeb = fieldWebs[name]
    const context = { field, model: sampleModel, language: 'zh' as const, record: {}, sources }
    for (const nothing of [null, undefined, ...(isMany(field) ? [[]] : [])]) {
      expect(textIn(drawn(<Cell {...context} value={nothing} />))).toBe('—')
    }
  })
})

describe.each(
  Object.entries(refused).flatMap(([name, rows]) => rows.map(row => ({ name: name as FieldTypeName, ...row }))),
)('$name refuses $value', ({ name, value, options }) => {
  it('at the field, in both languages', () => {
    const field = fieldNamed('it', name, { options: options ?? {} })
    const { it: message, ...others } = messagesOf(field, value)
    expect(others).toEqual({})
    expect(message).toEqual({ zh: expect.stringMatching(/\p{Script=Han}/u), en: expect.stringMatching(/[a-z]/) })
  })
})

describe('lines', () => {
  const field = sampleFields.children[0]

  it('report faults by row and field', () => {
    expect(messagesOf(field, [{ product: 'a' }, { price: -1 }])).toEqual({
      'children.1.product': { zh: '请输入名称', en: 'Please enter name' },
      'children.1.price': { zh: '名称不能小于 0', en: 'Name cannot be less than 0' },
    })
    expect(messagesOf(field, [{ product: 'a', price: 0.001 }])).toEqual({
      'children.0.price': { zh: '名称最多保留 2 位小数', en: 'Name cannot have more than 2 decimal places' },
    })
  })

  it('accept the id of an existing line and reject an invalid id', () => {
    expect(messagesOf(field, [{ id: '12', version: 3, product: 'a' }])).toEqual({})
    expect(messagesOf(field, [{ id: 'x', product: 'a' }])).toEqual({
      'children.0.id': { zh: '请输入正确的记录 ID', en: 'Please enter a correct record ID' },
    })
    expect(messagesOf(field, ['not a line'])).toEqual({ children: notAmongLines })
  })
})

it.each([
  ['integer', {}, 1234567, '1,234,567'],
  ['integer', { grouped: false }, 1234567, '1234567'],
  ['decimal', {}, -1234.5678, '-1,234.57'],
  ['decimal', { grouped: false }, -1234.5678, '-1234.57'],
  ['decimal', { scale: 5 }, 12.34567, '12.34567'],
] as const)('%s with %j: %s is displayed as %s in cells and prints', (type, options, value, text) => {
  const field = fieldNamed('it', type, { options })
  const { Cell }: AnyFieldWeb = fieldWebs[type]
  const context = { field, model: sampleModel, language: 'zh' as const, record: {}, sources }
  expect(textIn(drawn(<Cell {...context} value={value} />))).toBe(text)
  expect(valueText(field, { it: value }, sampleModel, 'zh')).toBe(text)
})

const notAmongLines = { zh: '请输入正确的名称', en: 'Please enter a correct name' }
const ignore = () => undefined
const sources: FieldSources = {
  matchTexts: async () => [],
  nextPick: async () => undefined,
  options: async () => [],
  labels: async () => [],
  branch: async () => [],
  level: async () => [],
  find: async () => [],
  below: async () => [],
  chose: () => undefined,
  stamp: () => 'admin 2026-11-21 12:00',
  creator: () => undefined,
  addressOf: () => undefined,
  visit: () => undefined,
  now: () => '2026-11-21 12:00:00',
  uploads: createUploads({ whenBack: ignore, tryNow: ignore }),
  upload: async () => ({ link: '/files/a.png', name: 'a.png' }),
  of: () => sources,
}
const drawn = (element: ReactElement) =>
  renderToString(<ThemeProvider theme={createTheme({ cssVariables: true })}>{element}</ThemeProvider>)
const textIn = (html: string) =>
  /<img|class="dictionary-dot"/.test(html)
    ? 'a picture'
    : html
        .replace(/<style.*?<\/style>/g, '')
        .replace(/<[^>]*>/g, '')
        .trim()
