import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { codesOf, personalFields } from '../engine/model/names.ts'
import { isMaskable } from '../engine/record/mask.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesUnderTest, databasesWalked } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const files = {
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/city/person.yaml': `
title: { zh: 人员, en: Person }
display: name
sort: name
fields:
  name: { type: text, required: true, personal: name, title: { zh: 姓名, en: Name } }
  phone: { type: phone, personal: phone, title: { zh: 电话, en: Phone } }
  idCard: { type: idCard, unique: true, personal: idCard, title: { zh: 证件, en: Identity } }
  illness: { type: text, personal: health, title: { zh: 疾病, en: Illness } }
  born: { type: date, personal: minor, title: { zh: 生日, en: Born } }
  note: { type: text, title: { zh: 备注, en: Note } }
  label: { type: text, title: { zh: 标签, en: Label }, compute: "name + ' ' + note" }
  stored: { type: text, title: { zh: 标签, en: Label }, compute: "phone + note", stored: true }
  relatives: { type: children, of: relative, title: { zh: 亲属, en: Relatives } }
actions:
  correct: { edit: [name, note], title: { zh: 更正, en: Correct } }
access:
  - { role: veiled, allow: [view, edit, unmask], where: "true", mask: [phone, note] }
  - { role: clear, allow: [view, edit, unmask], where: "true" }
  - { role: blind, allow: [view, edit, add, export, correct], where: "true" }
`,
  'resources/city/relative.yaml': `
title: { zh: 亲属, en: Relative }
partOf: personId
display: called
fields:
  personId: { type: reference, of: person, required: true }
  called: { type: text, required: true, personal: name, title: { zh: 称呼, en: Called } }
  age: { type: integer, title: { zh: 年龄, en: Age } }
`,
  'resources/city/visit.yaml': `
title: { zh: 走访, en: Visit }
display: place
fields:
  place: { type: text, title: { zh: 地点, en: Place } }
  personId: { type: reference, of: person, title: { zh: 人员, en: Person } }
  called: { type: text, title: { zh: 电话, en: Phone }, compute: "personId.phone" }
  guests: { type: children, of: guest, title: { zh: 访客, en: Guests } }
`,
  'resources/city/guest.yaml': `
title: { zh: 访客, en: Guest }
partOf: visitId
display: phone
fields:
  visitId: { type: reference, of: visit, required: true }
  phone: { type: phone, unique: true, personal: phone, title: { zh: 电话, en: Phone } }
