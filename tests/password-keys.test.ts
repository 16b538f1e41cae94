import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typeOf } from '../engine/fields/index.ts'
import type { Field, Resource } from '../engine/model/model.ts'
import { apiPath } from '../engine/model/names.ts'
import { databasesUnderTest } from './support/databases.ts'
import { goodRecord } from './support/good-records.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'resources/city/gate.yaml': `title: { zh: 门禁, en: Gate }
menu: { under: work, icon: key, order: 50 }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  code: { type: password, title: { zh: 口令, en: Code } }
`,
}
const secret = 'Geheim#2026'

describe.each(databasesUnderTest())('password in an endpoint with a key, on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  const sent: unknown[] = []
  const secretsOf = (resource: Resource): Field[] => resource.fields.filter(field => typeOf(field).secret)
  const send = async (method: string, path: string, body: object) => {
    sent.push(body)
    const headers = { 'idempotency-key': `key-${sent.length}` }
    const answer = await server.call(method, path, { token, headers, body })
    expect([path, answer.body]).toMatchObject([path, { code: 200 }])
    return answer.body.data
  }
  const stored = async (at = server) => {
    const { rows } = await sql<{ key: string; digest: string }>`
      select * from engine_idempotency`.execute(at.engine.database.kysely)
    return rows
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it('leaves nothing in the database that allows guessing it', async () => {
    const model = server.engine.model()
    const { deptId } = (await server.call('GET', '/api/blade-user/info', { token })).body.data
    const role = await send('POST', '/api/blade/v1/bladeRole/save', { roleName: '门卫', roleAlias: 'porter' })
    const known = { bladeRole: [role.id as string], bladeDept: [deptId as string] }
    const holders = Object.values(model.resources).filter(
      resource => secretsOf(resource).length > 0 && resource.allowIf?.edit !== 'false',
    )
    expect(holders.map(({ name }) => name).sort()).toEqual([
      ...['bladeClient', 'bladeDatasource', 'bladeIdentitySource', 'bladeOss', 'bladeSms', 'bladeUser', 'gate'],
    ])
    for (const resource of holders) {
      const secrets = Object.fromEntries(secretsOf(resource).map(({ name }) => [name, secret]))
      const record = { ...goodRecord(model, resource, known, 3), ...secrets }
      const { id } = await send('POST', `${apiPath(resource)}/save`, record)
      await send('PUT', `${apiPath(resource)}/update`, { id, ...secrets })
    }

    const rows = await stored()
    expect(rows.length).toBe(1 + 2 * holders.length)
    const guesses = new Set(
      sent.flatMap(body =>
        [
          body,
          ...holders.flatMap(({ name }) => [
            ['save', name, body],
            ['update', name, body],
          ]),
        ].flatMap(call =>
          (['base64url', 'base64', 'hex'] as const).map(form =>
            createHash('sha256').update(JSON.stringify(call)).digest(form),
          ),
        ),
      ),
    )
    for (const row of rows) {
      expect(guesses.has(row.digest)).toBe(false)
      expect(JSON.stringify(row)).not.toContain(secret)
    }
  })

  it("is hashed with the server's secret: another secret gives another hash", async () => {
    const other = await startServer(kind, app, { settings: { tokenSecret: 'x'.repeat(40) } })
    const digestAt = async (at: ServerUnderTest) => {
      const by = await at.signIn('admin', adminPassword)
      const body = { name: '西门', code: secret }
      await at.call('POST', '/api/city/v1/gate/save', { token: by, headers: { 'idempotency-key': 'west' }, body })
      return (await stored(at)).find(({ key }) => key === 'west')?.digest
    }
    const [here, there] = [await digestAt(server), await digestAt(other)]
    expect([here, there]).toEqual([expect.any(String), expect.any(String)])
    expect(here).not.toBe(there)
    await other.close()
  })
})
