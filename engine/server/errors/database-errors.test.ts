import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { isChangedTable, isWorthRetry, refusalOf, uniqueFault } from './database-errors.ts'

describe.each(databasesUnderTest())('errors ($kind)', ({ open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
    await sql
      .raw(
        'create table fruit (id int primary key, name varchar(3) constraint fruit_name unique, amount int check (amount > 0))',
      )
      .execute(database.kysely)
    await sql.raw('create table seed (fruit_id int references fruit)').execute(database.kysely)
    await sql.raw("insert into fruit values (1, '桃', 1)").execute(database.kysely)
  })
  afterAll(() => database.close())

  const errorOf = (statement: string) =>
    sql
      .raw(statement)
      .execute(database.kysely)
      .then(
        () => undefined,
        (error: unknown) => error,
      )

  const taken = { code: 'duplicate', status: 409, text: { zh: '已存在相同的记录', en: 'The record already exists' } }
  const referred = {
    code: 'referred',
    status: 409,
    text: {
      zh: '所引用的记录不存在，或该记录正被其他记录引用',
      en: 'A referenced record does not exist, or other records refer to this one',
    },
  }
  const invalid = {
    code: 'input',
    status: 400,
    text: { zh: '数据格式不正确或超出范围', en: 'A value is invalid or out of range' },
  }
  const busy = {
    code: 'busy',
    status: 409,
    text: { zh: '记录正被他人修改，请重试', en: 'The record is being changed; please try again' },
  }
  const tooComplex = { code: 'too-complex', status: 400, text: { zh: '查询过于复杂', en: 'The query is too complex' } }
  const raised = (code: string) => `do $$ begin raise exception 'as if' using errcode = '${code}'; end $$`

  it.each([
    ['a duplicate', "insert into fruit values (2, '桃', 1)", taken],
    ['a reference to a missing row', 'insert into seed values (9)', referred],
    ['a text that is too long', "insert into fruit values (3, '西瓜西瓜', 1)", invalid],
    ['a number out of range', 'insert into fruit values (99999999999)', invalid],
    ['a malformed value', "select 'x'::int", invalid],
    ['a broken check', 'insert into fruit values (4, null, 0)', invalid],
    ['a deadlock', raised('40P01'), busy],
    ['a statement that is nested too deeply', raised('54001'), tooComplex],
  ])('converts %s to a refusal', async (_what, statement, refusal) => {
    expect(refusalOf(await errorOf(statement))).toMatchObject(refusal)
  })

  it('names the index that refused a duplicate', async () => {
    expect(uniqueFault(await errorOf("insert into fruit values (2, '桃', 1)"))?.constraint).toBe('fruit_name')
  })

  it.each(['select nothing from fruit', 'select 1 from nothing'])(
    'treats the error of "%s" as that of a changed table and as a bug',
    async statement => {
      const error = await errorOf(statement)
      expect([isChangedTable(error), refusalOf(error)]).toEqual([true, undefined])
    },
  )

  it('retries a transaction that the database aborts', async () => {
    let runs = 0
    const result = await database.transaction(async queries => {
      runs++
      const { rows } = await sql<{ n: number }>`select 7 as n`.execute(queries)
      if (runs < 3)
        await sql.raw("do $$ begin raise exception 'as if' using errcode = '40001'; end $$").execute(queries)
      return rows[0]?.n
    })
    expect([runs, result]).toEqual([3, 7])
  })

  it('rolls back a transaction that throws, and throws at once when work requests a second connection', async () => {
    const inside = database.transaction(async queries => {
      await sql.raw('delete from fruit').execute(queries)
      await sql`select 1`.execute(database.kysely)
    })
    await expect(inside).rejects.toThrow('Work in a transaction asked for a second connection.')
    expect((await sql`select * from fruit`.execute(database.kysely)).rows).toHaveLength(1)
  })
})

it.each(['postgres://outsider@127.0.0.1:1/none', 'postgres://outsider@%2Fnowhere/none'])(
  'refuses with 503 when %s cannot be reached',
  async url => {
    const error = await openDatabase({ url, zone: 'UTC', connectionTimeout: 500 }).catch((thrown: unknown) => thrown)
    expect(refusalOf(error)?.status).toBe(503)
  },
)

const [server] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

describe.runIf(server)('a server', () => {
  it('cancels a statement that takes too long, and recovers from lost connections', async () => {
    const place = await server?.place()
    const database = await openDatabase({ url: String(place?.url), zone: 'UTC', statementTimeout: 300, connections: 2 })
    try {
      const slow = await sql`select pg_sleep(5)`.execute(database.kysely).catch((error: unknown) => error)
      expect(refusalOf(slow)?.status).toBe(503)
      await database.patiently(async queries => {
        await sql`select pg_sleep(0.6)`.execute(queries)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
          queries,
        )
      })
      const answers = await Promise.allSettled(Array.from({ length: 20 }, () => sql`select 1`.execute(database.kysely)))
      for (const answer of answers) if (answer.status === 'rejected') expect(refusalOf(answer.reason)?.status).toBe(503)
      await database.ping()
      expect((await sql`select 1 as n`.execute(database.kysely)).rows).toEqual([{ n: 1 }])
    } finally {
      await database.close()
      await place?.remove()
    }
  })

  it('prepares hot statements under names, again for each revision, and works after a change of a column', async () => {
    const database = await server?.open()
    if (!database) return
    try {
      const named = async () =>
        (
          await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements where name <> ''`.execute(
            database.kysely,
          )
        ).rows[0]?.n
      await sql.raw('create table t (a int); insert into t values (1)').execute(database.kysely)
      const ask = () => sql`select * from t where a = ${1}`.execute(database.kysely)
      for (let times = 0; times < 10; times++) await ask()
      expect(await named()).toBeGreaterThan(0)
      await sql.raw('alter table t add column b int').execute(database.kysely)
      expect(isChangedTable(await ask().catch((error: unknown) => error))).toBe(true)
      database.follow('2')
      for (let times = 0; times < 10; times++) expect((await ask()).rows).toEqual([{ a: 1, b: null }])
    } finally {
      await database.close()
    }
  })
})

it('decides which errors are worth a retry', () => {
  const fault = (code: string) => Object.assign(new Error('message'), { code, severity: 'ERROR' })
  expect(['40001', '40P01', '23505'].map(code => isWorthRetry(fault(code)))).toEqual([true, true, false])
})
