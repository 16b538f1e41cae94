import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileExpression } from '../engine/rules/compile-expression.ts'
import { test } from '../engine/rules/evaluate.ts'
import type { Me } from '../engine/rules/me.ts'
import type { Scope } from '../engine/rules/scope.ts'
import type { SqlText } from '../engine/rules/sql-text.ts'
import { toSql } from '../engine/rules/to-sql.ts'
import type { Database } from '../engine/server/database/database.ts'
import { databasesUnderTest, testZone } from './support/databases.ts'
import { type Random, randomOf } from './support/random.ts'
import { randomCondition, randomRow, ruleColumns, stateEntries } from './support/random-rules.ts'

const rounds = process.env['LONG'] ? 16_000 : 400
const rowCount = 40
const clock = { now: new Date('2026-03-01T16:30:00Z'), zone: testZone }
const me: Me = {
  id: '1893456789012345678',
  tenantId: '000000',
  deptId: null,
  roleIds: ['1', '2'],
  sourceType: 'a',
  ownerIds: [],
  regionId: null,
}
const fields = Object.fromEntries(Object.entries(ruleColumns).map(([name, { rule }]) => [name, rule]))
const scope: Scope = {
  fields,
  it: fields,
  me: true,
  entries: Object.fromEntries(['state', 'tags', 'it.state', 'it.tags'].map(name => [name, stateEntries])),
}
const rows = Array.from({ length: rowCount }, (_, seed) => randomRow(randomOf(seed)))
const quoted = (name: string) => `p."${name}"`

interface Tally {
  true: number
  false: number
  unknown: number
  readonly disagreements: string[]
}

describe.each(databasesUnderTest())('rules in memory and on $kind', ({ kind, open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
    const columns = Object.entries(ruleColumns).map(([name, { column }]) => `"${name}" ${column}`)
    await sql.raw(`create table p (k int primary key, ${columns.join(', ')})`).execute(database.kysely)
    for (const [k, row] of rows.entries())
      await database.kysely
        .insertInto('p')
        .values({ k, ...row })
        .execute()
  })
  afterAll(() => database.close())

  it('agree on every row, with any missing values', async () => {
    const tally = await compare(database, randomOf(kind === 'postgres' ? 1 : 2), rounds, made => made)
    const pairs = tally.true + tally.false + tally.unknown
    const share = (count: number) => `${((100 * count) / pairs).toFixed(1)} %`
    console.log(
      `${kind}: ${pairs} pairs of expression and row: ${share(tally.true)} true, ${share(tally.false)} false, ${share(tally.unknown)} unknown`,
    )
    expect(tally.disagreements).toEqual([])
    expect(pairs).toBeGreaterThanOrEqual(10_000)
    for (const count of [tally.true, tally.false, tally.unknown]) expect(count / pairs).toBeGreaterThan(0.1)
  }, 600_000)

  const writing = (from: string, to: string) => (made: SqlText) => ({
    ...made,
    parts: made.parts.map(part => part.replaceAll(from, to)),
  })
  it.each<[string, (made: SqlText) => SqlText]>([
    ['a ternary with "else"', writing(' when false then ', ' else ')],
    ['a division by nought', writing('nullif(', 'coalesce(')],
    ['integers that overflow', writing('::numeric', '')],
    ['the days of UTC', made => ({ ...made, values: made.values.map(one => (one === testZone ? 'UTC' : one)) })],
  ])('differ when the translation has %s', async (_name, plant) => {
    const { disagreements } = await compare(database, randomOf(3), 800, plant)
    expect(disagreements.length).toBeGreaterThan(0)
  })
})

/**
 * Evaluates random conditions over all rows on both sides; every other one as a `where` with one row bound as the
 * record.
 */
async function compare(database: Database, random: Random, count: number, change: (made: SqlText) => SqlText) {
  const tally: Tally = { true: 0, false: 0, unknown: 0, disagreements: [] }
  for (let round = 0; round < count; round++) {
    const asWhere = round % 2 === 1
    const record = random.pick(rows)
    const named = (field: string) => (asWhere && random.chance(0.7) ? `it.${field}` : field)
    const text = randomCondition(random, 4, named)
    const compiled = compileExpression(text, scope, 'bool')
    if ('fault' in compiled) throw new Error(`${text} is refused: ${JSON.stringify(compiled.fault)}`)
    const { expression } = compiled
    const columns = asWhere ? { itColumn: quoted, record } : { column: quoted }
    const made = toSql(expression, { ...columns, me, clock })
    if ('fault' in made) throw new Error(`${text} has no SQL: ${JSON.stringify(made.fault)}`)
    const answers = await ask(database, change(made))
    rows.forEach((row, k) => {
      const mine = test(expression, asWhere ? { record, it: row, me } : { record: row, me }, clock)
      tally[mine === null ? 'unknown' : mine ? 'true' : 'false']++
      if (answers[k] !== mine) tally.disagreements.push(`${text}: memory ${mine}, SQL ${answers[k]}, ${say(text, row)}`)
    })
  }
  return tally
}

async function ask(database: Database, { parts, values }: SqlText): Promise<readonly (boolean | null | string)[]> {
  const condition = sql(parts as unknown as TemplateStringsArray, ...values)
  try {
    const { rows: answers } = await sql<{ r: boolean | null }>`select ${condition} as r from p order by k`.execute(
      database.kysely,
    )
    return answers.map(({ r }) => r)
  } catch (error) {
    return rows.map(() => String(error))
  }
}

const say = (text: string, row: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))))
