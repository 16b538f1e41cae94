import { randomBytes } from 'node:crypto'
import { colourPng } from '../engine/server/auth/png.ts'
import { ask, type Target } from './callers.ts'
import { type City, startCity } from './city.ts'
import { settle } from './letters.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const [reviewers, senders, seconds] = [20, 4, 30]
const target = 10_000
const secret = 'a-secret-26'

/** Events of devices with a picture, while reviewers claim and decide captures. */
export async function ingest(): Promise<Section> {
  // The limit of one address is that of one device in production.
  const city = await startCity({ RATE_LIMIT: 'off' })
  try {
    await settle(city)
    const headers = { ...(await city.signIn('admin')), 'content-type': 'application/json' }
    await prepare(city, headers)
    const queue = await queueOf(city, headers)
    const picture = colourPng(320, 180, randomBytes(320 * 180 * 3)).toString('base64')
    let sent = 0
    const event: Target = {
      port: city.port,
      path: '/api/wit/v1/ingest/event',
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`box:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: () =>
        JSON.stringify({
          ...{ id: sent++, camera: `SN-${sent % 50}`, rule: '605', time: Date.now(), confidence: 0.9, picture },
          boxes: [[20, 20, 120, 120]],
        }),
    }
    const end = performance.now() + seconds * 1000
    const [times, reviews]: [number[], number[]] = [[], []]
    const send = async () => {
      while (performance.now() < end) {
        const start = performance.now()
        const { data } = JSON.parse(await ask(event)) as { readonly data: { readonly status: string } }
        if (data.status !== 'stored') throw new Error(`An event was not stored: ${JSON.stringify(data)}`)
        times.push(performance.now() - start)
      }
    }
    const call = (method: string, path: string, body: object) =>
      ask({
        port: city.port,
        method,
        path: `/api/wit/v1/witCaptureRecord/${path}`,
        headers,
        body: () => JSON.stringify(body),
      })
    // All have one account here: each decides a part of what is claimed, one capture every two seconds.
    const review = async (index: number) => {
      while (performance.now() < end) {
        const start = performance.now()
        const { data } = JSON.parse(await call('POST', 'review', {})) as {
          readonly data: readonly { readonly id: string }[]
        }
        const one = data[index % 12]
        if (one) await call('PUT', 'approved', { id: one.id }).catch(() => '')
        reviews.push(performance.now() - start)
        await new Promise(resolve => setTimeout(resolve, 2000))
      }
    }
    await Promise.all([
      ...Array.from({ length: senders }, send),
      ...Array.from({ length: reviewers }, (_, index) => review(index)),
    ])
    const perHour = (times.length * 3600) / seconds
    return {
      title: 'Events of devices beside reviewers',
      how: `${senders} senders, each of which sends the next event with a picture of ${Math.round((picture.length * 0.75) / 1024)} kB when it has its answer, for ${seconds} s, while ${reviewers} reviewers claim captures and approve one every two seconds. The server, PostgreSQL and the callers share the machine.`,
      rows: [
        {
          what: 'events an hour',
          figure: Math.round(perHour).toLocaleString('en'),
          bound: `≥ ${target.toLocaleString('en')}`,
          holds: perHour >= target,
        },
        { what: 'answer to an event, median', figure: milliseconds(median(times)) },
        { what: 'claim and decision, median', figure: milliseconds(median(reviews)) },
        ...queue,
      ],
    }
  } finally {
    await city.stop()
  }
}

const queued = 100_000
/** The longest median, that of a page of a list. */
const longest = 60

/** The review of a queue of 100,000 waiting captures, and the pages of its list, with a single caller. */
async function queueOf(city: City, headers: Readonly<Record<string, string>>): Promise<Measure[]> {
  await city.database.query(`
    insert into wit_capture_record (tenant_id, id, create_time, update_time, status, is_deleted, version, capture_no,
      ent_id, camera_id, rule_id, model_type, shot_time, capture_status)
    select '000000', n, now(), now(), 1, 0, 1, 'ZP' || n, c.ent_id, c.id, r.id, '605', now() - n * interval '10 s', '0'
    from generate_series(1, ${queued}) n
    join (select id, ent_id, row_number() over (order by id) - 1 as place from ent_camera) c on c.place = n % 50
    cross join (select id from wit_rule limit 1) r`)
  await city.database.query('analyze wit_capture_record')
  const path = '/api/wit/v1/witCaptureRecord/'
  const calls: readonly (readonly [what: string, method: string, path: string])[] = [
    ['claim of the next captures', 'POST', 'review'],
    ['first page of those that wait', 'GET', 'page?captureStatus=0&size=10&descs=shotTime'],
    ['its last page', 'GET', `page?captureStatus=0&size=10&current=${queued / 10}&descs=shotTime`],
    ['how many wait', 'GET', 'page?captureStatus=0&size=1'],
  ]
  const measures: Measure[] = []
  for (const [what, method, name] of calls) {
    const times: number[] = []
    for (let round = 0; round < 16; round++) {
      const start = performance.now()
      await ask({
        port: city.port,
        method,
        path: `${path}${name}`,
        headers,
        ...(method === 'POST' && { body: () => '{}' }),
      })
      times.push(performance.now() - start)
    }
    const time = median(times.slice(1))
    const bound = `≤ ${longest} ms`
    measures.push({ what: `100,000 waiting: ${what}`, figure: milliseconds(time), bound, holds: time <= longest })
  }
  return measures
}

/** Fifty cameras of one business with a rule that captures each event, and the client of the devices. */
async function prepare(city: City, headers: Readonly<Record<string, string>>): Promise<void> {
  const call = async (path: string, record: object) => {
    const text = await ask({
      port: city.port,
      method: 'POST',
      path: `/api/${path}`,
      headers,
      body: () => JSON.stringify(record),
    })
    return String((JSON.parse(text) as { readonly data: { readonly id?: string } | null }).data?.id)
  }
  const save = (resource: string, record: object) => call(`${resource.replace('/', '/v1/')}/save`, record)
  const { rows } = await city.database.query('select id from ent_info where is_deleted = 0 limit 1')
  const entId = String(rows[0].id)
  const ids: string[] = []
  for (let n = 0; n < 50; n++)
    ids.push(
      await save('ent/entCamera', {
        entId,
        name: `切配间 ${n}`,
        position: '切配间',
        platform: '3',
        deviceSn: `SN-${n}`,
      }),
    )
  const model = { modelName: '穿戴', modelCode: 'dress', modelVersion: '1.0', modelTypes: ['605'] }
  const modelId = await save('wit/witModel', model)
  const weekdays = ['1', '2', '3', '4', '5', '6', '7']
  const ruleId = await save('wit/witRule', {
    name: '未戴帽',
    ruleType: '1',
    modelType: '605',
    modelId,
    coolDown: 0,
    weekdays,
  })
  const templateId = await save('wit/witTemplate', { templateName: '切配', ruleIds: [ruleId] })
  await call('wit/v1/witTemplate/bindTemplateIdAndCameras', { templateId, ids })
  await save('blade/bladeClient', {
    clientId: 'box',
    clientSecret: secret,
    scope: 'ingest',
    authorizedGrantTypes: ['password'],
  })
}
