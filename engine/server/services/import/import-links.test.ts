import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../../tests/support/databases.ts'
import { type ImportWork, importFiles, openImportWork } from '../../../../tests/support/import-work.ts'
import { actor, contextOf, modelOf } from '../../../../tests/support/store.ts'
import { undo } from '../../store/undo.ts'
import type { Work } from '../../store/work.ts'
import { idsToUndo } from '../operations/operation-log.ts'
import { readMapping } from './match-columns.ts'
import type { ImportOrder } from './report.ts'
import { runImport } from './run-import.ts'

const model = modelOf({
  'resources/wit/route.yaml': `
title: { zh: 路线, en: Route }
fields:
  routeNo: { type: integer, required: true, unique: true, title: { zh: 路线编号, en: Route no. } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  closed: { type: boolean, default: false, title: { zh: 关闭, en: Closed } }
  areaIds: { type: reference, of: area, many: true, title: { zh: 区域, en: Areas } }
bind:
  stops: { of: stop, http: [POST bindStops, GET listStops], self: routeId, returns: list, title: { zh: 站点, en: Stops } }
allowIf: { edit: "!closed" }
`,
  'resources/wit/stop.yaml': `
title: { zh: 站, en: Stop }
fields:
  stopNo: { type: integer, required: true, unique: true, title: { zh: 站编号, en: Stop no. } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`,
  'resources/wit/area.yaml': `
title: { zh: 片区, en: Area }
fields:
  code: { type: text, required: true, unique: true, title: { zh: 编码, en: Code } }
`,
})
const files = importFiles()
afterAll(() => files.remove())
const order = (resource: string, text: string, more: Partial<ImportOrder> = {}): ImportOrder => ({
  resource,
  file: files.csv(text),
  mapping: readMapping(''),
  dryRun: false,
  goodRows: false,
  ...more,
})

