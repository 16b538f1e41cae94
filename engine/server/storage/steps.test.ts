import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Database } from '../database/database.ts'
import { applyPlan } from './apply.ts'
import { openSteps, readSteps, runSteps, stepsToRun } from './steps.ts'

describe.each(databasesUnderTest())('steps ($kind)', ({ open }) => {
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
  const values = async () =>
    (await sql<{ a: number }>`select a from t order by a`.execute(database.kysely)).rows.map(({ a }) => a)

  it('run once, in order, however many begin at the same time', async () => {
    write('0002-second.sql', 'insert into t select a + 1 from t')
    write('0001-first.sql', 'insert into t values (1);\ninsert into t values (5);')
    const steps = await readSteps(app)
    expect((await stepsToRun(database.kysely, steps)).map(({ name }) => name)).toEqual([
      '0001-first.sql',
      '0002-second.sql',
    ])
    await Promise.all([
      runSteps(database, emptyModel, steps),
      runSteps(database, emptyModel, steps),
      runSteps(database, emptyModel, steps),
    ])
    expect(await values()).toEqual([1, 2, 5, 6])
    expect(await stepsToRun(database.kysely, steps)).toEqual([])
  })

  it('run whole or not at all', async () => {
    write('0001-first.sql', 'insert into t values (1); select 1 / 0;')
    const steps = await readSteps(app)
    await expect(runSteps(database, emptyModel, steps)).rejects.toThrow(/division by zero/)
    expect([await values(), await stepsToRun(database.kysely, steps)]).toEqual([[], steps])
  })

  it('are not changed after they ran', async () => {
    write('0001-first.sql', 'insert into t values (1)')
    await runSteps(database, emptyModel, await readSteps(app))
    write('0001-first.sql', 'insert into t values (2)')
    await expect(runSteps(database, emptyModel, await readSteps(app))).rejects.toThrow(
      'migrations/0001-first.sql was changed after it ran',
    )
  })

  it('stop in the folder that version 1 had, with the command that renames it', async () => {
    mkdirSync(join(app, 'steps'))
    writeFileSync(join(app, 'steps', '0001-first.sql'), '')
    await expect(readSteps(app)).rejects.toThrow(
      'steps/0001-first.sql is in the folder of version 1: run npm run migrate.',
    )
  })

  it.each([
    [
      ['1-first.sql'],
      'migrations/1-first.sql: the file name must have the form 0001-some-words.sql or 0001-some-words.yaml.',
    ],
    [['0001-a.sql', '0001-b.sql'], 'migrations/0001-a.sql and migrations/0001-b.sql have the same number.'],
  ])('stop at names like %s', async (names, sentence) => {
    for (const name of names) write(name, '')
    await expect(readSteps(app)).rejects.toThrow(sentence)
  })

  it('are listed where they have not run, with everything for which a start would refuse them', async () => {
    write('0001-first.sql', 'insert into t values (1)')
    await runSteps(database, emptyModel, await readSteps(app))
    write('0001-first.sql', 'insert into t values (2)')
    write('0002-move.yaml', 'move: { from: a, to: b }\n')
    write('0003-move.yaml', 'move:\n  from: a\n  too: b\n')
    write('0003-other.sql', 'select 1')
    write('0004-gbk.sql', Buffer.from([0xd6, 0xd0]))
    mkdirSync(join(app, 'migrations/0005-folder.sql'))
    write('second.sql', 'select 1')
    const { steps, faults } = await openSteps(database, app)
    expect(steps.map(({ name }) => name)).toEqual(['0002-move.yaml', '0003-move.yaml', '0003-other.sql'])
    expect(faults.map(({ message }) => message)).toEqual([
      'migrations/second.sql: the file name must have the form 0001-some-words.sql or 0001-some-words.yaml.',
      'migrations/0003-move.yaml and migrations/0003-other.sql have the same number.',
      'migrations/0004-gbk.sql is not a text file in UTF-8.',
      'migrations/0005-folder.sql is not a text file in UTF-8.',
      'migrations/0001-first.sql was changed after it ran: write another step instead.',
      expect.stringContaining('migrations/0003-move.yaml:3:3: A move must be written as move: {'),
    ])
  })
})
