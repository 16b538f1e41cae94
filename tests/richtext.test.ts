import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'resources/city/lesson.yaml': `title: { zh: 课程, en: Lesson }
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  body: { type: richtext, max: 20, title: { zh: 正文, en: Text } }
list: { columns: [name, body], search: [name, body] }
actions:
  copy: { title: { zh: 复制, en: Copy }, creates: { of: course, fields: [body] } }
`,
  'resources/city/course.yaml': `title: { zh: 讲义, en: Course }
fields:
  body: { type: richtext, title: { zh: 正文, en: Text } }
  note: { type: text, title: { zh: 备注, en: Note } }
`,
}

describe.each(databasesWalked('postgres'))('semantics C8: formatted text, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  const save = (name: string, body: unknown) => calls.call('POST', 'city/v1/lesson/save', { name, body })
  const stored = async (id: string) => (await calls.data('GET', `city/v1/lesson/getById?id=${id}`)).body
  const html = '<h2>洗手</h2><p><strong>食</strong>品 &lt;安全&gt;</p>'

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'lesson')
  })
  afterAll(() => server.close())

  it('is stored in one form, and refused with the tag that does not fit', async () => {
    const { id } = (await save('甲', html.replace('<h2>', '<H2 >'))).body.data
    expect(await stored(id)).toBe(html)
    const refused = await save('乙', '<p>一</p><script>alert(1)</script>')
    expect([refused.status, refused.body.errors.body]).toEqual([400, expect.stringContaining('<script>')])
    expect((await save('丙', `<p><strong>${'字'.repeat(20)}</strong></p>`)).status).toBe(200)
    expect((await save('丁', `<p>${'字'.repeat(21)}</p>`)).status).toBe(400)
    const { creates } = await calls.data('POST', 'city/v1/lesson/copy', { id })
    expect((await calls.data('GET', `city/v1/course/getById?id=${creates[0].id}`)).body).toBe(html)
  })

  it('is found by its text', async () => {
    const found = async (text: string) =>
      (await calls.data('GET', `city/v1/lesson/page?body=${encodeURIComponent(text)}`)).records.length
    expect(await Promise.all(['食品', '品 <安全>', 'strong', 'lt;'].map(found))).toEqual([1, 1, 0, 0])
  })

  it('is exported as text, whose import leaves the format unchanged', async () => {
    const [{ id }] = (await calls.data('GET', encodeURI('city/v1/lesson/page?name=甲'))).records
    const query = 'engine/export/lesson?format=csv&columns=name,body&name=甲'
    const file = String((await calls.call('GET', encodeURI(query))).body)
    expect(file).toContain('"洗手\n食品 <安全>"')
    const again = await calls.checked(file, { by: 'name', mode: 'update' })
    await calls.step(again.id, 'write', {})
    expect(await stored(id)).toBe(html)
    const other = await calls.checked(file.replace('洗手', '消毒'), { by: 'name', mode: 'update' })
    await calls.step(other.id, 'write', {})
    expect(await stored(id)).toBe('<p>消毒</p><p>食品 &lt;安全&gt;</p>')
  })
})
