import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import type { Database } from '../database/database.ts'
import { castOf } from './cast.ts'

describe.each(databasesUnderTest())('casts ($kind)', ({ open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it.each<[from: string, literal: string, to: string, value: unknown, breaks: boolean]>([
    ['text', "'12'", 'bigint', '12', false],
    ['text', "'007'", 'bigint', null, true],
    ['text', "'9223372036854775808'", 'bigint', null, true],
    ['text', "'40000'", 'smallint', null, true],
    ['text', "'1.5'", 'numeric(15,2)', '1.50', false],
    ['text', "'1.555'", 'numeric(15,2)', '1.56', true],
    ['text', "'99999999999999.99'", 'numeric(15,2)', null, true],
    ['text', "'2026-02-30'", 'date', null, true],
    ['text', "'2026-13-01'", 'date', null, true],
    ['text', "'2024-02-29'", 'date', '2024-02-29', false],
    ['text', "'0000-01-01'", 'date', null, true],
    ['text', "'2026/3/1'", 'date', '2026-03-01', false],
    ['text', "'2026.3.1'", 'date', '2026-03-01', false],
    ['text', "'2026年3月1日'", 'date', '2026-03-01', false],
    ['text', "'20260301'", 'date', '2026-03-01', false],
    ['text', "'20260230'", 'date', null, true],
    ['text', "'1/3/2026'", 'date', null, true],
    ['text', "'2026/3/1 08:30'", 'timestamptz(3)', '2026-03-01 08:30:00+08', false],
    ['text', "'2026年3月1日 9:5:07'", 'timestamptz(3)', '2026-03-01 09:05:07+08', false],
    ['text', "'2026-03-01T08:30'", 'timestamptz(3)', '2026-03-01 08:30:00+08', false],
    ['text', "'20260301'", 'timestamptz(3)', '2026-03-01 00:00:00+08', false],
    ['text', "'2026/3/1 08:30'", 'date', '2026-03-01', true],
    ['text', "'2026/3/1 00:00'", 'date', '2026-03-01', false],
    ['text', "'1,234,567.5'", 'numeric(15,2)', '1234567.50', false],
    ['text', "'1,23'", 'numeric(15,2)', null, true],
    // It may also be a list of ids.
    ['text', "'1,234'", 'bigint', null, true],
    ['text', "'8:30'", 'time', '08:30:00', false],
    ['text', "'9时5分'", 'time', '09:05:00', false],
    ['text', "'25:00'", 'time', null, true],
    ['text', "'08:30'", 'time', '08:30:00', false],
    ['text', "'yes'", 'boolean', true, false],
    ['text', "' 否'", 'boolean', false, false],
    ['text', "'或许'", 'boolean', null, true],
    ['text', "'西瓜'", 'varchar(1)', '西', true],
    ['text', "'甲'", 'text[]', ['甲'], false],
    ['text', "'甲, 乙'", 'text[]', ['甲', '乙'], false],
    ['varchar(50)', "' '", 'text[]', null, false],
    ['text', "'x'", 'bigint[]', null, true],
    ['timestamptz(3)', "'2026-03-01 00:00:00'", 'date', '2026-03-01', false],
    ['timestamptz(3)', "'2026-03-01 08:30:00'", 'date', '2026-03-01', true],
    ['timestamptz(3)', "'2026-03-01 08:30:00'", 'text', '2026-03-01 08:30:00', false],
    ['date', "'2026-03-01'", 'timestamptz(3)', '2026-03-01 00:00:00+08', false],
    ['numeric(15,2)', '2.00', 'bigint', '2', false],
    ['numeric(15,2)', '2.50', 'bigint', null, true],
    ['numeric(15,2)', '2.50', 'numeric(15,1)', '2.5', false],
    ['numeric(15,2)', '2.55', 'numeric(15,1)', '2.6', true],
    ['bigint', '9007199254740993', 'numeric(15,2)', null, true],
    ['bigint', '1', 'boolean', true, false],
    ['boolean', 'true', 'bigint', null, true],
    ['text[]', "'{1,2}'", 'bigint[]', ['1', '2'], false],
    ['text[]', "'{1,x}'", 'bigint[]', null, true],
    ['text[]', "'{}'", 'bigint[]', [], false],
    ['text[]', "'{a}'", 'text', 'a', false],
    ['text[]', "'{a,b}'", 'text', 'a', true],
    ['text[]', "'{}'", 'varchar(5)', null, false],
    ['jsonb', `'"甲"'`, 'text', '甲', false],
    ['jsonb', `'{"a":1}'`, 'bigint', null, true],
    ['jsonb', `'[1]'`, 'text', '[1]', true],
    ['text', `'a"b'`, 'jsonb', 'a"b', false],
    ['date', 'null', 'boolean', null, false],
  ])('take %s %s to %s', async (from, literal, to, value, breaks) => {
    const cast = castOf('it', from, to)
    const { rows } = await sql<{ value: unknown; breaks: boolean | null }>`
      select ${sql.raw(cast?.value ?? 'it')}::${sql.raw(to)} as value, ${sql.raw(cast?.breaks ?? 'false')} as breaks
      from (select ${sql.raw(literal)}::${sql.raw(from)} as it offset 0) one`.execute(database.kysely)
    expect([rows[0]?.value, rows[0]?.breaks ?? false]).toEqual([value, breaks])
  })

  it.each<[text: string, to: string, value: unknown, breaks: boolean]>([
    ['1,234', 'bigint', '1234', false],
    ['１２', 'bigint', '12', false],
    ['12 公斤', 'bigint', '12', false],
    ['+3', 'bigint', '3', false],
    ['1.5', 'bigint', null, true],
    ['12 米', 'bigint', null, true],
    // The zeros would be lost.
    ['007', 'bigint', '7', true],
    ['¥1 234.50', 'numeric(15,2)', '1234.50', false],
    ['-12.5元', 'numeric(15,2)', '-12.50', false],
    ['约三十', 'numeric(15,2)', null, true],
  ])('take the text %j as a number with its unit to %s', async (text, to, value, breaks) => {
    const cast = castOf('it', 'text', to, { marks: ['¥', '元', '公斤'] })
    const { rows } = await sql<{ value: unknown; breaks: boolean | null }>`
      select ${sql.raw(cast?.value ?? '')} as value, ${sql.raw(cast?.breaks ?? '')} as breaks
      from (select ${text}::text as it offset 0) one`.execute(database.kysely)
    expect([rows[0]?.value, rows[0]?.breaks ?? false]).toEqual([value, breaks])
  })
})
