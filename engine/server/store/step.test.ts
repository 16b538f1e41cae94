import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import { editedFields } from '../../fields/entered-fields.ts'
import { resourceOf } from '../../model/names.ts'
import type { Database } from '../database/database.ts'
import { refuse } from '../errors/refuse.ts'
import type { Handlers } from './action.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/shop_state.yaml': `
title: { zh: 状态, en: State }
entries:
  draft: { key: "0", title: { zh: 草稿, en: Draft } }
  issued: { key: "1", title: { zh: 已下发, en: Issued } }
  handled: { key: "2", title: { zh: 已处理, en: Handled } }
  closed: { key: "3", title: { zh: 已结束, en: Closed } }
`,
  'resources/shop/shopPerson.yaml': `
title: { zh: 人员, en: Person }
fields:
  name: { type: text, required: true, title: { zh: 姓名, en: Name } }
`,
  'resources/shop/shopLetter.yaml': `
title: { zh: 文书, en: Letter }
display: problem
fields:
  problem: { type: text, required: true, title: { zh: 问题, en: Problem } }
  deadline: { type: date, title: { zh: 期限, en: Deadline } }
  state: { type: dictionary, of: shop_state, title: { zh: 状态, en: State } }
  issuedAt: { type: datetime, readOnly: true, title: { zh: 下发时间, en: Issued at } }
  reply: { type: text, readOnly: true, title: { zh: 回复, en: Reply } }
  count: { type: integer, readOnly: true, title: { zh: 次数, en: Count } }
rules:
  - rule: "deadline >= date('2026-01-01')"
    message: { zh: 期限太早, en: The deadline is too early }
    valid: { deadline: 2026-02-01 }
    invalid: { deadline: 2020-01-01 }
lifecycle:
  field: state
  initial: draft
  final: [closed]
  transitions:
    issue: { from: draft, to: issued, if: "deadline != null", set: { issuedAt: now() }, title: { zh: 下发, en: Issue } }
    handle:
      from: issued
      to: handled
      input: { text: { type: text, required: true, max: 5, title: { zh: 情况, en: What } }, at: { type: datetime, required: true, default: now(), title: { zh: 时间, en: At } }, personId: { type: reference, of: shopPerson, title: { zh: 经办人, en: By } } }
      set: { reply: input.text }
      title: { zh: 处理, en: Handle }
    reject: { from: handled, to: issued, edit: [deadline], title: { zh: 退回, en: Reject } }
    adopt: { from: handled, to: closed, handler: adopt, title: { zh: 通过, en: Adopt } }
actions:
  remind:
    handler: remind
    if: "state == 'issued'"
    input: { text: { type: text, required: true, title: { zh: 内容, en: Text } }, secret: { type: password, title: { zh: 密码, en: Password } } }
    title: { zh: 提醒, en: Remind }
  overview: { on: collection, handler: overview, title: { zh: 概览, en: Overview } }
`,
  'resources/shop/shopNote.yaml': `
title: { zh: 便条, en: Note }
display: note
fields:
  note: { type: text, title: { zh: 内容, en: Note } }
  team: { type: text, title: { zh: 组, en: Team } }
  state: { type: dictionary, of: shop_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: draft
  final: [closed]
  transitions:
    issue: { from: draft, to: issued, set: { team: "'b'" }, title: { zh: 下发, en: Issue } }
    handle: { from: draft, to: handled, input: { team: { type: text, title: { zh: 组, en: Team } } }, set: { team: input.team }, title: { zh: 处理, en: Handle } }
    adopt: { from: [draft, issued, handled], to: closed, handler: adopt, input: { team: { type: text, title: { zh: 组, en: Team } } }, title: { zh: 通过, en: Adopt } }
actions:
  pass: { edit: [team], title: { zh: 转交, en: Pass on } }
access:
  - { role: clerk, allow: [view, issue, handle, adopt, pass], where: "team == 'a' && state == 'draft'" }
`,
  'resources/shop/shopOrderLine.yaml': `
title: { zh: 明细, en: Line }
partOf: orderId
fields:
  orderId: { type: reference, of: shopOrder, required: true }
  product: { type: text, required: true, title: { zh: 商品, en: Product } }
  quantity: { type: integer, required: true, min: 1, title: { zh: 数量, en: Quantity } }
  received: { type: integer, readOnly: true, title: { zh: 实收, en: Received } }
rules:
  - rule: "received <= quantity"
    message: { zh: 实收不能多于数量, en: More than ordered }
    valid: { quantity: 2, received: 2 }
    invalid: { quantity: 2, received: 3 }
actions:
  take: { input: { n: { type: integer, title: { zh: 数量, en: Count } } }, set: { received: input.n }, title: { zh: 点收, en: Count } }
`,
  'resources/shop/shopClaim.yaml': `
title: { zh: 索赔, en: Claim }
fields:
  lineId: { type: reference, of: shopOrderLine, required: true, title: { zh: 明细, en: Line } }
  received: { type: integer, compute: lineId.received, title: { zh: 实收, en: Received } }
`,
  'resources/shop/shopOrder.yaml': `
title: { zh: 订单, en: Order }
display: note
fields:
  note: { type: text, title: { zh: 备注, en: Note } }
  sign: { type: text, readOnly: true, title: { zh: 签收人, en: Signed by } }
  total: { type: integer, compute: "lines.sum(l, l.received ?? 0)", stored: true, title: { zh: 合计, en: Total } }
  was: { type: integer, readOnly: true, title: { zh: 原先, en: Before } }
  lines: { type: children, of: shopOrderLine, min: 1, columns: [product, quantity, received], title: { zh: 明细, en: Lines } }
rules:
  - rule: "note == '不限' || total <= 9"
    message: { zh: 合计过多, en: The total is too high }
    valid: { note: a, total: 9 }
    invalid: { note: a, total: 10 }
queries:
  byNote: { group: [note], measure: { total: sum(total) }, returns: list }
actions:
  receive:
    edit: { sign: { required: true, title: { zh: 验收人, en: Receiver }, help: { zh: 写全名, en: The full name } }, lines: { columns: [received] } }
    input: { late: { type: boolean, title: { zh: 迟到, en: Late } }, why: { type: text, title: { zh: 原因, en: Why } } }
    if: "size(note) > 1"
    message: { zh: 请先写备注, en: Write a note first }
    rules:
      - rule: "!input.late || input.why != null"
        message: { zh: 请写原因, en: Give the reason }
        valid: [{ input.late: false }, { input.late: true, input.why: 堵车 }]
        invalid: { input.late: true }
      - rule: "sign != note"
        message: { zh: 签收人不是备注, en: The signature is not the note }
        valid: { sign: A, note: B }
        invalid: { sign: A, note: A }
    set: { was: total, note: sign }
    title: { zh: 验收, en: Receive }
  tally:
    input: { sign: { type: text, title: { zh: 签收人, en: Signed by } } }
    set: { note: input.sign, sign: note, was: total }
    handler: tally
    title: { zh: 清点, en: Count }
  extend:
    edit: { lines: { add: true } }
    title: { zh: 加行, en: Extend }
`,
})

