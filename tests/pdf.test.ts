import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { createPdfRenderer } from '../engine/server/services/pdf/pdf-renderer.ts'
import { databasesWalked } from './support/databases.ts'
import { readPdf } from './support/pdf-text.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { storeFile } from './support/stored-files.ts'
import { trialApp, trialHandlers } from './support/trial-app.ts'

/** The trial app, whose keepers may also export their ward, and whose parts have a share. */
const app = {
  ...trialApp,
  'resources/city/ward.yaml': String(trialApp['resources/city/ward.yaml']).replace(
    'allow: [view, edit]',
    'allow: [view, edit, export]',
  ),
  'resources/city/trial.yaml': String(trialApp['resources/city/trial.yaml']).replace(
    'columns: [thing, grams]',
    'columns: [thing, grams, share]',
  ),
  'resources/city/leaflet.yaml': `title: { zh: 便笺, en: Leaflet }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  body: { type: longtext, max: 4000, title: { zh: 正文, en: Body } }
  after: { type: longtext, max: 4000, title: { zh: 附注, en: Note } }
  photos: { type: image, many: true, title: { zh: 照片, en: Photos } }
form:
  - { title: { zh: 甲组, en: First }, fields: [name, body] }
  - { title: { zh: 乙组, en: Second }, fields: [after] }
  - { title: { zh: 丙组, en: Third }, fields: [photos] }
`,
  'resources/city/trialPart.yaml': String(trialApp['resources/city/trialPart.yaml']).replace(
    '\n  grams:',
    '\n  share: { type: decimal, scale: 3, title: { zh: 占比, en: Share } }\n  grams:',
  ),
}

