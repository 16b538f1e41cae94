import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, startServer } from './support/server.ts'

describe.each(databasesWalked('embedded'))('the state of a server on $kind', kind => {
  it('is for administrators of the platform, and for Prometheus with its token; a refusal has the id of its log line', async () => {
    const metricsToken = 'kJ83hd7-hf73Hdk2lq0-Zmx84jskw1Ab'
    const server = await startServer(kind, sampleApp, { settings: { metricsToken } })
    try {
      rmSync(server.dataDir, { recursive: true, force: true })
      const refused = await server.call('GET', '/api/engine/status')
      expect(refused.status).toBe(401)
      const id = String(refused.headers['x-request-id'])
      expect(server.log.some(line => JSON.parse(line).reqId === id && JSON.parse(line).status === 401)).toBe(true)
      const token = await server.signIn('admin', adminPassword)
      const { body } = await server.call('GET', '/api/engine/status', { token })
      expect(body.data).toMatchObject({
        database: { kind: kind.kind, size: expect.any(Number), failing: 0, sessions: 1 },
        disk: { free: expect.any(Number) },
        backup: null,
        slow: expect.any(Array),
      })
      expect(body.data.version).toMatch(/^\d+\.\d+/)
      expect((await server.call('GET', '/metrics', { token })).status).toBe(401)
      const metrics = await server.call('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
      const text = String(metrics.body)
      expect(metrics.status, text).toBe(200)
      expect(text).toContain(
        'mingchu_http_request_seconds_count{method="GET",route="/api/engine/status",status="200"} 1',
      )
      expect(text).toMatch(/mingchu_jobs_failing 0\n/)
    } finally {
      await server.close()
    }
  })

  it('has no metrics without a token of their own', async () => {
    const server = await startServer(kind, sampleApp)
    const token = await server.signIn('admin', adminPassword)
    expect((await server.call('GET', '/metrics', { token })).status).toBe(404)
    await server.close()
  })
})
