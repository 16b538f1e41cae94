import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from './action.ts'
import type { Store } from './operations.ts'

const note = '\n  note: { type: text, title: { zh: 备注, en: Note } }'
/** The same app with the field `note`, and without it. */
const modelWith = (more: string) =>
  modelOf({
    'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
    'dictionaries/shop_state.yaml': `
title: { zh: 状态, en: State }
entries:
  draft: { key: "0", title: { zh: 草稿, en: Draft } }
  issued: { key: "1", title: { zh: 已下发, en: Issued } }
`,
    'resources/shop/shopPermit.yaml': `
title: { zh: 许可, en: Permit }
display: name
fields:
  no: { type: serial, pattern: "XK{yyyy}-{000}", title: { zh: 编号, en: No. } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  code: { type: text, unique: true, title: { zh: 证号, en: Code } }
  until: { type: date, required: true, title: { zh: 有效期至, en: Valid until } }
  state: { type: dictionary, of: shop_state, title: { zh: 状态, en: State } }
  goods: { type: children, of: shopPermitGoods, title: { zh: 商品, en: Goods } }${more}
rules:
  - rule: "until >= today()"
    message: { zh: 有效期不能早于今天, en: It is over already }
    invalid: { until: 2020-01-01 }
lifecycle:
  field: state
  initial: draft
  final: [issued]
  transitions:
    issue: { from: draft, to: issued, if: "until >= today()", edit: [until], title: { zh: 下发, en: Issue } }
actions:
  remind: { handler: remind, if: "state == 'draft'", title: { zh: 提醒, en: Remind } }
`,
    'resources/shop/shopPermitGoods.yaml': `
title: { zh: 商品, en: Goods }
menu: false
partOf: permitId
display: name
fields:
  permitId: { type: reference, of: shopPermit, required: true, title: { zh: 许可, en: Permit } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }${more}
`,
  })

const handlers: Handlers = {
  shopPermit: {
    remind: async ({ context }) => {
      context.answer({ sent: true })
      return {}
    },
  },
}

const all = ['view', 'add', 'edit', 'delete', 'issue', 'remind'].map(one => `shopPermit_${one}`)
const clerk = actor({ codes: all })
/** The same user without any rights. */
const outsider = actor()

/** A permit with one line. */
interface Permit {
  readonly id: string
  readonly line: string
}

/** The id of a record, or what was returned of several. */
function namesOf(answer: unknown): unknown {
  const { id, record } = Object(answer)
  return record ? namesOf(record) : (id ?? answer)
}

type Call = (store: Store, ctx: RequestContext, permit: Permit, key: string) => Promise<unknown>
const entity = 'shopPermit'
const values = { name: '甲', note: '新' }
const calls: readonly (readonly [name: string, call: Call])[] = [
  [
    'a save',
    (store, ctx, { id }, key) => store.save(ctx, entity, { ...values, code: `C${id}`, until: '2026-11-21' }, key),
  ],
  ['an update', (store, ctx, { id }, key) => store.update(ctx, entity, { ...values, id, version: 1 }, key)],
  [
    'a save of a line',
    (store, ctx, { id }, key) => store.save(ctx, 'shopPermitGoods', { ...values, permitId: id, version: 1 }, key),
  ],
  [
    'an update of a line',
    (store, ctx, { line }, key) => store.update(ctx, 'shopPermitGoods', { ...values, id: line, version: 1 }, key),
  ],
  [
    'a transition',
    (store, ctx, { id }, key) => store.transition(ctx, entity, id, 'issue', { until: '2026-11-21', version: 1 }, key),
  ],
  ['an action', (store, ctx, { id }, key) => store.act(ctx, entity, id, 'remind', { version: 1 }, key)],
  ['a deletion', (store, ctx, { id }, key) => store.remove(ctx, entity, [id], key)],
  ['an update of several records', (store, ctx, { id }, key) => store.updateTogether(ctx, entity, [id], values, key)],
  [
    'a transition of several records',
    (store, ctx, { id }, key) => store.transitionTogether(ctx, entity, [id], 'issue', { until: '2026-11-21' }, key),
  ],
]

describe.each(databasesUnderTest())('a request repeated with its key, on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  /** The Model of a later version. */
  const later = modelWith('')

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, modelWith(note), handlers)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const permit = async (): Promise<Permit> => {
    under.setNow('2026-11-21T02:00:00Z')
    const record = { name: '许可', until: '2026-11-21', note: '旧', goods: [{ name: '米' }] }
    const { id, goods } = await under.store.save(under.ctx(administrator), entity, record)
    return { id: String(id), line: String((goods as { id: string }[])[0]?.id) }
  }
  /**
   * Everything that would refuse it now: the day is over, the record and its line are deleted, the field is removed.
   */
  const goOn = async ({ id, line }: Permit) => {
    under.setNow('2026-11-22T01:00:00Z')
    await under.run(`update shop_permit set is_deleted = 1, version = version + 1, state = '1' where id = $1`, [id])
    await under.run(`update shop_permit_goods set is_deleted = 1 where id = $1`, [line])
  }
  const written = () =>
    under.run(`select (select count(*) from engine_history) as entries, (select count(*) from shop_permit) as permits,
      (select coalesce(sum(last), 0) from engine_serial) as numbers`)

  it.each(calls)(
    'semantics 19: %s reads its record again without another check, and changes nothing',
    async (_, call) => {
      const there = await permit()
      const repeat = (by = clerk, of = later) => call(under.store, under.ctx(by, of), there, `once-${there.id}`)
      const first = await repeat(clerk, under.model)
      const before = await written()
      await goOn(there)
      const answer = Object(first).answer
      if (answer) expect(await refused(repeat())).toMatchObject({ status: 409, code: 'answered-once' })
      else expect(namesOf(await repeat())).toEqual(namesOf(first))
      expect(await written()).toEqual(before)
    },
  )

  it('semantics 19: is answered with the values of now', async () => {
    const there = await permit()
    const change = () => under.store.update(under.ctx(clerk), entity, { id: there.id, name: '乙', version: 1 }, 'now')
    await change()
    await under.run(`update shop_permit set name = '丙', note = '他' where id = $1`, [there.id])
    expect(await change()).toMatchObject({ name: '丙', note: '他' })
  })

  it.each(calls)('%s is refused to a user who lost the right', async (_, call) => {
    const there = await permit()
    await call(under.store, under.ctx(clerk), there, `lost-${there.id}`)
    expect(await refused(call(under.store, under.ctx(outsider), there, `lost-${there.id}`))).toMatchObject({
      status: 403,
    })
  })
})