describe.each(databasesWalked('postgres'))('record as PDF on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  let keeper: string
  let own: string
  let other: string

  const save = async (path: string, body: object): Promise<string> => {
    const answer = await server.call('POST', `/api/${path}/save`, { token, body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return String(answer.body.data.id)
  }
  const pdf = (path: string, by = token, language = 'zh') =>
    server.call('GET', `/api/engine/pdf/${path}`, { token: by, headers: { 'accept-language': language } })
  const read = async (...asked: Parameters<typeof pdf>) => {
    const { status, body } = await pdf(...asked)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return readPdf(body)
  }

  beforeAll(async () => {
    server = await startServer(kind, app, { handlers: trialHandlers })
    token = await server.signIn('admin', adminPassword)
    own = await save('city/v1/ward', { name: '自己的街区', people: 1200, secretNote: '不给看门人看' })
    other = await save('city/v1/ward', { name: '别人的街区', secretNote: '=1+1' })
    const roleId = await save('blade/v1/bladeRole', { roleName: '看门人', roleAlias: 'keeper' })
    for (const code of ['ward_view', 'ward_export', 'letter_view'])
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${roleId}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    const { deptId } = (await server.call('GET', '/api/blade-user/info', { token })).body.data
    await save('blade/v1/bladeUser', {
      ...{ account: 'keeper', name: '看门人', realName: '看门人', password: 'Keeper-26' },
      ...{ roleId: [roleId], deptId: [String(deptId)], ownerIds: [own] },
    })
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    keeper = await server.signIn('keeper', 'Keeper-26')
  })
  afterAll(() => server.close())

  it('contains its title, state, fields with labels and names, lines, and the user who printed it', async () => {
    const id = await save('city/v1/trial', {
      ...{ name: '𠮷 & <b>第一次</b>', wardId: own, story: '第一行\n=2+3', count: -0, price: 1012.5, isGood: true },
      ...{ begin: '2026-11-01', colour: '1', colours: ['1', '2'], data: { 键: ['=1'] }, email: 'a@b.cn' },
      parts: [
        { thing: '大米', grams: 500, share: 0.28 },
        { thing: '食用油', grams: 1250, share: 0.725 },
      ],
    })
    const { status, headers, body } = await pdf(`trial/${id}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="[ -~]+ \d{4}-\d\d-\d\d\.pdf"; filename\*=UTF-8''%E8%AF%95%E9%AA%8C%20/,
    )
    const { pages, text } = readPdf(body)
    for (const part of [
      ...[
        '试验',
        '& <b>第一次</b>',
        '进行',
        '扫码查看',
        '街区自己的街区',
        '经过第一行=2+3',
        '单价（元）1,012.50',
        '合格是',
      ],
      ...[
        '开始2026-11-01',
        '颜色红',
        '多种颜色红、蓝',
        '邮箱a@b.cn',
        '组成物品克占比大米5000.280食用油1,2500.725',
        '总克数1,750',
      ],
      ...['创建人', '管理员 打印于 2', `1 / ${pages}`],
    ])
      expect(text).toContain(part)
    const file = (await pdf(`trial/${id}`, token, 'en')).body as Buffer
    expect(/\n(\d+) 0 obj\n\(Sample\)[\s\S]*\/Creator \1 0 R/.test(file.toString('latin1'))).toBe(true)
    const english = readPdf(file).text
    for (const part of [
      'Trial',
      'Open',
      'Scan to open',
      'Ward自己的街区',
      'GoodYes',
      'ColoursRed, Blue',
      'Printed by ',
    ])
      expect(english).toContain(part)
  })

  it('continues over pages, with page numbers and repeated headers of the lines', async () => {
    const lines = Array.from({ length: 120 }, (_one, n) => ({ thing: `物品${n}`, quantity: 1, price: n }))
    const id = await save('city/v1/purchase', { wardId: own, title: '长'.repeat(200), lines })
    const { pages, text } = await read(`purchase/${id}`)
    expect(pages).toBeGreaterThan(2)
    expect(text.split('物品数量单价（元）金额（元）')).toHaveLength(pages + 1)
    for (const part of ['物品0', '物品119', `1 / ${pages}`, `${pages} / ${pages}`]) expect(text).toContain(part)
  })

  it('shows readable pictures, and names the others', async () => {
    const whole = greyPng(40, 30, new Uint8Array(40 * 30))
    const broken = Buffer.concat([whole.subarray(0, 40), Buffer.from('no picture')])
    const links = [
      await storeFile(server, '照片.png', whole),
      await storeFile(server, 'broken.png', broken),
      await storeFile(server, 'gone.png'),
    ]
    const withPictures = (pictures: readonly unknown[], name: string) => save('city/v1/ward', { name, pictures })
    const good = await read(`ward/${await withPictures([links[0], links[2]], '有图')}`)
    expect(good).toMatchObject({ pictures: 1, text: expect.stringContaining('gone.png') })
    const alone = await read(`ward/${await withPictures([links[0]], '一图')}`)
    expect(alone.pictures).toBe(1)
    expect(alone.text).not.toContain('照片.png')
    const bad = await read(`ward/${await withPictures(links, '坏图')}`)
    expect(bad).toMatchObject({ pictures: 1, text: expect.stringMatching(/broken\.png.*gone\.png/) })
    expect(bad.text).not.toContain('照片.png')
  })

  it("draws the camera's photo of many pixels without decoding it", async () => {
    // Only the beginning of a JPEG of 8000 by 6000 pixels.
    const frame = Buffer.from('ffd8ffc0000b0817701f400101110000ffd9', 'hex')
    const pictures = [await storeFile(server, 'camera.jpg', frame)]
    expect((await read(`ward/${await save('city/v1/ward', { name: '大图', pictures })}`)).pictures).toBe(1)
  })

  it('keeps each title on the page of its content', async () => {
    const photos = [await storeFile(server, 'a.png', greyPng(400, 300, new Uint8Array(400 * 300)))]
    for (let lines = 30; lines < 44; lines++) {
      const texts = { body: '长\n'.repeat(lines), after: '短'.repeat(400) }
      const sheets = (await read(`leaflet/${await save('city/v1/leaflet', { name: '便笺', ...texts, photos })}`)).texts
      const pageOf = (part: string) => sheets.findIndex(text => text.includes(part))
      expect([lines, pageOf('乙组')]).toEqual([lines, pageOf('附注短')])
      expect([lines, pageOf('丙组')]).toEqual([lines, pageOf('丙组照片')])
    }
  })

  it.each([
    ['short', 'a.cn'],
    ['usual', 'mingchu.example.gov.cn'],
    ['long', `${'m'.repeat(60)}.${'n'.repeat(20)}.example.gov.cn:8443`],
  ])("draws the QR code of a %s link large enough for a phone at arm's length", async (_how, host) => {
    const { body } = await server.call('GET', `/api/engine/pdf/ward/${own}`, { token, headers: { host } })
    const squares = readPdf(body).rectangles.filter(([width, height]) => width === height && width > 0.5)
    const [whole = 0, ...parts] = squares.map(([side]) => side).sort((one, other) => other - one)
    expect(parts.length).toBeGreaterThan(200)
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(2)
    // 22 mm in points.
    expect(whole).toBeGreaterThanOrEqual(62)
  })

  it('shows nothing that an export would hide', async () => {
    expect((await read(`ward/${own}`)).text).toContain('不给看门人看')
    const { text } = await read(`ward/${own}`, keeper)
    expect(text).toContain('自己的街区')
    expect(text).not.toContain('不给看门人看')
    expect(text).not.toContain('内部备注')
    expect(await pdf(`ward/${other}`, keeper)).toMatchObject({ status: 404, body: { success: false } })
  })

  it('is refused to a user who may view but not export', async () => {
    const id = await save('city/v1/letter', { wardId: own, subject: '通知一' })
    expect((await server.call('GET', `/api/city/v1/letter/getById?id=${id}`, { token: keeper })).status).toBe(200)
    expect(await pdf(`letter/${id}`, keeper)).toMatchObject({ status: 403 })
  })

  it.each([
    ['a missing record', 'ward/1', 404],
    ['an invalid id', 'ward/x', 404],
    ['an unknown resource', 'nothing/1', 404],
  ])('is refused for %s', async (_what, path, status) => {
    expect(await pdf(path)).toMatchObject({ status, body: { success: false } })
  })

  it('limits concurrent drawings, and responds to others with Retry-After', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => pdf(`ward/${own}`)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(16)
    for (const { status, headers } of answers.filter(answer => answer.status !== 200)) {
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('5')
    }
    expect((await pdf(`ward/${own}`)).status).toBe(200)
  })

  it('refuses a paper that takes more memory or time than one may', async () => {
    const renderer = createPdfRenderer()
    const columns = ['甲', '乙', '丙'].map(caption => ({ caption, isRight: false }))
    const rows = Array.from({ length: 200_000 }, (_one, n) => [`${n}`, '一', '二'])
    const groups = [{ parts: [{ kind: 'table' as const, columns, rows }] }]
    const texts = { brand: '样例', kind: '箱', title: '大', link: 'https://a/b', linkHint: '扫码', footer: '管理员' }
    const refusal = await renderer.draw({ language: 'zh', groups, made: [], ...texts }).catch((error: unknown) => error)
    await renderer.close()
    expect(refusal).toMatchObject({
      code: 'pdf.too-large',
      status: 413,
      text: {
        zh: '该记录内容过多，无法生成 PDF，请改用导出或浏览器打印',
        en: 'The record is too large for a PDF; export it, or print the page',
      },
    })
  })
})
