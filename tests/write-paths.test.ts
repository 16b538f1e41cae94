import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { recovered } from './support/recovered.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const app = {
  ...sampleApp,
  'dictionaries/errand_state.yaml': `title: { zh: 任务状态, en: Task state }
entries:
  open: { key: "0", title: { zh: 待办, en: Open } }
  late: { key: "1", title: { zh: 超期, en: Late } }
  done: { key: "2", title: { zh: 完成, en: Done } }
`,
  'resources/city/task.yaml': `title: { zh: 任务, en: Task }
display: name
dialect: { blade: blade-city/task }
fields:
  name: { type: text, required: true, unique: true, max: 40, title: { zh: 名称, en: Name } }
  note: { type: text, title: { zh: 备注, en: Note } }
  day: { type: date, title: { zh: 期限, en: Day } }
  nextId: { type: reference, of: task, title: { zh: 下一个, en: Next } }
  label: { type: text, compute: nextId.note, stored: true, title: { zh: 标签, en: Label } }
  state: { type: dictionary, of: errand_state }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: [open, late], to: done, title: { zh: 完成, en: Finish } }
    lapse: { from: open, to: late, after: day, title: { zh: 超期, en: Lapse } }
actions:
  remark: { edit: [note], title: { zh: 备注, en: Remark } }
  follow: { creates: { of: task, with: { name: "name + '续'" } }, title: { zh: 后续, en: Follow up } }
  pass: { updates: { record: nextId, with: { note: name } }, title: { zh: 转交, en: Pass on } }
`,
}

/** What a write left of one record. */
interface Trace {
  /** `user` or `system`, and the operation in the history; missing where there is no entry. */
  readonly entry?: readonly [actor: string, operation: string]
  /** How far the version went; a new record has 1. */
  readonly version: number
  /** An event is published for open screens. */
  readonly event: boolean
  /** The entry belongs to an operation on several records. */
  readonly operation?: true
  /** The entry names the step that caused it. */
  readonly cause?: true
}

type Path = { readonly run: () => Promise<string>; readonly leaves: Trace }

