import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteOldImports } from '../engine/server/services/import/delete-imports.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { breakOff, recovered } from './support/recovered.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const areas = {
  ...sampleApp,
  'resources/city/area.yaml': `title: { zh: 片区, en: Area }
menu: { under: work, icon: map, order: 40 }
display: name
fields:
  name: { type: text, required: true, unique: true, max: 20, title: { zh: 名称, en: Name } }
  kind: { type: dictionary, of: area_kind, title: { zh: 类型, en: Kind } }
  wardId: { type: reference, of: ward, title: { zh: 街区, en: Ward } }
  opened: { type: date, title: { zh: 启用日期, en: Opened } }
`,
  'dictionaries/area_kind.yaml': `title: { zh: 片区类型, en: Area kind }
entries:
  market: { key: "1", title: { zh: 农贸市场, en: Market } }
  street: { key: "2", title: { zh: 商业街, en: Street } }
`,
}

describe.each(databasesWalked('embedded'))('import endpoints on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let other: string
  let keeper: string
  const areasNow = async (): Promise<Line[]> =>
    (await calls.data('GET', 'city/v1/area/page?size=200&ascs=name')).records.map(({ name }: { name: string }) => name)

  beforeAll(async () => {
    server = await startServer(kind, areas, { settings: { host: '127.0.0.1', port: 0 } })
    calls = await importCallsOn(server, 'area')
    await calls.data('POST', 'city/v1/ward/save', { name: '清河街' })
    other = await calls.person('other', ['area_view', 'area_add', 'area_import'])
    keeper = await calls.person('keeper', ['area_view', 'area_add', 'ward_view'])
  })
  afterAll(() => server.close())
  beforeEach(() => calls.run('truncate area, engine_import, engine_import_row, engine_import_line, engine_choice'))

  it('accept a file, propose its columns, check, propose values, and write valid rows', async () => {
    const text = `名称,片区类型,所在街区,启用日期,备注
东市,农贸市场,清河街,2026-03-05,
西市,农贸市,清河,2026/13/01,看
南市,商业街,,,
东市,商业街,,,
`
    const bytes = iconv.encode(text, 'gb18030')
    const { status, body } = await calls.send(bytes)
    expect([status, body.data.encodings[0]]).toEqual([
      400,
      { encoding: 'gb18030', lines: text.split('\n').slice(0, 3) },
    ])
    const taken = await calls.take(bytes, { more: '&encoding=gb18030' })
    expect(taken).toMatchObject({
      file: '片区.csv',
      state: 'taken',
      encoding: 'gb18030',
      options: { encoding: 'gb18030' },
      head: ['名称', '片区类型', '所在街区', '启用日期', '备注'],
      rows: 4,
      columns: { 0: 'name', 3: 'opened' },
      sample: [{ row: 2, cells: ['东市', '农贸市场', '清河街', '2026-03-05', ''] }, {}, {}, {}],
    })
    const columns = { ...taken.columns, 1: 'kind', 2: 'wardId' }
    const lines = await calls.step(taken.id, 'check', { columns })
    expect(lines[0]).toEqual({ done: 0, total: 4 })
    expect(lines.at(-1).import).toMatchObject({ state: 'checked', counts: { rows: 4, wrong: 2, written: 0 } })
    const { total, problems } = await calls.data('GET', `engine/import/area/${taken.id}/problems`)
    expect(total).toBe(4)
    expect(problems).toMatchObject([
      {
        row: 3,
        column: '片区类型',
        value: '农贸市',
        message: {
          zh: '类型没有“农贸市”这个选项，可选：农贸市场、商业街',
          en: 'Kind has no choice "农贸市"; choose one of: Market, Street',
        },
        proposal: { value: '1' },
      },
      { row: 3, column: '所在街区', value: '清河', proposal: { label: { zh: '清河街' } } },
      { row: 3, column: '启用日期', value: '2026/13/01', message: { zh: '请输入正确的启用日期，如 2026-11-21' } },
      { row: 5, column: '名称', value: '东市', message: { zh: '名称与第 2 行重复' } },
    ])
    expect(problems[2].proposal).toBeUndefined()
    expect(await areasNow()).toEqual([])
    const [written] = (await calls.step(taken.id, 'write', { goodRows: true })).slice(-1)
    expect(written.import).toMatchObject({ state: 'written', counts: { rows: 4, wrong: 2, written: 2 } })
    expect(await areasNow()).toEqual(['东市', '南市'])
    expect(
      await calls.data('GET', `engine/history/area/${(await calls.data('GET', 'city/v1/area/page')).records[0].id}`),
    ).toHaveLength(1)
    // The same columns in another order: the user's choice is remembered.
    expect((await calls.take('备注,所在街区,名称\n,,北市\n')).columns).toEqual({ 1: 'wardId', 2: 'name' })
  })

  it('semantics 50: refuse a row with an invalid byte alone', async () => {
    const bytes = Buffer.from('名称,类型\n东市,商业街\n西市,商业街\n')
    const view = await calls.checked(Buffer.concat([bytes.subarray(0, 29), bytes.subarray(30)]))
    expect(view).toMatchObject({ encoding: 'utf-8', counts: { rows: 2, wrong: 1 } })
    const [[row, column]] = (await calls.problemsOf(view.id)) as [[number, string]]
    expect([row, column]).toEqual([2, '类型'])
  })

  it('find the header by its titles, read another row as chosen, and remember a title that occurs twice', async () => {
    const text = '片区登记表,二〇二六年,,\n名称,备注,类型,启用日期,备注\n甲,x,商业街,,y\n'
    const taken = await calls.take(text)
    expect(taken).toMatchObject({ headRow: 2, columns: { 0: 'name', 2: 'kind', 3: 'opened' }, rows: 1 })
    expect(await calls.take(text, { more: '&headerRow=1' })).toMatchObject({ headRow: 1, rows: 2, columns: {} })
    await calls.step(taken.id, 'check', { columns: { 1: 'name', 2: 'kind' } })
    expect((await calls.take('类型,备注\n商业街,乙\n')).columns).toEqual({ 0: 'kind', 1: 'name' })
    expect((await calls.send(text, { more: '&headerRow=x' })).body.errors).toHaveProperty(['options.headerRow'])
  })

  it('apply a proposal to every row with the same value, and check only those rows', async () => {
    const wrong = Array.from({ length: 260 }, (_, n) => `甲${n},农贸市,${n === 3 ? '2026-99-01' : ''}`).join('\n')
    const { id } = await calls.checked(`名称,类型,启用日期\n乙,商业街,\n${wrong}\n`)
    const lines = await calls.step(id, 'check', { correction: { field: 'kind', from: '农贸市', to: '1' } })
    expect(lines[0]).toEqual({ done: 0, total: 260 })
    expect(lines.at(-1).import).toMatchObject({ state: 'checked', counts: { rows: 261, wrong: 1 } })
    await calls.step(id, 'write', { goodRows: true })
    expect((await calls.data('GET', 'city/v1/area/page?kind=1')).total).toBe(259)
  })

  it('read cells as chosen, and report an ambiguous day instead of guessing', async () => {
    const taken = await calls.take('名称,街区,启用日期\n甲,NULL,1/6/2026\n乙,\\N,25.12.2026\n')
    expect(taken.options).toEqual({})
    const { columns } = taken
    await calls.step(taken.id, 'check', { columns })
    expect(await calls.codesOf(taken.id)).toEqual([
      [2, '街区', 'noRecord'],
      [2, '启用日期', 'day.order'],
      [3, '街区', 'noRecord'],
    ])
    const options = { dayOrder: 'day-first', empty: ['null', '\\N'] }
    const [checked] = (await calls.step(taken.id, 'check', { columns, options })).slice(-1)
    expect(checked.import).toMatchObject({ options, counts: { wrong: 0 } })
    const { records } = await calls.data('GET', `engine/import/area/${taken.id}/additions`)
    expect(records.map(({ values }: Line) => values)).toEqual([
      ['甲', '', '2026-06-01'],
      ['乙', '', '2026-12-25'],
    ])
    await calls.step(taken.id, 'write', {})
    const stored = await calls.data('GET', 'city/v1/area/page?ascs=opened')
    expect(stored.records.map(({ opened, wardId }: Line) => [opened, wardId])).toEqual([
      ['2026-06-01', null],
      ['2026-12-25', null],
    ])
  })

  it.each([
    ['an unknown option', { order: 'day-first' }, 'options.order'],
    ['an invalid choice', { dayOrder: 'dmy' }, 'options.dayOrder'],
    ['a text where a list is expected', { empty: 'NULL' }, 'options.empty'],
    ['an empty separator', { separators: [''] }, 'options.separators'],
    ['a list of options', ['day-first'], 'options'],
  ])('refuse %s', async (_name, options, field) => {
    const { id, columns } = await calls.take('名称\n甲\n')
    const { status, body } = await calls.call('POST', `engine/import/area/${id}/check`, { columns, options })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  it('write their choices to a mapping file, and apply it to another file', async () => {
    const taken = await calls.take('名称,所在街区,启用日期,备注\n甲,NULL,1/6/2026,x\n')
    const options = { dayOrder: 'day-first', empty: ['NULL'], encoding: 'big5' }
    const chosen = { columns: { ...taken.columns, 1: 'wardId' }, match: { by: 'name', mode: 'both' }, options }
    const {
      status,
      body: file,
      headers,
    } = await calls.call('POST', `engine/import/area/${taken.id}/mapping/file`, chosen)
    expect([status, headers['content-type']]).toEqual([200, 'application/yaml; charset=utf-8'])
    const text = String(file)
    expect(text).toBe(`resource: area
columns:
  备注: null
  名称: name
  所在街区: wardId
  启用日期: opened
match:
  by: name
  mode: both
options:
  dayOrder: day-first
  empty:
    - "NULL"
  encoding: big5
`)
    const other = await calls.take('种类,启用日期,名字,名称\n1,1/6/2026,乙,丙\n')
    const read = { file: 'areas.yaml', text: text.replace('  名称: name', '  名字: name') }
    const choice = await calls.data('POST', `engine/import/area/${other.id}/mapping`, read)
    expect(choice).toEqual({
      columns: { 1: 'opened', 2: 'name' },
      match: chosen.match,
      // The other file was read already, as UTF-8.
      options: { dayOrder: 'day-first', empty: ['NULL'] },
      unused: ['备注', '所在街区'],
    })
    const [checked] = (await calls.step(other.id, 'check', { ...choice, unused: undefined })).slice(-1)
    expect(checked.import.counts).toMatchObject({ rows: 1, wrong: 0 })
  })

  it('refuse a mapping file with a mistake, or of another resource', async () => {
    const { id } = await calls.take('名称\n甲\n')
    for (const text of ['resource: area\ncolumns: { 名称: nam }\n', 'resource: ward\ncolumns: {}\n']) {
      const { status } = await calls.call('POST', `engine/import/area/${id}/mapping`, { file: 'm.yaml', text })
      expect(status).toBe(400)
    }
  })

  it('refuse to write a mapping file with a field that cannot be imported', async () => {
    const { id } = await calls.take('名称\n甲\n')
    const body = { columns: { 0: 'createUser' } }
    expect(await calls.call('POST', `engine/import/area/${id}/mapping/file`, body)).toMatchObject({
      status: 400,
      body: { errors: { columns: '没有可导入的字段“createUser”' } },
    })
  })

  it('apply all proposals at once', async () => {
    const taken = await calls.checked('名称,类型,街区\n甲,农贸市,清河\n乙,商业,清河街\n丙,无,\n')
    expect(taken.counts).toMatchObject({ wrong: 3, fixable: 2 })
    const lines = await calls.step(taken.id, 'check', { proposals: true })
    expect(lines.at(-1).import.counts).toMatchObject({ wrong: 1, fixable: 0 })
  })

  it('write all or nothing', async () => {
    const { id } = await calls.checked('名称,类型\n甲,农贸市场\n乙,无\n')
    expect(await calls.call('POST', `engine/import/area/${id}/write`, {})).toMatchObject({
      status: 409,
      body: { reason: 'import.has-wrong' },
    })
    // A row that another user stores after the check rolls all others back.
    const { id: second } = await calls.checked(`名称\n${Array.from({ length: 300 }, (_, n) => `丙${n}`).join('\n')}\n`)
    await calls.data('POST', 'city/v1/area/save', { name: '丙299' })
    const [last] = (await calls.step(second, 'write', { goodRows: false })).slice(-1)
    expect(last.import).toMatchObject({ state: 'checked', counts: { rows: 300, wrong: 1, written: 0 } })
    expect(await areasNow()).toEqual(['丙299'])
  })

  it('roll back an all-or-nothing import whose user was deleted', async () => {
    const { id } = await calls.checked('名称\n甲\n乙\n丙\n')
    await calls.step(id, 'write', { goodRows: true })
    // The state after a server was killed in the middle.
    await calls.run(`delete from area where name = '丙'`)
    await calls.run(`update engine_import_row set written = false where row = 4`)
    await breakOff(calls, id)
    expect(await areasNow()).toHaveLength(2)
    expect(await recovered(server)).toEqual({ back: 1, failed: 0 })
    expect(await areasNow()).toEqual([])
    expect(await calls.data('GET', `engine/import/area/${id}`)).toMatchObject({
      state: 'checked',
      counts: { written: 0 },
    })
    expect((await calls.step(id, 'write', { goodRows: false })).at(-1).import).toMatchObject({ state: 'written' })
    expect(await areasNow()).toHaveLength(3)
  })

  it('roll back other imports although one cannot be rolled back', async () => {
    const wards = await importCallsOn(server, 'ward')
    const ids: string[] = []
    for (const one of [calls, wards]) {
      const { id } = await one.checked('名称\n甲乙丙\n')
      await one.step(id, 'write', {})
      await breakOff(calls, id)
      ids.push(id)
    }
    await calls.run('alter table area rename to area_elsewhere')
    const first = await recovered(server).finally(() => calls.run('alter table area_elsewhere rename to area'))
    expect(first).toEqual({ back: 1, failed: 1 })
    expect(await wards.data('GET', `engine/import/ward/${ids[1]}`)).toMatchObject({ state: 'checked' })
    expect((await calls.data('GET', 'city/v1/ward/page?name=甲乙丙')).total).toBe(0)
    expect(await recovered(server)).toEqual({ back: 1, failed: 0 })
    expect(await areasNow()).toEqual([])
  })

  it('continue writing after the client disconnects, and stop on request', { timeout: 60_000 }, async () => {
    const file = (name: string) => `名称\n${Array.from({ length: 2000 }, (_, n) => `${name}${n}`).join('\n')}\n`
    const address = await server.engine.listen()
    /** Requests a step over a connection of its own, and returns once the first rows are done. */
    const begun = async (id: string, what: string, body: unknown): Promise<AbortController> => {
      const control = new AbortController()
      const response = await fetch(`${address}/api/engine/import/area/${id}/${what}`, {
        method: 'POST',
        headers: { 'blade-auth': `bearer ${calls.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: control.signal,
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      for (let text = ''; !/"done":[1-9]/.test(text); ) text += (await reader?.read())?.value ?? ''
      return control
    }
    const stateOf = async (id: string) => {
      const { state, isBusy, counts } = await calls.data('GET', `engine/import/area/${id}`)
      return { state, isBusy, written: counts.written }
    }
    const { id: left } = await calls.take(file('甲'))
    const checking = await begun(left, 'check', { columns: { 0: 'name' } })
    checking.abort()
    await expect.poll(() => stateOf(left)).toEqual({ state: 'taken', isBusy: false, written: 0 })
    expect(await calls.call('POST', `engine/import/area/${left}/write`, {})).toMatchObject({ status: 409 })

    const { id: gone } = await calls.checked(file('乙'))
    const writing = await begun(gone, 'write', { goodRows: false })
    writing.abort()
    await expect
      .poll(() => stateOf(gone), { timeout: 30_000 })
      .toEqual({ state: 'written', isBusy: false, written: 2000 })

    // Stopped in the middle; repeated where all rows were written before the request arrived.
    const stoppedAs = async (names: readonly string[], goodRows: boolean): Promise<string> => {
      for (const name of names) {
        const { id } = await calls.checked(file(name))
        await begun(id, 'write', { goodRows })
        await calls.data('POST', `engine/import/area/${id}/stop`)
        await expect.poll(async () => (await stateOf(id)).isBusy, { timeout: 30_000 }).toBe(false)
        const { state, written } = await stateOf(id)
        const stored = (await calls.data('GET', `city/v1/area/page?name_likeright=${name}`)).total
        expect(stored).toBe(written)
        if (state !== 'written') return id
        expect(written).toBe(2000)
      }
      throw new Error('No write could be stopped in the middle.')
    }
    const stopped = await stoppedAs(['丙', '丁', '戊', '己'], false)
    expect(await stateOf(stopped)).toEqual({ state: 'checked', isBusy: false, written: 0 })
    const halved = await stoppedAs(['庚', '辛', '壬', '癸'], true)
    const { state, written } = await stateOf(halved)
    expect([state, written > 0, written < 2000]).toEqual(['writing', true, true])
    await calls.step(halved, 'write', { goodRows: true })
    expect(await stateOf(halved)).toEqual({ state: 'written', isBusy: false, written: 2000 })
  })

  it('report the result of each row, and return the wrong rows to be corrected', async () => {
    const { id } = await calls.checked('名称,类型\n甲,农贸市场\n=乙,无\n')
    await calls.step(id, 'write', { goodRows: true })
    const report = async (of: string) =>
      String((await calls.call('GET', `engine/import/area/${id}/report?of=${of}`)).body).replaceAll('\r\n', '\n')
    expect(await report('problems')).toBe(
      '\ufeff行号,列,表格中的值,问题,可以改为\n3,类型,无,类型没有“无”这个选项，可选：农贸市场、商业街,\n',
    )
    expect(await report('wrong-rows')).toBe(
      "\ufeff名称,类型,问题\n'=乙,无,类型没有“无”这个选项，可选：农贸市场、商业街\n",
    )
    const [row] = (await calls.data('GET', 'city/v1/area/page')).records
    expect(await report('rows')).toBe(
      `\ufeff行号,结果,编号,问题\n2,已导入,${row.id},\n3,未导入,,类型没有“无”这个选项，可选：农贸市场、商业街\n`,
    )
    // Corrected and uploaded again with the reasons still in the file.
    const again = await calls.checked((await report('wrong-rows')).replace(',无,', ',商业街,'))
    expect(again).toMatchObject({ counts: { rows: 1, wrong: 0 } })
    await calls.step(again.id, 'write', {})
    expect(await areasNow()).toEqual(['=乙', '甲'])
  })

  it('undo an import as a deletion that can be restored', async () => {
    const { id } = await calls.checked('名称\n甲\n乙\n')
    await calls.step(id, 'write', {})
    expect((await calls.undo(id)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect(await areasNow()).toEqual([])
    expect((await calls.data('GET', 'engine/bin/area')).total).toBe(2)
    expect((await calls.call('GET', `engine/import/area/${id}`)).status).toBe(404)
  })

  it('undo once, however many windows request it', async () => {
    const { id } = await calls.checked(`名称\n${Array.from({ length: 300 }, (_, n) => `区${n}`).join('\n')}\n`)
    await calls.step(id, 'write', {})
    const undo = () => calls.call('POST', `engine/operations/${id}/undo`)
    const answers = await Promise.all([undo(), undo(), undo()])
    const done = answers.map(({ status, body }) =>
      status === 200 ? JSON.parse(String(body).trim().split('\n').at(-1) ?? '').done : 0,
    )
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(300)
    expect(await areasNow()).toEqual([])
    expect((await undo()).body.msg).toBe('该操作已撤销')
  })

  it("are limited to the import's owner, with the permissions to import and add", async () => {
    const { id } = await calls.checked('名称\n甲\n')
    const all: [string, string, unknown?][] = [
      ['GET', `engine/import/area/${id}`],
      ['GET', `engine/import/area/${id}/problems`],
      ['GET', `engine/import/area/${id}/additions`],
      ['GET', `engine/import/area/${id}/changes`],
      ['GET', `engine/import/area/${id}/report?of=rows`],
      ['POST', `engine/import/area/${id}/check`, { columns: { 0: 'name' } }],
      ['POST', `engine/import/area/${id}/write`, {}],
      ['POST', `engine/import/area/${id}/stop`, {}],
      ['DELETE', `engine/import/area/${id}`],
    ]
    for (const [method, path, body] of all) {
      const { status } = await calls.call(method, path, body, other)
      expect([path, status]).toEqual([path, 404])
      expect([path, (await calls.call(method, path, body, keeper)).status]).toEqual([path, 403])
    }
    expect(await calls.data('GET', 'engine/import/area', undefined, other)).toEqual([])
    expect(await calls.data('GET', 'engine/import/area')).toMatchObject([
      { id, file: '片区.csv', state: 'checked', rows: 1 },
    ])
    for (const path of ['engine/import/area', 'engine/import/area/template?format=csv'])
      expect((await calls.call('GET', path, undefined, keeper)).status).toBe(403)
    expect((await calls.send('名称\n甲\n', { by: keeper })).status).toBe(403)
  })

  it('keep few imports, and delete cancelled ones', async () => {
    for (let n = 0; n < 7; n++) await calls.take(`名称\n甲${n}\n`)
    expect(await calls.data('GET', 'engine/import/area')).toHaveLength(5)
    for (const { id } of await calls.data('GET', 'engine/import/area'))
      await calls.data('DELETE', `engine/import/area/${id}`)
    for (const table of ['engine_import', 'engine_import_row', 'engine_import_line'])
      expect((await calls.run(`select 1 from ${table}`)).rows).toEqual([])
  })

  it('leave nothing of an upload that was interrupted', async () => {
    const { id } = await calls.checked('名称\n甲\n')
    const tables = {
      engine_import_row: `row, record_id, record) select n, 1, 2, '{}'`,
      engine_import_line: `part, row, cells) select n, 'stalls', 2, '[]'`,
    }
    for (const [table, rest] of Object.entries(tables))
      await calls.run(`insert into ${table} (import_id, ${rest} from unnest(array[1, 2, 9000000000000000000]) n`)
    await deleteOldImports(server.engine.database.kysely, new Date())
    const left = Object.keys(tables).map(
      async table => (await calls.run(`select import_id::text as id from ${table}`)).rows,
    )
    expect(await Promise.all(left)).toEqual([[{ id }], [{ id }]])
  })

  it('accept their own template', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { body } = await calls.call('GET', `engine/import/area/template?format=${format}`)
      const refused = await calls.send(body, { name: `模板.${format}` })
      expect(refused.body.reason).toBe('file.no-rows')
    }
    const { body } = await calls.call('GET', 'engine/import/area/template?format=csv')
    expect(String(body)).toBe(
      '\ufeff*名称,类型,街区,启用日期\r\n# 说明：必填，单行文本，最多 20 个字，例如 文本1,选填，只能填：农贸市场、商业街，例如 农贸市场,选填，已有的街区：填名称或唯一的编号,选填，日期，例如 2026-03-02\r\n',
    )
    const filled = await calls.take(`${body}丁,商业街,清河街,2026-05-01\r\n`)
    expect(filled).toMatchObject({ rows: 1, columns: { 0: 'name', 1: 'kind', 2: 'wardId', 3: 'opened' } })
  })

  it.each([
    ['nothing', '', 'file.empty'],
    ['only a header', '名称\n', 'file.no-rows'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), 'file.no-text'],
    ['a zip that is not a workbook', Buffer.from('PK\u0003\u0004 and more'), 'file.damaged'],
  ])('refuse %s and store nothing of it', async (_what, file, reason) => {
    expect(await calls.send(file)).toMatchObject({ status: 400, body: { reason } })
    expect((await calls.run('select 1 from engine_import')).rows).toEqual([])
  })

  it.each([
    ['a repeated field', { 0: 'name', 1: 'name' }, 'columns.twice'],
    ['no required field', { 1: 'kind' }, 'columns.missing'],
    ['an unknown field', { 0: 'nam' }, 'columns.unknown'],
    ['no column', {}, 'columns.none'],
  ])('refuse columns with %s before checking any row', async (_what, columns, reason) => {
    const { id } = await calls.take('名称,类型\n甲,农贸市场\n')
    expect(await calls.call('POST', `engine/import/area/${id}/check`, { columns })).toMatchObject({
      status: 400,
      body: { reason },
    })
  })
})
