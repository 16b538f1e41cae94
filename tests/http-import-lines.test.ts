import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areaApp } from './support/area-app.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { breakOff, recovered } from './support/recovered.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('postgres'))('import of lines without their records, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls

  const areas = async () =>
    (await calls.data('GET', 'city/v1/area/page?size=200&ascs=name')).records.map(({ name, rent, version }: Line) => [
      name,
      rent,
      version,
    ])
  const stalls = async () =>
    (
      await calls.run(
        `select a.name || ' ' || s.keeper || ' ' || s.rent as line from area_stall s join area a on a.id = s.area_id
         where s.is_deleted = 0 order by a.name, s.line_no`,
      )
    ).rows.map(({ line }) => line)
  const idOf = async (area: string, keeper: string) => {
    const of = `(select id from area where name = '${area}')`
    const { rows } = await calls.run(`select id::text from area_stall where area_id = ${of} and keeper = '${keeper}'`)
    return rows[0].id
  }
  const byKeeper = { by: 'keeper', mode: 'both' }

  beforeAll(async () => {
    server = await startServer(kind, areaApp)
    calls = await importCallsOn(server, 'areaStall')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await calls.run('truncate area, area_stall, engine_import, engine_import_row, engine_import_line, engine_choice')
    for (const name of ['东市', '南市', '西市'])
      await calls.data('POST', 'city/v1/area/save', {
        name,
        stalls: [
          { keeper: '甲', rent: 5 },
          { keeper: '乙', rent: 6 },
        ],
      })
  })

  it('updates found lines of their record, adds the others, and rolls all of it back', async () => {
    const view = await calls.checked('片区,摊主,租金\n东市,甲,7\n东市,乙,6\n南市,丙,8\n', byKeeper)
    expect(view).toMatchObject({ mayUpdate: true, counts: { rows: 3, wrong: 0, updates: 1, same: 1 } })
    expect(await calls.data('GET', `engine/import/areaStall/${view.id}/changes`)).toMatchObject({
      records: [{ row: 2, display: '甲', changes: [{ title: { zh: '租金' }, from: '5.00', to: '7.00' }] }],
    })
    const [written] = (await calls.step(view.id, 'write', {})).slice(-1)
    expect(written.import).toMatchObject({ state: 'written', counts: { written: 2 } })
    expect(await stalls()).toEqual([
      '东市 甲 7.00',
      '东市 乙 6.00',
      '南市 甲 5.00',
      '南市 乙 6.00',
      '南市 丙 8.00',
      '西市 甲 5.00',
      '西市 乙 6.00',
    ])
    expect(await areas()).toEqual([
      ['东市', 13, 2],
      ['南市', 19, 2],
      ['西市', 11, 1],
    ])
    expect((await calls.undo(view.id)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect(await areas()).toEqual([
      ['东市', 11, 3],
      ['南市', 11, 3],
      ['西市', 11, 1],
    ])
  })

  it('updates several lines of one record, and rolls all back', async () => {
    const view = await calls.checked('片区,摊主,租金\n东市,甲,7\n东市,乙,8\n东市,丙,9\n', byKeeper)
    expect(view.counts).toMatchObject({ rows: 3, wrong: 0, updates: 2 })
    const [written] = (await calls.step(view.id, 'write', { goodRows: true })).slice(-1)
    expect(await calls.problemsOf(view.id)).toEqual([])
    expect(written.import).toMatchObject({ state: 'written', counts: { written: 3 } })
    expect((await stalls()).slice(0, 3)).toEqual(['东市 甲 7.00', '东市 乙 8.00', '东市 丙 9.00'])
    // The lines belong to one record.
    expect((await calls.undo(view.id)).slice(1)).toEqual([
      { id: expect.any(String), display: '东市', ok: true },
      { done: 1, failed: 0 },
    ])
    expect((await stalls()).slice(0, 2)).toEqual(['东市 甲 5.00', '东市 乙 6.00'])
  })

  it('finds a line by its id, and keeps it in its record', async () => {
    const id = await idOf('东市', '甲')
    const only = { by: 'id', mode: 'update' }
    const wrong = await calls.checked(`记录 ID,片区,租金\n${id},南市,9\n77,,9\n`, only)
    expect(await calls.codesOf(wrong.id)).toEqual([
      [2, '片区', 'otherMaster'],
      [3, '记录 ID', 'noneStored'],
    ])
    const view = await calls.checked(`记录 ID,片区,租金\n${id},东市,9\n`, only)
    await calls.step(view.id, 'write', {})
    expect((await stalls()).slice(0, 2)).toEqual(['东市 甲 9.00', '东市 乙 6.00'])
  })

  it('reports what is missing or ambiguous, and checks each line against its own rules', async () => {
    const { data } = calls
    await data('POST', 'city/v1/area/save', { name: '北市', stalls: ['丁', '丁'].map(keeper => ({ keeper, rent: 1 })) })
    const view = await calls.checked('片区,摊主,租金\n,甲,6\n北市,丁,2\n东市,戊,2\n东市,甲,-1\n', {
      ...byKeeper,
      mode: 'update',
    })
    expect(await calls.codesOf(view.id)).toEqual([
      [2, '片区', 'noKeyGiven'],
      [3, '摊主', 'severalStored'],
      [4, '摊主', 'noneStored'],
      [5, '租金', undefined],
    ])
  })

  it('is rolled back after an interruption although one of its lines was deleted since', async () => {
    const view = await calls.checked('片区,摊主,租金\n东市,丙,7\n南市,丁,8\n', byKeeper)
    await calls.step(view.id, 'write', {})
    await calls.data('DELETE', 'city/v1/areaStall/removeById', { id: await idOf('东市', '丙') })
    await breakOff(calls, view.id)
    expect(await recovered(server)).toEqual({ back: 1, failed: 0 })
    expect(await stalls()).toHaveLength(6)
  })

  it("requires the permission to edit the lines' records", async () => {
    const keeper = await calls.person('keeper', ['area_view', 'area_edit'])
    const reader = await calls.person('reader', ['area_view', 'area_import', 'area_add'])
    const file = '片区,摊主,租金\n东市,甲,7\n'
    expect(await calls.checked(file, byKeeper, keeper)).toMatchObject({ counts: { wrong: 0, updates: 1 } })
    expect((await calls.send(file, { by: reader })).status).toBe(403)
  })
})
