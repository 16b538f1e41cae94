import { resourceOf } from '../engine/model/names.ts'
import { shapeOf } from '../engine/server/database/shape.ts'
import { page } from '../engine/server/store/page.ts'
import type { Column, Orders } from './baseline-server.ts'
import { ask, type Target } from './callers.ts'
import { type City, startCity } from './city.ts'
import { enterprises, fillLetters, settle } from './letters.ts'
import { contextOf, recorder } from './merchant.ts'
import { callers, connections, perSecond, race, rounds, seconds, startBaseline } from './race.ts'
import type { Measure, Section } from './section.ts'

const path = '/api/ent/v1/entNoticeLetter/page?current=1&size=10&letterStatus=1&descs=createTime'

/** Pages for a restricted role, compared with the bare server that runs the same statements. */
export async function pages(): Promise<Section> {
  const city = await startCity()
  try {
    await settle(city)
    const rows: Measure[] = []
    const speeds: Speeds[] = []
    for (const size of [100_000, 1_000_000]) {
      await fillLetters(city.database, size)
      const { engine, bare } = await pagesOf(city)
      speeds.push({ engine, bare })
      const of = `${size.toLocaleString('en')} rows`
      rows.push(
        { what: `${of}, bare server`, figure: perSecond(bare) },
        { what: `${of}, engine`, figure: perSecond(engine) },
        {
          what: `${of}, engine to bare server`,
          figure: (engine / bare).toFixed(2),
          bound: '≥ 0.65',
          holds: engine / bare >= 0.65,
        },
      )
    }
    const fallOf = (server: keyof Speeds) => (speeds[1]?.[server] ?? 0) / (speeds[0]?.[server] ?? 0)
    const fall = fallOf('engine')
    rows.push(
      { what: 'bare server, 1,000,000 to 100,000 rows', figure: fallOf('bare').toFixed(2) },
      { what: 'engine, 1,000,000 to 100,000 rows', figure: fall.toFixed(2), bound: '≥ 0.50', holds: fall >= 0.5 },
    )
    return {
      title: 'A page of ten rows with its total',
      how:
        `Filtered by state and sorted by time, by a role that sees one enterprise in ${enterprises / 10} (1 % of the rows, scattered), ` +
        `${callers} concurrent clients, ${connections} connections for each server, medians of ${rounds} rounds of ${seconds} s, alternating. ` +
        'The bare server is node:http and pg with the same prepared statement; before the measurement, both responses are compared byte by byte. ' +
        'With ten times as many rows both are slower, because the exact total counts ten times as many.',
      rows,
    }
  } finally {
    await city.stop()
  }
}

/** The statement that the server runs for the merchant's page, recorded from the store. */
async function pageOrders(city: City): Promise<Orders['page']> {
  const ctx = await contextOf(city)
  const resource = resourceOf(ctx.model, 'entNoticeLetter')
  const { queries, statements } = recorder()
  const query = Object.fromEntries(new URL(path, 'http://bench').searchParams)
  await page(queries, ctx, resource, query)
  const [statement] = statements
  if (!statement) throw new Error('The store ran no statement.')
  const shape = shapeOf(ctx.model, resource, new Set())
  const names = shape.references.map(({ field }): Column => ({ name: `${field.name}Name`, kind: 'text' }))
  return {
    ...statement,
    columns: [...shape.columns.map(field => ({ name: field.name, kind: kindOf(field.type) })), ...names],
  }
}

const kindOf = (name: string): Column['kind'] =>
  name === 'datetime' ? 'datetime' : ['integer', 'decimal', 'money'].includes(name) ? 'number' : 'text'

/** Pages a second. */
interface Speeds {
  readonly engine: number
  readonly bare: number
}

/** The same page from both servers, which must be equal. */
async function pagesOf(city: City): Promise<Speeds> {
  const baseline = await startBaseline({ url: city.url, connections, page: await pageOrders(city) })
  try {
    const ours: Target = { port: city.port, path, headers: await city.signIn('merchant') }
    const theirs: Target = { port: baseline.port, path: '/' }
    const [one, other] = [await ask(ours), await ask(theirs)]
    if (one !== other) throw new Error(`The answers differ:\n${one.slice(0, 600)}\n${other.slice(0, 600)}`)
    return await race(ours, theirs)
  } finally {
    await baseline.stop()
  }
}
