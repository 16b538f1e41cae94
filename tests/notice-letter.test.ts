import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { codeOf, resourceOf } from '../engine/model/names.ts'
import type { Database } from '../engine/server/database/database.ts'
import { allowedOperations } from '../engine/server/http/model-index.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { dueRows, dueStepsOf } from '../engine/server/store/due-rows.ts'
import { makeDueStep } from '../engine/server/store/due-step.ts'
import { databasesUnderTest } from './support/databases.ts'
import { actor, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
const letter = resourceOf(model, 'entNoticeLetter')
const creditCode = (n: number) => {
  const field = resourceOf(model, 'entInfo').fields.find(({ name }) => name === 'creditCode')
  return field && typeOf(field).example(field, model, n)
}

describe.each(databasesUnderTest())('notice letter on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const enterprise: Record<string, string> = {}
  const save = async (resource: string, record: object) =>
    String((await under.store.save(under.ctx(administrator), resource, record))['id'])

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    await under.run(`insert into blade_tenant (id, tenant_id, tenant_name) values (1, '000000', 'A')`)
    const regionId = await save('sysRegion', { code: '330000', name: '浙江省', regionLevel: '1' })
    const typeId = await save('entType', { name: '学校食堂', code: 'SCHOOL' })
    const shared = { typeId, regionId, businessType: 'PRISC', address: '文一西路 1 号', phone: '13800138000' }
    enterprise['清溪'] = await save('entInfo', { ...shared, name: '清溪小学食堂', creditCode: creditCode(1) })
    enterprise['云栖'] = await save('entInfo', { ...shared, name: '云栖小学食堂', creditCode: creditCode(2) })
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const due = () => {
    const [found, ...others] = dueStepsOf(model).filter(({ resource }) => resource.name === 'entNoticeLetter')
    if (!found || others.length > 0) throw new Error('The letter has another number of steps with a time.')
    return found
  }
  const executionNow = () => under.execution(under.ctx(administrator).asSystem('step-effect'))
  const dueLetters = async () => {
    const { queries, ctx } = executionNow()
    return dueRows(queries, ctx, due(), null, 100)
  }
  const lapse = (id: string) => makeDueStep(executionNow(), due(), id, async () => {})

  it('becomes overdue when its deadline has passed, unless that is extended between the selection and the lock', async () => {
    const { store, ctx } = under
    under.setNow('2026-12-21T04:00:00Z')
    const issued = async (deadline: string) => {
      const id = await save('entNoticeLetter', { entId: enterprise['清溪'], problem: '积水', deadline })
      await store.transition(ctx(administrator), 'entNoticeLetter', id, 'issue', {})
      return id
    }
    const [late, extended, later] = [await issued('2026-12-22'), await issued('2026-12-22'), await issued('2026-12-23')]
    // The whole day of the deadline.
    under.setNow('2026-12-22T15:59:59Z')
    expect(await dueLetters()).toEqual([])
    under.setNow('2026-12-22T16:00:00Z')
    expect((await dueLetters()).map(({ id }) => id)).toEqual([late, extended])
    await store.update(ctx(administrator), 'entNoticeLetter', { id: extended, deadline: '2026-12-30' })
    expect([await lapse(late), await lapse(extended), await lapse(late)]).toEqual([true, false, false])
    const states = await Promise.all(
      [late, extended, later].map(
        async id => (await store.get(ctx(administrator), 'entNoticeLetter', id))['letterStatus'],
      ),
    )
    expect(states).toEqual(['5', '1', '1'])
    const [entry, ...others] = await store.history(ctx(administrator), 'entNoticeLetter', late)
    expect(entry).toMatchObject({ operation: 'lapse', actorKind: 'system' })
    expect(others.map(({ operation }) => operation)).toEqual(['issue', 'save'])
  })

  it('is visible to its enterprise after issuing, on no path before, and never with its remark', async () => {
    const { store, ctx } = under
    const letterOf = (problem: string) =>
      save('entNoticeLetter', {
        entId: enterprise['云栖'],
        problem,
        remark: '内部：此户多次整改不到位',
        deadline: '2026-12-28',
      })
    const [draft, issued] = [await letterOf('未公示检查结果'), await letterOf('留样未标注时间')]
    await store.transition(ctx(administrator), 'entNoticeLetter', issued, 'issue', {})
    const people = actor({
      roles: ['merchant'],
      ownerIds: [String(enterprise['云栖'])],
      codes: ['view', 'handle', 'export', 'delete'].map(name => codeOf(letter, name)).concat('entInfo_view'),
    })
    const of = 'entNoticeLetter'
    const draftNo = String((await store.get(ctx(administrator), of, draft))['letterNo'])
    const exported: unknown[] = []
    const stream = await store.stream(ctx(people), of, { query: {}, columns: ['*'] })
    for await (const rows of stream.chunks()) exported.push(...rows)
    const found = {
      page: (await store.page(ctx(people), of, {})).records,
      list: await store.list(ctx(people), of, {}),
      found: await store.find(ctx(people), of, { letterNo: draftNo }),
      issued: await store.get(ctx(people), of, issued),
      labels: await store.labels(ctx(people), of, [draft, issued]),
      displays: [...(await store.displays(ctx(people), of, [draft, issued]))],
      palette: await store.search(ctx(people), of, 'ZG2026'),
      exported,
      history: await store.history(ctx(people), of, issued),
      neighbours: await store.listPosition(ctx(people), of, issued, {}),
      related: await store.related(ctx(people), 'entInfo', String(enterprise['云栖'])),
      selection: await store.selection(ctx(people), of, { query: {}, from: 'list', after: null, limit: 10 }),
    }
    expect(found.page.map(({ id }) => id)).toEqual([issued])
    expect(found.related.find(({ resource }) => resource === of)).toMatchObject({ count: 1 })
    expect(await store.count(ctx(people), of, {})).toBe(1)
    for (const [path, answer] of Object.entries(found)) {
      const text = JSON.stringify(answer)
      expect([path, text.includes(draft) || text.includes(draftNo), text.includes('内部')]).toEqual([
        path,
        false,
        false,
      ])
    }
    expect(await refused(store.get(ctx(people), of, draft))).toMatchObject({ status: 404 })
    expect(await refused(store.history(ctx(people), of, draft))).toMatchObject({ status: 404 })
    expect(await refused(store.transition(ctx(people), of, draft, 'handle', { reply: '无' }))).toMatchObject({
      status: 404,
    })
    expect(await refused(store.page(ctx(people), of, { remark: '内部' }))).toMatchObject({ status: 400 })
  })

  it('offers and makes no step that needs a sender of text messages while none is configured', async () => {
    const { store, ctx } = under
    const of = 'entNoticeLetter'
    const id = await save(of, { entId: enterprise['清溪'], problem: '地面积水', deadline: '2026-12-28' })
    const message = { phone: '13800138000', content: '请按期整改' }
    expect(await refused(store.act(ctx(administrator), of, id, 'sendMsg', message))).toMatchObject({
      code: 'port-missing',
      status: 409,
    })
    const offered = ctx(administrator)
    expect(allowedOperations(offered, letter, new Set())).not.toContain('sendMsg')
    expect(allowedOperations(offered, letter, new Set(['sms']))).toContain('sendMsg')
  })

  it('cannot be changed after closing, for every user and on every path', async () => {
    const { store, ctx } = under
    const of = 'entNoticeLetter'
    const id = await save(of, { entId: enterprise['清溪'], problem: '地漏堵塞', deadline: '2026-12-28' })
    await store.update(ctx(administrator), of, { id, measure: '疏通' })
    await store.transition(ctx(administrator), of, id, 'issue', {})
    await store.transition(ctx(administrator).unasked(), of, id, 'handle', { reply: '已疏通' })
    await store.transition(ctx(administrator), of, id, 'adopt', {})
    const before = await store.get(ctx(administrator), of, id)
    const error = await store.update(ctx(administrator), of, { id, problem: '其他' }).catch((error: unknown) => error)
    expect(error).toMatchObject({
      code: 'not-allowed-now',
      status: 409,
      text: {
        zh: expect.stringMatching(/^当前文书状态为“.+”，不能编辑$/),
        en: expect.stringContaining('cannot be edited'),
      },
    })
    const together = await store.updateTogether(ctx(administrator), of, [id], { problem: '其他' })
    expect(together?.get(id)).toMatchObject({ code: 'not-allowed-now' })
    expect(await refused(store.remove(ctx(administrator), of, [id]))).toMatchObject({
      code: 'not-allowed-now',
      status: 409,
    })
    expect(await store.get(ctx(administrator), of, id)).toEqual(before)
    await under.run('update ent_notice_letter set is_deleted = 1 where id = $1', [id])
    expect(await refused(store.restore(ctx(administrator), of, [id]))).toMatchObject({ status: 409 })
  })
})
