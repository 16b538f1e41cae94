import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { type Compiled, compile } from '../../compiler/compile.ts'
import { schemaFiles } from '../../compiler/language/schemas.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { applyPlan } from '../storage/apply.ts'
import { planChanges } from '../storage/plan.ts'
import { unknownFormerNames } from './unknown-former-names.ts'

const title = 'title: { zh: 甲, en: A }'
const app: Readonly<Record<string, string>> = {
  'app.yaml': `language: 2\n${title}\n`,
  'roles.yaml': `clerk: { ${title} }\n`,
  'menus.yaml': `town: { ${title}, icon: map }\n`,
  'pages.yaml': `today: { path: /today, ${title}, link: "https://example.cn/" }\n`,
  'parameters.yaml': `limit: { type: integer, value: 3, ${title} }\n`,
  'dictionaries/visit_state.yaml': `${title}\nentries:\n  draft: { key: "1", ${title} }\n  sent: { key: "2", title: { zh: 乙, en: B } }\n`,
  'mixins/noted.yaml': `fields:\n  remark: { type: text, ${title} }\n`,
  'resources/city/site.yaml': `${title}\nfields:\n  siteName: { type: text, ${title} }\n`,
  'resources/city/visit.yaml': `${title}
mixins: [noted]
fields:
  visitName: { type: text, ${title} }
  code: { type: text, ${title} }
  state: { type: dictionary, of: visit_state, ${title} }
lifecycle:
  field: state
  initial: draft
  final: [sent]
  transitions:
    send: { from: draft, to: sent, ${title}, input: { reason: { type: text, ${title} } } }
actions:
  touch: { ${title}, set: { code: "'a'" } }
bind:
  sites: { of: site, http: [POST bindSites, GET listSites], self: visitId, returns: list, ${title} }
`,
}

/** The app with a part that was named otherwise. */
function renamed(file: string, part: string, from: string): Readonly<Record<string, string>> {
  const text = app[file] ?? ''
  const [key = '', ...rest] = part.split('{')
  const written =
    part === '' ? `${text}renamedFrom: ${from}\n` : text.replace(part, `${key}{ renamedFrom: ${from},${rest.join('{')}`)
  if (written === text) throw new Error(`${file} does not contain ${part}`)
  return { ...app, [file]: written }
}

const compiled = (files: Readonly<Record<string, string>>) => {
  const result = compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))
  if (!result.model) throw new Error(JSON.stringify(result.problems))
  return { ...result, model: result.model }
}