describe.each(databasesWalked('postgres'))('an import of links on $kind', ({ open }) => {
  let under: ImportWork
  let work: Work
  beforeAll(async () => {
    under = await openImportWork(open, model)
    work = under.work
  })
  afterAll(() => under.close())
  beforeEach(async () => {
    const [links] = model.resources['route']?.binds ?? []
    await under.run(`truncate route, stop, area, "${links?.table}", engine_history, engine_operation`)
    await runImport(work, order('route', 'route_no,name,closed\n1,环线,no\n2,支线,no\n3,旧线,yes\n'))
    await runImport(work, order('stop', 'stop_no,name\n10,东站\n20,西站\n30,南站\n'))
    await runImport(work, order('area', 'code\n06897\n19713\n'))
    await under.run('truncate engine_history, engine_operation')
  })

  const routes = () =>
    under.run(`select route_no::int as "routeNo", version,
      (select array_agg(s.stop_no::int order by s.stop_no) from "${model.resources['route']?.binds[0]?.table}" l join stop s on s.id = l.right_id where l.left_id = r.id) as stops
      from route r order by route_no`)

  it('adds the links of all rows of a record as one version, and counts those that it has as unchanged', async () => {
    const first = await runImport(work, order('route.stops', 'route_id,stop_id\n1,10\n2,10\n1,20\n1,10\n'))
    expect(first).toMatchObject({ outcome: 'written', rows: 4, right: 4, updates: 3, same: 1, written: 3 })
    const second = await runImport(work, order('route.stops', 'stop,route\n南站,1\n10,1\n'))
    expect(second).toMatchObject({ outcome: 'written', rows: 2, updates: 1, same: 1 })
    expect(await routes()).toMatchObject([
      { routeNo: 1, version: 3, stops: [10, 20, 30] },
      { routeNo: 2, version: 2, stops: [10] },
      { routeNo: 3, version: 1, stops: null },
    ])
  })

  it('adds to a reference to several records', async () => {
    const text = 'route_no,area\n1,06897\n1,19713\n'
    const mapping = readMapping('area=areaIds')
    expect(await runImport(work, order('route.areaIds', text, { mapping }))).toMatchObject({ updates: 2, written: 2 })
    const again = await runImport(work, order('route.areaIds', text))
    expect(again).toMatchObject({ outcome: 'written', updates: 0, same: 2, written: 0 })
    const [stored] = await under.run(
      'select version, (select array_agg(code order by code) from area where id = any(area_ids)) as codes from route where route_no = 1',
    )
    expect(stored).toEqual({ version: 2, codes: ['06897', '19713'] })
  })

  it('reports what is wrong by row and column, and what the store refuses, and writes nothing', async () => {
    const text = 'route,stop\n1,10\n9,10\n1,99\n,10\n3,10\n2,\n'
    const report = await runImport(work, order('route.stops', text))
    expect(report).toMatchObject({ outcome: 'refused', rows: 6, right: 1, wrong: 5, written: 0 })
    expect(report.problems.map(({ row, column, value, message }) => [row, column, value, message.en])).toEqual(
      [
        [3, 'route', '9', 'No route with route no. "9"'],
        [4, 'stop', '99', expect.stringContaining('"99"')],
        [5, 'route', undefined, 'Please enter route'],
        [6, undefined, undefined, 'This record of "Route" cannot be edited'],
        [7, 'stop', undefined, 'Please enter stops'],
      ].map(([row, column, value, message], index) => [
        row,
        column,
        value,
        index === 0 || index === 2 || index === 4 ? expect.any(String) : message,
      ]),
    )
    expect(await routes()).toMatchObject([{ version: 1 }, { version: 1 }, { version: 1 }])
    expect(await under.run('select 1 from engine_operation')).toEqual([])
    const good = await runImport(work, order('route.stops', text, { goodRows: true }))
    expect(good).toMatchObject({ outcome: 'written', wrong: 5, written: 1 })
    expect(await routes()).toMatchObject([{ version: 2, stops: [10] }, { version: 1 }, { version: 1 }])
  })

  it('writes nothing in a dry run', async () => {
    const report = await runImport(work, order('route.stops', 'route,stop\n1,10\n', { dryRun: true }))
    expect(report).toMatchObject({ outcome: 'checked', updates: 1, written: 0 })
    expect(await routes()).toMatchObject([{ version: 1, stops: null }, { version: 1 }, { version: 1 }])
    expect(await under.run('select 1 from engine_history')).toEqual([])
  })

  it('is one operation that can be undone', async () => {
    const { id } = await runImport(work, order('route.stops', 'route,stop\n1,10\n2,20\n'))
    const [operation] = await under.run(
      `select id::text as id, kind, done, finished is not null as ended from engine_operation`,
    )
    expect(operation).toEqual({ id, kind: 'import', done: 2, ended: true })
    const resource = model.resources['route']
    if (!resource) throw new Error('No route.')
    const ids = [...(await idsToUndo(work.queries, work.ctx.actor.tenantId, id))].map(String)
    expect(ids).toHaveLength(2)
    const outcomes = await undo({ ...work, ctx: work.ctx.within(work.ids.next()) }, resource, id, ids)
    expect([...outcomes.values()]).toEqual([null, null])
    expect(await routes()).toMatchObject([{ stops: null }, { stops: null }, { stops: null }])
  })

  it.each([
    ['links that are not declared', 'route.stop', 'route,stop\n1,10\n', {}, 'did you mean "route.stops"?'],
    ['a field that is not a list', 'route.name', 'route,stop\n1,10\n', {}, 'neither a bind nor a reference to several'],
    ['a file without one of the columns', 'route.stops', 'route,place\n1,10\n', {}, '--map column=route,column=stops'],
    [
      'a mapping to another field',
      'route.stops',
      'route,place\n1,10\n',
      { mapping: readMapping('place=name') },
      '"name"',
    ],
    [
      'to match records',
      'route.stops',
      'route,stop\n1,10\n',
      { match: { by: 'routeNo', mode: 'both' } },
      '--match does not',
    ],
  ] as const)('refuses %s', async (_name, resource, text, more, message) => {
    await expect(runImport(work, order(resource, text, more))).rejects.toThrow(message)
  })

  it('refuses a user without the right to the bind', async () => {
    const rights = new Set(['wit:route:import', 'wit:route:edit', 'wit:route:list', 'wit:route:view'])
    const ctx = contextOf(actor({ permissions: rights } as never), model)
    await expect(runImport({ ...work, ctx }, order('route.stops', 'route,stop\n1,10\n'))).rejects.toMatchObject({
      status: 403,
    })
  })
})
