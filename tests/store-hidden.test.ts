import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import type { AccessRule, Field, Model, Resource } from '../engine/model/model.ts'
import { operations } from '../engine/model/model.ts'
import { codeOf, codesOf } from '../engine/model/names.ts'
import type { UserActor } from '../engine/server/auth/actor.ts'
import type { RequestContext } from '../engine/server/auth/request-context.ts'
import type { Database } from '../engine/server/database/database.ts'
import { Refusal } from '../engine/server/errors/refuse.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import type { Store } from '../engine/server/store/operations.ts'
import type { QueryInput } from '../engine/server/store/query.ts'
import { databasesUnderTest } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { representative } from './support/representative.ts'
import { actor, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
// Users do not write the rows of the others.
const resources = Object.values(model.resources).filter(({ readOnly }) => !readOnly)
const ownerId = String(1000 + Object.keys(model.resources).indexOf(model.owner ?? ''))

/** A user with all rights, except the fields under test. */
const reader = actor({
  roles: ['reader'],
  ownerIds: [ownerId],
  codes: resources.flatMap(one =>
    one.partOf ? [] : [...codesOf(one), ...['enter', 'enterWithTransition'].map(name => codeOf(one, name))],
  ),
})

/** A word that is in one field of one row only. */
const secretIn = (resource: Resource, field: Field): string =>
  `S${resources.indexOf(resource)}x${resource.fields.indexOf(field)}`

const isText = ({ type, column, options }: Field) =>
  column !== undefined && (type === 'longtext' || (type === 'text' && Number(options['max'] ?? 255) > 9))
const isHideable = (resource: Resource, { name, column, type }: Field) =>
  (column !== undefined || type === 'children') && name !== resource.owner && name !== resource.tree

/** The Model in which a resource hides every possible field from the reader. */
function hiding(given: Resource): Model {
  const all = model as Model
  const hide = given.fields.filter(field => isHideable(given, field)).map(({ name }) => name)
  const resource = withEntering(given, hide)
  const rule: AccessRule = { role: 'reader', allow: [...operations, ...stepsOf(resource)], hide }
  // Neither the states in which a record may be edited nor the escalation guard are under test.
  const { allowIf: _allowIf, guard: _guard, ...editable } = resource
  return { ...all, resources: { ...all.resources, [resource.name]: { ...editable, access: [rule] } } }
}

/** A resource with an action and, if it has states, a transition from any of them that enter these fields. */
function withEntering(resource: Resource, edit: readonly string[]): Resource {
  const step = { edit, title: resource.title, input: [], set: {}, http: { method: 'POST', path: 'enter' } } as const
  const written = resource.fields.find(
    field => isText(field) && field.compute === undefined && edit.includes(field.name),
  )
  const { actions, lifecycle } = resource
  const states = String(resource.fields.find(({ name }) => name === lifecycle?.field)?.options['of'])
  const from = model?.dictionaries[states]?.entries.map(({ name }) => name) ?? []
  return {
    ...resource,
    actions: [...actions, { ...step, name: 'enter' }, ...(written ? [filling(resource, written.name)] : [])],
    ...(lifecycle && {
      lifecycle: {
        ...lifecycle,
        dates: [],
        transitions: [...lifecycle.transitions, { ...step, name: 'enterWithTransition', from, to: lifecycle.initial }],
      },
    }),
  }
}

/** An action whose inputs it stores in a field, and in that of a new record. */
function filling({ name: of, title }: Resource, field: string) {
  const more = { title, required: false, unique: false, index: false, readOnly: false, stored: false, options: {} }
  const input = (name: string): Field => ({ ...more, name, type: 'text', rule: 'string' })
  const creates = [{ of, with: { [field]: 'input.forNew' }, lines: {}, fields: [], once: false }]
  const [set, http] = [{ [field]: 'input.forOwn' }, { method: 'POST', path: 'fill' } as const]
  return { name: 'fill', title, edit: [], input: ['forOwn', 'forNew', 'free'].map(input), set, creates, http }
}

/** Excludes write-only fields such as passwords. */
const isRead = (field: Field) => !typeOf(field).secret

const stepsOf = ({ lifecycle, actions }: Resource) =>
  [...(lifecycle?.transitions ?? []), ...actions].map(({ name }) => name)

describe.each(databasesUnderTest())('hidden field of every resource, on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let rows: ReadonlyMap<string, string>

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    rows = await fillRows(under, model)
    for (const resource of resources)
      for (const field of resource.fields.filter(isText))
        await under.run(`update "${resource.table}" set "${field.column}" = $1`, [secretIn(resource, field)])
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const held = resources.filter(one => !one.partOf && !one.shared)
  describe.each(representative(model, held).map(one => [one.name, one] as const))('%s', (name, resource) => {
    const id = () => String(rows.get(name))
    const hidden = resource.fields.filter(field => isHideable(resource, field))
    const secrets = resource.fields.filter(isText).map(field => secretIn(resource, field))
    const ctx = (by: UserActor) => under.ctx(by, hiding(resource))

    it.each(Object.entries(readings(resource)))('is not returned by %s', async (_what, read) => {
      const found = JSON.stringify(await read(under.store, ctx(reader), id()))
      expect(secrets.filter(secret => found.includes(secret))).toEqual([])
    })

    it.each(Object.entries(records(resource)))('is not in %s', async (_what, read) => {
      const found = await read(under.store, ctx(reader), id())
      expect(found.length).toBeGreaterThan(0)
      const names = new Set(found.flatMap(record => Object.keys(record)))
      expect(hidden.map(field => field.name).filter(one => names.has(one) || names.has(`${one}Name`))).toEqual([])
    })

    it('is neither searched, sorted nor counted', async () => {
      const all = Object.entries(questions(resource))
      for (const { name: field, column } of hidden.filter(one => one.column !== undefined)) {
        for (const asked of [field, `${field}_null`, `${field}_notnull`, `${field}_in`, String(column)])
          for (const [what, ask] of all) {
            const answer = await refused(ask(under.store, ctx(reader), id(), { [asked]: '1' }))
            expect([what, asked, answer.status]).toEqual([what, asked, 400])
          }
        for (const by of ['ascs', 'descs'])
          for (const [what, ask] of all.filter(([one]) => !unsorted.includes(one))) {
            const answer = await refused(ask(under.store, ctx(reader), id(), { [by]: field }))
            expect([what, by, field, answer.status]).toEqual([what, by, field, 400])
          }
        expect((await refused(under.store.options(ctx(reader), name, field, {}))).status).toBe(400)
        const counted = under.store.branchCounts(ctx(reader), name, { field, ids: ['1'], withBelow: true })
        expect((await refused(counted)).status).toBe(400)
      }
    })

    it('does not find a record that something refers to', async () => {
      for (const other of resources.filter(one => !one.shared && !one.partOf)) {
        for (const field of other.fields) {
          if (field.type !== 'reference' || field.options['of'] !== name || !field.column) continue
          for (const text of secrets) {
            expect(await under.store.options(ctx(reader), other.name, field.name, { text })).toEqual([])
            const stream = await under.store.stream(ctx(reader), other.name, { query: {} })
            expect([field.name, text, await stream.matchNames(name, [text])]).toEqual([field.name, text, new Map()])
          }
        }
      }
    })

    it('is not in history under its former name, nor after its removal from the Model', async () => {
      const secret = `before ${name}`
      const past = JSON.stringify(Object.fromEntries(hidden.map(field => [`${field.name}Once`, { to: secret }])))
      await under.run(
        `insert into engine_history (tenant_id, id, resource, record_id, version, operation, at, changes, input)
         values ('000000', $1, $2, $3, 1, 'update', now(), $4::jsonb, $4::jsonb)`,
        [1 + resources.indexOf(resource), name, id(), past],
      )
      const fields = resource.fields.map(field => ({ ...field, id: `${field.name}Once` }))
      const renamed = hiding({ ...resource, fields })
      const all = actor({ administrator: true })
      for (const one of [renamed, hiding(resource)]) {
        expect(JSON.stringify(await under.store.history(under.ctx(all, one), name, id()))).toContain(secret)
        expect(JSON.stringify(await under.store.history(under.ctx(reader, one), name, id()))).not.toContain(secret)
      }
      const entry = (await under.store.history(under.ctx(all, renamed), name, id())).find(one =>
        JSON.stringify(one).includes(secret),
      )
      const readable = hidden.filter(isRead).map(field => field.name)
      expect(Object.keys(entry?.changes ?? {}).sort()).toEqual(readable.sort())
    })

    it('is not in history as the input of a step that wrote it', async () => {
      if (!hiding(resource).resources[name]?.actions.some(action => action.name === 'fill')) return
      await under.run(
        `insert into engine_history (tenant_id, id, resource, record_id, version, operation, at, changes, input)
         values ('000000', $1, $2, $3, 1, 'fill', now(), '{}', '{"forOwn":"a","forNew":"b","free":"c"}')`,
        [100_000 + resources.indexOf(resource), name, id()],
      )
      const inputOf = async (by: UserActor) =>
        (await under.store.history(ctx(by), name, id())).find(({ operation }) => operation === 'fill')?.input
      expect(await inputOf(reader)).toEqual({ free: 'c' })
      expect(await inputOf(actor({ administrator: true }))).toEqual({ forOwn: 'a', forNew: 'b', free: 'c' })
    })

    it('semantics 4: is refused alike, whatever is sent and stored for it, and never written', async () => {
      const stored = () => under.run(`select * from "${resource.table}" where id = $1`, [id()])
      const [before = {}] = await stored()
      const own = ctx(reader)
      const ways: readonly ((record: object) => Promise<unknown>)[] = [
        record => under.store.update(own, name, { id: id(), ...record }),
        record => under.store.save(own, name, record),
        async record => {
          const outcomes = await under.store.updateTogether(own, name, [id()], { ...record })
          // Without outcomes, the records have to be changed one by one.
          if (!outcomes) return under.store.update(own, name, { id: id(), ...record })
          throw outcomes.get(id())
        },
        record => under.store.preview(own, name, { ids: [id()] }, { kind: 'update', values: { ...record } }),
        record => under.store.act(own, name, id(), 'enter', record),
        ...(resource.lifecycle
          ? [(record: object) => under.store.transition(own, name, id(), 'enterWithTransition', record)]
          : []),
      ]
      for (const field of hidden)
        for (const way of ways) {
          const values = [before[field.column ?? ''], 'another', '', null, []]
          const answers = await Promise.all(values.map(value => answerOf(way({ [field.name]: value ?? null }))))
          expect(answers[0]).toEqual({
            code: 'field-hidden',
            status: 403,
            named: [field.name],
            text: expect.anything(),
          })
          expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
        }
      expect(await stored()).toEqual([before])
    })
  })
})

