import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { isInputField } from '../engine/fields/record-schema.ts'
import { userResource } from '../engine/model/account-resources.ts'
import type { DeclaredQuery, Field, Model, Resource } from '../engine/model/model.ts'
import { codesOf } from '../engine/model/names.ts'
import { systemFields } from '../engine/model/system-fields.ts'
import type { Database } from '../engine/server/database/database.ts'
import { referenceOf } from '../engine/server/database/shape.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesUnderTest } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { representative } from './support/representative.ts'
import { actor, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const { model: product } = compile(await readSources('.'))
if (!product) throw new Error('The product does not compile.')

/** The references to users that have a column, the system's too. */
const referencesIn = (resource: Resource) =>
  [...systemFields, ...resource.fields]
    .filter(({ column }) => column !== undefined)
    .flatMap(field => referenceOf(product, field))
    .filter(({ of }) => of.name === userResource)

const groupsBy = ({ name }: Field): DeclaredQuery => ({
  name: `by_${name}`,
  title: { zh: '按用户', en: 'By user' },
  http: { method: 'GET', path: `by_${name}` },
  input: [],
  group: [name],
  measure: { n: 'count()' },
  returns: 'list',
})

/** The product without its access rules, with a query that groups by each reference to a user. */
const model: Model = {
  ...product,
  resources: Object.fromEntries(
    Object.entries(product.resources).map(([name, { allowIf: _allowIf, guard: _guard, ...one }]) => [
      name,
      { ...one, access: [], queries: referencesIn(one).map(({ field }) => groupsBy(field)) },
    ]),
  ),
}
const resources = Object.values(model.resources).filter(({ readOnly, partOf }) => !readOnly && !partOf)
const tested = representative(model, resources)
/** Each declared reference, and the system's of the tested resources. */
const all = resources.flatMap(resource =>
  referencesIn(resource)
    .filter(({ field }) => tested.includes(resource) || !systemFields.includes(field))
    .map(({ field, many }) => ({ name: `${resource.name}.${field.name}`, resource, field, many })),
)

/** The users: the merchant, one of the same business, one of another, and one of the bureau. */
const users = { self: '77', mate: '78', rival: '79', bureau: '80' } as const
type Who = keyof typeof users

describe.each(databasesUnderTest())('users as rows of owners, on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let rows: ReadonlyMap<string, string>
  let merchant: ReturnType<typeof actor>
  const codes = resources.flatMap(one => [...codesOf(one)])
  const seen = (by = merchant) => under.ctx(by)
  const idOf = (resource: Resource) => String(rows.get(resource.name))

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    rows = await fillRows(under, model)
    const owner = String(rows.get(String(model.owner)))
    const other = String(Number(owner) + 5000)
    const insert = (who: Who, owners: string, account: string) =>
      under.run(
        `insert into blade_user (tenant_id, id, account, name, real_name, phone, owner_ids, role_id, dept_id, display_key)
         select '000000', $1, $2, n, n, $4, $5::bigint[], '{}', '{}', n from (select $3::text as n) one`,
        [users[who], account, who, `13800000${users[who]}`, owners],
      )
    await insert('self', `{${owner}}`, 'a-self')
    await insert('mate', `{${other},${owner}}`, 'a-mate')
    await insert('rival', `{${other}}`, 'a-rival')
    await insert('bureau', '{}', 'a-bureau')
    // The user to whom the inserted rows refer.
    const filled = String(rows.get(userResource))
    await under.run(`update blade_user set name = 'filled' where id = $1`, [filled])
    merchant = actor({ userId: users.self, ownerIds: [owner], codes })
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('covers references of every resource', () => {
    expect(all.length).toBeGreaterThan(2 * tested.length)
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['entInfo.supervisorId', 'bladeUser.createUser']),
    )
  })

  const isSeen: Readonly<Record<Who, boolean>> = { self: true, mate: true, rival: false, bureau: true }

  it.each(all)('shows $name to a merchant by these bounds on every path', async ({ resource, field, many }) => {
    const { store } = under
    const id = idOf(resource)
    const { name } = field
    const ctx = seen()
    const [former] = await under.run(`select "${field.column}" as value from "${resource.table}" where id = $1`, [id])
    for (const who of Object.keys(users) as Who[]) {
      const user = users[who]
      const [value, label] = isSeen[who] ? [user, who] : [null, null]
      const list = (one: string | null) => (many ? (one === null ? [] : [one]) : one)
      await under.run(`update "${resource.table}" set "${field.column}" = $2 where id = $1`, [id, many ? [user] : user])
      const shown = { id, [name]: list(value), [`${name}Name`]: list(label) }
      const read = await store.get(ctx, resource.name, id)
      expect({ id, [name]: read[name], [`${name}Name`]: read[`${name}Name`] ?? list(null) }).toEqual(shown)
      const page = (await store.page(ctx, resource.name, { id })).records[0]
      expect([page?.[name], page?.[`${name}Name`] ?? list(null)]).toEqual([list(value), list(label)])
      const streamed: unknown[] = []
      const stream = await store.stream(ctx, resource.name, { query: { id }, columns: [name] })
      for await (const chunk of stream.chunks()) streamed.push(...chunk.map(row => row[`${name}Name`] ?? list(null)))
      expect(streamed).toEqual([list(label)])

      const count = (query: Record<string, string>) => store.count(ctx, resource.name, { id, ...query })
      const found = isSeen[who] ? 1 : 0
      expect(await count({ [name]: user })).toBe(found)
      expect(await count({ [`${name}_in`]: `${user},999` })).toBe(found)
      if (!many) {
        expect(await count({ [`${name}_notnull`]: 'true' })).toBe(found)
        expect(await count({ [`${name}_null`]: 'true' })).toBe(1 - found)
        const groups = (await store.query(ctx, resource.name, `by_${name}`, {})).data as Record<string, unknown>[]
        const known = new Set([
          null,
          rows.get(userResource),
          ...(['self', 'mate', 'bureau'] as const).map(one => users[one]),
        ])
        expect(groups.filter(group => !known.has(group[name] as never))).toEqual([])
        expect(groups.some(group => group[name] === value && (group[`${name}Name`] ?? null) === label)).toBe(true)
        const sorted = await store.page(ctx, resource.name, { id, ascs: name })
        expect(sorted.records.map(record => record[name])).toEqual([value])
      }
    }
    await under.run(`update "${resource.table}" set "${field.column}" = $2 where id = $1`, [
      id,
      former?.['value'] ?? null,
    ])
  })

  const chosen = all.filter(
    ({ resource, field }) =>
      !systemFields.includes(field) &&
      isInputField(field) &&
      resource.rules.every(({ reads }) => !reads.includes(field.name)),
  )
  it.each(chosen)('offers and accepts for $name the same users', async ({ resource, field: { name }, many }) => {
    const { store } = under
    const ctx = seen()
    const names = (options: readonly { readonly name: string }[]) => options.map(option => option.name).sort()
    const visible = ['bureau', 'filled', 'mate', 'self']
    expect(names(await store.options(ctx, resource.name, name, {}))).toEqual(visible)
    expect(names(await store.options(ctx, resource.name, name, { text: 'rival' }))).toEqual([])
    expect(names(await store.options(ctx, resource.name, name, { text: 'bure' }))).toEqual(['bureau'])
    // By name only: neither the account of a user of the bureau nor anything of a rival means a record.
    const texts = ['mate', 'a-mate', 'bureau', 'a-bureau', 'rival', 'a-rival', users.rival]
    const meant = await store.meant(ctx, resource.name, name, { texts })
    expect(meant.map(({ count }) => count)).toEqual([1, 1, 1, 0, 0, 0, 0])
    const write = (id: string) => store.update(ctx, resource.name, { id: idOf(resource), [name]: many ? [id] : id })
    expect((await refused(write(users.rival))).fields).toEqual([name])
    for (const who of ['bureau', 'mate'] as const)
      expect((await write(users[who]))[name]).toEqual(many ? [users[who]] : users[who])
  })

  it('reads the accounts of the own business, and of the bureau no more than the name', async () => {
    const { store } = under
    const ctx = seen()
    const names = (records: readonly Record<string, unknown>[]) => records.map(({ name }) => name).sort()
    expect(names((await store.page(ctx, userResource, {})).records)).toEqual(['filled', 'mate', 'self'])
    expect(names(await store.list(ctx, userResource, {}))).toEqual(['filled', 'mate', 'self'])
    expect(await store.count(ctx, userResource, { phone_like: '138' })).toBe(2)
    const ids = Object.values(users)
    const labels = await store.labels(ctx, userResource, ids)
    expect(labels.map(({ name }) => name).sort()).toEqual(['bureau', 'mate', 'self'])
    expect(Object.keys(labels[0] ?? {}).sort()).toEqual(['id', 'name'])
    for (const text of ['rival', 'bureau']) expect(await store.search(ctx, userResource, text)).toEqual([])
    expect(await store.search(ctx, userResource, 'mate')).toMatchObject([{ id: users.mate }])
    for (const who of ['rival', 'bureau'] as const) {
      for (const read of ['get', 'history', 'related'] as const)
        expect(await refused(store[read](ctx, userResource, users[who]))).toMatchObject({ status: 404 })
      const write = store.update(ctx, userResource, { id: users[who], phone: '13800138000' })
      expect(await refused(write)).toMatchObject({ status: 404 })
    }
    expect(await store.get(ctx, userResource, users.mate)).toMatchObject({ name: 'mate', phone: '1380000078' })
  })

  it('binds an actor without owners whose role is bound to them to the own account', async () => {
    const rule = { role: 'merchant', allow: ['view'], where: 'id in me.ownerIds', hide: [] } as const
    const owner = String(model.owner)
    const bound: Model = {
      ...model,
      resources: { ...model.resources, [owner]: { ...(model.resources[owner] as Resource), access: [rule] } },
    }
    const names = async (given: Parameters<typeof actor>[0]) => {
      const ctx = under.ctx(actor({ userId: users.self, codes, ...given }), bound)
      const labels = await under.store.labels(ctx, userResource, Object.values(users))
      return [(await under.store.list(ctx, userResource, {})).length, labels.map(({ name }) => name).sort()]
    }
    expect(await names({ roles: ['merchant'] })).toEqual([1, ['bureau', 'self']])
    expect(await names({ roles: ['merchant'], ownerIds: merchant.ownerIds })).toEqual([3, ['bureau', 'mate', 'self']])
    const everyone = ['bureau', 'mate', 'rival', 'self']
    expect(await names({})).toEqual([5, everyone])
    expect(await names({ administrator: true, ownerIds: merchant.ownerIds })).toEqual([5, everyone])
    expect(await names({ tenantId: '000001' })).toEqual([0, []])
    expect(await names({ tenantId: '000001', ownerIds: merchant.ownerIds })).toEqual([0, []])
  })

  it('names in a history the users whom the reader may see', async () => {
    const { store } = under
    const camera = model.resources['entCamera'] as Resource
    const id = idOf(camera)
    const remark = (by: ReturnType<typeof actor>, text: string) =>
      store.update(under.ctx(by), camera.name, { id, remark: text })
    for (const who of Object.keys(users) as Who[])
      await remark(actor({ ...administrator, administrator: true, userId: users[who], name: who }), who)
    const read = async (by = merchant) =>
      (await store.history(under.ctx(by), camera.name, id))
        .slice(0, 4)
        .map(({ userId, userName }) => [userId, userName])
    expect(await read()).toEqual([
      [users.bureau, 'bureau'],
      [null, '其他用户'],
      [users.mate, 'mate'],
      [users.self, 'self'],
    ])
    expect((await read(administrator))[1]).toEqual([users.rival, 'rival'])
  })
})
