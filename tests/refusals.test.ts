import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { isMany, ofOption } from '../engine/fields/options.ts'
import { isReference } from '../engine/fields/traits.ts'
import { isGuarded } from '../engine/model/guard.ts'
import type { Resource } from '../engine/model/model.ts'
import { codeOf, codesOf, personalFields, resourceOf, rightsOf } from '../engine/model/names.ts'
import { isMaskable } from '../engine/record/mask.ts'
import { type Actor, ServiceActor } from '../engine/server/auth/actor.ts'
import type { Database } from '../engine/server/database/database.ts'
import { Refusal } from '../engine/server/errors/refuse.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesUnderTest, databasesWalked } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { goodRecord } from './support/good-records.ts'
import { representative } from './support/representative.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { actor, type StoreUnderTest, storeOn } from './support/store.ts'

/**
 * Each reason of a refusal over the resources of the product, by a page and by a save. Every denied request has a twin
 * that differs in one grant and succeeds.
 */

const sources = await readSources('.')
const { model } = compile(sources)
if (!model) throw new Error('The product does not compile.')
const resources = Object.values(model.resources).filter(({ readOnly }) => !readOnly)
const tested = representative(model, resources)
const allCodes = [...new Set(resources.flatMap(codesOf))]

type Given = Partial<Omit<Parameters<typeof actor>[0] & object, 'codes'>>

/** A user with every code but one. */
const user = (more: Given = {}, without?: string): Actor =>
  actor({ ...more, codes: allCodes.filter(code => code !== without) })
/** A user with one role of a data scope. */
const inDepartment = (deptId: string): Actor => {
  const codes = new Set(allCodes)
  return actor({ deptId, roles: [''], codes, roleRights: [{ alias: '', codes, dataScope: 'department' }] })
}
/** A service token whose operations are these. */
const service = (codes: readonly string[]): Actor => new ServiceActor(actor({ codes }), 'service-token', 1_000_000)

/** The code that an operation needs: lines have those of their master. */
const neededFor = (resource: Resource, operation: 'view' | 'add'): string => {
  const rights = rightsOf(model, resource)
  return codeOf(rights, rights !== resource && operation === 'add' ? 'edit' : operation)
}

/** What a refused request answers; 'done' for one that is not. Faults of the input count as done: they are read after the rights. */
const outcome = (work: Promise<unknown>): Promise<number | 'done'> =>
  work.then(
    () => 'done' as const,
    error => {
      if (!(error instanceof Refusal)) throw error
      return error.status === 400 || error.status === 409 ? 'done' : error.status
    },
  )

