import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked, type Place } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { type ServerProcess, signIn, startServerProcess } from './support/server-process.ts'

const rows = 3000
const changed = 1500
const timeout = 600_000
const newPassword = 'Changed-26'

describe.each(databasesWalked('embedded'))('an all-or-nothing import ($kind)', kind => {
  let place: Place
  let appDir: string
  let server: ServerProcess
  /** On PostgreSQL a second process; an embedded database has one at a time. */
  let other: ServerProcess | undefined

  beforeEach(async () => {
    ;[place, appDir] = [await kind.place(), writeApp(sampleApp)]
    server = await startServerProcess(place, appDir)
    other = kind.kind === 'postgres' ? await startServerProcess(place, appDir) : undefined
  })
  afterEach(async () => {
    await server.stop()
    if (other && other !== server) await other.stop()
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  })

  const data = async (method: string, path: string, body?: unknown) =>
    (await (await server.send(method, `/api/${path}`, body)).json()).data

  /** Adds a tenant; its administrator's token. */
  const tokenOfNew = async (tenantId: string): Promise<string> => {
    const { id } = await data('POST', 'blade/v1/bladeTenant/save', { tenantId, tenantName: '分局' })
    const { password } = await data('POST', 'blade/v1/bladeTenant/issuePassword', { id })
    const parameters = new URLSearchParams({
      oldPassword: password,
      newPassword,
      newPassword1: newPassword,
    })
    const first = await signIn(server.address, 'admin', password, tenantId)
    const changing = await fetch(`${server.address}/api/blade-user/update-password?${parameters}`, {
      method: 'POST',
      headers: { 'blade-auth': `bearer ${first}` },
    })
    expect(changing.status).toBe(200)
    return signIn(server.address, 'admin', newPassword, tenantId)
  }

  it.each([
    ['after the first rows', 1],
    ['in the middle', rows / 2],
    ['after the last row, before all are published', rows],
  ])(
    'semantics 15: shows none of its rows or all when its server is killed %s',
    { timeout },
    async (_when, written) => {
      const total = async () => (await data('GET', 'city/v1/ward/page?size=1')).total
      const sent = await fetch(`${server.address}/api/engine/import/ward?name=x.csv`, {
        method: 'POST',
        headers: { 'blade-auth': `bearer ${server.token}`, 'content-type': 'application/octet-stream' },
        body: `名称,人口\n${Array.from({ length: rows }, (_, n) => `街区${n},${n}`).join('\n')}\n`,
      })
      const { id, columns } = (await sent.json()).data
      await (await server.send('POST', `/api/engine/import/ward/${id}/check`, { columns })).text()
      const writing = await server.send('POST', `/api/engine/import/ward/${id}/write`, { goodRows: false })
      const reader = writing.body?.pipeThrough(new TextDecoderStream()).getReader()
      const doneIn = (text: string) => Number([...text.matchAll(/"done":(\d+)/g)].at(-1)?.[1] ?? 0)
      for (let text = ''; doneIn(text) < written; ) text += (await reader?.read())?.value ?? ''
      const totals = [await total()]
      await server.kill()
      server = other ?? (await startServerProcess(place, appDir))
      let state = 'writing'
      while (state === 'writing') {
        totals.push(await total())
        ;({ state } = await data('GET', `engine/import/ward/${id}`))
      }
      // Only at the end, the server may have published before it was killed.
      expect(state).toMatch(written === rows ? /^(checked|written)$/ : /^checked$/)
      const visible = state === 'written' ? rows : 0
      totals.push(await data('GET', 'city/v1/ward/exactTotal'))
      expect([totals.at(-1), totals.filter(one => one !== 0 && one !== visible)]).toEqual([visible, []])
      if (state === 'written') return
      await (await server.send('POST', `/api/engine/import/ward/${id}/write`, { goodRows: false })).text()
      expect(await data('GET', 'city/v1/ward/exactTotal')).toBe(rows)
    },
  )

  it.each([
    ['the platform', '000000'],
    ['another tenant', '200001'],
  ])(
    'restores all former values as the system when its server is killed while updating records of %s',
    { timeout },
    async (_whose, tenantId) => {
      let token = tenantId === '000000' ? server.token : await tokenOfNew(tenantId)
      const request = (method: string, path: string, body?: string, type = 'application/json') =>
        fetch(`${server.address}/api/${path}`, {
          method,
          headers: { 'blade-auth': `bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
          ...(body !== undefined && { body }),
        })
      const own = async (method: string, path: string, body?: object) =>
        (await (await request(method, path, body && JSON.stringify(body))).json()).data
      const sent = async (people: number) => {
        const csv = `名称,人口\n${Array.from({ length: changed }, (_, n) => `街区${n},${people}`).join('\n')}\n`
        const response = await request('POST', 'engine/import/ward?name=x.csv', csv, 'application/octet-stream')
        return (await response.json()).data
      }
      const step = async (id: string, what: string, body: unknown) =>
        (await request('POST', `engine/import/ward/${id}/${what}`, JSON.stringify(body))).text()
      const havingPeople = (people: number) => own('GET', `city/v1/ward/exactTotal?people=${people}`)
      const first = await sent(1)
      await step(first.id, 'check', { columns: first.columns })
      await step(first.id, 'write', { goodRows: false })
      const { id: otherId } = await own('POST', 'city/v1/ward/save', { name: '别的街区', people: 3 })
      // A record of the platform with the name of an imported one of the other tenant.
      const { id: foreignId } =
        tenantId === '000000' ? { id: otherId } : await data('POST', 'city/v1/ward/save', { name: '街区0', people: 1 })
      const { id, columns } = await sent(2)
      await step(id, 'check', { columns, match: { by: 'name', mode: 'update' } })
      const writing = await request('POST', `engine/import/ward/${id}/write`, JSON.stringify({ goodRows: false }))
      const reader = writing.body?.pipeThrough(new TextDecoderStream()).getReader()
      for (let text = ''; !/"done":[1-9]/.test(text); ) text += (await reader?.read())?.value ?? ''
      const { records } = await own('GET', 'city/v1/ward/page?people=2&size=1')
      const some = await havingPeople(2)
      await server.kill()
      expect([some > 0, some < changed]).toEqual([true, true])

      server = other ?? (await startServerProcess(place, appDir))
      token = tenantId === '000000' ? server.token : await signIn(server.address, 'admin', newPassword, tenantId)
      await expect
        .poll(async () => (await own('GET', `engine/import/ward/${id}`)).state, { timeout: 120_000 })
        .toBe('checked')
      expect([await havingPeople(1), await havingPeople(2)]).toEqual([changed, 0])
      const [restored, ...earlier] = await own('GET', `engine/history/ward/${records[0].id}`)
      expect(restored).toMatchObject({ version: 3, actorKind: 'system', changes: { people: { from: 2, to: 1 } } })
      expect(earlier.map(({ actorKind }: { readonly actorKind?: string }) => actorKind)).toEqual([undefined, undefined])
      expect(await own('GET', `city/v1/ward/getById?id=${otherId}`)).toMatchObject({ people: 3, version: 1 })
      expect(await data('GET', `city/v1/ward/getById?id=${foreignId}`)).toMatchObject({ version: 1 })
      // The rollback gave new versions, and the same import succeeds.
      await step(id, 'write', { goodRows: false })
      expect([await havingPeople(1), await havingPeople(2)]).toEqual([0, changed])
    },
  )
})
