import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { print } from '../engine/compiler/problem.ts'
import { typeOf } from '../engine/fields/index.ts'
import { isInputField } from '../engine/fields/record-schema.ts'
import type { Field, Model, Resource } from '../engine/model/model.ts'
import { resourceOf, rightsOf } from '../engine/model/names.ts'
import { stepsOf } from '../engine/model/steps.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesUnderTest } from './support/databases.ts'
import { writeApp } from './support/server.ts'
import { actor, addAdministrator, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

type Row = Record<string, unknown>

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

it('semantics 6: the resources of the product have a handler only where a step needs a port', async () => {
  const sources = (await readSources('.')).filter(({ origin }) => origin === 'app')
  const own = sources.flatMap(({ file }) => /^resources\/\w+\/(\w+)\.yaml$/.exec(file)?.[1] ?? [])
  const { model } = apps.find(({ name }) => name === 'the product') ?? {}
  const resources = own.flatMap(name => model?.resources[name] ?? [])
  expect(resources.length).toBeGreaterThan(17)
  const handled = resources.flatMap(one => [
    ...stepsOf(one).filter(({ handler, needs }) => handler !== undefined && needs === undefined),
    ...one.queries.filter(({ handler }) => handler !== undefined),
  ])
  expect(handled.map(({ name }) => name)).toEqual([])
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
  const ofBureau = owned.filter(resource => !mayWrite(resource, 'merchant', 'add'))

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

// A day on which the dates of examples are neither past nor future, whatever the rules compare with today.
const day = '2026-03-02'
/** Values for patterns and policies, which a type's example cannot satisfy. */
const particular: Readonly<Record<string, (n: number) => unknown>> = {
  'sysRegion.code': n => String(330_000 + n),
  'bladeUser.password': () => 'Canteen-2026',
}

describe.each(databasesUnderTest().flatMap(kind => apps.map(app => ({ ...app, ...kind }))))(
  'every resource of $name on $kind',
  ({ open, model }) => {
    if (!model) throw new Error('The descriptors do not compile.')
    let database: Database
    let under: StoreUnderTest
    beforeAll(async () => {
      database = await open()
      under = await storeOn(database, model)
      await under.run(addAdministrator)
      under.setNow(`${day}T04:00:00Z`)
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
      ({ partOf, guard, readOnly }) => !partOf && !readOnly && guard !== 'descriptors',
    )
    it.each(records.map(resource => [resource.name, resource] as const))(
      '%s makes a round trip',
      async (name, resource) => {
        const { store, ctx } = under
        const given = await recordFor(under, model, resource)
        const saved = await store.save(ctx(administrator), name, given)
        const id = String(saved['id'])
        const found = await store.get(ctx(administrator), name, id)
        expect(withoutSecrets(resource, found)).toMatchObject(
          withoutSecrets(resource, expected(model, resource, given)),
        )
        expect((await store.page(ctx(administrator), name, { id })).records).toMatchObject([{ id, version: 1 }])
        const change = await changeOf(under, model, resource)
        const updated = await store.update(ctx(administrator), name, { id, version: 1, ...change })
        expect(updated).toMatchObject({ ...withoutSecrets(resource, change), version: 2 })
        expect((await store.history(ctx(administrator), name, id)).map(({ operation }) => operation)).toEqual([
          'update',
          'save',
        ])
        await store.remove(ctx(administrator), name, [id])
        expect(await refused(store.get(ctx(administrator), name, id))).toMatchObject({ status: 404 })
      },
    )

    it.each(Object.keys(model.resources))('%s: rejects a role without its permission with 403', async name => {
      const outsider = actor({ roles: ['outsider'] })
      const code = rightsOf(model, resourceOf(model, name)).code
      const others = Object.values(model.resources).filter(one => one.code !== code)
      const stranger = actor({ codes: others.map(one => `${one.code}_view`) })
      for (const by of [outsider, stranger]) {
        expect(await refused(under.store.page(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
        expect(await refused(under.store.save(under.ctx(by), name, {}))).toMatchObject({ status: 403 })
      }
    })
  },
)

let last = 0

/**
 * A record with a value for every field that accepts one, except optional references; its required references are
 * stored.
 */
async function recordFor(under: StoreUnderTest, model: Model, resource: Resource): Promise<Row> {
  last += 1
  const record: Row = {}
  for (const field of resource.fields) {
    if (!isInputField(field) || field.name === resource.lifecycle?.field || field.name === resource.partOf?.field)
      continue
    const value = await valueFor(under, model, resource, field, last)
    if (value !== undefined) record[field.name] = value
  }
  return record
}

async function valueFor(under: StoreUnderTest, model: Model, resource: Resource, field: Field, n: number) {
  const type = typeOf(field)
  const exampleOf = particular[`${resource.name}.${field.name}`]
  if (exampleOf) return exampleOf(n)
  const lines = type.lines?.(field)
  if (lines !== undefined) return [await recordFor(under, model, resourceOf(model, lines))]
  if (field.type === 'reference') return field.required ? referenceFor(under, model, field) : undefined
  // No example can match a pattern.
  if ('pattern' in field.options) return undefined
  // Rules compare days and choices: those are the same for every record. Integers stay below their limits.
  if (field.type === 'datetime' && field.options['past'] === true) return `${day} 01:30:00`
  const example = type.example(field, model, { date: 1, datetime: 1, dictionary: 0, integer: n % 50 }[field.type] ?? n)
  return type.normalise ? type.normalise(example, field) : example
}

/** One record of each resource, which all others refer to, so that the values that a `where` compares are the same. */
const referred = new WeakMap<StoreUnderTest, Map<string, unknown>>()

async function referenceFor(under: StoreUnderTest, model: Model, field: Field) {
  const known = referred.get(under) ?? new Map<string, unknown>()
  referred.set(under, known)
  const of = resourceOf(model, String(field.options['of']))
  const id =
    known.get(of.name) ??
    (await under.store.save(under.ctx(administrator), of.name, await recordFor(under, model, of)))['id']
  known.set(of.name, id)
  return field.options['many'] === true ? [id] : id
}

/** The record as it is read back: lines by their values, and the start of a lifecycle. */
function expected(model: Model, resource: Resource, given: Row): Row {
  const { lifecycle } = resource
  if (!lifecycle) return given
  const field = resource.fields.find(({ name }) => name === lifecycle.field)
  const entries = model.dictionaries[String(field?.options['of'])]?.entries
  return { ...given, [lifecycle.field]: entries?.find(({ name }) => name === lifecycle.initial)?.key }
}

/** Another value for the first text or number. */
async function changeOf(under: StoreUnderTest, model: Model, resource: Resource): Promise<Row> {
  const other = await recordFor(under, model, resource)
  const field = resource.fields.find(
    ({ type, name, readOnlyIf }) =>
      ['text', 'longtext', 'integer'].includes(type) && name in other && readOnlyIf === undefined,
  )
  if (!field) throw new Error(`"${resource.name}" has no text or number to change.`)
  return { [field.name]: other[field.name] }
}

const withoutSecrets = (resource: Resource, record: Row): Row =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => {
      const field = resource.fields.find(one => one.name === name)
      return !field || !typeOf(field).secret
    }),
  )
