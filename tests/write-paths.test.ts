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
  'dictionaries/msg_send_obj.yaml': `title: { zh: 接收对象, en: Receivers }
entries:
  ward: { key: "1", title: { zh: 街区, en: Ward } }
`,
  'messages/taskNotice.yaml': `title: { zh: 任务通知, en: Task }
of: task
text: { zh: "{name}", en: "{name}" }
to: { ward: [phone] }
`,
  'resources/city/helper.yaml': `title: { zh: 助手, en: Helper }
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/alarm.yaml': `title: { zh: 警报, en: Alarm }
display: level
fields:
  level: { type: integer, title: { zh: 级别, en: Level } }
  isSerious: { type: boolean, readOnly: true, title: { zh: 严重, en: Serious } }
actions:
  raise: { auto: true, if: level > 3, set: { isSerious: "true" }, title: { zh: 升级, en: Raise } }
`,
  'resources/city/taskItem.yaml': `title: { zh: 任务项, en: Task item }
partOf: taskId
display: what
fields:
  taskId: { type: reference, of: task, required: true }
  what: { type: text, required: true, title: { zh: 事项, en: What } }
`,
  'resources/city/task.yaml': `title: { zh: 任务, en: Task }
display: name
fields:
  name: { type: text, required: true, unique: true, max: 40, title: { zh: 名称, en: Name } }
  note: { type: text, title: { zh: 备注, en: Note } }
  day: { type: date, title: { zh: 期限, en: Day } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  nextId: { type: reference, of: task, title: { zh: 下一个, en: Next } }
  label: { type: text, compute: nextId.note, stored: true, title: { zh: 标签, en: Label } }
  afterId: { type: reference, of: task, onDelete: clear, title: { zh: 上一个, en: After } }
  wholeId: { type: reference, of: task, onDelete: cascade, title: { zh: 所属任务, en: Part of } }
  items: { type: children, of: taskItem, title: { zh: 任务项, en: Items } }
  state: { type: dictionary, of: errand_state }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: [open, late], to: done, title: { zh: 完成, en: Finish } }
    lapse: { from: open, to: late, after: day, sends: { message: taskNotice }, title: { zh: 超期, en: Lapse } }
actions:
  tell: { sends: { message: taskNotice }, title: { zh: 通知, en: Notify } }
  follow: { creates: { of: task, with: { name: "name + '续'" } }, title: { zh: 后续, en: Follow up } }
  pass: { updates: { record: nextId, with: { note: name } }, title: { zh: 转交, en: Pass on } }
bind:
  helpers: { of: helper, http: [POST bindHelpers, GET listHelpers], self: taskId, title: { zh: 助手, en: Helpers } }
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
  /** The operation of an entry of the same write before it. */
  readonly follows?: string
  /** The number of messages in the outbox. */
  readonly messages?: number
  /** Of an operation: the number of records that its undo reverts. */
  readonly undo?: number
}

/** The write returns the id of the record that is examined, of the table `task` if no other is named. */
interface Path {
  readonly table?: string
  readonly run: () => Promise<string>
  readonly leaves: Trace
}

