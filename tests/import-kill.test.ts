import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const rows = 3000
const changed = 600
// With several processes on a database, an interrupted import is rolled back a minute later: too long for a test.
const [embedded] = databasesUnderTest().filter(({ kind }) => kind === 'embedded')

it('is rolled back when its server is killed in the middle of an all-or-nothing write', {
  timeout: 120_000,
}, async () => {
  if (!embedded) throw new Error('There is no embedded database to test on.')
  const [place, appDir] = [await embedded.place(), writeApp(sampleApp)]
  let server: ServerProcess | undefined
  const data = async (method: string, path: string, body?: unknown) => {
    const response = await server?.send(method, `/api/${path}`, body)
    return (await response?.json())?.data
  }
  try {
    server = await startServerProcess(place, appDir)
    const sent = await fetch(`${server.address}/api/engine/import/ward?name=x.csv`, {
      method: 'POST',
      headers: { 'blade-auth': `bearer ${server.token}`, 'content-type': 'application/octet-stream' },
      body: `名称,人口\n${Array.from({ length: rows }, (_, n) => `街区${n},${n}`).join('\n')}\n`,
    })
    const { id, columns } = (await sent.json()).data
    await (await server.send('POST', `/api/engine/import/ward/${id}/check`, { columns })).text()
    const writing = await server.send('POST', `/api/engine/import/ward/${id}/write`, { goodRows: false })
    const reader = writing.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; !/"done":[1-9]/.test(text); ) text += (await reader?.read())?.value ?? ''
    const seen = await data('GET', 'city/v1/ward/exactTotal')
    await server.kill()
    server = await startServerProcess(place, appDir)
    expect([seen, await data('GET', 'city/v1/ward/exactTotal')]).toEqual([0, 0])
    await expect
      .poll(async () => (await data('GET', `engine/import/ward/${id}`)).state, { timeout: 60_000 })
      .toBe('checked')
    expect(await data('GET', 'city/v1/ward/exactTotal')).toBe(0)
    await (await server.send('POST', `/api/engine/import/ward/${id}/write`, { goodRows: false })).text()
    expect(await data('GET', 'city/v1/ward/exactTotal')).toBe(rows)
  } finally {
    await server?.stop()
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  }
})

it('restores all former values when its server is killed while updating records', {
  timeout: 120_000,
}, async () => {
  if (!embedded) throw new Error('There is no embedded database to test on.')
  const [place, appDir] = [await embedded.place(), writeApp(sampleApp)]
  let server: ServerProcess | undefined
  const data = async (method: string, path: string, body?: unknown) => {
    const response = await server?.send(method, `/api/${path}`, body)
    return (await response?.json())?.data
  }
  const sent = async (people: number) => {
    const response = await fetch(`${server?.address}/api/engine/import/ward?name=x.csv`, {
      method: 'POST',
      headers: { 'blade-auth': `bearer ${server?.token}`, 'content-type': 'application/octet-stream' },
      body: `名称,人口\n${Array.from({ length: changed }, (_, n) => `街区${n},${people}`).join('\n')}\n`,
    })
    return (await response.json()).data
  }
  const step = async (id: string, what: string, body: unknown) =>
    (await server?.send('POST', `/api/engine/import/ward/${id}/${what}`, body))?.text()
  const havingPeople = (people: number) => data('GET', `city/v1/ward/exactTotal?people=${people}`)
  try {
    server = await startServerProcess(place, appDir)
    const first = await sent(1)
    await step(first.id, 'check', { columns: first.columns })
    await step(first.id, 'write', { goodRows: false })
    const { id, columns } = await sent(2)
    await step(id, 'check', { columns, match: { by: 'name', mode: 'update' } })
    const writing = await server.send('POST', `/api/engine/import/ward/${id}/write`, { goodRows: false })
    const reader = writing.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; !/"done":[1-9]/.test(text); ) text += (await reader?.read())?.value ?? ''
    const some = await havingPeople(2)
    await server.kill()
    expect([some > 0, some < changed]).toEqual([true, true])

    server = await startServerProcess(place, appDir)
    await expect
      .poll(async () => (await data('GET', `engine/import/ward/${id}`)).state, { timeout: 60_000 })
      .toBe('checked')
    expect([await havingPeople(1), await havingPeople(2)]).toEqual([changed, 0])
    // The rollback gave new versions, and the same import succeeds.
    await step(id, 'write', { goodRows: false })
    expect([await havingPeople(1), await havingPeople(2)]).toEqual([0, changed])
  } finally {
    await server?.stop()
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  }
})
