import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operator } from '../engine/fields/field-type.ts'
import { type FieldTypeName, operatorsOf, typeOf } from '../engine/fields/index.ts'
import type { OneOrMany } from '../engine/fields/one-or-many.ts'
import type { Field } from '../engine/model/model.ts'
import type { Database } from '../engine/server/database/database.ts'
import { numbered } from '../engine/server/database/fragment.ts'
import { createFunction, gramFunctions } from '../engine/server/storage/grams.ts'
import { conditionSql } from '../engine/server/store/condition.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleFields, sampleModel } from './support/sample-fields.ts'

// The database contract of every field type; a new type is covered when registered.
const rows = 6
const samples = Object.entries(sampleFields).flatMap(([name, fields]) =>
  (fields as readonly Field[])
    .filter(field => field.column !== undefined && field.name !== 'id')
    .map(field => ({ name: name as FieldTypeName, field })),
)

describe.each(databasesUnderTest())('on $kind', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    for (const one of gramFunctions) await run(database, createFunction(one))
    const columns = samples.map(({ field }) => `"${field.column}" ${typeOf(field).column(field)}`)
    await run(database, `create table sample (id bigint primary key, ${columns.join(', ')})`)
    for (let n = 0; n < rows; n++) {
      const values = samples.map(({ field }) => columnValue(field, exampleOf(field, n)))
      const names = samples.map(({ field }) => `"${field.column}"`).join(', ')
      await run(database, `insert into sample (id, ${names}) values ($1, ${places(samples.length)})`, [n, ...values])
    }
    // The last row has no values.
    await run(database, 'insert into sample (id) values ($1)', [rows])
  })
  afterAll(() => database.close())

  describe.each(samples)('$name, as the field $field.name', ({ field }) => {
    const type = typeOf(field)
    const values = Array.from({ length: rows }, (_, n) => exampleOf(field, n))

    it('reads back what it wrote', async () => {
      const found = await run(database, `select "${field.column}" as raw from sample order by id`)
      const read = found.map(({ raw }) => (raw === null ? null : type.fromColumn(raw, field)))
      expect(read).toEqual([...values, null])
    })

    if (operatorsOf(field).length > 0)
      it.each(operatorsOf(field))('filters rows by %s', async operator => {
        // Formatted text is found by its text.
        const sought = type.markup ? values.map(value => type.format(value, field, sampleModel, 'zh')) : values
        const asked = askedBy(operator, sought)
        const single = { ...field, options: { ...field.options, many: false } }
        const condition = { field, operator, values: asked.map(value => type.toColumn(value, single)) }
        const { parts, values: bound } = conditionSql(condition, 'it')
        const where = numbered({ parts, values: bound }, 0)
        const found = await run(database, `select id from sample it where ${where} order by id`, [...bound])
        const meant = [...sought, null].flatMap((value, id) => (holds(operator, value, asked) ? [String(id)] : []))
        expect(found.map(row => String(row['id']))).toEqual(meant)
        expect(meant.length, 'the comparison tells rows apart').toBeGreaterThan(0)
        expect(meant.length, 'the comparison tells rows apart').toBeLessThan(rows + 1)
      })

    if (type.sortable)
      it('sorts its rows', async () => {
        const found = await run(
          database,
          `select "${field.column}" as raw from sample where "${field.column}" is not null order by "${field.column}", id`,
        )
        const read = found.map(({ raw }) => type.fromColumn(raw, field))
        expect(read.map(sortable)).toEqual(values.map(sortable).sort(compare))
      })
  })
})

const exampleOf = (field: Field, n: number): unknown => typeOf(field).example(field, sampleModel, n)

const columnValue = (field: Field, value: unknown) => typeOf(field).toColumn(value, field)

/** The value of a query on these values: the third of them, or some of its characters for a partial match. */
function askedBy(operator: Operator, values: readonly unknown[]): unknown[] {
  const [first, , third] = values.map(value => ([value].flat() as unknown[])[0])
  switch (operator) {
    case 'isNull':
    case 'notNull':
      return []
    case 'oneOf':
      return [first, third]
    case 'contains':
    case 'notContains':
      return [String(third).slice(1)]
    case 'startsWith':
      return [String(third).slice(0, -1)]
    case 'endsWith':
      return [String(third).slice(-2)]
    default:
      return [third]
  }
}

/** The meaning of an operator, with which SQL must agree. */
function holds(operator: Operator, value: unknown, asked: readonly unknown[]): boolean {
  if (operator === 'isNull') return value === null
  if (value === null) return false
  const [one] = asked
  const list = [value as OneOrMany].flat()
  switch (operator) {
    case 'notNull':
      return true
    case 'equals':
      return value === one
    case 'notEquals':
      return value !== one
    case 'oneOf':
      return list.some(each => asked.includes(each))
    case 'has':
      return list.includes(String(one))
    case 'contains':
      return String(value).includes(String(one))
    case 'notContains':
      return !String(value).includes(String(one))
    case 'startsWith':
      return String(value).startsWith(String(one))
    case 'endsWith':
      return String(value).endsWith(String(one))
    case 'greater':
      return compare(sortable(value), sortable(one)) > 0
    case 'greaterOrEqual':
      return compare(sortable(value), sortable(one)) >= 0
    case 'less':
      return compare(sortable(value), sortable(one)) < 0
    case 'lessOrEqual':
      return compare(sortable(value), sortable(one)) <= 0
  }
}

const sortable = (value: unknown): string | number => (typeof value === 'number' ? value : String([value].flat()))
const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

const places = (count: number) => Array.from({ length: count }, (_, at) => `$${at + 2}`).join(', ')

async function run(
  database: Database,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const { rows } = await database.kysely.executeQuery(CompiledQuery.raw(sql, [...values]))
  return rows as Record<string, unknown>[]
}
