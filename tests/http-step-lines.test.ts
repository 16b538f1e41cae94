import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { refuse } from '../engine/server/errors/refuse.ts'
import type { Handlers } from '../engine/server/store/action.ts'
import { databasesWalked, testZone } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

/** Deliveries with lines, which are sent, received and closed. */
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/delivery_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待发, en: Open } }
  sent: { key: "2", title: { zh: 已发, en: Sent } }
  closed: { key: "3", title: { zh: 已关, en: Closed } }
`,
  'resources/city/supplier.yaml': `title: { zh: 供应商, en: Supplier }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  phone: { type: text, title: { zh: 电话, en: Phone } }
`,
  'resources/city/deliveryLine.yaml': `title: { zh: 明细, en: Line }
menu: false
partOf: deliveryId
fields:
  deliveryId: { type: reference, of: delivery, required: true, title: { zh: 送货, en: Delivery } }
  product: { type: text, required: true, title: { zh: 商品, en: Product } }
  received: { type: integer, readOnly: true, title: { zh: 实收, en: Received } }
`,
  'resources/city/delivery.yaml': `title: { zh: 送货, en: Delivery }
menu: false
display: number
fields:
  number: { type: serial, pattern: "S{yyyy}-{000}", title: { zh: 单号, en: Number } }
  supplierId: { type: reference, of: supplier, title: { zh: 供应商, en: Supplier } }
  phone: { type: text, copy: supplierId.phone, title: { zh: 电话, en: Phone } }
  weight: { type: integer, index: true, title: { zh: 重量, en: Weight } }
  day: { type: date, title: { zh: 送货日, en: Day } }
  note: { type: text, title: { zh: 备注, en: Note } }
  sign: { type: text, readOnly: true, title: { zh: 签收人, en: Signed by } }
  count: { type: integer, readOnly: true, title: { zh: 次数, en: Count } }
  photo: { type: image, maxSize: 0.001, accept: [png], title: { zh: 照片, en: Photo } }
  wide: { type: image, accept: [png], title: { zh: 全景, en: Panorama } }
  state: { type: dictionary, of: delivery_state, title: { zh: 状态, en: State } }
  lines: { type: children, of: deliveryLine, columns: [product, received], title: { zh: 明细, en: Lines } }
list: { columns: [number, timeRemaining] }
lifecycle:
  field: state
  initial: open
  final: [closed]
  due: { sent: day }
  opens: { at: day, in: [sent] }
  transitions:
    send:
      from: open
      to: sent
      edit: [note]
      rules:
        - { rule: "note != '?'", message: { zh: 备注不清楚, en: The note is not clear }, valid: { note: a }, invalid: { note: "?" } }
      title: { zh: 发出, en: Send }
    close:
      from: sent
      to: closed
      input: { by: { type: text, required: true, title: { zh: 签收人, en: Signed by } } }
      set: { sign: input.by }
      title: { zh: 签收, en: Close }
    skip: { from: open, to: closed, handler: skip, title: { zh: 跳过, en: Skip } }
    warn: { from: open, to: sent, needs: sms, title: { zh: 预警, en: Warn } }
actions:
  receive:
    edit: { note: { required: true, title: { zh: 验收意见, en: Opinion }, help: { zh: 写明情况, en: What was found } }, lines: { columns: [received] } }
    title: { zh: 验收, en: Receive }
  extend: { edit: { lines: { add: true } }, title: { zh: 加行, en: Extend } }
  tally: { handler: tally, title: { zh: 清点, en: Count } }
  text: { handler: tally, needs: sms, title: { zh: 发短信, en: Text } }
  textAll: { on: collection, handler: collect, needs: sms, title: { zh: 群发, en: Text all } }
  collect:
    on: collection
    handler: collect
    input: { size: { type: integer, title: { zh: 数量, en: Size } } }
    if: "true"
    rules:
      - { rule: "input.size < 9", message: { zh: 数量过多, en: Too many }, valid: { input.size: 1 }, invalid: { input.size: 9 } }
    title: { zh: 收集, en: Collect }
  refuse:
    on: collection
    handler: collect
    if: "1 > 2"
    message: { zh: 暂不收集, en: Nothing is collected now }
    title: { zh: 拒绝, en: Refuse }
