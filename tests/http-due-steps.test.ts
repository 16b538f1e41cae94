import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldFailures } from '../engine/server/jobs/due-steps.ts'
import { idOfCode } from '../engine/server/storage/derived-id.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const loan = (transitions = '') => `title: { zh: 借阅, en: Loan }
owner: wardId
display: title
fields:
  wardId: { type: reference, of: ward, required: true }
  title: { type: text, required: true, max: 40, title: { zh: 书名, en: Book } }
  backBy: { type: date, title: { zh: 应还日, en: Back by } }
  endsAt: { type: datetime, title: { zh: 结束时间, en: Ends at } }
  remindAt: { type: datetime, title: { zh: 提醒时间, en: Remind at } }
  hours: { type: integer, title: { zh: 小时, en: Hours } }
  reminded: { type: integer, default: 0, readOnly: true, title: { zh: 提醒次数, en: Reminders } }
  state: { type: dictionary, of: loan_state }
rules:
  - rule: "title != '不可' || state != 'late'"
    message: { zh: 这本书不能超期, en: This book cannot be late }
    valid: { title: 可, state: late }
    invalid: { title: 不可, state: late }
  - { rule: "reminded <= 1", level: warning, message: { zh: 多次提醒, en: Reminded again }, valid: { reminded: 1 }, invalid: { reminded: 2 } }
lifecycle:
  field: state
  initial: lent
  final: [closed]
  transitions:
    lapse: { from: lent, to: late, after: backBy, title: { zh: 超期, en: Lapse }, creates: { of: letter, once: true, with: { wardId: wardId, subject: "'超期：' + title" } } }
    expire: { from: lent, to: late, after: "endsAt + hours(2)", if: "title != '例外'", title: { zh: 到时, en: Expire } }
    close: { from: late, to: closed, after: endsAt, title: { zh: 关闭, en: Close } }
    giveBack: { from: [lent, late], to: closed, title: { zh: 归还, en: Give back } }
${transitions}actions:
  remind: { after: "remindAt + days(parameter('loan.days'))", set: { reminded: "reminded + 1" }, title: { zh: 提醒, en: Remind } }
`

const ticket = (days: number) => `title: { zh: 工单, en: Ticket }
display: title
fields:
  title: { type: text, title: { zh: 标题, en: Title } }
  startAt: { type: datetime, title: { zh: 开始, en: Start } }
  dueAt: { type: datetime, compute: "startAt + days(${days})", stored: true, title: { zh: 到期, en: Due } }
  nudged: { type: integer, default: 0, readOnly: true, title: { zh: 提醒, en: Nudged } }
  chased: { type: integer, default: 0, readOnly: true, title: { zh: 催办, en: Chased } }
actions:
  nudge: { after: dueAt, set: { nudged: "nudged + 1" }, title: { zh: 提醒, en: Nudge } }
  chase: { after: "startAt + days(parameter('ticket.days'))", set: { chased: "chased + 1" }, title: { zh: 催办, en: Chase } }
`

const pass = (opens: string, guard = '') => `title: { zh: 通行证, en: Pass }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  lastDay: { type: date, title: { zh: 截止日, en: Last day } }
  closable: { type: date, title: { zh: 可关闭日, en: May be closed from } }
  state: { type: dictionary, of: pass_state }
lifecycle:
  field: state
  initial: valid
  final: [ended]
${opens}  transitions:
    invalidate: { from: [valid, extended], to: ended, after: lastDay${guard}, title: { zh: 失效, en: End } }
    extend: { from: valid, to: extended, title: { zh: 延期, en: Extend } }
`

const parameters = (days: number) => `loan.days: { title: { zh: 天数, en: Days }, type: integer, value: 0 }
ticket.days: { title: { zh: 工单天数, en: Days of tickets }, type: integer, value: ${days} }
`

const app = {
  ...sampleApp,
  'dictionaries/loan_state.yaml': `title: { zh: 借阅状态, en: Loan state }
entries:
  lent: { key: "0", title: { zh: 借出, en: Lent } }
  late: { key: "1", title: { zh: 超期, en: Late } }
  closed: { key: "2", title: { zh: 已还, en: Closed } }
