import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTable } from '../engine/server/services/import/read-table.ts'
import { areaApp } from './support/area-app.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { importFiles, sheetsFile } from './support/import-work.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const files = importFiles()
afterAll(() => files.remove())

describe.each(databasesWalked('postgres'))('import that updates records, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  const people: Record<string, string> = {}
  const step = async (...asked: Parameters<ImportCalls['step']>): Promise<Line> => (await calls.step(...asked)).at(-1)
  const areas = async () =>
    (await calls.data('GET', 'city/v1/area/page?size=200&ascs=name')).records.map(({ name, people, version }: Line) => [
      name,
      people,
      version,
    ])
  const idOf = async (name: string) => (await calls.data('GET', `city/v1/area/getByQuery?name=${name}`)).id
  const byName = { by: 'name', mode: 'both' }

  beforeAll(async () => {
    server = await startServer(kind, areaApp)
    calls = await importCallsOn(server, 'area')
    await calls.data('POST', 'city/v1/ward/save', { name: '清河街' })
    const person = async (account: string, codes: readonly string[]) => {
      people[account] = await calls.person(account, codes)
    }
    await person('adder', ['area_view', 'area_add', 'area_import', 'area_delete'])
    await person('blind', ['area_edit', 'area_add', 'area_import'])
    await person('editor', ['area_view', 'area_edit', 'area_add', 'area_import'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await calls.run('truncate area, area_stall, engine_import, engine_import_row, engine_import_line, engine_choice')
    for (const [name, people] of Object.entries({ 东市: 10, 南市: 20, 西市: 30 }))
      await calls.data('POST', 'city/v1/area/save', {
        name,
        people,
        stalls: [{ keeper: '甲', rent: 5 }, { keeper: '乙' }],
      })
  })

  it('updates found records, adds the others, and leaves equal values and empty cells unchanged', async () => {
    const view = await calls.checked('名称,人口,街区\n东市,11,清河街\n南市,20,\n西市,,\n北市,40,清河街\n', byName)
    expect(view).toMatchObject({
      state: 'checked',
      match: byName,
      mayUpdate: true,
      counts: { rows: 4, wrong: 0, updates: 1, same: 2, written: 0 },
    })
    const changes = await calls.data('GET', `engine/import/area/${view.id}/changes`)
    expect(changes).toMatchObject({
      total: 1,
      records: [
        {
          row: 2,
          display: '东市',
          changes: [
            { title: { zh: '街区' }, from: '', to: '清河街' },
            { title: { zh: '人口' }, from: '10', to: '11' },
          ],
        },
      ],
    })
    const additions = await calls.data('GET', `engine/import/area/${view.id}/additions`)
    expect(additions).toEqual({
      total: 1,
      titles: [
        { zh: '名称', en: 'Name' },
        { zh: '人口', en: 'People' },
        { zh: '街区', en: 'Ward' },
      ],
      records: [{ row: 5, values: ['北市', '40', '清河街'] }],
    })
    expect((await step(view.id, 'write', {})).import).toMatchObject({ state: 'written', counts: { written: 2 } })
    expect(await areas()).toEqual([
      ['北市', 40, 1],
      ['东市', 11, 2],
      ['南市', 20, 1],
      ['西市', 30, 1],
    ])
    const id = await idOf('东市')
    expect((await calls.data('GET', `city/v1/area/getById?id=${id}`)).stalls).toHaveLength(2)
    const [entry] = await calls.data('GET', `engine/history/area/${id}`)
    expect(entry).toMatchObject({ operation: 'update', version: 2, changes: { people: { from: 10, to: 11 } } })
    const report = String((await calls.call('GET', `engine/import/area/${view.id}/report?of=rows`)).body)
    expect(report.split('\r\n').map(line => line.split(',')[1])).toEqual([
      '结果',
      '已更新',
      '无变化',
      '无变化',
      '已导入',
      undefined,
    ])
  })

  it('finds records by a system-generated number or id, and adds none under an unknown one', async () => {
    const { areaNo, id } = (await calls.data('GET', 'city/v1/area/page?ascs=name')).records[0]
    const byNo = await calls.checked(`编号,人口\n${areaNo},12\nP9999,1\n,3\n`, { by: 'areaNo', mode: 'both' })
    expect(await calls.codesOf(byNo.id)).toEqual([
      [3, '编号', 'noneStored'],
      [4, undefined, undefined],
    ])
    const only = await calls.checked(`记录 ID,人口\n${id},13\n77,1\n,3\n`, { by: 'id', mode: 'update' })
    expect(only.counts).toMatchObject({ rows: 3, updates: 1, wrong: 2 })
    expect(await calls.codesOf(only.id)).toEqual([
      [3, '记录 ID', 'noneStored'],
      [4, '记录 ID', 'noKeyGiven'],
    ])
    await step(only.id, 'write', { goodRows: true })
    expect((await areas())[0]).toEqual(['东市', 13, 2])
  })

  it('reports rows that update one record twice, values in use, and passwords', async () => {
    const [one, other] = [await idOf('东市'), await idOf('南市')]
    const view = await calls.checked(
      `记录 ID,名称,口令\n${one},东一市,\n${one},东二市,\n${other},西市,\n${await idOf('西市')},西市,Secret-26\n`,
      { by: 'id', mode: 'update' },
    )
    expect(await calls.codesOf(view.id)).toEqual([
      [3, '记录 ID', 'repeated'],
      [4, '名称', 'taken'],
      [5, '口令', 'secretUnchangeable'],
    ])
    expect(JSON.stringify(await calls.data('GET', `engine/import/area/${view.id}`))).not.toContain('Secret-26')
    expect(JSON.stringify(await calls.data('GET', `engine/import/area/${view.id}/problems`))).not.toContain('Secret-26')
  })

  it('does not overwrite records changed or deleted since the dry run', async () => {
    const view = await calls.checked('名称,人口\n东市,11\n南市,21\n西市,31\n', byName)
    await calls.data('PUT', 'city/v1/area/update', { id: await idOf('南市'), people: 99 })
    await calls.data('DELETE', 'city/v1/area/removeById', { id: await idOf('西市') })
    const done = (await step(view.id, 'write', { goodRows: true })).import
    expect(done).toMatchObject({ state: 'written', counts: { written: 1, wrong: 2 } })
    expect(await calls.problemsOf(view.id)).toEqual([
      [3, undefined, '导入失败：预检之后该记录已被其他用户修改，没有覆盖；请重新预检'],
      [4, undefined, '导入失败：没有找到该片区'],
    ])
    expect((await areas()).map(([name, people]: Line) => [name, people])).toEqual([
      ['东市', 11],
      ['南市', 99],
    ])
  })

  it('restores all former values in all-or-nothing mode when one record cannot be written', async () => {
    const view = await calls.checked('名称,人口\n东市,11\n北市,1\n南市,21\n', byName)
    await calls.data('PUT', 'city/v1/area/update', { id: await idOf('南市'), people: 99 })
    const done = (await step(view.id, 'write', { goodRows: false })).import
    expect(done).toMatchObject({ state: 'checked', counts: { written: 0, wrong: 1 } })
    expect((await areas()).map(([name, people]: Line) => [name, people])).toEqual([
      ['东市', 10],
      ['南市', 99],
      ['西市', 30],
    ])
  })

  it('restores former values when undone, and names records changed since', async () => {
    const view = await calls.checked('名称,人口\n东市,11\n北市,1\n南市,21\n', byName)
    await step(view.id, 'write', {})
    await calls.data('PUT', 'city/v1/area/update', { id: await idOf('南市'), people: 99 })
    const undone = await calls.undo(view.id)
    expect(undone.filter(({ ok }) => ok === false)).toEqual([
      { id: await idOf('南市'), display: '南市', ok: false, message: '之后又有修改，保持不变' },
    ])
    expect(undone.at(-1)).toEqual({ done: 2, failed: 1 })
    expect((await areas()).map(([name, people]: Line) => [name, people])).toEqual([
      ['东市', 10],
      ['南市', 99],
      ['西市', 30],
    ])
    const [entry] = await calls.data('GET', `engine/history/area/${await idOf('东市')}`)
    expect(entry).toMatchObject({ operation: 'undo', version: 3, changes: { people: { from: 11, to: 10 } } })
    expect((await calls.undo(view.id)).at(-1)).toEqual({ done: 0, failed: 1 })
  })

  it('skips records that `allowIf` excludes, also when undone', async () => {
    const refused = '该片区不能编辑'
    await calls.data('POST', 'city/v1/area/save', { name: '府城', people: 950_000 })
    const view = await calls.checked('名称,人口\n府城,1\n东市,950000\n', byName)
    expect(await calls.problemsOf(view.id)).toEqual([[2, undefined, refused]])
    expect((await step(view.id, 'write', { goodRows: true })).import).toMatchObject({ counts: { written: 1 } })
    expect((await calls.undo(view.id)).slice(1)).toMatchObject([
      { ok: false, message: refused },
      { done: 0, failed: 1 },
    ])
    expect(await areas()).toContainEqual(['东市', 950_000, 2])
  })

  it("replaces the record's lines by the file's, and restores the former ones when undone", async () => {
    const id = await idOf('东市')
    const before = (await calls.data('GET', `city/v1/area/getById?id=${id}`)).stalls
    const view = await calls.checked('名称,摊位：摊主,摊位：租金\n东市,甲,5\n,丙,7\n', byName)
    expect(view.counts).toMatchObject({ rows: 1, updates: 1 })
    await step(view.id, 'write', {})
    const after = (await calls.data('GET', `city/v1/area/getById?id=${id}`)).stalls
    // The first is unchanged; the second differs.
    expect(after.map(({ keeper, rent }: Line) => [keeper, rent])).toEqual([
      ['甲', 5],
      ['丙', 7],
    ])
    expect(after[0].id).toBe(before[0].id)
    expect(after[1].id).not.toBe(before[1].id)
    expect((await calls.undo(view.id)).at(-1)).toEqual({ done: 1, failed: 0 })
    const back = (await calls.data('GET', `city/v1/area/getById?id=${id}`)).stalls
    expect(back.map(({ keeper, rent }: Line) => [keeper, rent])).toEqual([
      ['甲', 5],
      ['乙', null],
    ])
  })

  it('returns wrong records with all their lines, to be corrected and uploaded again', async () => {
    const { id, columns } = await calls.take('名称,摊位：摊主,摊位：租金\n甲区,丙,7\n乙区,丁,x\n,戊,8\n丙区,己,9\n')
    await step(id, 'check', { columns })
    const wrong = String((await calls.call('GET', `engine/import/area/${id}/report?of=wrong-rows`)).body)
    const sentence = '请输入正确的租金'
    expect(wrong).toBe(`\ufeff名称,摊位：摊主,摊位：租金,问题\r\n乙区,丁,x,${sentence}\r\n,戊,8,\r\n`)
    const corrected = await calls.take(wrong.replace(',x,', ',6,'))
    expect((await step(corrected.id, 'check', { columns: corrected.columns })).import.counts).toMatchObject({
      rows: 1,
      wrong: 0,
    })

    const file = await sheetsFile({
      片区: ['名称,人口', '甲区,1', '乙区,2', '丙区,3'],
      摊位: ['片区,摊主,租金', '乙区,丁,x', '甲区,丙,7', '乙区,戊,8', '丁区,己,9'],
    })
    const sent = await calls.take(file, { name: 'x.xlsx' })
    expect(sent.lines).toMatchObject([{ part: 'stalls', sheet: '摊位', rows: 4, columns: { 0: 'areaId' } }])
    await step(sent.id, 'check', { columns: sent.columns })
    const path = files.csv((await calls.call('GET', `engine/import/area/${sent.id}/report?of=wrong-rows`)).body)
    const rowsOf = async (name: string) => {
      const table = await openTable(path, { sheet: name })
      const rows: (readonly string[])[] = []
      for await (const { cells } of table.rows()) rows.push(cells)
      return rows
    }
    expect(await rowsOf('片区')).toEqual([['乙区', '2']])
    expect(await rowsOf('摊位')).toEqual([
      ['乙区', '丁', 'x', sentence],
      ['乙区', '戊', '8'],
      ['丁区', '己', '9', '没有找到所属的记录'],
    ])
    const nowhere = await calls.send(file, { name: 'x.xlsx', more: `&sheet.stalls=${encodeURIComponent('无')}` })
    expect(nowhere).toMatchObject({ status: 400, body: { reason: 'file.no-sheet' } })
  })

  it('is refused without the permission to edit, or to view the found records', async () => {
    for (const account of ['adder', 'blind']) {
      const by = people[account]
      const { id, columns, mayUpdate } = await calls.take('名称,人口\n东市,11\n', { by })
      expect([account, mayUpdate]).toEqual([account, false])
      for (const mode of ['both', 'update']) {
        const answer = await calls.call(
          'POST',
          `engine/import/area/${id}/check`,
          { columns, match: { by: 'name', mode } },
          by,
        )
        expect([account, answer.status]).toEqual([account, 403])
      }
    }
    const by = people['editor']
    const view = await calls.checked('名称,人口\n东市,11\n', byName, by)
    await step(view.id, 'write', {}, by)
    expect((await areas())[0]).toEqual(['东市', 11, 2])
    // Undoing updates does not require the permission to delete.
    expect((await calls.undo(view.id, by)).at(-1)).toEqual({ done: 1, failed: 0 })
  })

  it('refuses an undo that grants rights which its user no longer may grant', async () => {
    const users = await importCallsOn(server, 'bladeUser')
    const role = async (roleAlias: string, codes: readonly string[]) => {
      const { id } = await users.data('POST', 'blade/v1/bladeRole/save', { roleName: roleAlias, roleAlias })
      for (const code of codes)
        await users.run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}, '${code}')`)
      return id
    }
    const [much, little] = [await role('much', ['area_view']), await role('little', [])]
    const by = await users.person('chief', ['user_view', 'user_edit', 'user_import', 'role_view', 'area_view'])
    await users.person('mate', [], {})
    const mate = async () => (await users.data('GET', 'blade/v1/bladeUser/getByQuery?account=mate')).roleId
    const { id } = await users.data('GET', 'blade/v1/bladeUser/getByQuery?account=mate')
    await users.data('PUT', 'blade/v1/bladeUser/update', { id, roleId: [much] })
    const view = await users.checked('account,roleId\nmate,little\n', { by: 'account', mode: 'update' }, by)
    expect(await users.problemsOf(view.id, by)).toEqual([])
    await users.step(view.id, 'write', {}, by)
    expect(await mate()).toEqual([little])
    await users.run(`delete from engine_grant where code = 'area_view' and role_id <> ${much}`)
    // The cache of rights is cleared by the next change of a role.
    await users.data('PUT', 'blade/v1/bladeRole/update', { id: little, roleName: 'less' })
    expect((await users.undo(view.id, by)).at(-1)).toEqual({ done: 0, failed: 1 })
    expect(await mate()).toEqual([little])
  })

  it.each([
    ['a match that is not an object', 'name'],
    ['a match of another mode', { by: 'name', mode: 'replace' }],
    ['a match by a field that identifies no record', { by: 'people', mode: 'both' }],
  ])('refuses %s', async (_what, match) => {
    const { id, columns } = await calls.take('名称,人口\n东市,11\n')
    expect((await calls.call('POST', `engine/import/area/${id}/check`, { columns, match })).status).toBe(400)
    for (const lines of ['x', ['y'], { stalls: 'x' }, { stalls: { a: 'keeper' } }])
      expect((await calls.call('POST', `engine/import/area/${id}/check`, { columns, lines })).status).toBe(400)
  })
})
