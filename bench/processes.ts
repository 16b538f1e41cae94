import { readFileSync } from 'node:fs'
import { emptyModel } from '../engine/model/empty-model.ts'
import { advance, emptyFlow } from '../engine/processes/advance.ts'
import { parseProcess } from '../engine/processes/parse-process.ts'
import { flowEvaluator } from '../engine/processes/process-expressions.ts'
import { ask } from './callers.ts'
import { type City, startCity } from './city.ts'
import { settle } from './letters.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const tasks = 1_000_000
const rounds = 15
/** The longest median of a work list, in milliseconds. */
const bound = 60
const [steps, inMemory] = [400, 20_000]

const lists = {
  'to claim': 'lists/claim?size=20',
  'to claim, page 50': 'lists/claim?size=20&page=50',
  'to do': 'lists/todo?size=20',
  done: 'lists/done?size=20',
  sent: 'lists/send?size=20',
  'to claim, by a part of the name': 'lists/claim?size=20&q=approve',
  counts: 'counts',
}

/** A process without a record, whose task the starter has. */
const approval = readFileSync('bench/approval.bpmn', 'utf8')

/** Work lists over many tasks, and steps with and without storage. */
export async function processes(): Promise<Section> {
  const city = await startCity()
  try {
    await settle(city)
    const admin = await city.signIn('admin')
    const measures: Measure[] = [await withoutStorage(), ...(await withStorage(city, admin))]
    const start = performance.now()
    await fill(city)
    const filled = Math.round((performance.now() - start) / 1000)
    for (const account of ['admin', 'merchant']) {
      const headers = await city.signIn(account)
      for (const [what, path] of Object.entries(lists)) {
        const times: number[] = []
        for (let round = 0; round <= rounds; round++) {
          const begin = performance.now()
          await ask({ port: city.port, path: `/api/engine/flow/${path}`, headers })
          times.push(performance.now() - begin)
        }
        const time = median(times.slice(1))
        measures.push({
          what: `${account}, ${what}`,
          figure: milliseconds(time),
          bound: `≤ ${bound} ms`,
          holds: time <= bound,
        })
      }
    }
    return {
      title: `Processes, and work lists at ${tasks.toLocaleString('en')} tasks`,
      how:
        'Steps of one caller, one after the other. Pages of 20 with their total (counted up to 10,000), of an administrator and of a user ' +
        `who may claim 25,000 tasks, has 1,000 and did 10,000; medians of ${rounds} requests. Inserting the rows took ${filled} s.`,
      rows: measures,
    }
  } finally {
    await city.stop()
  }
}

const perSecond = (what: string, count: number, begin: number): Measure => ({
  what,
  figure: `${Math.round((count / (performance.now() - begin)) * 1000).toLocaleString('en')} /s`,
})

async function withoutStorage(): Promise<Measure> {
  const { definition } = await parseProcess(approval)
  if (!definition) throw new Error('bench/approval.bpmn has faults.')
  const evaluator = flowEvaluator(emptyModel, definition, { now: new Date(), zone: 'UTC' })
  const begin = performance.now()
  for (let n = 0; n < inMemory; n += 2) {
    const { state } = advance(definition, emptyFlow, { kind: 'start', variables: {} }, evaluator)
    const token = state.tokens[0]?.id ?? 0
    advance(definition, state, { kind: 'done', token, variables: { pass: true } }, evaluator)
  }
  return perSecond('steps of the interpreter, without storage', inMemory, begin)
}

async function withStorage({ port }: City, admin: Readonly<Record<string, string>>): Promise<Measure[]> {
  const headers = { ...admin, 'content-type': 'application/json' }
  const call = async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET'
    const answer = await ask({
      port,
      path: path.startsWith('/') ? path : `/api/engine/flow/${path}`,
      method,
      headers,
      body: () => JSON.stringify(body),
    })
    return JSON.parse(answer).data
  }
  const body = { modelKey: 'approval', name: 'Approval', modelEditorXml: approval }
  const model = await call('/api/blade-flow/model/submit', body)
  await call(`/api/blade-flow/model/deploy?modelId=${model.id}&category=&tenantIds=`, {})
  const { rows: found } = await call('lists/start?size=100')
  const definitionId = found.find(({ key }: { key: string }) => key === 'approval').id
  const begin = performance.now()
  for (let n = 0; n < steps; n++) await call('start', { definitionId })
  const started = perSecond('instances started', steps, begin)
  const open = (await Promise.all([1, 2, 3, 4].map(page => call(`lists/todo?size=100&page=${page}`)))) as {
    rows: { id: string }[]
  }[]
  const next = performance.now()
  for (const { rows } of open) await call('tasks/complete', { ids: rows.map(({ id }) => id), pass: true })
  return [started, perSecond('tasks completed, 100 in a request', steps, next)]
}

/** One task in ten is open, every second of them unclaimed. */
async function fill({ database }: City): Promise<void> {
  const { rows } = await database.query(
    `select (select id from engine_flow_definition where key = 'leave')::text as definition, (select id from blade_user where account = 'merchant')::text as me`,
  )
  const [{ definition, me }] = rows
  await database.query(
    `insert into engine_flow_instance (tenant_id, id, definition_id, starter, state, outcome, started)
     select '000000', n, $1, case when n % 100 = 1 then $2::bigint else n % 1000 end, '{"tokens":[],"variables":{},"next":1}',
       case when n % 10 > 0 then 'done' end, now() - n * interval '5 seconds' from generate_series(1, ${tasks}) n`,
    [definition, me],
  )
  await database.query(
    `insert into engine_flow_task (tenant_id, id, instance_id, token, element, name, assignee, candidates, created, ended, outcome)
     select '000000', n, n, 1, 'approve', 'approve',
       case when n % 20 = 0 then null when n % 1000 = 10 or n % 100 = 1 then $1::bigint else n % 1000 end,
       array['group:' || case when n % 40 = 0 then 'vendor' else 'r' || n % 50 end], now() - n * interval '5 seconds',
       case when n % 10 > 0 then now() - n * interval '4 seconds' end, case when n % 10 > 0 then 'agreed' end
     from generate_series(1, ${tasks}) n`,
    [me],
  )
  await database.query('vacuum analyze engine_flow_instance, engine_flow_task')
}
