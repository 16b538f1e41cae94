import { resourceOf } from '../engine/model/names.ts'
import { save } from '../engine/server/store/save.ts'
import type { Save } from './baseline-server.ts'
import { ask, type Target } from './callers.ts'
import { type City, startCity } from './city.ts'
import { owned, settle } from './letters.ts'
import { contextOf, recorder, type Statement } from './merchant.ts'
import { callers, connections, perSecond, race, rounds, seconds, startBaseline } from './race.ts'
import type { Section } from './section.ts'

/** A save with its history by a restricted role, compared with the bare server that runs the same two inserts. */
export async function saves(): Promise<Section> {
  const city = await startCity()
  try {
    await settle(city)
    const ours: Target = {
      port: city.port,
      path: '/api/ent/v1/entCamera/save',
      method: 'POST',
      headers: { ...(await city.signIn('merchant')), 'content-type': 'application/json' },
      body: () => JSON.stringify(camera()),
    }
    const orders: Save[] = []
    for (const entId of owned) orders.push(await orderOf(city, ours, entId))
    const baseline = await startBaseline({ url: city.url, connections, saves: orders })
    try {
      const theirs: Target = { ...ours, port: baseline.port }
      await assureSame(city, ours, theirs)
      const { engine, bare } = await race(ours, theirs)
      return {
        title: 'Saving a record with its history',
        how:
          'A role that sees ten of a thousand enterprises saves a camera of one of them: the input is validated, the reference is looked up, and the row and ' +
          `its history are written. ${callers} concurrent clients, ${connections} connections for each server, medians of ${rounds} rounds of ${seconds} s, alternating. ` +
          'The bare server executes the same two inserts as prepared statements in one transaction and returns the same record; it writes no event.',
        rows: [
          { what: 'bare server', figure: perSecond(bare) },
          { what: 'engine', figure: perSecond(engine) },
          {
            what: 'engine to bare server',
            figure: (engine / bare).toFixed(2),
            bound: '≥ 0.40',
            holds: engine / bare >= 0.4,
          },
        ],
      }
    } finally {
      await baseline.stop()
    }
  } finally {
    await city.stop()
  }
}

let sent = 0
const nextOwned = () => owned[sent++ % owned.length] ?? ''

/** The request body, for another enterprise of the merchant each time. */
const camera = (entId = nextOwned()) => ({
  entId,
  name: 'Kitchen 1',
  platform: '2',
  position: 'Above the stove',
  deviceSn: 'SN00012345',
  installedAt: '2026-03-15',
  remark: 'Looks at the stove and the sink',
})

/** The bare server's task for one enterprise: the same writes and response as the engine's. */
async function orderOf(city: City, ours: Target, entId: string): Promise<Save> {
  const answer = await ask({ ...ours, body: () => JSON.stringify(camera(entId)) })
  return { statements: await insertsOf(city, entId), record: (JSON.parse(answer) as { data: Save['record'] }).data }
}

/** The two inserts of a save, recorded from the store. */
async function insertsOf(city: City, entId: string): Promise<readonly Statement[]> {
  const ctx = await contextOf(city)
  const { queries, statements } = recorder({ 0: owned, held: true })
  const ids = ['#id', '#entry']
  const work = {
    ctx,
    queries,
    // The path that runs both inserts separately.
    inTransaction: true as const,
    ids: { next: () => ids.shift() ?? '' },
    hashPassword: async (plain: string) => plain,
    authorityChanged: () => undefined,
    transaction: <Result>(within: (same: typeof queries) => Promise<Result>) => within(queries),
  }
  await save(work, resourceOf(ctx.model, 'entCamera'), camera(entId))
  const { values = [], parts = [] } =
    statements.map(({ text, values }) => ({ values, parts: inserts.exec(text) ?? [] })).find(one => one.parts[1]) ?? {}
  const [, history, event, row] = parts
  if (history === undefined || event === undefined || row === undefined)
    throw new Error(`The store's statements have changed:\n${statements.map(({ text }) => text).join('\n')}`)
  const [ofHistory, ofRow] = [placesIn(history), placesIn(row)]
  const before = ofHistory + placesIn(event)
  return [
    {
      text: row.replace(/\$(\d+)/g, (_, place) => `$${Number(place) - before}`),
      values: values.slice(before, before + ofRow),
    },
    { text: history, values: values.slice(0, ofHistory) },
  ]
}

const inserts =
  /^with written as \((insert into engine_history .*)\), published as \((.*)\) (insert into .*) returning /

const placesIn = (text: string) => text.match(/\$\d+/g)?.length ?? 0

/** Both must write the same camera and history entry, except ids and times. */
async function assureSame(city: City, ours: Target, theirs: Target): Promise<void> {
  const rows: string[] = []
  for (const target of [ours, theirs]) {
    sent = 0
    const { data } = JSON.parse(await ask(target)) as { data: { id: string } }
    const { rows: found } = await city.database.query(
      `select to_jsonb(c) - '{id,create_time,update_time}'::text[] as camera, to_jsonb(h) - '{id,record_id,at}'::text[] as history
       from ent_camera c join engine_history h on h.record_id = c.id where c.id = $1`,
      [data.id],
    )
    rows.push(JSON.stringify(found))
  }
  if (rows[0] !== rows[1] || rows[0] === '[]') throw new Error(`The written rows differ:\n${rows.join('\n')}`)
}
