import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('postgres'))('export on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  const ask = (path: string, headers: Record<string, string> = {}) =>
    server.call('GET', `/api/engine/export/${path}`, { token, headers })
  const save = async (path: string, body: object) => {
    const answer = await server.call('POST', `/api/city/v1/${path}/save`, { token, body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return String(answer.body.data.id)
  }

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    token = await server.signIn('admin', 'Harbour-2026')
    const east = await save('ward', { name: '东街', people: 1200, secretNote: '=1+1' })
    await save('ward', { name: '"西", 街', people: 5, secretNote: "'=x" })
    await save('letter', { wardId: east, subject: '=cmd|calc', deadline: '2026-12-01' })
    await save('purchase', {
      wardId: east,
      title: '一月',
      lines: [
        { thing: '米', quantity: 2, price: 3.5 },
        { thing: '油', quantity: 1, price: 40 },
      ],
    })
  })
  afterAll(() => server.close())

  it("writes the list's columns with labels instead of keys, as UTF-8 that spreadsheets recognise", async () => {
    const { status, headers, body } = await ask('ward?format=csv&columns=name,people,secretNote&ascs=people')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="_ \d{4}-\d\d-\d\d.csv"; filename\*=UTF-8''%E8%A1%97%E5%8C%BA%20\d{4}-\d\d-\d\d.csv$/,
    )
    expect(String(body)).toBe('\ufeff名称,人口,内部备注\r\n"""西"", 街",5,\'\'=x\r\n东街,1200,\'=1+1\r\n')
  })
  it("writes headers in the request's language, and defuses formulas", async () => {
    const { status, body } = await ask('letter?format=csv', { 'accept-language': 'en' })
    expect(status).toBe(200)
    expect(String(body)).toBe("\ufeffWard,Subject,Deadline,State\r\n东街,'=cmd|calc,2026-12-01,Draft\r\n")
  })
  it('writes workbooks, which are ZIP files', async () => {
    const { status, headers, body } = await ask('purchase?format=xlsx&columns=title,lines,total,wardId')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(Buffer.from(body).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04', 'latin1'))
  })
})
