import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Database } from '../database/database.ts'
import { applyPlan } from './apply.ts'
import { planner } from './plan.ts'
import type { MigrationStep } from './step-fault.ts'
import { openSteps, readSteps, stepsToRun } from './steps.ts'

describe.each(databasesUnderTest())('steps ($kind)', ({ kind, open }) => {
  let database: Database
  let app: string

  beforeEach(async () => {
    app = mkdtempSync(join(tmpdir(), 'mingchu-app-'))
    mkdirSync(join(app, 'migrations'))
    database = await open()
    await applyPlan(database, { model: emptyModel, changes: [] })
    await sql.raw('create table t (a int)').execute(database.kysely)
  })
  afterEach(async () => {
    await database.close()
    rmSync(app, { recursive: true, force: true })
  })

  const write = (name: string, text: string | Buffer) => writeFileSync(join(app, 'migrations', name), text)
  const runAll = (steps: readonly MigrationStep[]) =>
    applyPlan(database, { model: emptyModel, changes: [] }, {}, planner, { steps })
  const values = async () =>
    (await sql<{ a: number }>`select a from t order by a`.execute(database.kysely)).rows.map(({ a }) => a)

  it('run once, in order, by several concurrent calls', async () => {
    write('0002-second.sql', 'insert into t select a + 1 from t')
    write('0001-first.sql', 'insert into t values (1);\ninsert into t values (5);')
    const steps = await readSteps(app)
    expect((await stepsToRun(database.kysely, steps)).map(({ name }) => name)).toEqual([
      '0001-first.sql',
      '0002-second.sql',
    ])
    await Promise.all([runAll(steps), runAll(steps), runAll(steps)])
    expect(await values()).toEqual([1, 2, 5, 6])
    expect(await stepsToRun(database.kysely, steps)).toEqual([])
    expect(await runAll(steps)).toMatchObject({ ran: [], didMatch: true })
  })

  it('run in one transaction: all new ones or none', async () => {
    write('0001-first.sql', 'insert into t values (1)')
    write('0002-second.sql', 'insert into t values (2); select 1 / 0;')
    const steps = await readSteps(app)
    await expect(runAll(steps)).rejects.toThrow(/division by zero/)
    expect([await values(), await stepsToRun(database.kysely, steps)]).toEqual([[], steps])
  })

  // The embedded database has one connection.
  it.runIf(kind === 'postgres')('wait for the transactions that use a table', async () => {
    write('0001-first.sql', 'lock table t in access exclusive mode; insert into t values (1)')
    const steps = await readSteps(app)
    const { kysely } = database
    const waiting = async () =>
      (
        await sql`select from pg_locks where not granted and relation = 't'::regclass
          and database = (select oid from pg_database where datname = current_database())`.execute(kysely)
      ).rows.length > 0
    let done: Promise<unknown> = Promise.resolve()
    await kysely.transaction().execute(async transaction => {
      await sql`insert into t values (2)`.execute(transaction)
      done = runAll(steps)
      await expect.poll(waiting).toBe(true)
      // Its lock has timed out.
      await expect.poll(waiting).toBe(false)
    })
    await done
    expect(await values()).toEqual([1, 2])
  })

  it('are not changed after they ran', async () => {
    write('0001-first.sql', 'insert into t values (1)')
    await runAll(await readSteps(app))
    write('0001-first.sql', 'insert into t values (2)')
    await expect(runAll(await readSteps(app))).rejects.toThrow('migrations/0001-first.sql was changed after it ran')
  })

  it.each([
    [['1-first.sql'], 'migrations/1-first.sql: the file name must have the form 0001-some-words.sql.'],
    [['0001-a.sql', '0001-b.sql'], 'migrations/0001-a.sql and migrations/0001-b.sql have the same number.'],
  ])('are refused with names like %s', async (names, sentence) => {
    for (const name of names) write(name, '')
    await expect(readSteps(app)).rejects.toThrow(sentence)
  })

  it('are listed where they have not run, with everything for which a start would refuse them', async () => {
    write('0001-first.sql', 'insert into t values (1)')
    await runAll(await readSteps(app))
    write('0001-first.sql', 'insert into t values (2)')
    write('0002-move.yaml', 'move: { from: a, to: b }\n')
    write('0003-first.sql', 'select 1')
    write('0003-other.sql', 'select 1')
    write('0004-gbk.sql', Buffer.from([0xd6, 0xd0]))
    mkdirSync(join(app, 'migrations/0005-folder.sql'))
    write('0006-quoted.sql', "do $$ begin perform 1; end $$; select 'a; commit' -- ; rollback")
    write('0007-commit.sql', 'insert into t values (3); Commit; select 1')
    write('second.sql', 'select 1')
    const { steps, faults } = await openSteps(database, app)
    expect(steps.map(({ name }) => name)).toEqual([
      '0003-first.sql',
      '0003-other.sql',
      '0006-quoted.sql',
      '0007-commit.sql',
    ])
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringContaining('migrations/0002-move.yaml:1:1: '),
      'migrations/second.sql: the file name must have the form 0001-some-words.sql.',
      'migrations/0003-first.sql and migrations/0003-other.sql have the same number.',
      'migrations/0004-gbk.sql is not a text file in UTF-8.',
      'migrations/0005-folder.sql is not a text file in UTF-8.',
      'migrations/0001-first.sql was changed after it ran: write another step instead.',
      'migrations/0007-commit.sql: it contains COMMIT: migrations run in the transaction of the other changes and cannot begin or end one.',
    ])
  })
})