const handlers: Handlers = {
  shopOrder: {
    tally: async ({ record, context }) => {
      const { note, was } = record as { note: string; was: number }
      context.answer({ note, was })
      return {}
    },
  },
  shopNote: {
    adopt: async ({ input }: { input: { team: string | null } }) => (input.team === null ? {} : { team: input.team }),
  },
  shopLetter: {
    adopt: async ({ record }: { record: { problem: string } }) => {
      if (record.problem === 'no') throw refuse.conflict('findings', { zh: '仍有问题', en: 'Findings are open' })
      return { count: 1 }
    },
    remind: async ({ record, input, context }) => {
      const { count, problem } = record as { count: number | null; problem: string }
      const { text } = input as { text: string }
      await context.store.save(context.ctx, 'shopPerson', { name: `${problem} ${text}` })
      if (text === 'fail') throw refuse.conflict('sms', { zh: '发送失败', en: 'It could not be sent' })
      context.answer({ sent: true })
      return text === 'state' ? { state: '3' } : { count: (count ?? 0) + 1 }
    },
    overview: async ({ context }) => {
      context.answer(['a'])
      return {}
    },
  },
}

describe.each(databasesUnderTest())('transitions and actions on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model, handlers)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const letter = async (more: object = {}) => {
    const record = await under.store.save(under.ctx(administrator), 'shopLetter', {
      problem: '油污',
      deadline: '2026-12-01',
      ...more,
    })
    return String(record['id'])
  }
  const transition = (id: string, name: string, input: object = {}, by = administrator, key?: string) =>
    under.store.transition(under.ctx(by), 'shopLetter', id, name, input, key)
  const act = (id: string | null, name: string, input: object = {}, by = administrator, key?: string) =>
    under.store.act(under.ctx(by), 'shopLetter', id, name, input, key)

  it('write no field that is hidden from the actor', async () => {
    const id = await letter()
    await transition(id, 'issue')
    await transition(id, 'handle', { text: '已改' })
    const letters = model.resources['shopLetter']
    if (!letters) throw new Error('The model has no letters.')
    const hiding = { role: 'clerk', allow: ['view', 'reject'], hide: ['deadline'] }
    const resources = { ...model.resources, shopLetter: { ...letters, access: [hiding] } }
    const clerk = under.ctx(actor({ codes: ['shopLetter_view', 'shopLetter_reject'], roles: ['clerk'] }), {
      ...model,
      resources,
    })
    const reject = (input: object) => under.store.transition(clerk, 'shopLetter', id, 'reject', input)
    // Whether the value is false, the stored one or missing.
    for (const deadline of ['2027-01-01', '2026-12-01', null])
      expect(await refused(reject({ deadline }))).toEqual({
        code: 'field-hidden',
        status: 403,
        fields: ['deadline'],
      })
    await reject({})
    expect((await under.store.get(under.ctx(administrator), 'shopLetter', id))['deadline']).toBe('2026-12-01')
  })

  it('begin in the first state, and change it by transitions only', async () => {
    const id = await letter()
    expect(await under.store.get(under.ctx(administrator), 'shopLetter', id)).toMatchObject({ state: '0' })
    expect((await refused(letter({ state: '1' }))).fields).toEqual(['state'])
    const update = (state: string) =>
      under.store.update(under.ctx(administrator), 'shopLetter', { id, state, problem: '新' })
    expect((await refused(update('1'))).fields).toEqual(['state'])
    expect(await update('0')).toMatchObject({ state: '0', problem: '新' })
  })

  it('set what the descriptor declares, in one new version with a history entry', async () => {
    const id = await letter()
    const { record } = await transition(id, 'issue')
    expect(record).toMatchObject({ state: '1', issuedAt: '2026-11-21 10:00:00', version: 2 })
    const [entry] = await under.store.history(under.ctx(administrator), 'shopLetter', id)
    expect(entry).toMatchObject({
      operation: 'issue',
      version: 2,
      changes: { state: { from: '0', to: '1' }, issuedAt: { from: null, to: '2026-11-21 10:00:00' } },
    })
  })

  it('are refused from another state, and where the condition is not true', async () => {
    const id = await letter({ deadline: null })
    expect(await refused(transition(id, 'handle', { text: '好' }))).toMatchObject({
      code: 'transition-not-allowed',
      status: 409,
    })
    expect(await refused(transition(id, 'issue'))).toMatchObject({ code: 'guard', status: 409 })
    expect(await refused(transition(id, 'isue'))).toMatchObject({ code: 'unknown-name', status: 400 })
    expect(await refused(act(id, 'remind', { text: '快' }))).toMatchObject({ code: 'guard', status: 409 })
  })

  it('check their input, and keep it in the history', async () => {
    const id = await letter()
    await transition(id, 'issue')
    expect((await refused(transition(id, 'handle'))).fields).toEqual(['text'])
    expect((await refused(transition(id, 'handle', { text: '太长了太长了' }))).fields).toEqual(['text'])
    expect((await refused(transition(id, 'handle', { text: '好', personId: '9' }))).fields).toEqual(['personId'])
    expect(await refused(transition(id, 'handle', { txt: '好' }))).toMatchObject({ code: 'unknown-name' })
    expect(await refused(transition(id, 'handle', { text: '好', version: 1 }))).toMatchObject({ code: 'stale' })
    expect((await transition(id, 'handle', { text: ' 好 ', version: 2 })).record).toMatchObject({
      reply: '好',
      state: '2',
    })
    const [entry] = await under.store.history(under.ctx(administrator), 'shopLetter', id)
    expect(entry?.input).toEqual({ text: '好', at: '2026-11-21 10:00:00' })
  })

  it('write the fields that they edit, checked by the rules', async () => {
    const id = await letter()
    await transition(id, 'issue')
    await transition(id, 'handle', { text: '好' })
    expect((await refused(transition(id, 'reject', { deadline: '2020-01-01' }))).fields).toEqual(['deadline'])
    expect((await refused(transition(id, 'reject', { deadline: 'x' }))).fields).toEqual(['deadline'])
    expect((await transition(id, 'reject', { deadline: '2027-01-01' })).record).toMatchObject({
      deadline: '2027-01-01',
      state: '1',
      version: 4,
    })
  })

  it('run handlers in the transaction, after the conditions', async () => {
    const [good, bad] = [await letter(), await letter({ problem: 'no' })]
    for (const id of [good, bad]) {
      await transition(id, 'issue')
      await transition(id, 'handle', { text: '好' })
    }
    expect((await transition(good, 'adopt')).record).toMatchObject({ state: '3', count: 1 })
    expect(await refused(transition(bad, 'adopt'))).toMatchObject({ code: 'findings', status: 409 })
    expect(await under.store.get(under.ctx(administrator), 'shopLetter', bad)).toMatchObject({ state: '2', version: 3 })
  })

  it('name the step whose handler writes a field that it may not', async () => {
    const id = await letter()
    await transition(id, 'issue')
    await expect(act(id, 'remind', { text: 'state' })).rejects.toThrow('"shopLetter.remind" may not write "state"')
  })

  it('store nothing of a failed action', async () => {
    const id = await letter({ problem: '灰' })
    await transition(id, 'issue')
    const done = await act(id, 'remind', { text: '快', secret: 'Kestrl#1' })
    expect(done).toMatchObject({ answer: { sent: true }, record: { count: 1, state: '1', version: 3 } })
    expect(await refused(act(id, 'remind', { text: 'fail' }))).toMatchObject({ code: 'sms' })
    const people = await under.store.list(under.ctx(administrator), 'shopPerson', { name: '灰' })
    expect(people.map(person => person['name'])).toEqual(['灰 快'])
    const [entry] = await under.store.history(under.ctx(administrator), 'shopLetter', id)
    expect(entry).toMatchObject({ operation: 'remind', input: { text: '快' } })
    expect(JSON.stringify(entry)).not.toContain('Abcdef')
  })

  it('are made once for one key, which can be used again after a refusal', async () => {
    const id = await letter({ problem: '一次' })
    const issued = await Promise.all([0, 1].map(() => transition(id, 'issue', { version: 1 }, administrator, 'step 1')))
    expect(issued[1]).toEqual(issued[0])
    const remind = (text: string, key: string) => act(id, 'remind', { text }, administrator, key)
    expect(await remind('请整改', 'step 2')).toMatchObject({ record: { count: 1 }, answer: { sent: true } })
    expect(await refused(remind('请整改', 'step 2'))).toMatchObject({ code: 'answered-once', status: 409 })
    expect(await refused(remind('另一句', 'step 2'))).toMatchObject({ code: 'key-reused', status: 409 })
    const other = await letter()
    const elsewhere = transition(other, 'issue', { version: 1 }, administrator, 'step 1')
    expect(await refused(elsewhere)).toMatchObject({ code: 'key-reused' })
    expect(await refused(remind('fail', 'step 3'))).toMatchObject({ code: 'sms' })
    expect(await refused(remind('fail', 'step 3'))).toMatchObject({ code: 'sms' })
    const written = await under.store.list(under.ctx(administrator), 'shopPerson', { name_like: '一次' })
    expect(written.map(({ name }) => name)).toEqual(['一次 请整改'])
  })

  it('report a stale version before a transition that is not allowed', async () => {
    const id = await letter()
    await transition(id, 'issue')
    expect(await refused(transition(id, 'issue', { version: 1 }))).toMatchObject({ code: 'stale', status: 409 })
    expect(await refused(transition(id, 'issue', { version: 2 }))).toMatchObject({ code: 'transition-not-allowed' })
  })

  it('may have no record', async () => {
    expect(await act(null, 'overview')).toEqual({ record: null, answer: ['a'] })
  })

  it('require their own code', async () => {
    const id = await letter()
    const editor = actor({ codes: ['shopLetter_view', 'shopLetter_edit'] })
    expect(await refused(transition(id, 'issue', {}, editor))).toMatchObject({ code: 'forbidden', status: 403 })
    expect(await refused(act(null, 'overview', {}, editor))).toMatchObject({ status: 403 })
    await transition(id, 'issue', {}, actor({ codes: ['shopLetter_issue'] }))
    const twice = await Promise.allSettled([0, 1].map(() => transition(id, 'handle', { text: '好' })))
    expect(twice.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  describe('steps with rules, messages and lines', () => {
    const order = async (more: object = {}) => {
      const lines = [
        { product: 'A', quantity: 2 },
        { product: 'B', quantity: 3 },
      ]
      return under.store.save(under.ctx(administrator), 'shopOrder', { note: 'ab', lines, ...more })
    }
    const receive = (id: unknown, input: object, name = 'receive') =>
      under.store.act(under.ctx(administrator), 'shopOrder', String(id), name, input)
    const linesOf = (id: unknown) =>
      under.run(
        'select product, quantity::integer as quantity, received::integer as received from shop_order_line where order_id = $1 and is_deleted = 0 order by line_no',
        [id],
      )

    it('write read-only fields and the named columns of named lines', async () => {
      const { id, lines } = await order()
      const [, second] = lines as { id: string }[]
      const received = { id: second?.id, received: 3 }
      for (const [name, value] of Object.entries({ quantity: 9, product: 'C' }))
        expect(await refused(receive(id, { sign: '王', lines: [{ ...received, [name]: value }] }))).toMatchObject({
          status: 400,
          fields: [`lines.0.${name}`],
        })
      const { record } = await receive(id, { sign: '王', lines: [{ ...received, quantity: 3, product: 'B' }] })
      expect(record).toMatchObject({ sign: '王', note: '王', total: 3, was: 3 })
      expect(await linesOf(id)).toEqual([
        { product: 'A', quantity: 2, received: null },
        { product: 'B', quantity: 3, received: 3 },
      ])
    })

    it('semantics 25: pass the values of set to a handler, and set values from before it', async () => {
      const { id } = await order()
      const { record, answer } = await receive(id, { sign: '王' }, 'tally')
      expect(answer).toEqual({ note: '王', was: 0 })
      expect(record).toMatchObject({ note: '王', sign: 'ab', was: 0 })
    })

    it('check the rules of lines, and add no lines without add', async () => {
      const { id, lines } = await order()
      const [first] = lines as { id: string }[]
      expect(await refused(receive(id, { sign: '王', lines: [{ id: first?.id, received: 3 }] }))).toMatchObject({
        status: 400,
        fields: ['lines.0.received'],
      })
      const added = [{ product: 'C', quantity: 1 }]
      expect(await refused(receive(id, { sign: '王', lines: added }))).toMatchObject({ status: 400 })
      await receive(id, { lines: added }, 'extend')
      expect((await linesOf(id)).map(({ product }) => product)).toEqual(['A', 'B', 'C'])
    })

    it('are refused with all broken rules of the step, at the fields that these read', async () => {
      const { id } = await order()
      expect(await refused(receive(id, { sign: 'ab', late: true }))).toEqual({
        code: 'input',
        status: 400,
        fields: ['late', 'sign'],
      })
      expect(await refused(receive(id, {}))).toMatchObject({ status: 400, fields: ['sign'] })
    })

    it('have a title and a help of their own for the fields that they edit', () => {
      const resource = resourceOf(model, 'shopOrder')
      const step = resource.actions.find(({ name }) => name === 'receive')
      const own = { title: { zh: '验收人', en: 'Receiver' }, help: { zh: '写全名', en: 'The full name' } }
      expect(step && editedFields(resource, step)[0]).toMatchObject({ name: 'sign', required: true, ...own })
      const elsewhere = resource.fields.find(({ name }) => name === 'sign')
      expect(elsewhere).toMatchObject({ required: false, title: { zh: '签收人', en: 'Signed by' } })
      expect(elsewhere).not.toHaveProperty('help')
    })

    it('are refused with the message of their condition', async () => {
      const { id } = await order({ note: 'a' })
      await expect(receive(id, { sign: '王' })).rejects.toMatchObject({
        status: 409,
        text: { zh: '请先写备注', en: 'Write a note first' },
      })
    })
  })

  describe('semantics 46: a step on a line', () => {
    const admin = () => under.ctx(administrator)
    const order = async (note: string) => {
      const lines = [
        { product: 'A', quantity: 8 },
        { product: 'B', quantity: 8 },
      ]
      const saved = await under.store.save(admin(), 'shopOrder', { note, lines })
      return { id: String(saved['id']), lines: (saved['lines'] as { id: string }[]).map(({ id }) => id) }
    }
    const count = (line: string | undefined, n: number, by = administrator) =>
      under.store.act(under.ctx(by), 'shopOrderLine', String(line), 'take', { n })
    const versionOf = async (id: string) => Number((await under.store.get(admin(), 'shopOrder', id))['version'])

    it('is a change of its master: line, sum, list, grouped query and version agree', async () => {
      const { id, lines } = await order('agree')
      await count(lines[0], 3)
      const stale = await versionOf(id)
      const { record } = await count(lines[0], 7)
      expect(record).toMatchObject({ id: lines[0], received: 7, version: stale + 1 })
      const read = await under.store.get(admin(), 'shopOrder', id)
      expect(read).toMatchObject({ total: 7, version: stale + 1, lines: [{ received: 7 }, { received: null }] })
      const { records } = await under.store.page(admin(), 'shopOrder', { note_equal: 'agree' })
      expect(records).toMatchObject([{ total: 7 }])
      const { data } = await under.store.query(admin(), 'shopOrder', 'byNote', {})
      expect(data).toContainEqual(expect.objectContaining({ note: 'agree', total: 7 }))
      expect(await refused(under.store.update(admin(), 'shopOrder', { id, note: 'x', version: stale }))).toMatchObject({
        status: 409,
      })
      const [entry] = await under.store.history(admin(), 'shopOrder', id)
      expect(entry).toMatchObject({ operation: 'update', cause: { resource: 'shopOrderLine', operation: 'take' } })
    })

    it('is refused by a rule of its master', async () => {
      const { id, lines } = await order('rule')
      await count(lines[0], 7)
      const before = await under.store.get(admin(), 'shopOrder', id)
      expect(await refused(count(lines[1], 3))).toMatchObject({
        status: 400,
        fields: expect.arrayContaining(['total']),
      })
      expect(await under.store.get(admin(), 'shopOrder', id)).toEqual(before)
    })

    it('needs its code, and the rows in which its user edits the master', async () => {
      const { lines } = await order('right')
      expect(await refused(count(lines[0], 1, actor({ codes: ['shopOrder_edit'] })))).toMatchObject({ status: 403 })
      await count(lines[0], 1, actor({ codes: ['shopOrderLine_take'] }))
    })

    it('is read through references, which keep the line from removal alone or with its master', async () => {
      const { id, lines } = await order('claim')
      const [first = '', second = ''] = lines
      await count(first, 5)
      const claim = await under.store.save(admin(), 'shopClaim', { lineId: first })
      const reader = under.ctx(actor({ codes: ['shopClaim_view', 'shopOrder_view'] }))
      expect(await under.store.get(reader, 'shopClaim', String(claim['id']))).toMatchObject({ received: 5 })
      for (const [name, ids] of [
        ['shopOrderLine', [first]],
        ['shopOrder', [id]],
      ] as const)
        expect(await refused(under.store.remove(admin(), name, ids))).toMatchObject({ code: 'referred', status: 409 })
      const version = await versionOf(id)
      await under.store.remove(admin(), 'shopOrderLine', [second])
      expect(await versionOf(id)).toBe(version + 1)
      await under.store.remove(admin(), 'shopClaim', [String(claim['id'])])
      await under.store.remove(admin(), 'shopOrder', [id])
    })
  })

  describe('semantics 5: after a step the predicate is checked for entered fields only', () => {
    const codes = ['view', 'issue', 'handle', 'adopt', 'pass'].map(name => `shopNote_${name}`)
    const clerk = actor({ roles: ['clerk'], codes })
    const note = async () => {
      const { id } = await under.store.save(under.ctx(administrator), 'shopNote', { note: '甲', team: 'a' })
      return String(id)
    }
    const ways: Record<string, (team: string) => Promise<unknown>> = {
      'an edited field': async team => under.store.act(under.ctx(clerk), 'shopNote', await note(), 'pass', { team }),
      'an input that `set` writes': async team =>
        under.store.transition(under.ctx(clerk), 'shopNote', await note(), 'handle', { team }),
      'a handler': async team => under.store.transition(under.ctx(clerk), 'shopNote', await note(), 'adopt', { team }),
    }

    it.each(Object.entries(ways))('%s cannot take the record out of the rows of the user', async (_way, make) => {
      expect(await refused(make('b'))).toMatchObject({ status: 403 })
      await make('a')
    })

    it('the state and set can', async () => {
      const id = await note()
      await under.store.transition(under.ctx(clerk), 'shopNote', id, 'issue', {})
      const [row] = await under.run('select team, state from shop_note where id = $1', [id])
      expect(row).toEqual({ team: 'b', state: '1' })
    })
  })
})
