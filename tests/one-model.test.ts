import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dialect } from '../engine/server/http/dialect.ts'
import type { Jobs } from '../engine/server/jobs/job.ts'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { dataOf, linesOf } from './support/server-calls.ts'

const title = 'title: { zh: 名, en: Name }'
const noteFile = 'resources/a/note.yaml'
/** Notes whose stamp is by default the word, and of which users see those of their team, if the access rule is given. */
const notes = (word: string, access = '') => `${title}
menu: false
display: name
dialect: { blade: blade-a/note }
fields:
  name: { type: text, required: true, ${title} }
  team: { type: text, ${title} }
  stamp: { type: text, default: ${word}, ${title} }
${access}`

const app: Readonly<Record<string, string>> = {
  'app.yaml': `language: 2\n${title}\n`,
  'resources/blade/bladeUser.yaml': `fields:\n  team: { type: text, ${title} }\n`,
  [noteFile]: notes('none'),
  'resources/a/visit.yaml': `${title}
menu: false
display: name
dialect: { blade: blade-a/visit }
fields:
  name: { type: text, required: true, ${title} }
  isNoted: { type: boolean, default: false, ${title} }
actions:
  log: { auto: true, if: "!isNoted", set: { isNoted: "true" }, creates: { of: note, with: { name: name } }, ${title} }
`,
}

