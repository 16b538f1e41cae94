import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

const [minute, hour] = [60_000, 3_600_000]
const day = 24 * hour

describe.each(databasesUnderTest())('semantics 36: what expires by the clock of the server ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  /** Milliseconds by which the clock is ahead. It never goes back, as what is stored then would be of the future. */
  let ahead = 0

  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    server.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }), ...(headers && { headers }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const count = async (table: string, where = 'true') =>
    (
      await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)} where ${sql.raw(where)}`.execute(
        server.engine.database.kysely,
      )
    ).rows[0]?.n
  const signIn = async () => {
    token = await server.signIn('admin', adminPassword)
  }
  const move = async (milliseconds: number) => {
    ahead += milliseconds
    await signIn()
  }
  /** Runs a job of the engine now, and returns the number of its effects. */
  const runJob = async (name: string): Promise<number> => {
    const { records } = await data('GET', 'sys/v1/sysTask/page?size=200')
    const { id } = records.find(({ code }: { code: string }) => code === name)
    const runs = async () => (await data('GET', `sys/v1/sysTaskLog/page?taskId_equal=${id}&size=200`)).records
    const ended = async () =>
      (await runs()).filter(({ taskResult }: { taskResult: string }) => taskResult !== 'running').length
    const before = await ended()
    await data('POST', 'sys/v1/sysTask/run', { id })
    await expect.poll(ended, { timeout: 15_000, interval: 25 }).toBeGreaterThan(before)
    const [last] = await runs()
    expect([last.taskResult, last.message]).toEqual(['done', null])
    return last.effects
  }

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { clockShift: () => ahead, jobInterval: 30 })
    // The first runs of all jobs.
    await signIn()
    await vi.waitFor(
      async () => {
        const { records } = await data('GET', 'sys/v1/sysTask/page?size=200')
        for (const { taskState } of records) expect(taskState).toBe('waiting')
      },
      { timeout: 20_000, interval: 50 },
    )
  })
  afterAll(() => server.close())
  beforeEach(signIn)

  it('deletes an import that was not written after a day', async () => {
    const upload = () =>
      server.call('POST', `/api/engine/import/ward?name=${encodeURIComponent('街区.csv')}`, {
        token,
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.from('名称\n甲街\n'),
      })
    dataOf(await upload())
    await move(day - minute)
    // Of the same owner, a minute before the first expires.
    const { id } = dataOf(await upload())
    expect([await runJob('import-expiry'), await count('engine_import')]).toEqual([0, 2])
    await move(2 * minute)
    expect([await runJob('import-expiry'), await count('engine_import', `id = ${id}`)]).toEqual([1, 1])
    await move(day)
    expect([await runJob('import-expiry'), await count('engine_import')]).toEqual([1, 0])
  })

  it('deletes an upload to which nothing refers after a day, and one of a draft after eight', async () => {
    const upload = async (): Promise<string> => {
      const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
      const picture = greyPng(4, 4, new Uint8Array(16).fill(128))
      const sent = await server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
        token,
        headers: { 'content-type': 'multipart/form-data; boundary=cut' },
        body: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--cut--\r\n')]),
      })
      return dataOf(sent).link
    }
    const [used, drafted] = [await upload(), await upload(), await upload()]
    await data('POST', 'city/v1/ward/save', { name: '有图街', pictures: [used] })
    await data('POST', 'engine/uploads/extend', { links: [drafted] })
    await move(day - minute)
    expect([await runJob('upload-expiry'), await count('engine_upload')]).toEqual([0, 3])
    await move(2 * minute)
    expect([await runJob('upload-expiry'), await count('engine_upload')]).toEqual([1, 2])
    await move(7 * day)
    expect([await runJob('upload-expiry'), await count('engine_upload')]).toEqual([1, 1])
    expect((await server.call('GET', used, { token })).status).toBe(200)
  })

  it('locks an account for half an hour after too many failed sign-ins, and deletes their counts', async () => {
    const attempt = async (password: string) => {
      const parameters = { tenantId: '000000', username: 'admin', password, grant_type: 'password' }
      return (await server.call('POST', tokenPath, { headers: webClient, body: parameters })).body
    }
    for (let n = 0; n < 5; n++) expect((await attempt('wrong')).error).toBe('invalid_grant')
    ahead += 29 * minute
    expect((await attempt(adminPassword)).error).toBe('access_denied')
    ahead += 2 * minute
    expect(await attempt(adminPassword)).toHaveProperty('access_token')
    expect((await attempt('wrong')).error).toBe('invalid_grant')
    await signIn()
    await attempt('wrong')
    const counted = await count('engine_sign_in_failure', 'failures > 0')
    await move(29 * minute)
    await runJob('session-expiry')
    expect(counted).toBeGreaterThan(0)
    expect(await count('engine_sign_in_failure', 'failures > 0')).toBeGreaterThan(0)
    await move(2 * hour)
    await runJob('session-expiry')
    expect(await count('engine_sign_in_failure', 'failures > 0')).toBe(0)
  })

  it('ends a token and a session, with the reason, and deletes the session', async () => {
    await sql`insert into blade_client (id, client_id, client_secret, authorized_grant_types, scope, access_token_validity, refresh_token_validity)
      values (1, 'short', '', '{password,refresh_token}', 'all', 600, 7200)`.execute(server.engine.database.kysely)
    const headers = { authorization: `Basic ${Buffer.from('short:').toString('base64')}` }
    const grant = (parameters: Record<string, string>) =>
      server.call('POST', `${tokenPath}?${new URLSearchParams({ tenantId: '000000', ...parameters })}`, { headers })
    const granted = await grant({ grant_type: 'password', username: 'admin', password: adminPassword })
    const { access_token, refresh_token, jti } = granted.body
    const read = () => server.call('GET', '/api/city/v1/ward/page', { token: access_token })
    expect((await read()).status).toBe(200)
    ahead += 9 * minute
    expect((await read()).status).toBe(200)
    ahead += 2 * minute
    // Tokens are known for 0.8 s.
    await expect.poll(async () => (await read()).status, { timeout: 3_000, interval: 100 }).toBe(401)
    expect((await read()).body).toMatchObject({ msg: '令牌已过期', reason: 'expired' })
    const again = await grant({ grant_type: 'refresh_token', refresh_token })
    expect(again.status).toBe(200)
    ahead += 29 * minute
    await signIn()
    await runJob('session-expiry')
    expect(await count('engine_session', `id = '${jti}'`)).toBe(1)
    ahead += 2 * minute
    const late = await grant({ grant_type: 'refresh_token', refresh_token: again.body.refresh_token })
    expect([late.status, late.body.reason]).toEqual([401, 'expired'])
    await signIn()
    await runJob('session-expiry')
    expect(await count('engine_session', `id = '${jti}'`)).toBe(0)
  })

  it('repeats an answer for a day, and accepts the key for another request afterwards', async () => {
    const save = (name: string) => call('POST', 'city/v1/ward/save', { name }, { 'idempotency-key': 'expiry-1' })
    const first = dataOf(await save('重试街'))
    await move(day - minute)
    expect(dataOf(await save('重试街')).id).toBe(first.id)
    expect(await save('另一街')).toMatchObject({ status: 409 })
    await runJob('idempotency-key-expiry')
    expect(await count('engine_idempotency', `key = 'expiry-1'`)).toBe(1)
    await move(2 * minute)
    expect(dataOf(await save('另一街')).id).not.toBe(first.id)
    await move(day + minute)
    await runJob('idempotency-key-expiry')
    expect(await count('engine_idempotency', `key = 'expiry-1'`)).toBe(0)
  })

  it('closes a tenant at the end of its licence', async () => {
    const until = new Date(Date.now() + ahead + hour).toISOString()
    await sql`update blade_tenant set expire_time = ${until}::timestamptz where tenant_id = '000000'`.execute(
      server.engine.database.kysely,
    )
    expect((await call('GET', 'city/v1/ward/page')).status).toBe(200)
    ahead += 9 * minute
    await signIn()
    ahead += 52 * minute
    const body = { tenantId: '000000', username: 'admin', password: adminPassword, grant_type: 'password' }
    const refused = await server.call('POST', tokenPath, { headers: webClient, body })
    expect([refused.status, refused.body.error_description]).toEqual([400, '租户授权已过期,请联系管理员'])
    await sql`update blade_tenant set expire_time = null`.execute(server.engine.database.kysely)
  })
})
