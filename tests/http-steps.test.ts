import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionCall, Handlers } from '../engine/server/store/action.ts'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const team = 'team: { type: text, title: { zh: 组, en: Team } }'
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/ticket.yaml': `title: { zh: 工单, en: Ticket }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  ${team}
  state: { type: dictionary, of: order_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    close: { from: open, to: closed, set: { team: "'b'" }, title: { zh: 关闭, en: Close } }
    hand: { from: open, to: closed, input: { ${team} }, set: { team: input.team }, title: { zh: 移交, en: Hand over } }
    adopt: { from: open, to: closed, input: { ${team} }, handler: adopt, title: { zh: 采纳, en: Adopt } }
actions:
  pass: { edit: [team], title: { zh: 转交, en: Pass on } }
access: [{ role: role-clerk, allow: [view, close, hand, adopt, pass], where: "team == 'a' && state == 'open'" }]
`,
  'dictionaries/order_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待办, en: Open } }
  closed: { key: "2", title: { zh: 已关, en: Closed } }
`,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  amount: { type: integer, title: { zh: 数量, en: Amount } }
  note: { type: text, title: { zh: 备注, en: Note } }
  reply: { type: text, readOnly: true, title: { zh: 答复, en: Reply } }
  state: { type: dictionary, of: order_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    close:
      from: open
      to: closed
      if: "amount == null || amount >= 0"
      message: { zh: 数量为负, en: The amount is negative }
      title: { zh: 关闭, en: Close }
actions:
  check: { if: "amount > 0", message: { zh: 没有数量, en: There is no amount }, title: { zh: 核对, en: Check } }
  weigh:
    edit: [amount]
    rules:
      - { rule: "amount < 100", message: { zh: 超过一百, en: Above a hundred }, valid: { amount: 1 }, invalid: { amount: 100 } }
    title: { zh: 称重, en: Weigh }
  answer:
    input: { text: { type: text, required: true, max: 5, title: { zh: 答复内容, en: Answer } } }
    set: { reply: input.text }
    title: { zh: 答复, en: Reply }
  gauge: { edit: [amount], if: "amount == 1", message: { zh: 不是一, en: It is not one }, title: { zh: 校准, en: Gauge } }
  remark: { edit: { note: { required: true } }, title: { zh: 备注, en: Remark } }
`,
}

const handlers: Handlers = {
  ticket: { adopt: async ({ input }: ActionCall<object, { team: string }>) => ({ team: input.team }) } as never,
}

interface Twin {
  readonly words: string
  readonly step: string
  /** The record before the accepted step, the input, and what is stored afterwards. */
  readonly accepted: readonly [record: object, input: object, stored: object]
  /** The record before the refused step, the input, and the status. */
  readonly refused: readonly [record: object, input: object, status: number]
}

const twins: readonly Twin[] = [
  {
    words: 'transition.if and transition.message',
    step: 'close',
    accepted: [{ amount: 0 }, {}, { state: '2' }],
    refused: [{ amount: -1 }, {}, 409],
  },
  {
    words: 'resource.actions, action.if and action.message',
    step: 'check',
    accepted: [{ amount: 1 }, {}, { amount: 1 }],
    refused: [{ amount: 0 }, {}, 409],
  },
  {
    words: 'action.rules',
    step: 'weigh',
    accepted: [{}, { amount: 99 }, { amount: 99 }],
    refused: [{}, { amount: 100 }, 400],
  },
  {
    words: 'action.edit',
    step: 'weigh',
    accepted: [{ note: '旧' }, { amount: 5 }, { amount: 5, note: '旧' }],
    refused: [{ note: '旧' }, { amount: 5, note: '新' }, 400],
  },
  {
    words: 'edit.required',
    step: 'remark',
    accepted: [{}, { note: '好' }, { note: '好' }],
    refused: [{}, {}, 400],
  },
  {
    words: 'edit.required, which a stored value satisfies',
    step: 'remark',
    accepted: [{ note: '旧' }, {}, { note: '旧' }],
    refused: [{ note: '旧' }, { note: null }, 400],
  },
  {
    words: 'action.if, which reads the record before the edit (semantics 25)',
    step: 'gauge',
    accepted: [{ amount: 1 }, { amount: 9 }, { amount: 9 }],
    refused: [{ amount: 9 }, { amount: 1 }, 409],
  },
  {
    words: 'action.input and action.set',
    step: 'answer',
    accepted: [{}, { text: '可以' }, { reply: '可以' }],
    refused: [{}, { text: '太长的答复了' }, 400],
  },
]

describe.each(databasesWalked('postgres'))('a step that a client makes, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  beforeAll(async () => {
    server = await startServer(kind, app, { handlers })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  const make = (step: string, body: object) => calls.call('POST', `city/v1/order/${step}`, body)
  const order = (record: object) => calls.save('order', { name: '单', ...record })
  const stored = (id: string) => calls.data('GET', `city/v1/order/getById?id=${id}`)

  it.each(twins)('is accepted or refused by $words', async ({ step, accepted, refused }) => {
    const [before, input, after] = accepted
    const id = await order(before)
    expect((await make(step, { id, ...input })).status).toBe(200)
    expect(await stored(id)).toMatchObject(after)
    const [record, wrong, status] = refused
    const other = await order(record)
    const unchanged = await stored(other)
    expect((await make(step, { id: other, ...wrong })).status).toBe(status)
    expect(await stored(other)).toEqual(unchanged)
  })

  it('is accepted or refused by from and to', async () => {
    const id = await order({})
    expect((await make('close', { id })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ state: '2' })
    expect((await make('close', { id })).status).toBe(409)
  })

  describe('semantics 5: by a user who sees the open records of one team', () => {
    let clerk: string
    const ticket = () => calls.save('ticket', { name: '单', team: 'a' })
    const by = (step: string, body: object) =>
      server.call('POST', `/api/city/v1/ticket/${step}`, { token: clerk, body })
    const statusOf = async (id: string) =>
      (await server.call('GET', `/api/city/v1/ticket/getById?id=${id}`, { token: clerk })).status
    const ofAdmin = (id: string) => calls.data('GET', `city/v1/ticket/getById?id=${id}`)

    beforeAll(async () => {
      const codes = ['view', 'close', 'hand', 'adopt', 'pass'].map(name => `ticket_${name}`)
      clerk = await (await importCallsOn(server, 'ticket')).person('clerk', codes)
    })

    it.each(['pass', 'hand', 'adopt'])('what is entered for %s cannot move the record out of these', async step => {
      const id = await ticket()
      const before = await ofAdmin(id)
      expect((await by(step, { id, team: 'b' })).status).toBe(403)
      expect(await ofAdmin(id)).toEqual(before)
      expect((await by(step, { id, team: 'a' })).status).toBe(200)
      expect(await ofAdmin(id)).toMatchObject({ team: 'a', state: step === 'pass' ? '1' : '2' })
    })

    it('other values that a transition sets and its state can', async () => {
      const id = await ticket()
      expect(await statusOf(id)).toBe(200)
      expect((await by('close', { id })).status).toBe(200)
      expect(await ofAdmin(id)).toMatchObject({ team: 'b', state: '2' })
      expect(await statusOf(id)).toBe(404)
      expect((await by('pass', { id, team: 'a' })).status).toBe(404)
    })
  })
})