`,
}

const handlers: Handlers = {
  delivery: {
    skip: async ({ record }: { record: { note: string | null } }) => {
      if (record.note === null) throw refuse.conflict('note', { zh: '请先写备注', en: 'Write a note first' })
      return { count: 0 }
    },
    tally: async ({ record }: { record: { count: number | null } }) => {
      if (record.count === 1) throw refuse.conflict('count', { zh: '已清点', en: 'It was counted' })
      return { count: 1 }
    },
    collect: async ({ input, context }: { input: { size: number | null }; context: { answer(of: unknown): void } }) => {
      context.answer({ size: input.size })
      return {}
    },
  } as Handlers['delivery'],
}

/** A day from today, in the server's time zone. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: testZone }).format(Date.now() + days * 86_400_000)
const [yesterday, nextWeek] = [dayIn(-1), dayIn(7)]
const twoLines = { lines: [{ product: '米' }, { product: '面' }] }

interface Delivery {
  readonly id: string
  readonly lines: readonly { readonly id: string }[]
}

interface Twin {
  readonly words: string
  readonly step: string
  /** Steps that precede both, and those that precede the refused step only. */
  readonly before?: readonly string[]
  readonly beforeRefused?: readonly string[]
  /** The record before the accepted step, the input, and what is stored afterwards. */
  readonly accepted: readonly [record: object, input: (of: Delivery) => object, stored: object]
  /** The record before the refused step, the input, and the status. */
  readonly refused: readonly [record: object, input: (of: Delivery) => object, status: number]
}

const twins: readonly Twin[] = [
  {
    words: 'transition.edit and transition.rules',
    step: 'send',
    accepted: [{}, () => ({ note: '清楚' }), { note: '清楚', state: '2' }],
    refused: [{}, () => ({ note: '?' }), 400],
  },
  {
    words: 'transition.edit: no other field',
    step: 'send',
    accepted: [{}, () => ({ note: null }), { note: null, state: '2' }],
    refused: [{}, () => ({ weight: 1 }), 400],
  },
  {
    words: 'transition.input and transition.set',
    step: 'close',
    before: ['send'],
    accepted: [{ day: yesterday }, () => ({ by: '王' }), { sign: '王', state: '3' }],
    refused: [{ day: yesterday }, () => ({}), 400],
  },
  {
    words: 'lifecycle.opens, opens.at and opens.in',
    step: 'close',
    before: ['send'],
    accepted: [{ day: yesterday }, () => ({ by: '王' }), { state: '3' }],
    refused: [{ day: nextWeek }, () => ({ by: '王' }), 409],
  },
  {
    words: 'transition.handler',
    step: 'skip',
    accepted: [{ note: '好' }, () => ({}), { count: 0, state: '3' }],
    refused: [{}, () => ({}), 409],
  },
  {
    words: 'action.handler',
    step: 'tally',
    accepted: [{}, () => ({}), { count: 1 }],
    refused: [{}, () => ({}), 409],
    beforeRefused: ['tally'],
  },
  {
    words: 'edit.columns',
    step: 'receive',
    accepted: [
      twoLines,
      ({ lines }) => ({ note: '好', lines: [{ id: lines[1]?.id, received: 3 }] }),
      {
        lines: [
          { product: '米', received: null },
          { product: '面', received: 3 },
        ],
      },
    ],
    refused: [twoLines, ({ lines }) => ({ note: '好', lines: [{ id: lines[1]?.id, product: '油' }] }), 400],
  },
  {
    words: 'edit.add',
    step: 'extend',
    accepted: [
      twoLines,
      () => ({ lines: [{ product: '油' }] }),
      { lines: [{ product: '米' }, { product: '面' }, { product: '油' }] },
    ],
    refused: [twoLines, () => ({ lines: [{}] }), 400],
  },
  {
    words: 'edit of a plain field.required, and its title',
    step: 'receive',
    accepted: [{}, () => ({ note: '合格' }), { note: '合格' }],
    refused: [{}, () => ({}), 400],
  },
]

describe.each(databasesWalked('postgres'))('a step with lines, dates or a handler, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  beforeAll(async () => {
    server = await startServer(kind, app, { handlers })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  const call = (step: string, body: object) => calls.call('POST', `city/v1/delivery/${step}`, body)
  const stored = (id: string) => calls.data('GET', `city/v1/delivery/getById?id=${id}`)
  const delivery = async (record: object, before: readonly string[] = []): Promise<Delivery> => {
    const id = await calls.save('delivery', record)
    for (const step of before) expect((await call(step, { id })).status).toBe(200)
    return stored(id)
  }

  const upload = async (picture: Buffer): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)]), 'a.png')
    const sent = new Response(form)
    const { body } = await server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token: calls.token,
      headers: { 'content-type': String(sent.headers.get('content-type')) },
      body: Buffer.from(await sent.arrayBuffer()),
    })
    return body.data.link
  }

  it.each(twins)(
    'is accepted or refused by $words',
    async ({ step, before = [], beforeRefused = [], accepted, refused }) => {
      const one = await delivery(accepted[0], before)
      expect(await call(step, { id: one.id, ...accepted[1](one) })).toMatchObject({ status: 200 })
      expect(await stored(one.id)).toMatchObject(accepted[2])
      const [record, input, status] = refused
      const other = await delivery(record, [...before, ...beforeRefused])
      expect((await call(step, { id: other.id, ...input(other) })).status).toBe(status)
      expect(await stored(other.id)).toEqual(other)
    },
  )

  it.each(['warn', 'text', 'textAll'])('%s, which needs a port, is refused without it', async step => {
    const { id } = await delivery({})
    expect((await call(step, step === 'textAll' ? {} : { id })).status).toBe(409)
    expect((await call('tally', { id })).status).toBe(200)
  })

  it('action on the collection: is made, or refused by its rules or its condition', async () => {
    expect((await call('collect', { size: 8 })).body.data).toEqual({ size: 8 })
    expect((await call('collect', { size: 9 })).status).toBe(400)
    expect((await call('refuse', {})).status).toBe(409)
  })

  it('serial.pattern: numbers a record, and is not entered', async () => {
    const year = dayIn(0).slice(0, 4)
    const numberOf = async () => (await stored((await delivery({})).id)).number as string
    const [one, other] = [await numberOf(), await numberOf()]
    expect(one).toMatch(new RegExp(`^S${year}-\\d{3}$`))
    expect(Number(other.slice(-3))).toBe(Number(one.slice(-3)) + 1)
    expect((await call('save', { number: 'X' })).status).toBe(400)
  })

  it('field.copy: is the value of the reference, and is not entered', async () => {
    const supplierId = await calls.save('supplier', { name: '甲', phone: '021-1' })
    const { id } = await delivery({ supplierId })
    await calls.data('PUT', 'city/v1/supplier/update', { id: supplierId, phone: '021-2' })
    expect(await stored(id)).toMatchObject({ phone: '021-1' })
    expect((await call('save', { supplierId, phone: '021-3' })).status).toBe(400)
  })

  it('image.maxSize and file.maxSize: accept a file, and refuse a larger one of another field', async () => {
    const [small, large] = [
      await upload(greyPng(4, 4, new Uint8Array(16))),
      await upload(greyPng(64, 64, randomBytes(4096))),
    ]
    const { id } = await delivery({ photo: small })
    expect(await stored(id)).toMatchObject({ photo: small })
    const refused = await call('save', { photo: large })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['photo']])
    expect((await call('save', { wide: large })).status).toBe(200)
  })

  it('edit.add: adds no line without it', async () => {
    const one = await delivery(twoLines)
    expect((await call('receive', { id: one.id, note: '好', lines: [{ product: '油', received: 1 }] })).status).toBe(
      400,
    )
    expect(await stored(one.id)).toEqual(one)
  })
})