describe.each(databasesUnderTest())('semantics 26: what each write path leaves, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let imports: ImportCalls
  let next = 0

  const run = async <Row>(text: string, ...values: unknown[]): Promise<readonly Row[]> =>
    (await sql<Row>`${sql.raw(text.replace('$1', `'${values[0]}'`))}`.execute(server.engine.database.kysely)).rows
  const name = () => `任务${next++}`
  const task = (record: object = {}) => calls.save('task', { name: name(), ...record })
  const bulk = async (ids: readonly string[], doing: object): Promise<string> => {
    const [begun] = linesOf(await calls.call('POST', 'engine/bulk/task', { select: { ids }, do: doing }))
    return begun.operation
  }
  const imported = async (text: string, match: unknown = null, goodRows = false) => {
    const { id } = await imports.checked(text, match)
    await imports.step(id, 'write', { goodRows })
    return id
  }
  const idOf = async (title: string): Promise<string> =>
    (await calls.data('GET', `city/v1/task/page?name_equal=${encodeURIComponent(title)}`)).records[0].id

  const paths: Readonly<Record<string, Path>> = {
    save: { run: () => task(), leaves: { entry: ['user', 'save'], version: 1, event: true } },
    update: {
      async run() {
        const id = await settled(task())
        await calls.data('PUT', 'city/v1/task/update', { id, note: '改' })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true },
    },
    transition: {
      async run() {
        const id = await settled(task())
        await calls.data('POST', 'city/v1/task/finish', { id })
        return id
      },
      leaves: { entry: ['user', 'finish'], version: 1, event: true },
    },
    action: {
      async run() {
        const id = await settled(task())
        await calls.data('POST', 'city/v1/task/remark', { id, note: '备' })
        return id
      },
      leaves: { entry: ['user', 'remark'], version: 1, event: true },
    },
    'creates of a step': {
      async run() {
        const title = name()
        const id = await settled(task({ name: title }))
        await calls.data('POST', 'city/v1/task/follow', { id })
        return idOf(`${title}续`)
      },
      leaves: { entry: ['system', 'save'], version: 1, event: true, cause: true },
    },
    'updates of a step': {
      async run() {
        const nextId = await task()
        const id = await settled(task({ nextId }))
        await calls.data('POST', 'city/v1/task/pass', { id })
        return nextId
      },
      leaves: { entry: ['system', 'update'], version: 1, event: true, cause: true },
    },
    'step of a job': {
      async run() {
        const id = await settled(task({ day: '2026-01-31' }))
        await run(`update engine_job set next_at = now() where name = 'due-steps'`)
        await expect.poll(async () => (await stored(id)).state, { interval: 50, timeout: 20_000 }).toBe('1')
        return id
      },
      leaves: { entry: ['system', 'lapse'], version: 1, event: true },
    },
    'bulk update': {
      async run() {
        const id = await settled(task())
        await bulk([id], { kind: 'update', values: { note: '批' } })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true, operation: true },
    },
    'bulk transition': {
      async run() {
        const id = await settled(task())
        await bulk([id], { kind: 'move', name: 'finish', input: {} })
        return id
      },
      leaves: { entry: ['user', 'finish'], version: 1, event: true, operation: true },
    },
    'bulk action': {
      async run() {
        const id = await settled(task())
        await bulk([id], { kind: 'action', name: 'remark', input: { note: '备' } })
        return id
      },
      leaves: { entry: ['user', 'remark'], version: 1, event: true, operation: true },
    },
    'bulk deletion': {
      async run() {
        const id = await settled(task())
        await bulk([id], { kind: 'remove' })
        return id
      },
      leaves: { entry: ['user', 'remove'], version: 1, event: true, operation: true },
    },
    'undo of a bulk deletion': {
      async run() {
        const id = await task()
        const operation = await bulk([id], { kind: 'remove' })
        await settled(Promise.resolve(id))
        await imports.undo(operation)
        return id
      },
      leaves: { entry: ['user', 'restore'], version: 1, event: true, operation: true },
    },
    'undo of a bulk update': {
      async run() {
        const id = await task()
        const operation = await bulk([id], { kind: 'update', values: { note: '批' } })
        await settled(Promise.resolve(id))
        await imports.undo(operation)
        return id
      },
      leaves: { entry: ['user', 'undo'], version: 1, event: true, operation: true },
    },
    deletion: {
      async run() {
        const id = await settled(task())
        await calls.data('DELETE', `city/v1/task/removeById`, { id })
        return id
      },
      leaves: { entry: ['user', 'remove'], version: 1, event: true },
    },
    'restore from the bin': {
      async run() {
        const id = await task()
        await calls.data('DELETE', `city/v1/task/removeById`, { id })
        await settled(Promise.resolve(id))
        await calls.data('POST', 'engine/restore/task', { ids: [id] })
        return id
      },
      leaves: { entry: ['user', 'restore'], version: 1, event: true },
    },
    'import that adds': {
      async run() {
        const title = name()
        await settled()
        await imported(`名称\n${title}\n`)
        return idOf(title)
      },
      leaves: { entry: ['user', 'save'], version: 1, event: true, operation: true },
    },
    'import of valid rows that adds': {
      async run() {
        const title = name()
        await settled()
        await imported(`名称\n${title}\n`, null, true)
        return idOf(title)
      },
      leaves: { entry: ['user', 'save'], version: 1, event: true, operation: true },
    },
    'undo of an import that added': {
      async run() {
        const title = name()
        const operation = await imported(`名称\n${title}\n`)
        const id = await settled(idOf(title))
        await imports.undo(operation)
        return id
      },
      leaves: { entry: ['user', 'remove'], version: 1, event: true, operation: true },
    },
    'blade dialect that adds': {
      async run() {
        const title = name()
        await calls.data('POST', 'blade-city/task/submit', { name: title })
        return idOf(title)
      },
      leaves: { entry: ['user', 'save'], version: 1, event: true },
    },
    'blade dialect that updates': {
      async run() {
        const id = await settled(task())
        await calls.data('POST', 'blade-city/task/submit', { id, note: '改' })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true },
    },
    'value that a job computes again': {
      async run() {
        const nextId = await task({ note: '甲' })
        const id = await settled(task({ nextId }))
        expect((await stored(id)).label).toBe('甲')
        await calls.data('PUT', 'city/v1/task/update', { id: nextId, note: '乙' })
        await run(`update engine_job set next_at = now() where name = 'value-refresh'`)
        await expect.poll(async () => (await stored(id)).label, { interval: 50, timeout: 20_000 }).toBe('乙')
        return id
      },
      leaves: { version: 0, event: true },
    },
    'import that updates': {
      async run() {
        const title = name()
        const id = await settled(task({ name: title }))
        await imported(`名称,备注\n${title},入\n`, { by: 'name', mode: 'update' })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true, operation: true },
    },
  }

  interface Stored {
    readonly version: number
    readonly state: string
    readonly label: string | null
  }
  interface Mark {
    readonly history: string
    readonly event: string
    readonly version: number
  }
  let before: Mark

  const stored = async (id: string) => {
    const [row] = await run<Stored>('select version, state, label from task where id = $1', id)
    if (!row) throw new Error(`There is no task ${id}.`)
    return row
  }
  /** Marks what was there before the write that is examined. */
  async function settled(made: Promise<string> = Promise.resolve('0')): Promise<string> {
    const id = await made
    const [last] = await run<Omit<Mark, 'version'>>(
      `select (select coalesce(max(id), 0)::text from engine_history) as history, (select coalesce(max(id), 0)::text from engine_event) as event`,
    )
    if (!last) throw new Error('The history cannot be read.')
    before = { ...last, version: id === '0' ? 0 : (await stored(id)).version }
    return id
  }

  async function traceOf(path: Path): Promise<Trace> {
    await settled()
    const id = await path.run()
    const entries = await run<{ actor: string; operation: string; part: boolean; cause: boolean }>(
      `select coalesce(actor_kind, 'user') as actor, operation, operation_id is not null as part, cause_id is not null as cause
       from engine_history where record_id = $1 and id > ${before.history}::bigint order by id desc`,
      id,
    )
    const events = await run(
      `select id from engine_event where $1::bigint = any(record_ids) and id > ${before.event}::bigint`,
      id,
    )
    const [entry] = entries
    expect(entries.length).toBeLessThanOrEqual(1)
    const isNew = entry?.operation === 'save'
    const { version } = await stored(id)
    return {
      ...(entry && { entry: [entry.actor, entry.operation] as const }),
      version: isNew ? version : version - before.version,
      event: events.length > 0,
      ...(entry?.part && { operation: true as const }),
      ...(entry?.cause && { cause: true as const }),
    }
  }

  beforeAll(async () => {
    server = await startServer(kind, app, { jobInterval: 30 })
    imports = await importCallsOn(server, 'task')
    calls = serverCalls(server, imports.token)
    await recovered(server)
  })
  afterAll(() => server.close())

  it.each(Object.keys(paths))('%s', async name => {
    const path = paths[name]
    if (!path) throw new Error(`There is no path "${name}".`)
    expect(await traceOf(path)).toEqual(path.leaves)
  })
})