describe.each(databasesUnderTest())('semantics 26: what each write path leaves, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let imports: ImportCalls
  let next = 0

  const run = async <Row>(text: string, ...values: unknown[]): Promise<readonly Row[]> =>
    (await sql<Row>`${sql.raw(text.replace('$1', `'${values[0]}'`))}`.execute(server.engine.database.kysely)).rows
  const name = () => `任务${next++}`
  const task = (record: object = {}) => calls.save('task', { name: name(), ...record })
  const bulk = async (ids: readonly string[], bulkOperation: object): Promise<string> => {
    const [begun] = linesOf(await calls.call('POST', 'engine/bulk/task', { select: { ids }, do: bulkOperation }))
    return begun.operation
  }
  const imported = async (text: string, match: unknown = null) => {
    const { id } = await imports.checked(text, match)
    await imports.step(id, 'write', { goodRows: false })
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
    'step that sends a message': {
      async run() {
        const id = await settled(task({ phone: '13800000001' }))
        await calls.data('POST', 'city/v1/task/tell', { id })
        return id
      },
      leaves: { entry: ['user', 'tell'], version: 0, event: false, messages: 1 },
    },
    'record that a step creates': {
      async run() {
        const title = name()
        const id = await settled(task({ name: title }))
        await calls.data('POST', 'city/v1/task/follow', { id })
        return idOf(`${title}续`)
      },
      leaves: { entry: ['system', 'save'], version: 1, event: true, cause: true },
    },
    'record that a step updates': {
      async run() {
        const nextId = await task()
        const id = await settled(task({ nextId }))
        await calls.data('POST', 'city/v1/task/pass', { id })
        return nextId
      },
      leaves: { entry: ['system', 'update'], version: 1, event: true, cause: true },
    },
    'automatic step': {
      table: 'alarm',
      async run() {
        const id = await settled(calls.save('alarm', { level: 1 }), 'alarm')
        await calls.data('PUT', 'city/v1/alarm/update', { id, level: 5 })
        return id
      },
      leaves: { entry: ['system', 'raise'], follows: 'update', version: 2, event: true, cause: true },
    },
    'step of a job': {
      async run() {
        const id = await settled(task({ day: '2026-01-31', phone: '13800000001' }))
        await run(`update engine_job set next_at = now() where name = 'due-steps'`)
        await expect.poll(async () => (await stored(id)).state, { interval: 50, timeout: 20_000 }).toBe('1')
        return id
      },
      leaves: { entry: ['system', 'lapse'], version: 1, event: true, messages: 1 },
    },
    'bulk update': {
      async run() {
        const id = await settled(task())
        await bulk([id], { kind: 'update', values: { note: '批' } })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true, operation: true, undo: 1 },
    },
    'bulk deletion': {
      async run() {
        const id = await settled(task())
        await bulk([id], { kind: 'remove' })
        return id
      },
      leaves: { entry: ['user', 'remove'], version: 1, event: true, operation: true, undo: 1 },
    },
    'undo of a bulk deletion': {
      async run() {
        const id = await task()
        const operation = await bulk([id], { kind: 'remove' })
        await settled(id)
        await imports.undo(operation)
        return id
      },
      leaves: { entry: ['user', 'restore'], version: 1, event: true, operation: true, undo: 1 },
    },
    deletion: {
      async run() {
        const id = await settled(task())
        await calls.data('DELETE', `city/v1/task/removeById`, { id })
        return id
      },
      leaves: { entry: ['user', 'remove'], version: 1, event: true },
    },
    'deletion of the referenced record, which clears the reference': {
      async run() {
        const afterId = await task()
        const id = await settled(task({ afterId }))
        await calls.data('DELETE', 'city/v1/task/removeById', { id: afterId })
        return id
      },
      leaves: { entry: ['system', 'update'], version: 1, event: true, cause: true },
    },
    'deletion of the referenced record, which also deletes the record': {
      async run() {
        const wholeId = await task()
        const id = await settled(task({ wholeId }))
        await calls.data('DELETE', 'city/v1/task/removeById', { id: wholeId })
        return id
      },
      leaves: { entry: ['user', 'remove'], version: 1, event: true, cause: true },
    },
    'line that is saved without its master': {
      async run() {
        const id = await settled(task())
        await calls.save('taskItem', { taskId: id, what: '量' })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true },
    },
    bind: {
      async run() {
        const ids = [await calls.save('helper', { name: '助手' })]
        const id = await settled(task())
        await calls.data('POST', 'city/v1/task/bindHelpers', { taskId: id, ids })
        return id
      },
      leaves: { entry: ['user', 'helpers'], version: 1, event: true, operation: true, undo: 1 },
    },
    'overlay of an entry of a dictionary': {
      table: 'blade_dict',
      async run() {
        const { records } = await calls.data('GET', 'blade/v1/bladeDict/page?code_equal=errand_state&dictValue=待办')
        const id = await settled(records[0].id, 'blade_dict')
        await calls.data('PUT', 'blade/v1/bladeDict/update', { id, dictValue: '未办' })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true },
    },
    'restore from the bin': {
      async run() {
        const id = await task()
        await calls.data('DELETE', `city/v1/task/removeById`, { id })
        await settled(id)
        await calls.data('POST', 'engine/restore/task', { ids: [id] })
        return id
      },
      leaves: { entry: ['user', 'restore'], version: 1, event: true },
    },
    'import that adds a record': {
      async run() {
        const title = name()
        await settled()
        await imported(`名称\n${title}\n`)
        return idOf(title)
      },
      leaves: { entry: ['user', 'save'], version: 1, event: true, operation: true, undo: 1 },
    },
    'undo of an import that added a record': {
      async run() {
        const title = name()
        const operation = await imported(`名称\n${title}\n`)
        const id = await settled(idOf(title))
        await imports.undo(operation)
        return id
      },
      leaves: { entry: ['user', 'remove'], version: 1, event: true, operation: true, undo: 1 },
    },
    'value that a job recomputes': {
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
    'import that updates a record': {
      async run() {
        const title = name()
        const id = await settled(task({ name: title }))
        await imported(`名称,备注\n${title},入\n`, { by: 'name', mode: 'update' })
        return id
      },
      leaves: { entry: ['user', 'update'], version: 1, event: true, operation: true, undo: 1 },
    },
  }

  interface Stored {
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
    const [row] = await run<Stored>('select state, label from task where id = $1', id)
    if (!row) throw new Error(`There is no task ${id}.`)
    return row
  }
  const versionOf = async (id: string, table: string): Promise<number> => {
    const [row] = await run<{ version: number }>(`select version from ${table} where id = $1`, id)
    return row?.version ?? 0
  }
  /** Marks what was there before the write that is examined. */
  async function settled(made: string | Promise<string> = '0', table = 'task'): Promise<string> {
    const id = await made
    const [last] = await run<Omit<Mark, 'version'>>(
      `select (select coalesce(max(id), 0)::text from engine_history) as history, (select coalesce(max(id), 0)::text from engine_event) as event`,
    )
    if (!last) throw new Error('The history cannot be read.')
    before = { ...last, version: await versionOf(id, table) }
    return id
  }

  /** Undoes an operation and returns the number of records that this reverts. */
  async function undone(operation: string): Promise<number> {
    const { done, failed } = linesOf(await calls.call('POST', `engine/operations/${operation}/undo`)).at(-1)
    expect(failed).toBe(0)
    return done
  }

  async function traceOf(path: Path): Promise<Trace> {
    await settled()
    const id = await path.run()
    const entries = await run<{ actor: string; operation: string; part: string | null; cause: boolean }>(
      `select coalesce(actor_kind, 'user') as actor, operation, operation_id::text as part, cause_id is not null as cause
       from engine_history where record_id = $1 and id > ${before.history}::bigint order by id desc`,
      id,
    )
    const events = await run(
      `select id from engine_event where $1::bigint = any(record_ids) and id > ${before.event}::bigint`,
      id,
    )
    const messages = await run(
      `select id from engine_message where record_id = $1 and id > ${before.history}::bigint`,
      id,
    )
    const [entry, former] = entries
    expect(entries.length).toBeLessThanOrEqual(2)
    const isNew = entry?.operation === 'save'
    const version = await versionOf(id, path.table ?? 'task')
    return {
      ...(entry && { entry: [entry.actor, entry.operation] as const }),
      version: isNew ? version : version - before.version,
      event: events.length > 0,
      ...(entry?.part && { operation: true as const }),
      ...(entry?.cause && { cause: true as const }),
      ...(former && { follows: former.operation }),
      ...(messages.length > 0 && { messages: messages.length }),
      ...(entry?.part && { undo: await undone(entry.part) }),
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