describe.each(databasesUnderTest())('a request on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let rows: ReadonlyMap<string, string>
  let count = 10
  const ownerId = String(1000 + Object.keys(model.resources).indexOf(model.owner ?? ''))
  const idOf = (name: string) => String(rows.get(name))

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model, {}, ['sms'])
    rows = await fillRows(under, model)
    for (const { table, fields } of resources) {
      const regions = fields.filter(
        field => isReference(field) && ofOption(field) === 'sysRegion' && field.column && !isMany(field),
      )
      const sets = ['"create_dept" = 77', ...regions.map(({ column }) => `"${column}" = ${idOf('sysRegion')}`)]
      await under.run(`update "${table}" set ${sets.join(', ')}`)
    }
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const page = async (by: Actor, { name }: Resource) =>
    outcome(
      under.store.page(under.ctx(by), name, { id: idOf(name) }).then(({ total }) => {
        if (total === 0) throw new Refusal('not-found', 404, { zh: '', en: '' })
      }),
    )
  const save = (by: Actor, resource: Resource) => {
    const known = Object.fromEntries([...rows].map(([name, id]) => [name, [id]]))
    return outcome(under.store.save(under.ctx(by), resource.name, goodRecord(model, resource, known, count++)))
  }
  const change = (by: Actor, { name }: Resource) => outcome(under.store.update(under.ctx(by), name, { id: idOf(name) }))
  const both = async (by: Actor, resource: Resource, write = save) => [
    await page(by, resource),
    await write(by, resource),
  ]

  describe.each(tested.map(one => [one.name, one] as const))('to %s', (_name, resource) => {
    const rights = rightsOf(model, resource)
    /** Rows that only administrators of the platform write, or whose writes the guard compares with the rights of the actor. */
    const isClosed = rights.shared === true || isGuarded(rights)

    it('is refused without the code', async () => {
      const all = await both(user(), resource)
      expect(all).toEqual(['done', isClosed ? all[1] : 'done'])
      expect(await page(user({}, neededFor(resource, 'view')), resource)).toBe(403)
      expect(await save(user({}, neededFor(resource, 'add')), resource)).toBe(403)
    })

    it('is refused in another tenant', async () => {
      const there = await both(user({ tenantId: '999999' }), resource, change)
      expect(there).toEqual(rights.shared && !rights.platform ? ['done', 403] : [404, 404])
      expect(await page(user({ tenantId: '000000' }), resource)).toBe('done')
      if (!isClosed) expect(await change(user({ tenantId: '000000' }), resource)).toBe('done')
    })

    it('is refused to the users of another owner', async () => {
      if (rights.owner === undefined) return
      expect(await both(user({ ownerIds: ['77'] }), resource, change)).toEqual([404, 404])
      expect(await both(user({ ownerIds: [ownerId] }), resource, change)).toEqual(['done', isClosed ? 403 : 'done'])
    })

    it('is refused to the users of another region', async () => {
      const of = [resource, rights, ...(model.owner && rights.owner ? [resourceOf(model, model.owner)] : [])]
      const rule = of.flatMap(({ access }) => access).find(({ where }) => where?.includes('me.regionId'))
      if (!rule) return
      const by = (regionId: string) => user({ roles: [rule.role], regionId })
      expect([resource.name, await page(by('1'), resource), await page(by(idOf('sysRegion')), resource)]).toEqual([
        resource.name,
        404,
        'done',
      ])
    })

    it('is refused to the users of another department', async () => {
      if (isClosed || rights !== resource) return
      expect(await both(inDepartment('78'), resource, change)).toEqual([404, 404])
      expect(await both(inDepartment('77'), resource, change)).toEqual(['done', 'done'])
    })

    it('is refused to a service token without the operation', async () => {
      const others = allCodes.filter(code => !codesOf(rights).includes(code))
      expect(await both(service(others), resource)).toEqual([403, 403])
      expect(await both(service([...codesOf(rights), ...others]), resource)).toEqual([
        'done',
        isClosed ? expect.anything() : 'done',
      ])
    })

    it('shows no masked value without the code, and stores none', async () => {
      const name = resource.name
      const [masking, reading] = [user({}, codeOf(rights, 'unmask')), user()]
      const stored = async (column: string) =>
        (await under.run(`select "${column}" as value from "${resource.table}" where id = ${idOf(name)}`))[0]?.['value']
      const shown = async (by: Actor, field: string) =>
        (await under.store.page(under.ctx(by), name, { id: idOf(name) })).records[0]?.[field]
      for (const field of personalFields(resource).filter(isMaskable)) {
        const column = String(field.column)
        await under.run(`update "${resource.table}" set "${column}" = 'Q7Q7Q7Q7' where id = ${idOf(name)}`)
        const mask = await shown(masking, field.name)
        expect([field.name, mask, await shown(reading, field.name)]).toEqual([
          field.name,
          expect.stringContaining('*'),
          'Q7Q7Q7Q7',
        ])
        await outcome(under.store.update(under.ctx(masking), name, { id: idOf(name), [field.name]: mask }))
        expect([field.name, await stored(column)]).toEqual([field.name, 'Q7Q7Q7Q7'])
      }
    })
  })
})

describe.each(databasesWalked('embedded'))('a request of the product on $kind', kind => {
  let server: ServerUnderTest
  beforeAll(async () => {
    const app = sources.filter(({ origin }) => origin === 'app').map(({ file, text }) => [file, text])
    server = await startServer(kind, Object.fromEntries(app))
  }, 60_000)
  afterAll(() => server.close())

  it('is refused without a token, whatever it is for', async () => {
    const token = await server.signIn('admin', adminPassword)
    for (const { name, module } of tested) {
      const statuses = async (more: { readonly token?: string }) => {
        const page = await server.call('GET', `/api/${module}/v1/${name}/page`, more)
        const save = await server.call('POST', `/api/${module}/v1/${name}/save`, { ...more, body: {} })
        return [page.status, save.status]
      }
      expect([name, ...(await statuses({}))]).toEqual([name, 401, 401])
      expect([name, ...(await statuses({ token: `${token}x` }))]).toEqual([name, 401, 401])
      const [page, save] = await statuses({ token })
      expect([name, page, [200, 400, 405].includes(Number(save))]).toEqual([name, 200, true])
    }
  })
})
