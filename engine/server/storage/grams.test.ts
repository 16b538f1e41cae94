import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import type { Database } from '../database/database.ts'
import { displayKeyOf } from './display-key.ts'
import { createFunction, gramFunctions, gramsFunction, initialGramsFunction, soughtGramsFunction } from './grams.ts'

describe.each(databasesUnderTest())('grams ($kind)', ({ open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
    for (const one of gramFunctions) await sql.raw(createFunction(one)).execute(database.kysely)
  })
  afterAll(() => database.close())

  const call = async (name: string, text: string | null) =>
    (
      await sql<{ it: string[] | null }>`select ${sql.ref(name)}(${text}) as it`.execute(database.kysely)
    ).rows[0]?.it?.toSorted()

  it.each([
    [gramsFunction, 'aB', ['a', 'ab', 'b']],
    [gramsFunction, '小学', ['学', '小', '小学']],
    [gramsFunction, 'Ａ\u200B①', ['a', '1', 'a1']],
    [gramsFunction, '𠮷野', ['野', '𠮷', '𠮷野']],
    [gramsFunction, '', []],
    [gramsFunction, '学', ['学']],
    [gramsFunction, null, undefined],
    [initialGramsFunction, displayKeyOf('清溪A2学'), ['q', 'x', 'a', '1', '2', 'x', 'qx', 'xa', 'a1', '12', '2x']],
    [initialGramsFunction, displayKeyOf('ab~清'), ['a', 'b', '-', 'q', 'ab', 'b-', '-q']],
    [initialGramsFunction, '', []],
    [initialGramsFunction, null, undefined],
    [soughtGramsFunction, '第一小', ['一小', '第一']],
    [soughtGramsFunction, '学', ['学']],
    [soughtGramsFunction, '', []],
  ])('%s splits %s', async (name, text, expected) => {
    expect(await call(name, text)).toEqual(expected?.toSorted())
  })

  it('find every text that contains the searched text, by the index', async () => {
    await sql.raw(`create table t (name text)`).execute(database.kysely)
    await sql
      .raw(
        `insert into t select '单位' || n || case when n % 997 = 0 then '第三小学' else '' end from generate_series(1, 20000) n`,
      )
      .execute(database.kysely)
    await sql.raw(`create index on t using gin (engine_search_grams(name))`).execute(database.kysely)
    await sql.raw('analyze t').execute(database.kysely)
    const where = sql`where engine_search_grams(name) @> engine_sought_grams(${'三小'}::text) and name like ${'%三小%'}`
    expect((await sql`select name from t ${where}`.execute(database.kysely)).rows).toHaveLength(20)
    const { rows } = await sql<Record<string, string>>`explain select name from t ${where}`.execute(database.kysely)
    expect(rows.map(row => Object.values(row)[0]).join('\n')).toContain('Bitmap Index Scan')
  })
})