describe.each(databasesWalked('postgres'))('one Model per request ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let count = 0
  let held: (() => void) | undefined
  /** Once a rule restricts the reader, its removal would wait for a confirmation. */
  let access = ''

  /** Holds requests with the header `x-held` after their context was made, before their body is read. */
  const holding: Dialect = bodies => {
    bodies.addHook('preParsing', async ({ headers }) => {
      if (headers['x-held'])
        await new Promise<void>(resolve => {
          held = resolve
        })
    })
  }
  const jobs: Jobs = {
    visits: {
      title: { zh: '走访', en: 'Visits' },
      schedule: { seconds: 86_400 },
      async run({ step }) {
        for (const name of ['job 1', 'job 2'])
          await step(name, async ({ store, ctx }) => {
            await store.save(ctx, 'visit', { name })
            return 1
          })
        return undefined
      },
    },
  }
  const call = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    server.call(body ? 'POST' : 'GET', `/api/${path}`, { token, headers, ...(body && { body }) })
  const run = async (statement: string) => (await importCallsOn(server, 'note')).run(statement)
  const revision = () => server.engine.model().revision
  const reload = async (content: string) => {
    const before = revision()
    writeIn(server.appDir, noteFile, content)
    await expect.poll(revision, { timeout: 10_000, interval: 5 }).not.toBe(before)
  }
  /** A word that no earlier Model has, which is the default of the present one. */
  const reloaded = async () => {
    const word = `w${++count}`
    await reload(notes(word, access))
    return word
  }
  const stampsOf = async (names: string): Promise<string[]> =>
    (await run(`select stamp from note where name like '${names}' order by id`)).rows.map(({ stamp }) => stamp)

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true }, jobs, dialects: [holding], jobInterval: 30 })
    await server.engine.app.ready()
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it.each<[string, string, object]>([
    ['v1', 'a/v1/note/save', {}],
    ['blade', 'blade-a/note/submit', {}],
  ])('of %s, whose body arrives after a reload', async (dialect, path, more) => {
    const former = await reloaded()
    const name = `body ${dialect}`
    const slow = call(path, { name, ...more }, { 'x-held': 'yes' })
    await expect.poll(() => held !== undefined).toBe(true)
    const present = await reloaded()
    held?.()
    held = undefined
    expect((await slow).status).toBe(200)
    expect((await call(path, { name, ...more })).status).toBe(200)
    expect(await stampsOf(name)).toEqual([former, present])
  })

  it('reads the fields of the user that the Model of the request declares', async () => {
    const { id: role } = dataOf(await call('blade/v1/bladeRole/save', { roleName: 'reader', roleAlias: 'reader' }))
    await run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role}, 'note_view')`)
    const { deptId } = dataOf(await call('blade-user/info'))
    const person = { account: 'reader', name: 'reader', realName: 'Reader', password: 'Person-26' }
    dataOf(await call('blade/v1/bladeUser/save', { ...person, roleId: [role], deptId, team: 'red' }))
    for (const team of ['red', 'blue']) dataOf(await call('a/v1/note/save', { name: 'of a team', team }))
    const reader = await server.signIn('reader', 'Person-26')
    const seen = async () => {
      const answer = await server.call('GET', '/api/a/v1/note/page?name=of a team', { token: reader })
      return dataOf(answer).records.map(({ team }: { readonly team: string }) => team)
    }
    const before = revision()
    access = 'access: [{ role: reader, allow: [view], where: "team == me.team" }]\n'
    writeIn(server.appDir, noteFile, notes('team', access))
    // So that the rights of the reader are cached when the Model changes.
    while (revision() === before) {
      await seen()
      await setImmediate()
    }
    expect(await seen()).toEqual(['red'])
  })

  // The embedded database has one connection: no Model is loaded during a transaction.
  describe.runIf(kind.kind === 'postgres')('whose transaction waits during a reload', () => {
    /** The stamps of the notes that work creates, and the words before and after the reload in its first transaction. */
    const during = async (names: string, work: () => Promise<unknown>, prepare?: () => Promise<unknown>) => {
      const former = await reloaded()
      await prepare?.()
      const other = new pg.Client({ connectionString: String(server.databaseUrl) })
      await other.connect()
      try {
        await other.query('begin; lock table note in exclusive mode')
        const working = work()
        const waiting = `select from pg_locks where not granted and relation = 'note'::regclass`
        await expect.poll(async () => (await other.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
        const present = await reloaded()
        await other.query('rollback')
        await working
        return { stamps: await stampsOf(names), former, present }
      } finally {
        await other.end()
      }
    }
    const named = (name: string, length: number) => Array.from({ length }, (_, n) => `${name} ${n}`)
    const repeated = (former: string, times: number, present: string, more: number) => [
      ...Array<string>(times).fill(former),
      ...Array<string>(more).fill(present),
    ]

    it.each([
      ['v1', 'a/v1/visit/save'],
      ['blade', 'blade-a/visit/submit'],
    ])('of %s', async (dialect, path) => {
      const name = `visit ${dialect}`
      const { stamps, former } = await during(name, async () => dataOf(await call(path, { name })))
      expect(stamps).toEqual([former])
    })

    it('of a bulk operation, each of whose rows has a transaction with one Model', async () => {
      const ids: string[] = []
      for (const name of named('bulk', 5)) ids.push(dataOf(await call('a/v1/visit/save', { name, isNoted: true })).id)
      const order = { select: { ids }, do: { kind: 'update', values: { isNoted: false } } }
      const { stamps, former, present } = await during('bulk %', async () => {
        expect(linesOf(await call('engine/bulk/visit', order)).at(-1)).toMatchObject({ done: 5, failed: 0 })
      })
      expect(stamps).toEqual(repeated(former, 1, present, 4))
    })

    it('of an import, each of whose chunks has one Model', async () => {
      const visits = await importCallsOn(server, 'visit')
      let id = ''
      const { stamps, former, present } = await during(
        'import %',
        () => visits.step(id, 'write', { goodRows: true }),
        async () => {
          id = (await visits.checked(`名\n${named('import', 255).join('\n')}\n`)).id
        },
      )
      expect(stamps).toEqual(repeated(former, 250, present, 5))
    })

    it('of a job, each of whose steps has one Model', async () => {
      const [task] = [dataOf(await call('sys/v1/sysTask/getByQuery?code_equal=visits'))]
      const { stamps, former, present } = await during('job %', async () => {
        expect((await call('sys/v1/sysTask/run', { id: task.id })).status).toBe(200)
        await expect.poll(() => stampsOf('job 2'), { timeout: 20_000 }).toHaveLength(1)
      })
      expect(stamps).toEqual([former, present])
    })
  })
})