/** The complete text of a refusal. */
const answerOf = (work: Promise<unknown>): Promise<object> =>
  work.then(
    () => ({ status: 200 }),
    error => {
      if (!(error instanceof Refusal)) throw error
      const { code, status, text, errors = {} } = error
      return { code, status, text, named: Object.keys(errors) }
    },
  )

type Reading<Said = unknown> = (store: Store, ctx: RequestContext, id: string) => Promise<Said>

/** Every function that returns records. */
const records = ({ name, tree }: Resource): Readonly<Record<string, Reading<readonly object[]>>> => ({
  get: async (store, ctx, id) => [await store.get(ctx, name, id)],
  page: async (store, ctx) => (await store.page(ctx, name, {})).records,
  list: (store, ctx) => store.list(ctx, name, {}),
  find: async (store, ctx) => [(await store.find(ctx, name, {})) ?? {}],
  'an export': async (store, ctx) => rowsOf(await store.stream(ctx, name, { query: {}, columns: ['*'] })),
  update: async (store, ctx, id) => [await store.update(ctx, name, { id })],
  'a stale update': async (store, ctx, id) =>
    store.update(ctx, name, { id, version: 0 }).then(
      () => [],
      error => (error instanceof Refusal && error.data ? [(error.data as { theirs: object }).theirs] : []),
    ),
  ...(tree !== undefined && { tree: (store: Store, ctx: RequestContext) => store.tree(ctx, name, null) }),
})

