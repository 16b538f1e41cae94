import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import { resourceOf } from '../engine/model/names.ts'
import { readSources } from '../engine/server/app-files.ts'
import type { Caller } from '../engine/server/caller.ts'
import { page } from '../engine/server/store/page.ts'
import { shapeOf } from '../engine/server/store/shape.ts'
import { ask, requestsPerSecond, type Target } from './callers.ts'
import { type City, portOf, startCity } from './city.ts'
import { enterprises, fillLetters, settle } from './letters.ts'
import { type Measure, median, type Section } from './section.ts'
import type { Column, Orders } from './yardstick.ts'

const callers = 32
const seconds = 5
const rounds = 5
const connections = 16
const path = '/api/ent/v1/entNoticeLetter/page?current=1&size=10&letterStatus=1&descs=createTime'

/** Pages and saves of a restricted role, beside the bare server that runs the same statements. */
export async function pages(): Promise<Section> {
  const city = await startCity()
  try {
    await settle(city)
    const rows: Measure[] = []
    const ours: number[] = []
    for (const size of [100_000, 1_000_000]) {
      await fillLetters(city.database, size)
      const { engine, bare } = await race(city)
      ours.push(engine)
      const holds = size === 100_000 ? engine / bare >= 0.65 : undefined
      rows.push(
        { what: `${size.toLocaleString('en')} rows, bare server`, figure: perSecond(bare) },
        { what: `${size.toLocaleString('en')} rows, ours`, figure: perSecond(engine) },
        {
          what: `${size.toLocaleString('en')} rows, ours to bare`,
          figure: (engine / bare).toFixed(2),
          ...(holds !== undefined && { bound: '≥ 0.65', holds }),
        },
      )
    }
    const [small = 0, large = 0] = ours
    rows.push({
      what: 'ours, 1,000,000 to 100,000 rows',
      figure: (large / small).toFixed(2),
      bound: '≥ 0.50',
      holds: large / small >= 0.5,
    })
    return {
      title: 'A page of ten with its total',
      how:
        `Filtered by state and sorted by time, by a role that sees one enterprise in ${enterprises / 10} (1 % of the rows, scattered), ` +
        `${callers} callers, ${connections} connections each side, medians of ${rounds} rounds of ${seconds} s taken in turn. ` +
        'The bare server is node:http and pg with the same prepared statement; both answers are compared byte by byte first.',
      rows,
    }
  } finally {
    await city.stop()
  }
}

const perSecond = (figure: number) => `${Math.round(figure)} /s`

/** Both servers in turn, so that what disturbs the machine disturbs both. */
async function race(city: City): Promise<{ engine: number; bare: number }> {
  const merchant = await city.signIn('merchant')
  const yardstick = await startYardstick({ url: city.url, connections, page: await pageOrders(city), save: [] })
  try {
    const ours: Target = { port: city.port, path, headers: merchant }
    const theirs: Target = { port: yardstick.port, path: '/' }
    const [one, other] = [await ask(ours), await ask(theirs)]
    if (one !== other) throw new Error(`The answers differ:\n${one.slice(0, 600)}\n${other.slice(0, 600)}`)
    for (const target of [ours, theirs]) await requestsPerSecond(target, callers, 2)
    const figures = { engine: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      figures.bare.push(await requestsPerSecond(theirs, callers, seconds))
      figures.engine.push(await requestsPerSecond(ours, callers, seconds))
    }
    return { engine: median(figures.engine), bare: median(figures.bare) }
  } finally {
    await yardstick.stop()
  }
}

export async function startYardstick(orders: Orders): Promise<{ port: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/yardstick.ts'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.send(orders)
  const port = await portOf(child)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The statement that our own server runs for the merchant's page, taken from the store itself. */
export async function pageOrders(city: City): Promise<Orders['page']> {
  const model = await projectModel()
  const caller = await merchantOf(city)
  const resource = resourceOf(model, 'entNoticeLetter')
  const found: { text: string; values: readonly unknown[] }[] = []
  const recorder = {
    executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      found.push({ text: sql, values: parameters })
      return { rows: [] }
    },
  }
  const query = Object.fromEntries(new URL(path, 'http://bench').searchParams)
  const asking = { caller, model, clock: { now: new Date(), zone: 'Asia/Shanghai' } }
  await page(recorder as never, asking, resource, query)
  const [statement] = found
  if (!statement) throw new Error('The store ran no statement.')
  const shape = shapeOf(model, resource, new Set())
  const names = shape.references.map(({ field }): Column => ({ name: `${field.name}Name`, kind: 'text' }))
  return {
    ...statement,
    columns: [...shape.columns.map(field => ({ name: field.name, kind: kindOf(field.type) })), ...names],
  }
}

const kindOf = (name: string): Column['kind'] =>
  name === 'datetime' ? 'datetime' : ['integer', 'decimal', 'money'].includes(name) ? 'number' : 'text'

async function projectModel(): Promise<Model> {
  const { model, problems } = compile(await readSources('.'))
  if (!model) throw new Error(`The project does not compile: ${problems[0]?.message.en}`)
  return model
}

async function merchantOf({ database }: City): Promise<Caller> {
  const { rows } = await database.query(
    `select id::text, owner_ids::text[] as owners, role_id::text[] as roles, dept_id[1]::text as dept from blade_user where account = 'merchant'`,
  )
  const [{ id, owners, roles, dept }] = rows
  return {
    userId: id,
    account: 'merchant',
    name: 'Merchant',
    tenantId: '000000',
    deptId: dept,
    roleIds: roles,
    roles: ['merchant'],
    administrator: false,
    sourceType: null,
    ownerIds: owners,
    regionId: null,
    codes: new Set(['entInfo_view', 'entNoticeLetter_view', 'entNoticeLetter_add', 'entNoticeLetter_edit']),
    language: 'zh',
  }
}
