import { customizeValidator } from '@rjsf/validator-ajv8'
import { describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { stepInputSchema } from '../engine/compiler/emit/steps.ts'
import { enteredFields } from '../engine/fields/entered-fields.ts'
import { formats } from '../engine/fields/formats.ts'
import { type Purpose, recordSchema } from '../engine/fields/record-schema.ts'
import type { JsonSchema, Model, Resource } from '../engine/model/model.ts'
import { hasInput, stepsOf } from '../engine/model/steps.ts'
import { type Violation, violationsOfAjv } from '../engine/record/violation.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { createAjv } from '../engine/server/store/validate.ts'
import { schemaValidator } from '../engine/web/form/schema-validator.ts'
import { badValue, jsonOf } from './support/bad-values.ts'
import { goodValue, type Input } from './support/good-records.ts'
import { type Random, randomOf } from './support/random.ts'

const model = await productModel()
const resources = Object.values(model.resources)
const known = Object.fromEntries(resources.map(({ name }) => [name, ['1', '7', '42']]))
const rounds = process.env['LONG'] ? 400 : 30

async function productModel(): Promise<Model> {
  const { model } = compile(await readSources('.'))
  if (!model) throw new Error('The product does not compile.')
  return model
}

interface Subject {
  readonly name: string
  readonly schema: JsonSchema
  /** Its fields, or those of a resource with the same names: the source of valid values. */
  readonly fields: Resource['fields']
}

const purposes: readonly Purpose[] = ['save', 'update']
const subjects = (resource: Resource): Subject[] => [
  ...purposes.map(purpose => ({
    name: purpose,
    schema: recordSchema(resource, model, purpose),
    fields: resource.fields,
  })),
  ...stepsOf(resource).flatMap(step =>
    hasInput(step)
      ? [
          {
            name: `input of ${step.name}`,
            schema: stepInputSchema(resource, step, model),
            fields: enteredFields(resource, step),
          },
        ]
      : [],
  ),
]

/** The three validators: where each finds something wrong, as `field` or `lines.2.field`, with the keyword. */
function validatorsOf(schema: JsonSchema): Readonly<Record<string, (record: Input) => string[]>> {
  const ajv = createAjv().compile(schema)
  const browser = schemaValidator(schema)
  const reference = customizeValidator({ customFormats: { ...formats }, ajvFormatOptions: false })
  return {
    server: record => (ajv(record) ? [] : violated(violationsOfAjv(ajv.errors ?? [], record))),
    browser: record => violated(browser(record)),
    rjsf: record => {
      const { errors } = reference.validateFormData(record, schema)
      return sorted(errors.map(({ property = '', name }) => `${property.replace(/^\./, '')} ${name}`))
    },
  }
}

const violated = (violations: readonly Violation[]) =>
  sorted(violations.map(({ path, keyword }) => `${path.join('.')} ${keyword}`))
const sorted = (found: readonly string[]) => [...new Set(found)].sort()

/** A random record: valid, or with some values missing, null, or rarely valid; in lines too. */
function randomRecord({ schema, fields }: Subject, resource: Resource, random: Random): Input {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>
  const isValid = random.chance(0.2)
  const record: Input = {}
  for (const [name, of] of Object.entries(properties)) {
    const field = fields.find(one => one.name === name)
    const value = field ? goodValue(model, resource, field, known, random.below(40)) : name === 'version' ? 3 : '42'
    const next = isValid || random.chance(0.5) ? value : random.pick([wrong, less, nothing])(random, value, of)
    if (next !== undefined) record[name] = next
  }
  return record
}

type Change = (random: Random, value: unknown, schema: JsonSchema) => unknown

const nothing: Change = random => (random.chance(0.5) ? null : undefined)
// JSON.parse reads 1e999 as Infinity: an integer for Ajv, a number for the interpreter, out of limits for both.
const wrong: Change = random =>
  JSON.parse(jsonOf(badValue(random)), (_, one) => (typeof one === 'number' && !Number.isFinite(one) ? 1e308 : one))
/** Too short, too long, outside of the limits, repeated, or wrong in one of several lines. */
const less: Change = (random, value, schema) => {
  if (typeof value === 'string') return random.pick(['', value.slice(0, 1), value.slice(1), value + 'x'.repeat(3000)])
  if (typeof value === 'number') return value * random.pick([-1, 1.001, 1e12])
  if (!Array.isArray(value)) return wrong(random, value, schema)
  const part = value.map(one => (random.chance(0.5) ? changed(random, one, schema) : one))
  return random.pick([[], [], [...value, ...value], part])
}
const changed: Change = (random, one, schema) =>
  typeof one === 'object' && one !== null
    ? Object.fromEntries(
        Object.entries(one).map(([name, value]) => [name, random.chance(0.5) ? wrong(random, value, schema) : value]),
      )
    : wrong(random, one, schema)

const keywords = new Set<string>()
let valid = 0

describe.each(resources)('$name', resource => {
  it.each(subjects(resource))('$name: server, browser and RJSF find the same', subject => {
    const { server, browser, rjsf } = validatorsOf(subject.schema)
    const random = randomOf(subject.name.length * 1000 + resource.name.length)
    for (let round = 0; round < rounds; round++) {
      const record = randomRecord(subject, resource, random)
      const found = rjsf?.(record)
      for (const one of found ?? []) keywords.add(String(one.split(' ').at(-1)))
      if (found?.length === 0) valid++
      const shown = JSON.stringify(record).slice(0, 2000)
      expect(server?.(record), shown).toEqual(found)
      expect(browser?.(record), shown).toEqual(found)
    }
  })
})

it('compared valid records, and every keyword of the schemas', () => {
  expect(valid).toBeGreaterThan(200)
  expect([...keywords].sort()).toEqual([
    'enum',
    'format',
    'maxItems',
    'maxLength',
    'maximum',
    'minItems',
    'minLength',
    'minimum',
    'pattern',
    'required',
    'type',
    'uniqueItems',
  ])
})
