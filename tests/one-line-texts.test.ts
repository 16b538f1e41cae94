import { describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { faultMessage } from '../engine/fields/fault.ts'
import { typeOf } from '../engine/fields/index.ts'
import { isMany } from '../engine/fields/options.ts'
import { textOperators } from '../engine/fields/text-value.ts'
import { violationsOfAjv } from '../engine/record/violation.ts'
import { violationMessages } from '../engine/record/violation-messages.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { createAjv } from '../engine/server/store/validate.ts'

const separators = [
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\v',
  '\f',
  '\u001b',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u00ad',
]

describe('one-line texts of every resource', async () => {
  const { model } = compile(await readSources('.'))
  if (!model) throw new Error('The descriptors have errors.')
  const ajv = createAjv()
  const fields = Object.values(model.resources).flatMap(resource =>
    resource.fields
      .filter(field => field.rule === 'string' && typeOf(field).operators === textOperators && !isMany(field))
      .filter(field => !typeOf(field).multiline && !typeOf(field).secret)
      .map(field => ({ resource: resource.name, field, example: String(typeOf(field).example(field, model, 1)) })),
  )

  it('are found', () => {
    expect(fields.length).toBeGreaterThan(100)
    expect(new Set(fields.map(({ field }) => field.type)).size).toBeGreaterThan(5)
  })

  it.each(separators.map(one => [JSON.stringify(one), one]))('refuse %s between two values', (_name, separator) => {
    for (const { resource, field, example } of fields) {
      const type = typeOf(field)
      const name = `${resource}.${field.name}`
      const value = `${example}${separator}${example}`
      const normal = type.normalise ? type.normalise(value, field) : value
      // An e-mail address loses characters that are invisible; this one has a second @ without them.
      if (field.type !== 'email') expect([name, normal]).toEqual([name, expect.stringMatching(/[\p{C}\u2028\u2029]/u)])
      // As the input of a form or a request.
      const validate = ajv.compile({ type: 'object', properties: { [field.name]: type.value(field, model) } })
      expect([name, validate({ [field.name]: normal })]).toEqual([name, false])
      // As a cell of a file.
      expect([name, type.parse(value, field, model)]).toEqual([name, { fault: expect.anything() }])
    }
  })

  it('accept them around a value, where pasting adds them', () => {
    for (const { resource, field, example } of fields.filter(({ field: { type } }) => type === 'text'))
      expect([resource, field.name, typeOf(field).normalise?.(`\t${example}\r\n`, field)]).toEqual([
        resource,
        field.name,
        typeOf(field).normalise?.(example, field),
      ])
  })

  it('report the error in both languages', () => {
    const { field } = fields.find(one => one.field.type === 'text' && one.field.options['only'] === undefined) ?? {}
    if (!field) throw new Error('There is no text of any characters.')
    const message = {
      zh: `${field.title.zh}不能含有换行、制表符等控制字符或不可见字符`,
      en: `${field.title.en} cannot contain line breaks, tabs or other control or invisible characters`,
    }
    const record = { [field.name]: 'a\nb' }
    const validate = ajv.compile({ type: 'object', properties: { [field.name]: typeOf(field).value(field, model) } })
    validate(record)
    expect(violationMessages(violationsOfAjv(validate.errors ?? [], record), [field], model)[field.name]).toEqual(
      message,
    )
    const parsed = typeOf(field).parse('a\tb', field, model)
    expect('fault' in parsed && faultMessage(parsed.fault, field.title)).toEqual(message)
  })
})
