import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { isInputField } from '../engine/fields/record-schema.ts'
import type { AccessRule, Field, Model, Resource } from '../engine/model/model.ts'
import { operations } from '../engine/model/model.ts'
import { codesOf } from '../engine/model/names.ts'
import type { Database } from '../engine/server/database/database.ts'
import { referenceOf } from '../engine/server/database/shape.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { partsOf } from '../engine/server/store/referring.ts'
import { databasesUnderTest } from './support/databases.ts'
import { dropUniqueness, fillRows } from './support/filled-rows.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { actor, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const { model: product } = compile(await readSources('.'))
if (!product) throw new Error('The product does not compile.')

const userId = '77'
const rule: AccessRule = {
  role: 'half',
  allow: [...operations],
  where: 'createUser == me.id',
  hide: [],
}

/** The product, of which a user sees only the rows of their own. */
const model: Model = {
  ...product,
  resources: Object.fromEntries(
    Object.entries(product.resources).map(([name, { allowIf: _allowIf, guard: _guard, ...one }]) => [
      name,
      { ...one, access: one.partOf ? [] : [rule] },
    ]),
  ),
}
const resources = Object.values(model.resources).filter(({ readOnly }) => !readOnly)
const half = actor({ userId, roles: ['half'], codes: resources.flatMap(one => (one.partOf ? [] : codesOf(one))) })
// Only administrators of the platform write shared rows.
const masters = resources.filter(one => !one.partOf && !one.shared)

/** The references that a client writes at any time; a copy of a row with a period would overlap it. */
const referencesIn = (resource: Resource) =>
  (resource.unique?.some(({ during }) => during) ? [] : resource.fields)
    .filter(({ when, editableBy }) => when === undefined && editableBy === undefined)
    .filter(field => isInputField(field) && field.column && field.name !== resource.partOf?.field && !field.readOnlyIn)
    .flatMap(field => referenceOf(model, field))
    .filter(({ of }) => !of.readOnly && !of.partOf)