type Question = (store: Store, ctx: RequestContext, id: string, query: QueryInput) => Promise<unknown>

/** Every function that accepts a query. */
const questions = ({ name, tree }: Resource): Readonly<Record<string, Question>> => ({
  page: (store, ctx, _id, query) => store.page(ctx, name, query),
  list: (store, ctx, _id, query) => store.list(ctx, name, query),
  find: (store, ctx, _id, query) => store.find(ctx, name, query),
  count: (store, ctx, _id, query) => store.count(ctx, name, query),
  neighbours: (store, ctx, id, query) => store.listPosition(ctx, name, id, query),
  'an export': (store, ctx, _id, query) => store.stream(ctx, name, { query }),
  bin: (store, ctx, _id, query) => store.bin(ctx, name, query),
  selection: (store, ctx, _id, query) => store.selection(ctx, name, { query, from: 'list', after: null, limit: 1 }),
  ...(tree !== undefined &&
    ({ tree: (store, ctx, _id, query) => store.tree(ctx, name, null, query) } satisfies Record<string, Question>)),
})

/** Those with a fixed order. */
const unsorted = ['bin', 'selection']

/** Every function that returns data of a record. */
function readings(resource: Resource): Readonly<Record<string, Reading>> {
  const { name } = resource
  const texts = resource.fields.filter(isText).map(field => secretIn(resource, field))
  const references = resources
    .filter(one => !one.shared && !one.partOf)
    .flatMap(other =>
      other.fields
        .filter(field => field.type === 'reference' && field.options['of'] === name && field.column)
        .map(field => ({ other: other.name, field: field.name })),
    )
  return {
    ...records(resource),
    history: (store, ctx, id) => store.history(ctx, name, id),
    related: (store, ctx, id) => store.related(ctx, name, id),
    labels: (store, ctx, id) => store.labels(ctx, name, [id]),
    displays: async (store, ctx, id) => [...(await store.displays(ctx, name, [id]))],
    'a search': async (store, ctx) => Promise.all(texts.map(text => store.search(ctx, name, text))),
    'a search in its tree': async (store, ctx, id) =>
      resource.tree === undefined
        ? []
        : Promise.all([store.wholeBelow(ctx, name, id), ...texts.map(text => store.findInTree(ctx, name, text))]),
    'the records that refer to it': async (store, ctx) =>
      Promise.all(
        references.map(async ({ other, field }) => [
          await store.page(ctx, other, {}).then(({ records }) => records),
          await rowsOf(await store.stream(ctx, other, { query: {}, columns: [field] })),
          await store.options(ctx, other, field, {}),
        ]),
      ),
  }
}

async function rowsOf(stream: Awaited<ReturnType<Store['stream']>>): Promise<object[]> {
  const found: object[] = [Object.fromEntries(stream.fields.map(({ name }) => [name, null]))]
  for await (const rows of stream.chunks()) found.push(...rows)
  for (const field of stream.fields.filter(one => typeOf(one).lines))
    for await (const rows of stream.lines(field).chunks()) found.push(...rows)
  return found
}
