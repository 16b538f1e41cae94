import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { homeBoardOf } from '../engine/model/home-board.ts'
import type { RequestContext } from '../engine/server/auth/request-context.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readBoard } from '../engine/server/services/charts/read-charts.ts'
import { databasesWalked } from './support/databases.ts'
import { actor, administrator, modelOf, type StoreUnderTest, storeOn } from './support/store.ts'

const title = 'title: { zh: 名, en: Name }'
const field = (text: string) => `{ ${text}, ${title} }`
const app = {
  'app.yaml': `language: 2\n${title}\n`,
  'roles.yaml': 'clerk: { title: { zh: 员, en: Clerk } }\nblind: { title: { zh: 盲, en: Blind } }\n',
  'dictionaries/state.yaml': `${title}\nentries: { open: { title: { zh: 开, en: Open } }, done: { title: { zh: 完, en: Done } } }\n`,
  'resources/city/task.yaml': `${title}
menu: false
display: name
fields:
  name: ${field('type: text')}
  about: ${field('type: text')}
  until: ${field('type: date')}
  level: ${field('type: integer')}
  state: ${field('type: dictionary, of: state')}
list: { columns: [name, about, until] }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions: { finish: { from: open, to: done, ${title} } }
access:
  - { role: clerk, allow: [view, finish], where: "level < 5" }
  - { role: blind, allow: [view, finish], hide: [level] }
`,
}
const board = (entry: string, more = 'home: [clerk]') => ({
  'boards/desk.yaml': `${title}\n${more}\ntiles:\n  work:\n    work:\n      - ${entry}\n`,
})
const entry = `{ of: task, where: "state == 'open' && level > 0", due: until + 1, step: finish }`

describe.each(databasesWalked('embedded'))('rows that wait for the user ($kind)', kind => {
  let database: Database
  let on: StoreUnderTest
  const model = modelOf({ ...app, ...board(entry) })
  const codes = ['task_view', 'task_finish']

  beforeAll(async () => {
    database = await kind.open()
    on = await storeOn(database, model)
    const save = (name: string, until: string | null, level = 1) =>
      on.store.save(on.ctx(administrator), 'task', { name, about: `about ${name}`, until, level })
    for (const [name, until, level] of [
      ['late', '2026-11-10', 1],
      ['high', '2026-11-12', 7],
      ['none', null, 1],
      ['early', '2026-11-01', 1],
      ['idle', '2026-11-01', 0],
    ] as const)
      await save(name, until, level)
    const done = await save('done', '2026-11-02')
    await on.store.transition(on.ctx(administrator), 'task', String(done['id']), 'finish', {})
  })
  afterAll(async () => {
    await on.close()
    await database.close()
  })

  const names = async (ctx: RequestContext) => {
    const found = model.boards['desk']
    if (!found) throw new Error('no board')
    return (await readBoard(database, ctx, found, {})).work['work']?.rows.map(({ name, due }) => [name, due])
  }

  it('are those of the condition, the earliest due first', async () => {
    expect(await names(on.ctx(administrator))).toEqual([
      ['early', '2026-11-02'],
      ['late', '2026-11-11'],
      ['high', '2026-11-13'],
      ['none', null],
    ])
  })

  it('are restricted by the access of the view and of the step', async () => {
    const by = (role: string, own: readonly string[]) => on.ctx(actor({ userId: '21', roles: [role], codes: own }))
    expect(await names(by('clerk', codes))).toEqual([
      ['early', '2026-11-02'],
      ['late', '2026-11-11'],
      ['none', null],
    ])
    expect(await names(by('clerk', ['task_view']))).toEqual([])
    // The condition reads a hidden field.
    expect(await names(by('blind', codes))).toEqual([])
  })
})

describe('a board that is a first page', () => {
  it('is that of a role', () => {
    const model = modelOf({ ...app, ...board(entry) })
    expect(homeBoardOf(model, { roles: ['other', 'clerk'], sourceType: null })).toBe('desk')
    expect(homeBoardOf(model, { roles: ['other'], sourceType: 'x' })).toBeUndefined()
    expect(model.pages.some(({ board: name }) => name === 'desk')).toBe(false)
  })

  it.each([
    [board(entry.replace('of: task', 'of: tusk')), 'resource.unknown', 'tusk'],
    [board(entry.replace('step: finish', 'step: finnish')), 'board.step', 'finnish'],
    [board(entry.replace('due: until + 1', 'due: level')), 'due.unfit', 'level,'],
    [board(entry.replace('level > 0', 'leval > 0')), 'rule.name-unknown', 'leval'],
    [board(entry, 'home: [clark]'), 'board.home', 'clark'],
    [board(entry, 'home: [clerk]\ncode: task_view'), 'board.home-alone', 'task_view'],
  ])('reports a mistake at its place: %#', (files, code, at) => {
    const sources = Object.entries({ ...app, ...files }).map(([file, text]) => ({ file, text, origin: 'app' as const }))
    const text = files['boards/desk.yaml']
    const line = text.slice(0, text.indexOf(at)).split('\n')
    expect(compile(sources).problems.map(one => [one.code, one.at.line, one.at.column])).toEqual([
      [code, line.length, (line.at(-1)?.length ?? 0) + 1],
    ])
  })
})