describe.each(databasesUnderTest())('semantics 2: references of which a user sees half, on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let rows: ReadonlyMap<string, string>
  const visible = (of: Resource) => String(rows.get(of.name))
  const invisible = (of: Resource) => String(Number(rows.get(of.name)) + 5000)
  const column = async (resource: Resource, field: Field, id: string) => {
    const [row] = await under.run(
      `select "${field.column}"::text as value, version from "${resource.table}" where id = $1`,
      [id],
    )
    return row
  }
  const put = (resource: Resource, field: Field, id: string, value: unknown) =>
    under.run(`update "${resource.table}" set "${field.column}" = $2 where id = $1`, [id, value])

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    rows = await fillRows(under, model)
    // What an entry below another one requires.
    await under.run(`update blade_dict_biz set dict_key = '1' where dict_key is null`)
    for (const resource of resources) {
      const id = visible(resource)
      await under.run(`update "${resource.table}" set create_user = $2, version = 1 where id = $1`, [id, userId])
      await dropUniqueness(under, resource)
      const other: Record<string, unknown> = { id: Number(invisible(resource)), create_user: 99 }
      await under.run(
        `insert into "${resource.table}" select * from jsonb_populate_record(null::"${resource.table}",
         (select to_jsonb(t) || $2::jsonb from "${resource.table}" t where id = $1))`,
        [id, JSON.stringify(other)],
      )
    }
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const all = masters.flatMap(resource =>
    referencesIn(resource).map(one => ({ name: `${resource.name}.${one.field.name}`, resource, ...one })),
  )
  it('covers references and lists', () => {
    expect(all.filter(({ many }) => !many).length).toBeGreaterThan(20)
    expect(all.filter(({ many }) => many).length).toBeGreaterThan(1)
  })

  it.each(all.filter(({ many }) => !many))('keeps $name unless another is named', async one => {
    const { resource, field, of } = one
    const id = visible(resource)
    const ctx = under.ctx(half)
    const update = (value: unknown) => under.store.update(ctx, resource.name, { id, [field.name]: value })
    const isRead = async () => (await under.store.get(ctx, resource.name, id))[field.name]
    // Stored computed values of the inserted rows are missing.
    await under.store.update(ctx, resource.name, { id })
    await put(resource, field, id, invisible(of))
    const before = await column(resource, field, id)

    const read = await under.store.get(ctx, resource.name, id)
    expect([read[field.name], read[`${field.name}Name`]]).toEqual([null, null])
    expect((await update(null))[field.name]).toBe(null)
    const together = await under.store.updateTogether(ctx, resource.name, [id], { [field.name]: null })
    expect(together?.get(id) ?? null).toBe(null)
    expect(await column(resource, field, id)).toEqual(before)
    expect((await refused(update(invisible(of)))).fields).toEqual([field.name])

    const count = (query: Record<string, string>) => under.store.count(ctx, resource.name, { id, ...query })
    expect(await count({ [field.name]: invisible(of) })).toBe(0)
    expect(await count({ [`${field.name}_in`]: `${invisible(of)},${visible(of)}` })).toBe(0)
    expect(await count({ [`${field.name}_null`]: 'true' })).toBe(1)
    expect(await count({ [`${field.name}_notnull`]: 'true' })).toBe(0)
    const preview = async (value: unknown) => {
      const operation = { kind: 'update', values: { [field.name]: value } } as const
      return (await under.store.preview(ctx, resource.name, { ids: [id] }, operation)).fields
    }
    expect(await preview(null)).toMatchObject([{ empty: 0, same: 1, other: 0 }])
    for (const value of [visible(of), invisible(of)])
      expect(await preview(value)).toMatchObject([{ empty: 1, same: 0, other: 0 }])

    if (field.options['where'] === undefined && field.name !== resource.tree) {
      await update(visible(of))
      expect(await isRead()).toBe(visible(of))
      expect(await count({ [field.name]: visible(of) })).toBe(1)
      const [entry] = await under.store.history(ctx, resource.name, id)
      expect(entry?.changes[field.name]).toEqual({ from: null, to: visible(of) })
    }
    await put(resource, field, id, field.required ? visible(of) : null)
  })

  it.each(all.filter(({ many }) => many))('keeps the invisible members of $name', async one => {
    const { resource, field, of } = one
    const id = visible(resource)
    const ctx = under.ctx(half)
    const update = (value: unknown) => under.store.update(ctx, resource.name, { id, [field.name]: value })
    await under.store.update(ctx, resource.name, { id })
    await put(resource, field, id, [invisible(of), visible(of)])
    // Values that are computed from the members are stored with the next change.
    await under.store.update(under.ctx(administrator), resource.name, { id })
    const before = await column(resource, field, id)
    const read = await under.store.get(ctx, resource.name, id)
    expect(read[field.name]).toEqual([visible(of)])
    expect((read[`${field.name}Name`] as unknown[]).length).toBe(1)
    await update(read[field.name])
    expect(await column(resource, field, id)).toEqual(before)
    expect((await refused(update([invisible(of), visible(of)]))).fields).toEqual([field.name])
    if (field.required) return
    expect((await update([]))[field.name]).toEqual([])
    expect((await column(resource, field, id))?.['value']).toBe(`{${invisible(of)}}`)
    const [entry] = await under.store.history(ctx, resource.name, id)
    expect(entry?.changes[field.name]).toEqual({ from: [visible(of)], to: [] })
    const kept = await column(resource, field, id)
    const together = await under.store.updateTogether(ctx, resource.name, [id], { [field.name]: [] })
    expect(together?.get(id) ?? null).toBe(null)
    expect(await column(resource, field, id)).toEqual(kept)
    await put(resource, field, id, [])
  })

  const ofLines = masters.flatMap(resource =>
    partsOf(model, resource).flatMap(part =>
      part.field
        ? referencesIn(part.resource).map(one => ({
            name: `${part.resource.name}.${one.field.name}`,
            resource,
            part,
            ...one,
          }))
        : [],
    ),
  )
  it('covers references of lines', () => expect(ofLines.length).toBeGreaterThan(0))

  it.each(ofLines)('keeps $name of a line', async ({ resource, part, field, of, many }) => {
    const [id, lineId] = [visible(resource), visible(part.resource)]
    const ctx = under.ctx(half)
    await under.store.update(ctx, resource.name, { id, [part.name]: [{ id: lineId }] })
    await put(part.resource, field, lineId, many ? [invisible(of)] : invisible(of))
    const before = await column(part.resource, field, lineId)
    const read = (await under.store.get(ctx, resource.name, id))[part.name] as readonly Record<string, unknown>[]
    const line = read.find(one => one['id'] === lineId)
    expect(line?.[field.name]).toEqual(many ? [] : null)
    const own = read.map(one => ({ id: one['id'], [field.name]: one[field.name] }))
    await under.store.update(ctx, resource.name, { id, [part.name]: own })
    expect(await column(part.resource, field, lineId)).toEqual(before)
    await under.store.update(ctx, part.resource.name, { id: lineId, [field.name]: many ? [] : null })
    expect(await column(part.resource, field, lineId)).toEqual(before)
    await put(part.resource, field, lineId, many ? [] : visible(of))
  })
})

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 行程, en: Tours }\n',
  'resources/city/guide.yaml': `title: { zh: 向导, en: Guide }
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
access: [{ role: role-half, allow: [view, add], where: "createUser == me.id" }]
`,
  'resources/city/place.yaml': `title: { zh: 景点, en: Place }
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
access: [{ role: role-half, allow: [view], where: "createUser == me.id" }]
`,
  'resources/city/tour.yaml': `title: { zh: 行程, en: Tour }
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  note: { type: text, title: { zh: 备注, en: Note } }
  guideId: { type: reference, of: guide, title: { zh: 向导, en: Guide } }
  leaderId: { type: reference, of: guide, required: true, title: { zh: 领队, en: Leader } }
  guides: { type: reference, of: guide, many: true, title: { zh: 各向导, en: Guides } }
actions:
  assign: { edit: [note, guideId, leaderId, guides], title: { zh: 指派, en: Assign } }
  visit: { input: { goal: { type: reference, of: place } }, title: { zh: 参观, en: Visit } }
  ask: { input: { goal: { type: reference, of: guide } }, title: { zh: 询问, en: Ask } }
`,
}

