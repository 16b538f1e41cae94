import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'resources/city/task.yaml': `title: { zh: 任务, en: Task }
menu: { under: work, icon: list-checks, order: 40 }
display: name
fields:
  name: { type: text, required: true, unique: true, max: 20, title: { zh: 名称, en: Name } }
  points: { type: integer, title: { zh: 分值, en: Points } }
  state: { type: dictionary, of: letter_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: draft
  final: [closed]
  transitions:
    issue: { from: [draft, answered], to: issued, auto: true, if: "points >= 60", title: { zh: 下发, en: Issue } }
    answer: { from: issued, to: answered, title: { zh: 回复, en: Answer } }
    close: { from: [issued, answered], to: closed, title: { zh: 结案, en: Close } }
`,
}

describe.each(databasesWalked('embedded'))('states of imported records ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'task')
  })
  afterAll(() => server.close())
  beforeEach(() => calls.run('truncate task, engine_import, engine_import_row, engine_import_line, engine_choice'))

  const tasks = async (): Promise<readonly Line[]> =>
    (await calls.data('GET', 'city/v1/task/page?size=200&ascs=name')).records
  const historyOf = (id: string): Promise<Line[]> => calls.data('GET', `engine/history/task/${id}`)
  const file = (...rows: string[]) => `名称,分值,状态\n${rows.join('\n')}\n`
  const written = async (text: string, goodRows: boolean) => {
    const checked = await calls.checked(text)
    expect(checked.counts).toMatchObject({ wrong: 0 })
    await calls.step(checked.id, 'write', { goodRows })
    return checked.id
  }

  it.each([
    ['of all rows or none', false],
    ['of valid rows', true],
  ])(
    'semantics 15 and C5: are those of the file, without automatic steps, in an import %s',
    async (_what, goodRows) => {
      await written(file('a,80,已回复', 'b,80,', 'c,10,3', 'd,10,已回复'), goodRows)
      const all = await tasks()
      expect(all.map(({ name, state }) => [name, state])).toEqual([
        ['a', '2'],
        ['b', '1'],
        ['c', '3'],
        ['d', '2'],
      ])
      expect(all.map(({ stateSince }) => typeof stateSince)).toEqual(['string', 'string', 'string', 'string'])
      const operations = await Promise.all(
        all.map(async ({ id }) => (await historyOf(id)).map(({ operation }) => operation)),
      )
      expect(operations).toEqual([['importState'], ['issue', 'save'], ['importState'], ['importState']])
      const [last] = await historyOf(all[3].id)
      expect(last).toMatchObject({ version: 1, changes: { state: { from: null, to: '2' } } })
      const [{ id, version }] = all
      await calls.data('PUT', 'city/v1/task/update', { id, version, points: 90 })
      expect((await tasks())[0]).toMatchObject({ name: 'a', state: '1' })
    },
  )

  it('are removed with their records by the undo of the import', async () => {
    const id = await written(file('a,10,已回复'), true)
    await calls.undo(id)
    expect(await tasks()).toEqual([])
  })

  it('need the right to them', async () => {
    const rights = ['task_view', 'task_add', 'task_import']
    const clerk = await calls.person(`clerk-${kind.kind}`, rights)
    const chief = await calls.person(`chief-${kind.kind}`, [...rights, 'task_importState'])
    const text = file('a,10,已回复')
    const [ofClerk, ofChief] = [await calls.take(text, { by: clerk }), await calls.take(text, { by: chief })]
    expect([ofClerk.columns, ofChief.columns]).toEqual([
      { 0: 'name', 1: 'points' },
      { 0: 'name', 1: 'points', 2: 'state' },
    ])
    const check = (id: string, by: string) =>
      calls.call('POST', `engine/import/task/${id}/check`, { columns: ofChief.columns }, by)
    expect([(await check(ofClerk.id, clerk)).status, (await check(ofChief.id, chief)).status]).toEqual([400, 200])
  })

  it('are refused if no new record may have them, and never change a stored record', async () => {
    await written(file('a,10,已回复', 'b,10,已回复'), true)
    const match = { by: 'name', mode: 'both' }
    const { id, counts } = await calls.checked(file('a,20,已回复', 'b,20,已结案', 'c,10,已作废'), match)
    expect(counts).toMatchObject({ wrong: 2 })
    expect(await calls.codesOf(id)).toEqual([
      [3, '状态', 'onlyOfNew'],
      [4, '状态', undefined],
    ])
  })
})