`,
  'dictionaries/pass_state.yaml': `title: { zh: 通行证状态, en: Pass state }
entries:
  valid: { key: "0", title: { zh: 有效, en: Valid } }
  extended: { key: "2", title: { zh: 延期, en: Extended } }
  ended: { key: "1", title: { zh: 失效, en: Ended } }
`,
  'resources/city/pass.yaml': pass('  opens: { at: closable, in: [valid] }\n'),
  'parameters.yaml': parameters(36500),
  'resources/city/loan.yaml': loan(),
  'resources/city/ticket.yaml': ticket(36500),
}

describe.each(databasesUnderTest())('steps that a job makes, on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  let wardId: string
  let shift = 0

  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const lend = async (record: object): Promise<string> =>
    (await data('POST', 'city/v1/loan/save', { wardId, title: '书', ...record })).id
  const read = (id: string) => data('GET', `city/v1/loan/getById?id=${id}`)
  const history = (id: string) => data('GET', `engine/history/loan/${id}`)
  const steps = async (id: string) => (await history(id)).map((entry: Any) => entry.operation)
  const fast = { timeout: 15_000, interval: 25 }
  /** Runs a job, and waits for the end of the run. */
  const runJob = async (code = 'due-steps') => {
    const taskId = idOfCode(code)
    const runs = async () => (await data('GET', `sys/v1/sysTaskLog/page?taskId_equal=${taskId}&size=200`)).records
    const ended = async () => (await runs()).filter((run: Any) => run.taskResult !== 'running').length
    await expect
      .poll(async () => (await data('GET', `sys/v1/sysTask/getById?id=${taskId}`)).taskState, fast)
      .toBe('waiting')
    const before = await ended()
    await data('POST', 'sys/v1/sysTask/run', { id: taskId })
    await expect.poll(ended, fast).toBeGreaterThan(before)
    const [last] = await runs()
    expect([last.taskResult, last.message]).toEqual(['done', null])
    return last.effects
  }
  const run = (text: string) => sql.raw(text).execute(server.engine.database.kysely)

  beforeAll(async () => {
    server = await startServer(kind, app, { clockShift: () => shift, jobInterval: 30, settings: { live: true } })
    token = await server.signIn('admin', adminPassword)
    wardId = (await data('POST', 'city/v1/ward/save', { name: '甲区' })).id
  })
  afterAll(() => server.close())

  describe('semantics 23: after', () => {
    it('skips nothing where no record was due before', async () => {
      expect(await runJob()).toBe(0)
      expect((await data('GET', 'engine/due-steps')).skipped).toEqual([])
    })

    it('makes a transition once the day has ended or the time is reached, by the system, with its reason and effects', async () => {
      const [late, today, timed, later, none] = await Promise.all([
        lend({ title: '过期', backBy: '2026-01-31' }),
        lend({ backBy: day(0) }),
        lend({ endsAt: '2026-01-31 08:00:00' }),
        lend({ endsAt: `${day(1)} 00:00:00` }),
        lend({}),
      ])
      expect(await runJob()).toBe(2)
      const states = await Promise.all([late, today, timed, later, none].map(async id => (await read(id)).state))
      expect(states).toEqual(['1', '0', '1', '0', '0'])
      const [entry] = await history(late)
      expect(entry).toMatchObject({
        operation: 'lapse',
        actorKind: 'system',
        reason: { zh: '定时任务“到期自动办理”', en: 'Task "Steps that are due"' },
        userId: null,
        effects: [{ resource: 'letter', name: '超期：过期', operation: 'save' }],
      })
      // The second run of the next transition; nothing is made twice.
      expect(await runJob()).toBe(1)
      expect(await steps(timed)).toEqual(['close', 'expire', 'save'])
      expect(await runJob()).toBe(0)
      expect(await steps(late)).toEqual(['lapse', 'save'])
    })

    it('semantics 16: is in no operation that a user could undo', async () => {
      const id = await lend({ backBy: '2026-01-31', remindAt: '2026-01-31 08:00:00' })
      // One step of a record in each run.
      expect([await runJob(), await runJob()]).toEqual([1, 1])
      expect((await steps(id)).sort()).toEqual(['lapse', 'remind', 'save'])
      const { rows } = await run(`select count(operation_id)::int as count from engine_history where record_id = ${id}`)
      expect(rows).toEqual([{ count: 0 }])
      const { records } = await data('GET', 'sys/v1/sysOperation/page?resource=loan')
      expect(records).toEqual([])
    })

    it('skips deleted rows and conditions that are false, and makes the step of a restored row', async () => {
      const [gone, exempt] = [
        await lend({ backBy: '2026-01-31' }),
        await lend({ title: '例外', endsAt: '2026-01-31 08:00:00' }),
      ]
      await data('DELETE', 'city/v1/loan/removeByIds', { ids: [gone] })
      expect(await runJob()).toBe(0)
      await data('POST', 'engine/restore/loan', { ids: [gone] })
      expect(await runJob()).toBe(1)
      expect([(await read(gone)).state, (await read(exempt)).state]).toEqual(['1', '0'])
    })

    it('makes no transition that is due before `opens` allows it, and makes it once it does', async () => {
      const save = async (closable: string): Promise<string> =>
        (await data('POST', 'city/v1/pass/save', { name: '证', lastDay: '2026-01-31', closable })).id
      const stateOf = async (id: string) => (await data('GET', `city/v1/pass/getById?id=${id}`)).state
      const [early, open] = [await save(day(1)), await save(day(0))]
      expect(await runJob()).toBe(1)
      expect([await stateOf(early), await stateOf(open)]).toEqual(['0', '1'])
      expect((await data('GET', 'engine/due-steps')).failures).toEqual([])
      await data('PUT', 'city/v1/pass/update', { id: early, closable: day(0) })
      expect(await runJob()).toBe(1)
      expect(await stateOf(early)).toBe('1')
    })

    it('makes an action once for each value of its time', async () => {
      const id = await lend({ remindAt: '2026-01-31 08:00:00' })
      await runJob()
      await runJob()
      expect((await read(id)).reminded).toBe(1)
      await data('PUT', 'city/v1/loan/update', { id, remindAt: '2026-02-28 08:00:00' })
      await runJob()
      await data('PUT', 'city/v1/loan/update', { id, remindAt: '2026-01-31 08:00:00' })
      await runJob()
      expect(await read(id)).toMatchObject({ reminded: 2 })
      // Semantics C7: no acknowledgement is required.
      const [again] = (await history(id)).filter(({ operation }: Any) => operation === 'remind')
      expect(again.warnings).toMatchObject([{ text: { zh: '多次提醒' }, isAcknowledged: false }])
      // Another time of the same values: a parameter that was changed makes no step again.
      const [{ id: days }] = (await data('GET', 'blade/v1/bladeConfig/page?paramKey_in=loan.days')).records
      const { revision } = await data('GET', 'engine/index')
      await data('PUT', 'blade/v1/bladeConfig/update', { id: days, paramValue: '1' })
      await expect.poll(async () => (await data('GET', 'engine/index')).revision, fast).not.toBe(revision)
      await runJob()
      expect(await read(id)).toMatchObject({ reminded: 2 })
      await data('PUT', 'city/v1/loan/update', { id, remindAt: '2026-03-31 08:00:00' })
      await runJob()
      expect(await read(id)).toMatchObject({ reminded: 3 })
    })

    it('lists a refused row, retries it at growing intervals, and blocks no other', async () => {
      const [refused, other] = [
        await lend({ title: '不可', backBy: '2026-01-31' }),
        await lend({ backBy: '2026-01-31' }),
      ]
      expect(await runJob()).toBe(1)
      expect((await read(other)).state).toBe('1')
      const failures = async () => (await data('GET', 'engine/due-steps')).failures
      expect(await failures()).toMatchObject([
        { resource: 'loan', id: refused, step: 'lapse', failures: 1, message: '这本书不能超期' },
      ])
      const wait = async () => {
        const { rows } =
          await sql<Any>`select extract(epoch from next_at - at)::integer as wait from engine_step_failure`.execute(
            server.engine.database.kysely,
          )
        return rows[0]?.wait
      }
      expect(await wait()).toBe(60)
      await runJob()
      expect((await failures())[0].failures).toBe(1)
      await run(`update engine_step_failure set next_at = now() - interval '1 second'`)
      await runJob()
      expect([(await failures())[0].failures, await wait()]).toEqual([2, 120])
      await data('PUT', 'city/v1/loan/update', { id: refused, title: '可' })
      await run(`update engine_step_failure set next_at = now() - interval '1 second'`)
      expect(await runJob()).toBe(1)
      expect([(await read(refused)).state, await failures()]).toEqual(['1', []])
    })

    it('has no endpoint, code or button', async () => {
      const id = await lend({ backBy: '2026-01-31' })
      expect((await call('POST', 'city/v1/loan/lapse', { id })).status).toBe(404)
      expect((await call('POST', 'city/v1/loan/remind', { id })).status).toBe(404)
      const bulk = { select: { ids: [id] }, do: { kind: 'transition', name: 'lapse', input: {} } }
      expect((await call('POST', 'engine/bulk/loan', bulk)).status).toBe(400)
      const { may, primary, model } = await data('GET', 'engine/resource/loan')
      expect([may.includes('lapse'), may.includes('giveBack'), primary]).toEqual([false, true, ['giveBack']])
      // Its title is shown in the history.
      expect(model.resources.loan.lifecycle.transitions.map((step: Any) => step.name)).toContain('lapse')
      await runJob()
    })

    it('waits for an administrator when the clock was moved by more than an hour, and runs when it is confirmed', async () => {
      const id = await lend({ backBy: day(0) })
      await runJob()
      shift = 26 * 3_600_000
      token = await server.signIn('admin', adminPassword)
      expect(await runJob()).toBe(0)
      expect((await read(id)).state).toBe('0')
      expect((await data('GET', 'engine/due-steps')).clock.seconds).toBeGreaterThan(26 * 3_600 - 60)
      // Back again: it still waits, because two changes are no reason to trust the clock.
      shift = 0
      expect(await runJob()).toBe(0)
      shift = 26 * 3_600_000
      token = await server.signIn('admin', adminPassword)
      await runJob()
      await data('POST', 'engine/due-steps/confirm-clock')
      await expect.poll(async () => (await read(id)).state, fast).toBe('1')
      expect((await data('GET', 'engine/due-steps')).clock).toBeNull()
      shift = 0
      expect(await runJob()).toBe(0)
      await data('POST', 'engine/due-steps/confirm-clock')
      expect((await call('POST', 'engine/due-steps/confirm-clock')).status).toBe(404)
    })
  })

  describe('semantics 9: a new rule on existing rows', () => {
    const change = async (file: string, text: string) => {
      const { revision } = await data('GET', 'engine/index')
      writeIn(server.appDir, file, text)
      await expect.poll(async () => (await data('GET', 'engine/index')).revision, fast).not.toBe(revision)
    }
    const skippedBy = async (name: string) =>
      (await data('GET', 'engine/due-steps')).skipped.find((one: Any) => one.step === name)

    it('acts from its revision on, lists the records that were due before, and is made once of each on request', async () => {
      const ids = await Promise.all([1, 2, 3].map(hours => lend({ title: '新规', hours })))
      const archive =
        '    archive: { from: lent, to: closed, after: createTime, if: "title == \'新规\'", title: { zh: 归档, en: Archive } }\n'
      await change('resources/city/loan.yaml', loan(archive))
      const later = await lend({ title: '新规' })
      expect(await runJob()).toBe(1)
      expect((await read(later)).state).toBe('2')
      const { resource, step, digest, due } = await skippedBy('archive')
      expect([resource, due]).toEqual(['loan', 3])
      expect(server.log.some(line => line.includes('"step":"archive"') && line.includes('"due":3'))).toBe(true)
      // A record that is written since is made at the next run.
      await data('PUT', 'city/v1/loan/update', { id: ids[0], hours: 9 })
      expect(await runJob()).toBe(1)
      expect(await runJob()).toBe(0)
      expect((await call('POST', 'engine/due-steps/run', { resource, step, digest: 'other' })).status).toBe(404)
      await data('POST', 'engine/due-steps/run', { resource, step, digest })
      await expect
        .poll(async () => Promise.all(ids.map(async id => (await read(id)).state)), fast)
        .toEqual(['2', '2', '2'])
      for (const id of ids.slice(1)) expect(await steps(id)).toEqual(['archive', 'save'])
      expect(await skippedBy('archive')).toBeUndefined()
    })

    it.each([
      ['a formula of a stored value', 'nudge', 'resources/city/ticket.yaml', ticket(1), 1],
      ['a value of parameters.yaml', 'chase', 'parameters.yaml', parameters(1), 2],
    ])('skips records again when %s that it reads was changed', async (_what, name, file, text, due) => {
      const saved = await data('POST', 'city/v1/ticket/save', { startAt: '2026-01-31 08:00:00' })
      const count = async () => (await data('GET', `city/v1/ticket/getById?id=${saved.id}`))[`${name}d`]
      await runJob('value-refresh')
      await runJob()
      await change(file, text)
      // What is due is known when the stored values are computed again.
      for (const code of ['due-steps', 'value-refresh', 'due-steps']) await runJob(code)
      const { resource, step, digest, ...rule } = await skippedBy(name)
      expect([await count(), rule]).toMatchObject([0, { due }])
      await data('POST', 'engine/due-steps/run', { resource, step, digest })
      await expect.poll(count, fast).toBe(1)
    })

    it('skips records again when `opens` was changed', async () => {
      const { id } = await data('POST', 'city/v1/pass/save', { name: '证', lastDay: '2026-01-31', closable: day(1) })
      expect(await runJob()).toBe(0)
      await change('resources/city/pass.yaml', pass(''))
      expect(await runJob()).toBe(0)
      expect(await skippedBy('invalidate')).toMatchObject({ due: 1 })
      expect((await data('GET', `city/v1/pass/getById?id=${id}`)).state).toBe('0')
      await change('resources/city/pass.yaml', pass('  opens: { at: closable, in: [valid] }\n'))
      expect(await runJob()).toBe(0)
      expect(await skippedBy('invalidate')).toBeUndefined()
    })
  })

  describe('semantics 22: a job whose names are changed', () => {
    const save = async (text: string) => {
      const { revision } = await data('GET', 'engine/index')
      writeIn(server.appDir, 'resources/city/loan.yaml', text)
      await expect.poll(async () => (await data('GET', 'engine/index')).revision, fast).not.toBe(revision)
    }
    const listed = async () => {
      const { failures, orphaned } = await data('GET', 'engine/due-steps')
      return { failures: failures.map((one: Any) => [one.id, one.step, one.failures]), orphaned }
    }
    const retryNow = () => run(`update engine_step_failure set next_at = now() - interval '3 days'`)

    it('follows a renamed step, and lists the work of a removed one, which does nothing', async () => {
      const id = await lend({ title: '不可', backBy: '2026-01-31' })
      await runJob()
      expect(await listed()).toEqual({ failures: [[id, 'lapse', 1]], orphaned: [] })
      await save(loan().replace('lapse: { from', 'overdue: { renamedFrom: lapse, from'))
      expect(await listed()).toEqual({ failures: [[id, 'overdue', 1]], orphaned: [] })
      await retryNow()
      await runJob()
      expect((await listed()).failures).toEqual([[id, 'overdue', 2]])
      await save(loan().replace(/ +lapse: .*\n/, ''))
      await retryNow()
      await runJob()
      await deleteOldFailures(server.engine.database.kysely, server.engine.model(), new Date())
      expect(await listed()).toEqual({
        failures: [[id, 'lapse', 2]],
        orphaned: [
          {
            job: 'due-steps',
            resource: 'loan',
            name: 'lapse',
            count: 1,
            expires: null,
            message: '描述文件中的资源“loan”没有“lapse”，不再处理',
          },
        ],
      })
      // A step that is declared again is another one.
      await save(loan())
      await data('PUT', 'city/v1/loan/update', { id, title: '可' })
      await runJob()
      expect([(await read(id)).state, (await listed()).orphaned.length]).toEqual(['1', 1])
    })
  })
})

/** A day relative to today in the zone of the tests. */
function day(offset: number): string {
  return new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
}