`,
}
const model = modelOf(files)
const codes = Object.values(model.resources).flatMap(({ code }) =>
  ['view', 'edit', 'add', 'export', 'unmask', 'correct'].map(operation => `${code}_${operation}`),
)
const blind = actor({ userId: '21', roles: ['blind'], codes: codes.filter(code => !code.endsWith('_unmask')) })
const clear = actor({ userId: '22', roles: ['clear'], codes })
const veiled = actor({ userId: '23', roles: ['veiled', 'clear'], codes })
const person = {
  ...{
    name: '周予安',
    phone: '13800138000',
    idCard: '11010519491231002X',
    illness: '无',
    born: '1990-03-07',
    note: '常来',
  },
}
const shown = {
  ...{ name: '周**', phone: '138****8000', idCard: '1****************X', illness: '***', note: '常来' },
}
const without = ['born', 'label', 'stored']

describe.each(databasesWalked('postgres'))('masked values on $kind (semantics 17, 18)', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let id: string
  const { save, update, get, page } = {
    save: (resource: string, record: object, by = administrator) => under.store.save(under.ctx(by), resource, record),
    update: (record: object, by = blind) => under.store.update(under.ctx(by), 'person', record),
    get: (resource: string, some: string, by = blind) => under.store.get(under.ctx(by), resource, some),
    page: (resource: string, query = {}, by = blind) => under.store.page(under.ctx(by), resource, query),
  }
  const stored = async () => (await under.run('select name, phone, note from person where id = $1', [id]))[0]

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    id = String((await save('person', person))['id'])
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('are shown masked, in every answer, to those without the code', async () => {
    const { records } = await page('person')
    for (const record of [records[0], await get('person', id), await update({ id, note: '常来' })]) {
      expect(record).toMatchObject(shown)
      for (const name of without) expect(record).not.toHaveProperty(name)
    }
    const stream = await under.store.stream(under.ctx(blind), 'person', { query: {}, columns: ['*'] })
    const rows = []
    for await (const chunk of stream.chunks()) rows.push(...chunk)
    expect(rows[0]).toMatchObject(shown)
    const entries = await under.store.history(under.ctx(blind), 'person', id)
    expect(JSON.stringify(entries)).not.toMatch(/周予安|13800138000|11010519491231002X|1990/)
    expect(entries.at(-1)?.changes['phone']).toEqual({ from: null, to: '138****8000' })
  })

  it('are clear to those with the code, unless a rule of a role masks them', async () => {
    expect(await get('person', id, clear)).toMatchObject({ ...person, label: '周予安 常来' })
    const record = await get('person', id, veiled)
    expect(record).toMatchObject({ name: '周予安', phone: '138****8000', note: '***', born: '1990-03-07' })
    expect(record).not.toHaveProperty('stored')
  })

  it('mask labels and what is computed from them elsewhere', async () => {
    const visit = String((await save('visit', { place: '东湖', personId: id }))['id'])
    const record = await get('visit', visit)
    expect(record).toMatchObject({ personIdName: '周**' })
    expect(record).not.toHaveProperty('called')
    expect(await get('visit', visit, clear)).toMatchObject({ personIdName: '周予安', called: '13800138000' })
    expect(await under.store.options(under.ctx(blind), 'visit', 'personId', { text: '' })).toMatchObject([
      { name: '周**' },
    ])
    expect(await under.store.options(under.ctx(blind), 'visit', 'personId', { text: '予' })).toEqual([])
    expect(await under.store.search(under.ctx(blind), 'person', '周予安')).toEqual([])
  })

  it('are found by their complete value only', async () => {
    expect((await page('person', { phone_equal: person.phone })).total).toBe(1)
    expect((await page('person', { phone: person.phone })).total).toBe(1)
    expect((await page('person', { phone_equal: '13800138001' })).total).toBe(0)
    const refusals = ['like', 'likeright', 'likeleft', 'notlike', 'notequal', 'in', 'null', 'notnull', 'ge', 'lt']
    for (const how of refusals)
      for (const value of ['138', '13800138000'])
        expect((await refused(page('person', { [`phone_${how}`]: value }))).status, how).toBe(400)
    expect((await refused(page('person', { ascs: 'phone' }))).status).toBe(400)
    for (const name of without) expect((await refused(page('person', { ascs: name }))).status, name).toBe(400)
  })

  it('stay stored where a line or a step sends their mask back', async () => {
    const relatives = [{ called: '周小宝', age: 6 }]
    const saved = await save('person', { ...person, phone: '13800138009', idCard: null, relatives })
    const of = String(saved['id'])
    const { version, relatives: seen } = await get('person', of)
    expect(seen).toMatchObject([{ called: '周**' }])
    const [line] = seen as { id: string }[]
    await update({ id: of, version, relatives: [{ ...line, age: 7 }] })
    const called = { id: line?.id, called: '别人', age: 7 }
    expect(await refused(update({ id: of, version: Number(version) + 1, relatives: [called] }))).toMatchObject({
      ...{ status: 400, fields: ['relatives.0.called'] },
    })
    await under.store.act(under.ctx(blind), 'person', of, 'correct', { name: '周**', note: '改' })
    const rows =
      await under.run(`select p.name, p.note, r.called, r.age from person p join relative r on r.person_id = p.id
      where p.id = ${of}`)
    expect(rows).toEqual([{ name: '周予安', note: '改', called: '周小宝', age: '7' }])
  })

  it('are compared as often as is audited and allowed only', async () => {
    const other = actor({ userId: '29', roles: ['blind'], codes: codes.filter(code => !code.endsWith('_unmask')) })
    const compare = (n: number) => page('person', { phone_equal: String(13_800_130_000 + n) }, other)
    for (let n = 0; n < 100; n++) await compare(n)
    expect(await refused(compare(100))).toMatchObject({ status: 429 })
    expect(
      await under.run(`select distinct names from engine_audit where kind = 'maskedFilter' and user_id = 29`),
    ).toEqual([{ names: 'phone' }])
  })

  it('are confirmed by a refused save as often as is audited and allowed only', async () => {
    const other = actor({ userId: '30', roles: ['blind'], codes: codes.filter(code => !code.endsWith('_unmask')) })
    const add = (idCard: string) => save('person', { name: '林若川', idCard }, other)
    const acts = `select names from engine_audit where kind = 'maskedFilter' and user_id = 30`
    expect(await refused(add(person.idCard))).toMatchObject({ status: 409, fields: ['idCard'] })
    expect(await under.run(acts)).toEqual([{ names: 'idCard' }])
    for (let n = 1; n < 100; n++) await page('person', { phone_equal: '13800130000' }, other)
    for (const idCard of [person.idCard, '110101194912310038'])
      expect(await refused(add(idCard)), idCard).toMatchObject({ status: 429 })
    const step = under.store.act(under.ctx(other), 'person', id, 'correct', { note: '常来' })
    expect(await refused(step)).toMatchObject({ status: 429 })
    expect(await refused(save('visit', { place: '东湖' }, other))).toMatchObject({ status: 429 })
    expect(await save('visit', { place: '西湖' }, blind)).toMatchObject({ place: '西湖' })
  })

  it('are revealed for a reason, with an act, by those with the code', async () => {
    const reveal = (by = veiled, reason = '电话通知', fields = ['phone']) =>
      under.store.reveal(under.ctx(by), 'person', id, fields, reason)
    const acts = async () => await under.run(`select kind, reason, names from engine_audit order by n desc limit 1`)
    expect(await reveal()).toEqual({ phone: '13800138000' })
    expect(await acts()).toEqual([{ kind: 'reveal', reason: '电话通知', names: 'phone' }])
    expect(await refused(reveal(blind))).toMatchObject({ status: 403 })
    expect(await acts()).toMatchObject([{ kind: 'revealRefused', names: 'phone' }])
    expect(await refused(reveal(veiled, ' '))).toMatchObject({ status: 400, fields: ['reason'] })
    expect(await refused(reveal(veiled, 'x', ['born']))).toMatchObject({ status: 400 })
  })

  it('are never stored as a mask', async () => {
    const { version } = await update({ id, phone: '138****8000', name: '周**', note: '常来' })
    for (const phone of ['138****8001', '13900139000', '13800138000', null])
      expect(await refused(update({ id, phone, version })), String(phone)).toMatchObject({
        status: 400,
        fields: ['phone'],
      })
    await update({ id, note: '少来' })
    expect(await stored()).toEqual({ name: '周予安', phone: '13800138000', note: '少来' })
    await update({ id, phone: '13900139000', note: '常来' }, clear)
    await update({ id, phone: '13800138000' }, clear)
    const added = await save('person', { name: '林若川', phone: '13700137000' }, blind)
    expect(added).toMatchObject({ phone: '137****7000' })
    await under.run('delete from person where id = $1', [added['id']])
  })
})

const { model: product } = compile(await readSources('.'))
if (!product) throw new Error('The product does not compile.')
const withPersons = Object.values(product.resources).filter(one => personalFields(one).length > 0)

describe.each(databasesUnderTest().slice(0, 1))('personal values of the product on $kind', ({ open }) => {
  const secret = 'Q7Q7Q7Q7Q7Q7'
  const codesOfProduct = Object.values(product.resources).flatMap(codesOf)
  const reader = (isClear: boolean) =>
    actor({
      userId: '31',
      roles: ['reader'],
      codes: codesOfProduct.filter(code => isClear || !code.endsWith('_unmask')),
    })
  let database: Database
  let under: StoreUnderTest

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, product)
    await fillRows(under, product)
    for (const resource of withPersons)
      for (const { column, options } of personalFields(resource).filter(isMaskable))
        await under.run(`update "${resource.table}" set "${column}" = left($1, $2::integer)`, [
          secret,
          Number(options['max'] ?? 12),
        ])
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it.each(withPersons.map(one => [one.name, one] as const))(
    'of %s are masked in pages and exports',
    async (name, one) => {
      const fields = personalFields(one)
      for (const isClear of [false, true]) {
        const ctx = under.ctx(reader(isClear))
        const { records } = await under.store.page(ctx, name, {})
        const rows = [...records]
        const stream = await under.store.stream(ctx, name, { query: {}, columns: ['*'] })
        for await (const chunk of stream.chunks()) rows.push(...chunk)
        expect(rows.length).toBe(2)
        for (const row of rows)
          for (const field of fields)
            if (isMaskable(field)) expect(row[field.name] === secret, field.name).toBe(isClear)
            else expect(field.name in row, field.name).toBe(isClear)
        expect(JSON.stringify(rows).includes(secret)).toBe(isClear)
      }
    },
  )
})
