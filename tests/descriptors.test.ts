import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { print } from '../engine/compiler/problem.ts'
import { typeOf } from '../engine/fields/index.ts'
import { lineResource } from '../engine/fields/traits.ts'
import { isEvidence } from '../engine/fields/upload.ts'
import type { Model, Resource } from '../engine/model/model.ts'
import { resourceOf, rightsOf } from '../engine/model/names.ts'
import { stepsOf } from '../engine/model/steps.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesUnderTest } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { goodRecord, type Input, type Known, needOthers } from './support/good-records.ts'
import { representative } from './support/representative.ts'
import { writeApp } from './support/server.ts'
import { actor, addAdministrator, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const nothing = writeApp({})
const folders = { 'the engine alone': nothing, 'the product': '.', 'the example': 'examples/inspections' }
const apps = await Promise.all(
  Object.entries(folders).map(async ([name, folder]) => ({ name, ...compile(await readSources(folder)) })),
)

afterAll(() => rmSync(nothing, { recursive: true }))

describe.each(apps)('the descriptors of $name', ({ problems, model }) => {
  it('compile without a problem or a warning', () => {
    expect(problems.map(problem => print(problem))).toEqual([])
    expect(model).toBeDefined()
  })

  it('give no menu group the title of a list in it', () => {
    const twice = Object.values(model?.resources ?? {}).filter(({ menu, titles }) => {
      const group = model?.menus.find(({ key }) => key === menu?.under)
      return group && (group.title.zh === titles.zh || group.title.en === titles.en)
    })
    expect(twice.map(({ name }) => name)).toEqual([])
  })
})

it('semantics 6: the resources of the product have a handler only where a step needs a port, or adds an account', async () => {
  const sources = await readSources('.')
  const named = (from: string) =>
    sources.flatMap(({ file, origin }) =>
      origin === from ? (/^resources\/\w+\/(\w+)\.yaml$/.exec(file)?.[1] ?? []) : [],
    )
  // The handlers of a resource of the engine that the product refines are the engine's, and of its views of processes.
  const own = named('app').filter(name => !named('base').includes(name) && !/^flow[A-Z]/.test(name))
  const { model } = apps.find(({ name }) => name === 'the product') ?? {}
  const resources = own.flatMap(name => model?.resources[name] ?? [])
  expect(resources.length).toBeGreaterThan(17)
  const handled = resources.flatMap(one => [
    ...stepsOf(one).filter(({ handler, needs }) => handler !== undefined && needs === undefined),
    ...one.queries.filter(({ handler }) => handler !== undefined),
  ])
  // No effect may write users and service tokens, because they are guarded.
  expect(handled.map(({ handler }) => handler)).toEqual([
    ...['makeInstaller', 'lockInstaller', 'revokeToken', 'revokeToken', 'revokeToken'],
  ])
})

describe('remarks of the authority', () => {
  const { model } = apps.find(({ name }) => name === 'the product') ?? {}
  const roles = ['merchant', 'school_org']
  const mayWrite = ({ access }: Resource, role: string, what: 'add' | 'edit') =>
    access.some(rule => rule.role === role && rule.allow.includes(what))
  const owned = Object.values(model?.resources ?? {}).filter(
    ({ owner, fields, partOf }) => owner && !partOf && fields.some(({ name }) => name === 'remark'),
  )
  // The remarks of a business are its own, and those in a school's record are the school's.
  const ofBureau = owned.filter(resource => roles.every(role => !mayWrite(resource, role, 'add')))

  it.each(ofBureau.map(one => [one.name, one] as const))(
    'of %s are hidden from businesses and schools',
    (_name, one) => {
      for (const role of roles) {
        if (role === 'school_org' && mayWrite(one, role, 'edit')) continue
        expect(one.access.find(rule => rule.role === role)?.hide, role).toContain('remark')
      }
    },
  )
})

describe.each(databasesUnderTest().flatMap(kind => apps.map(app => ({ ...app, ...kind }))))(
  'every resource of $name on $kind',
  ({ open, model }) => {
    if (!model) throw new Error('The descriptors do not compile.')
    let database: Database
    let under: StoreUnderTest
    let known: Known
    beforeAll(async () => {
      database = await open()
      under = await storeOn(database, model)
      await under.run(addAdministrator)
      known = Object.fromEntries([...(await fillRows(under, model))].map(([name, id]) => [name, [id]]))
    })
    afterAll(async () => {
      await under.close()
      await database.close()
    })

    it('has a table that matches the plan', async () => {
      expect((await planChanges(database, model)).changes).toEqual([])
    })

    // Rows of the descriptors are not created by users; tests/edited-rows.test.ts reads and edits them.
    const records = Object.values(model.resources).filter(
      ({ name, partOf, guard, readOnly }) =>
        !partOf && !readOnly && guard !== 'descriptors' && !needOthers.includes(name),
    )
    it.each(representative(model, records).map(resource => [resource.name, resource] as const))(
      '%s makes a round trip',
      async (name, resource) => {
        // The known row may have the unique values of a new one.
        const bin = (isDeleted: 0 | 1) =>
          under.run(`update "${resource.table}" set is_deleted = $1 where id = $2`, [isDeleted, known[name]?.[0]])
        await bin(1)
        try {
          await makeRoundTrip(name, resource)
        } finally {
          await bin(0)
        }
      },
    )

    async function makeRoundTrip(name: string, resource: Resource): Promise<void> {
      const { store, ctx } = under
      const given = goodRecord(model as Model, resource, known, 7)
      const id = String((await store.save(ctx(administrator), name, given))['id'])
      const found = await store.get(ctx(administrator), name, id)
      expect(found).toMatchObject(readBack(model as Model, resource, given))
      const version = Number(found['version'])
      expect((await store.page(ctx(administrator), name, { id })).records).toMatchObject([{ id, version }])
      const isEdited = resource.allowIf?.edit !== 'false'
      const change = isEdited ? changeOf(resource, given, goodRecord(model as Model, resource, known, 8)) : {}
      const updating = store.update(ctx(administrator), name, { id, version, ...change })
      if (isEdited) expect(await updating).toMatchObject(readBack(model as Model, resource, change))
      else expect(await refused(updating)).toMatchObject({ status: 409, code: 'not-allowed-now' })
      const operations = (await store.history(ctx(administrator), name, id)).map(({ operation }) => operation)
      expect([...new Set([operations.at(-1), operations[0]])]).toEqual(
        Object.keys(change).length > 0 ? ['save', 'update'] : ['save'],
      )
      // An automatic step may have created records that refer to it.
      if (operations.some(one => one !== 'save' && one !== 'update')) return
      const removed = store.remove(ctx(administrator), name, [id])
      if (holdsEvidence(model as Model, resource)) {
        expect(await refused(removed)).toMatchObject({ status: 409, code: 'evidence' })
        return
      }
      await removed
      expect(await refused(store.get(ctx(administrator), name, id))).toMatchObject({ status: 404 })
    }

    it.each(Object.keys(model.resources))(
      '%s: rejects a role without its permission with 403, or shows its own rows alone',
      async name => {
        const outsider = actor({ roles: ['outsider'] })
        const code = rightsOf(model, resourceOf(model, name)).code
        const others = Object.values(model.resources).filter(one => one.code !== code)
        const stranger = actor({ codes: others.map(one => `${one.code}_view`) })
        for (const by of [outsider, stranger]) {
          const page = under.store.page(under.ctx(by), name, {})
          if (resourceOf(model, name).own) expect(await page).toMatchObject({ records: [] })
          else expect(await refused(page)).toMatchObject({ status: 403 })
          expect(await refused(under.store.save(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
        }
      },
    )
  },
)

/** Whether a field of it, or of its lines, is evidence. */
const holdsEvidence = (model: Model, { fields }: Resource): boolean =>
  fields.some(field => isEvidence(field) || lineResource(field, model)?.fields.some(isEvidence))

/** The values of a record as they are read: normalised, and without those that are only written. */
function readBack(model: Model, resource: Resource, given: Input): Input {
  const values = Object.entries(given).flatMap(([name, value]) => {
    const field = resource.fields.find(one => one.name === name)
    const type = field && typeOf(field)
    if (!type || type.secret) return []
    const lines = type.lines?.(field)
    if (lines === undefined) return [[name, type.normalise ? type.normalise(value, field) : value]]
    const of = resourceOf(model, lines)
    return [[name, (value as readonly Input[]).map(line => expect.objectContaining(readBack(model, of, line)))]]
  })
  return Object.fromEntries(values)
}

/** A text or number of another record that differs. Some resources have only choices, references and conditional fields. */
function changeOf(resource: Resource, given: Input, other: Input): Input {
  const field = resource.fields.find(
    ({ type, name, readOnlyIf }) =>
      ['text', 'longtext', 'integer'].includes(type) && readOnlyIf === undefined && other[name] !== given[name],
  )
  return field ? { [field.name]: other[field.name] } : {}
}