describe.each(databasesWalked('postgres'))('a former name, on $kind', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await applyPlan(database, await planChanges(database, compiled({ 'app.yaml': app['app.yaml'] ?? '' }).model))
  })
  afterAll(() => database.close())
  beforeEach(() => sql`delete from engine_former_revision`.execute(database.kysely))

  const keep = (files: Readonly<Record<string, string>>) =>
    sql`insert into engine_former_revision (revision, sources, changed)
      values ('old', ${JSON.stringify(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))}::jsonb, now())`.execute(
      database.kysely,
    )
  const problems = async (after: Readonly<Record<string, string>>, before = app) => {
    const found = await unknownFormerNames(database, compiled(before).model, compiled(after), new Map())
    return [...found.values()]
  }

  const parts: readonly (readonly [kind: string, file: string, part: string, name: string, at: string])[] = [
    ['a resource', 'resources/city/visit.yaml', '', 'visit', '17:14'],
    ['a dictionary', 'dictionaries/visit_state.yaml', '', 'visit_state', '5:14'],
    ['a field', 'resources/city/visit.yaml', 'visitName: { type', 'visitName', '4:29'],
    ['a field of a mixin', 'mixins/noted.yaml', 'remark: { type', 'remark', '2:26'],
    ['an entry', 'dictionaries/visit_state.yaml', 'sent: { key', '2', '4:24'],
    ['a transition', 'resources/city/visit.yaml', 'send: { from', 'send', '12:26'],
    ['an action', 'resources/city/visit.yaml', 'touch: { title', 'touch', '14:25'],
    ['an input of a step', 'resources/city/visit.yaml', 'reason: { type', 'reason', '12:93'],
    ['a bind', 'resources/city/visit.yaml', 'sites: { of', 'sites', '16:25'],
    ['a role', 'roles.yaml', 'clerk: { title', 'clerk', '1:23'],
    ['a group of the menu', 'menus.yaml', 'town: { title', 'town', '1:22'],
    ['a page', 'pages.yaml', 'today: { path', 'today', '1:23'],
    ['a parameter', 'parameters.yaml', 'limit: { type', 'limit', '1:23'],
  ]

  it.each(parts)('of %s is reported where nothing had it', async (_kind, file, part, name, at) => {
    const [line, column] = at.split(':').map(Number)
    const after = renamed(file, part, 'former')
    // The word is elsewhere, as another part.
    await keep({ ...app, 'titles.yaml': `former: { zh: former, en: former }\n` })
    expect(await problems(after)).toEqual([
      {
        code: 'renamed-from.unknown',
        severity: 'warning',
        at: { file, line, column },
        message: {
          zh: `“${name}”的曾用名“former”从未存在，没有数据随之改名。`,
          en: `"${name}" was renamed from "former", but nothing had that name: no values were moved.`,
        },
        hint: {
          zh: '请改成原来的名称；没有改名则删去 renamedFrom。',
          en: 'Correct the former name, or remove `renamedFrom` if nothing was renamed.',
        },
      },
    ])
    // Not again with a later change.
    expect(await problems(after, after)).toEqual([])
  })

  it("is not reported of the engine's files, nor in an empty database", async () => {
    const after = compiled(renamed('resources/city/visit.yaml', '', 'former'))
    const ofEngine = after.drafts.map(draft => ({ ...draft, source: { ...draft.source, origin: 'base' as const } }))
    const found = async (...of: [before: Model, after: Compiled]) => [
      ...(await unknownFormerNames(database, ...of, new Map())).keys(),
    ]
    expect(await found(compiled(app).model, after)).toEqual(['resource/visit'])
    expect(await found(compiled(app).model, { ...after, drafts: ofEngine })).toEqual([])
    expect(await found(emptyModel, after)).toEqual([])
  })

  const nameIn = (text: string, name: string, former: string) => text.replace(name, former)
  it.each(parts.filter(([, , part]) => part !== ''))(
    'of %s is known from the change, and from a kept revision',
    async (kind, file, part, name) => {
      const after = renamed(file, part, kind === 'an entry' ? '"9"' : 'former')
      const text = app[file] ?? ''
      const key = part.slice(0, part.indexOf(':'))
      const old = kind === 'an entry' ? nameIn(text, '"2"', '"9"') : nameIn(text, `${key}:`, 'former:')
      const before = { ...app, [file]: old }
      expect([name, await problems(after, before)]).toEqual([name, []])
      await keep(before)
      expect(await problems(after)).toEqual([])
    },
  )

  it('of a resource, a dictionary and a folder is known from the files of a kept revision', async () => {
    await keep({ 'resources/city/former.yaml': '', 'dictionaries/former.yaml': '' })
    expect(await problems(renamed('resources/city/visit.yaml', '', 'former'))).toEqual([])
    expect(await problems(renamed('dictionaries/visit_state.yaml', '', 'former'))).toEqual([])
    expect(await problems(renamed('menus.yaml', 'town: { title', 'former'))).toHaveLength(1)
    await sql`delete from engine_former_revision`.execute(database.kysely)
    await keep({ 'resources/former/visit.yaml': '' })
    expect(await problems(renamed('menus.yaml', 'town: { title', 'former'))).toEqual([])
  })

  it('that only a mistaken declaration contains is not known, and the names that disappear are shown', async () => {
    const after = renamed('resources/city/visit.yaml', 'send: { from', 'former')
    await keep(after)
    const before = {
      ...app,
      'resources/city/visit.yaml': nameIn(app['resources/city/visit.yaml'] ?? '', 'send:', 'post:'),
    }
    expect(await problems(after, before)).toMatchObject([
      {
        hint: { en: 'Write the former name (removed names: "post"), or remove `renamedFrom` if nothing was renamed.' },
      },
    ])
  })
})

it('of every kind that accepts one has a case here', () => {
  const places = Object.entries(schemaFiles()).flatMap(([file, text]) => placesIn(JSON.parse(text), file))
  const kinds = places
    .map(place => place.replace('schemas/', '').replaceAll(/\.schema\.json|\/properties|\/additionalProperties/g, ''))
    // Those of a mixin are those of a resource; the shapes of fields are also those of inputs.
    .filter(place => !place.startsWith('mixin/'))
    .map(place => place.replace(/\$defs\/field-.*/, 'field'))
  expect([...new Set(kinds)].toSorted()).toEqual([
    'dictionary',
    'dictionary/entries',
    'menus',
    'pages',
    'parameters',
    'resource',
    'resource/actions',
    'resource/bind',
    'resource/lifecycle/transitions',
    'roles',
    'shared/field',
  ])
})

/** The paths of the objects in a schema that have the key. */
function placesIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  const here = properties && 'renamedFrom' in properties ? [path] : []
  return [...here, ...Object.entries(schema).flatMap(([key, value]) => placesIn(value, `${path}/${key}`))]
}
