import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import type { Resource } from '../engine/model/model.ts'
import { codesOf, resourceOf, rightsOf } from '../engine/model/names.ts'
import { userSteps } from '../engine/model/steps.ts'
import type { UserActor } from '../engine/server/auth/actor.ts'
import type { Database } from '../engine/server/database/database.ts'
import { Refusal } from '../engine/server/errors/refuse.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesUnderTest } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { representative } from './support/representative.ts'
import { actor, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

/** Every operation on a row, as an attacker would try it. */
const tries: Readonly<
  Record<string, (under: StoreUnderTest, by: UserActor, of: Resource, id: string) => Promise<unknown>>
> = {
  get: ({ store, ctx }, by, of, id) => store.get(ctx(by), of.name, id),
  history: ({ store, ctx }, by, of, id) => store.history(ctx(by), of.name, id),
  related: ({ store, ctx }, by, of, id) => store.related(ctx(by), of.name, id),
  update: ({ store, ctx }, by, of, id) => store.update(ctx(by), of.name, { id }),
  remove: ({ store, ctx }, by, of, id) => store.remove(ctx(by), of.name, [id]),
}

/** The statuses, and that of a step whose port is missing, which is refused before its record is read. */
const orUnavailable = ({ needs }: { readonly needs?: string | undefined }, statuses: readonly number[]) =>
  needs === undefined ? statuses : [...statuses, 409]

const asNone = (error: unknown): [] => {
  if (error instanceof Refusal && [403, 404].includes(error.status)) return []
  throw error
}

const asRefused = (error: unknown) => {
  asNone(error)
  return 'refused'
}

const asNoPage = (error: unknown) => ({ records: asNone(error) })

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
// Users do not write the rows of the others.
const resources = Object.values(model.resources).filter(({ readOnly }) => !readOnly)
/** The roles that access rules name, without those that see every owner by a rule. */
const namedRoles = [...new Set(resources.flatMap(({ access }) => access.map(({ role }) => role)))].filter(
  role => !model.resources[String(model.owner)]?.access.some(rule => rule.role === role && rule.where === 'true'),
)

describe.each(databasesUnderTest())('every resource on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  /** One row of each resource, of one tenant and one owner. */
  let rows: ReadonlyMap<string, string>
  const ownerId = String(1000 + Object.keys(model.resources).indexOf(model.owner ?? ''))
  const everything = (more: Partial<Omit<UserActor, 'codes'>> = {}, without?: Resource) =>
    actor({
      ...more,
      codes: resources.filter(one => rightsOf(model, one) !== without).flatMap(codesOf),
    })

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model, {}, ['sms'])
    rows = await fillRows(under, model)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('has a row to test with', () => {
    expect([...rows.keys()].sort()).toEqual(resources.map(one => one.name).sort())
  })

  describe.each(representative(model, resources).map(one => [one.name, one] as const))('%s', (name, resource) => {
    const id = () => String(rows.get(name))
    const steps = userSteps(resource)

    it('is readable with every permission of the tenant', async () => {
      const by = everything()
      expect(await under.store.get(under.ctx(by), name, id())).toMatchObject({ id: id() })
      expect((await under.store.page(under.ctx(by), name, { id: id() })).total).toBe(1)
      expect(await rowsExported(by)).toEqual([id()])
    })

    it("hides another tenant's row", async () => {
      const stranger = everything({ tenantId: '999999' })
      if (resource.platform)
        return expect(await refused(under.store.get(under.ctx(stranger), name, id()))).toMatchObject({ status: 404 })
      if (resource.shared)
        return expect(await under.store.get(under.ctx(stranger), name, id())).toMatchObject({ id: id() })
      await expectHidden(stranger)
      await expectHidden(actor({ ...administrator, tenantId: '999999' }))
    })

    it('is found by its display text', async () => {
      for (const text of await textsOf(id()))
        expect((await under.store.search(under.ctx(everything()), name, text)).map(one => one.id)).toEqual([id()])
    })

    it("hides another owner's row", async () => {
      if (rightsOf(model, resource).owner === undefined) return
      await expectHidden(everything({ ownerIds: ['77'] }))
    })

    it("hides a row that a role's rule excludes from that role, on every path", async () => {
      for (const { role } of rightsOf(model, resource).access.filter(({ where }) => where !== undefined)) {
        const by = everything({ roles: [role], ownerIds: [ownerId] })
        if ((await under.store.page(under.ctx(by), name, {})).total === 0) await expectHidden(by, [403, 404])
      }
    })

    it('lists exactly the references that their own pages show', async () => {
      const callers = [everything(), everything({ ownerIds: ['77'] }), everything({ ownerIds: [ownerId] })]
      for (const by of callers)
        for (const withBelow of resource.tree ? [false, true] : [false]) {
          const found = await under.store.related(under.ctx(by), name, id(), withBelow).catch(() => [])
          // A list that a condition narrows has fewer rows than the page of its resource by the reference alone.
          for (const one of found.filter(({ isNarrowed }) => !isNarrowed))
            expect([one.resource, one.count]).toEqual([
              one.resource,
              (
                await under.store.page(under.ctx(by), one.resource, {
                  [withBelow ? `${one.field}_below` : one.field]: id(),
                })
              ).total,
            ])
        }
      const all = await under.store.related(under.ctx(everything()), name, id())
      for (const other of new Set(all.map(one => one.resource))) {
        const closed = rightsOf(model, resourceOf(model, other))
        // Own rows are seen without the code.
        if (closed === rightsOf(model, resource) || closed.own) continue
        const known = await under.store.related(under.ctx(everything({}, closed)), name, id())
        expect(known.map(one => one.resource)).not.toContain(other)
      }
    })

    it('counts in the branches of a tree exactly the rows that their own pages show', async () => {
      const trees = resource.fields.flatMap(field => {
        const of = field.type === 'reference' && field.column ? model.resources[String(field.options['of'])] : undefined
        return of?.tree ? [{ field: field.name, ids: [String(rows.get(of.name))] }] : []
      })
      const callers = [everything(), everything({ ownerIds: ['77'] }), everything({ tenantId: '999999' })]
      for (const { field, ids } of trees)
        for (const by of callers)
          for (const withBelow of [true, false]) {
            const query = { [withBelow ? `${field}_below` : field]: ids[0] }
            const page = await under.store.page(under.ctx(by), name, query).then(({ total }) => total, asRefused)
            const counted = await under.store
              .branchCounts(under.ctx(by), name, { field, ids, withBelow })
              .then(([one]) => one?.count ?? 0, asRefused)
            expect([field, by.tenantId, by.ownerIds, counted]).toEqual([field, by.tenantId, by.ownerIds, page])
          }
    })

    it('has no secret in a readable field', () => {
      const named = resource.fields.filter(({ name }) => /secret|password/i.test(name))
      expect(named.filter(field => !typeOf(field).secret).map(({ name }) => name)).toEqual([])
    })

    it("is written by the platform's administrators only, where all tenants share it", async () => {
      if (!rightsOf(model, resource).shared) return
      const elsewhere = actor({ ...administrator, tenantId: '999999' })
      for (const by of [elsewhere, everything({ tenantId: '999999' }), everything()]) {
        const writes = [
          under.store.save(under.ctx(by), name, {}),
          under.store.update(under.ctx(by), name, { id: id() }),
          under.store.remove(under.ctx(by), name, [id()]),
          ...steps.map(step => attemptStep(by, step.name)),
        ]
        // Elsewhere, a resource of the platform does not exist.
        const status = resource.platform && by.tenantId === '999999' ? 404 : 403
        for (const refusal of await Promise.all(writes.map(refused))) expect(refusal).toMatchObject({ status })
      }
      expect(await under.store.update(under.ctx(administrator), name, { id: id() })).toMatchObject({ id: id() })
    })

    it('shows no owned rows to a user with rules and without an owner', async () => {
      if (rightsOf(model, resource).owner === undefined) return
      for (const role of namedRoles) {
        const by = everything({ roles: [role] })
        expect(await rowsSeen(by)).toEqual([])
        expect(await rowsExported(by).catch(asNone)).toEqual([])
        expect(await rowsSeen(everything({ roles: [role, 'unnamed'] }))).toEqual([])
        expect(await under.store.labels(under.ctx(by), name, [id()]).catch(asNone)).toEqual([])
        for (const attempt of Object.values(tries))
          expect([403, 404]).toContain((await refused(attempt(under, by, resource, id()))).status)
        for (const step of steps)
          expect(orUnavailable(step, [403, 404])).toContain((await refused(attemptStep(by, step.name))).status)
      }
      expect(await rowsSeen(everything({ roles: ['unnamed'] }))).toEqual([id()])
    })

    it('is refused to a role without its permission', async () => {
      const rights = rightsOf(model, resource)
      const by = everything({}, rights)
      for (const [what, attempt] of Object.entries(tries))
        expect([what, await refused(attempt(under, by, resource, id()))]).toMatchObject([what, { status: 403 }])
      expect(await refused(under.store.page(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
      expect(await refused(under.store.list(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
      expect(await refused(under.store.find(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
      expect(await refused(under.store.count(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
      expect(await refused(under.store.stream(under.ctx(by), name, { query: {} }))).toMatchObject({ status: 403 })
      expect(await refused(selected(by, 'list'))).toMatchObject({ status: 403 })
      expect(await refused(under.store.save(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
      expect(await refused(under.store.search(under.ctx(by), name, '一'))).toMatchObject({ status: 403 })
      if (resource.tree) {
        expect(await refused(under.store.tree(under.ctx(by), name, null))).toMatchObject({ status: 403 })
        expect(await refused(under.store.findInTree(under.ctx(by), name, '一'))).toMatchObject({ status: 403 })
        expect(await refused(under.store.wholeBelow(under.ctx(by), name, id()))).toMatchObject({ status: 403 })
      }
      for (const step of steps) expect(await refused(attemptStep(by, step.name))).toMatchObject({ status: 403 })
    })

    it('shows and restores a deleted row only for users who could see and delete it', async () => {
      const restored = (by: UserActor) => under.store.restore(under.ctx(by), name, [id()])
      if (resource.partOf) {
        expect(await refused(under.store.bin(under.ctx(administrator), name, {}))).toMatchObject({ status: 404 })
        return expect(await refused(restored(administrator))).toMatchObject({ status: 404 })
      }
      const rights = rightsOf(model, resource)
      const held = codesOf(resource)
      const without = (operation: string) => actor({ codes: held.filter(code => !code.endsWith(`_${operation}`)) })
      const mark = (isDeleted: 0 | 1) =>
        under.run(`update "${resource.table}" set is_deleted = $1 where id = $2`, [isDeleted, id()])
      await mark(1)
      try {
        const mine = rights.shared ? administrator : everything()
        expect((await under.store.bin(under.ctx(mine), name, { id: id() })).records).toMatchObject([{ id: id() }])
        const others = [
          everything({ tenantId: '999999' }),
          without('delete'),
          without('view'),
          ...(rights.owner === undefined ? [] : [everything({ ownerIds: ['77'] })]),
          ...(rights.owner === undefined ? [] : namedRoles.map(role => everything({ roles: [role] }))),
        ]
        for (const by of others) {
          expect((await under.store.bin(under.ctx(by), name, {}).catch(asNoPage)).records).toEqual([])
          expect(await selected(by, 'bin').catch(asNone)).toEqual([])
          expect([403, 404]).toContain((await refused(restored(by))).status)
        }
        expect(await selected(mine, 'list')).not.toContain(id())
      } finally {
        await mark(0)
      }
    })

    it('omits hidden and write-only fields from exports', async () => {
      const secrets = resource.fields.filter(field => typeOf(field).secret).map(field => field.name)
      for (const { role, hide } of [...resource.access, { role: 'unnamed', hide: [] }]) {
        const by = everything({ roles: [role], ownerIds: [ownerId] })
        const stream = await under.store.stream(under.ctx(by), name, { query: {}, columns: ['*'] }).catch(asNone)
        if (!('fields' in stream)) continue
        const held = [...hide, ...secrets]
        expect(stream.fields.map(field => field.name).filter(one => held.includes(one))).toEqual([])
        for await (const rows of stream.chunks())
          for (const row of rows) expect(Object.keys(row).filter(one => held.includes(one))).toEqual([])
        for (const one of held) {
          expect((await refused(under.store.stream(under.ctx(by), name, { query: {}, columns: [one] }))).status).toBe(
            400,
          )
          expect((await refused(under.store.stream(under.ctx(by), name, { query: { [one]: '1' } }))).status).toBe(400)
        }
      }
    })

    /** Expects that no path leads to the row; `statuses` are those of paths that name it. */
    async function expectHidden(by: UserActor, statuses: readonly number[] = [404]): Promise<void> {
      const statusOf = async (attempt: Promise<unknown>) => (await refused(attempt)).status
      for (const [what, attempt] of Object.entries(tries))
        expect(statuses, what).toContain(await statusOf(attempt(under, by, resource, id())))
      expect(await under.store.page(under.ctx(by), name, {})).toMatchObject({ total: 0, records: [] })
      expect(await under.store.list(under.ctx(by), name, {})).toEqual([])
      expect(await under.store.find(under.ctx(by), name, { id: id() })).toBeNull()
      expect(await under.store.count(under.ctx(by), name, {})).toBe(0)
      expect(await under.store.labels(under.ctx(by), name, [id()])).toEqual([])
      expect(await rowsExported(by).catch(asNone)).toEqual([])
      expect(await selected(by, 'list').catch(asNone)).toEqual([])
      expect(await under.store.displays(under.ctx(by), name, [id()])).toEqual(new Map())
      for (const text of await textsOf(id())) expect(await under.store.search(under.ctx(by), name, text)).toEqual([])
      if (resource.tree) {
        expect(await under.store.tree(under.ctx(by), name, null)).toEqual([])
        expect(await under.store.wholeBelow(under.ctx(by), name, id())).toEqual([])
        const whole = String(await nameOf(administrator, resource))
        expect(await under.store.findInTree(under.ctx(administrator), name, whole)).toMatchObject([
          { id: id(), path: [] },
        ])
        expect(await under.store.findInTree(under.ctx(by), name, whole)).toEqual([])
      }
      for (const step of steps)
        expect(orUnavailable(step, statuses), step.name).toContain(await statusOf(attemptStep(by, step.name)))
      for (const other of resources) {
        for (const field of other.fields) {
          if (field.type !== 'reference' || field.options['of'] !== name) continue
          const found = await under.store.options(under.ctx(by), other.name, field.name, {})
          expect(found.map(option => option.id)).not.toContain(id())
        }
      }
    }

    /** Search texts for the row; none for a row that only its id identifies. */
    const textsOf = async (row: string): Promise<readonly string[]> => {
      const [label] = await under.store.labels(under.ctx(administrator), name, [row])
      return label && label.name !== row ? [label.name, label.name.slice(0, 1)] : []
    }

    const nameOf = async (by: UserActor, { display }: Resource) =>
      (await under.store.get(under.ctx(by), name, id()))[display]

    const rowsSeen = async (by: UserActor) =>
      (await under.store.list(under.ctx(by), name, { id: id() }).catch(asNone)).map(row => row['id'])

    /** The ids of a selection of all rows. */
    const selected = (by: UserActor, from: 'list' | 'bin') =>
      under.store.selection(under.ctx(by), name, { query: {}, from, after: null, limit: 100 })

    /** The ids of rows in an export of everything, also when requested by name. */
    const rowsExported = async (by: UserActor) => {
      const found: unknown[] = []
      for (const more of [{}, { ids: [id()] }]) {
        const stream = await under.store.stream(under.ctx(by), name, { query: {}, columns: ['*'], ...more })
        for await (const rows of stream.chunks()) found.push(...rows.map(row => row['id']))
        for (const field of stream.fields.filter(one => typeOf(one).lines))
          for await (const rows of stream.lines(field).chunks()) if (found.length === 0) expect(rows).toEqual([])
      }
      return [...new Set(found)]
    }

    const attemptStep = (by: UserActor, step: string) =>
      resource.actions.some(action => action.name === step)
        ? under.store.act(under.ctx(by), name, id(), step, {})
        : under.store.transition(under.ctx(by), name, id(), step, {})
  })
})