describe.each(databasesUnderTest())('semantics 2: empty values for invisible references, on $kind', kind => {
  let server: ServerUnderTest
  let tours: ImportCalls
  let half: string
  let own: string
  let other: string

  beforeAll(async () => {
    server = await startServer(kind, app)
    tours = await importCallsOn(server, 'tour')
    const codes = ['tour_view', 'tour_edit', 'tour_import', 'tour_assign', 'guide_view', 'guide_add']
    half = await tours.person('half', codes)
    const guide = async (name: string, by: string): Promise<string> =>
      (await tours.data('POST', 'city/v1/guide/save', { name }, by)).id
    own = await guide('甲', half)
    other = await guide('乙', tours.token)
  })
  afterAll(() => server.close())

  it('are missing in histories by the resource that the input of the step names', async () => {
    const { id } = await tours.data('POST', 'city/v1/tour/save', { name: '历史', leaderId: own })
    for (const goal of [own, other]) await tours.data('POST', 'city/v1/tour/ask', { id, goal })
    const entries = await tours.data('GET', `engine/history/tour/${id}`, undefined, half)
    expect(entries.slice(0, 2).map(({ input }: { input: unknown }) => input)).toEqual([{ goal: null }, { goal: own }])
  })

  /** Writes a note and empty references; a leader is required. */
  const ways: Readonly<
    Record<string, (tour: { id: string; name: string }, leader: string | null) => Promise<unknown>>
  > = {
    'an update': async ({ id }, leaderId) => tours.data('PUT', 'city/v1/tour/update', { id, ...empty(leaderId) }, half),
    'a step': async ({ id }, leaderId) => tours.data('POST', 'city/v1/tour/assign', { id, ...empty(leaderId) }, half),
    'an import': async ({ name }, leaderId) => {
      const file = `名称,备注,向导,领队,各向导\n${name},改,,${leaderId ? '甲' : ''},\n`
      const { id } = await tours.checked(file, { by: 'name', mode: 'update', emptyClears: true }, half)
      expect(await tours.problemsOf(id, half)).toEqual([])
      await tours.step(id, 'write', {}, half)
    },
  }
  const empty = (leaderId: string | null) => ({ note: '改', guideId: null, leaderId, guides: [] })

  it.each(Object.entries(ways))('keep them in %s, and clear the visible ones', async (way, write) => {
    const written = async (guideId: string, leader: string | null) => {
      const tour = { name: `${way} ${guideId} ${leader}`, guideId, leaderId: guideId, guides: [guideId] }
      const { id } = await tours.data('POST', 'city/v1/tour/save', tour)
      await write({ id, name: tour.name }, leader)
      const { rows } = await tours.run(
        `select note, guide_id::text, leader_id::text, coalesce(guides, '{}')::text as guides from tour where id = ${id}`,
      )
      return rows
    }
    expect(await written(other, null)).toEqual([
      { note: '改', guide_id: other, leader_id: other, guides: `{${other}}` },
    ])
    expect(await written(own, own)).toEqual([{ note: '改', guide_id: null, leader_id: own, guides: '{}' }])
    // A leader that the user sees may not be cleared.
    await expect(written(own, null)).rejects.toThrow()
  })
})
