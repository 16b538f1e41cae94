import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'

describe.each(databasesUnderTest())('a database for a test, on $kind', ({ open }) => {
  it('is empty at the beginning of each test', async () => {
    const before = await open()
    await sql.raw('create table t (a int); create sequence s').execute(before.kysely)
    await sql.raw("select set_config('timezone', 'Asia/Tokyo', false)").execute(before.kysely)
    await sql.raw('begin').execute(before.kysely)
    await sql.raw('select pg_advisory_lock(26)').execute(before.kysely)
    await before.close()
    await expect(sql.raw('select 1').execute(before.kysely)).rejects.toThrow()

    const database = await open()
    const { rows } = await sql.raw(left).execute(database.kysely)
    expect(rows).toEqual([{ relations: 0, locks: 0, zone: 'Asia/Shanghai' }])
    await database.close()
  })
})

const left = `select current_setting('timezone') as zone,
  (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as relations,
  (select count(*)::int from pg_locks where locktype = 'advisory' and
    database = (select oid from pg_database where datname = current_database())) as locks`
