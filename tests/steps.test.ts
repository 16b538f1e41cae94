import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { StepFault } from '../engine/server/storage/steps.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { startServer } from './support/server.ts'

describe.each(databasesUnderTest())('database steps of an app ($kind)', kind => {
  it('run at the start, after the tables were created', async () => {
    const server = await startServer(kind, {
      ...sampleApp,
      'migrations/0001-note.sql': "comment on column ward.name is 'as on the sign'; create table note (text text)",
      'migrations/0002-fill.sql': "insert into note values ('once')",
    })
    try {
      const { rows } = await sql`select text from note`.execute(server.engine.database.kysely)
      expect(rows).toEqual([{ text: 'once' }])
      expect(server.log.filter(line => line.includes('step done'))).toHaveLength(2)
    } finally {
      await server.close()
    }
  })

  it("stop the start with their name and the database's error", async () => {
    const start = startServer(kind, { ...sampleApp, 'migrations/0001-wrong.sql': 'update nowhere set x = 1' })
    await expect(start).rejects.toThrow(StepFault)
    await expect(start).rejects.toThrow(
      'migrations/0001-wrong.sql failed, and nothing of it was done: relation "nowhere" does not exist.',
    )
  })
})
