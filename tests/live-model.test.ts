import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PendingRevision } from '../engine/server/live/pending-revision.ts'
import { isError, type ServedProblem } from '../engine/server/live/served-problem.ts'
import {
  type DatabaseUnderTest,
  databasesUnderTest,
  databasesWalked,
  type Place,
  roundsOf,
} from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp, writeIn } from './support/server.ts'
import { type ServerProcess, signIn, startServerProcess } from './support/server-process.ts'

const changes = roundsOf(12, 12, 120)
const ward = String(sampleApp['resources/city/ward.yaml'])
/** The ward with additional fields. */
const wardWith = (count: number) => {
  const more = Array.from(
    { length: count },
    (_, n) => `  extra${n}: { type: text, title: { zh: 附加${n}, en: Extra ${n} } }\n`,
  )
  return ward.replace('  pictures:', `${more.join('')}  pictures:`)
}

describe.each(databasesWalked('postgres'))('descriptor saved under load ($kind)', kind => {
  const servers = kind.kind === 'postgres' ? 2 : 1

  it(`is applied in ${servers === 2 ? 'both processes' : 'the process'}, ${changes} times, without a failed request`, {
    timeout: changes * 10_000,
  }, async () => {
    await withServers(kind, servers, async (running, appDir) => {
      const failures: string[] = []
      let requests = 0
      let stopped = false
      const load = running.flatMap(server =>
        Array.from({ length: 4 }, async (_, n) => {
          for (let turn = 0; !stopped; turn++) {
            const answer = await (n === 0
              ? save(server, `街${n}-${turn}-${server.address}`)
              : get(server, '/api/city/v1/ward/page'))
            requests++
            if (answer.status !== 200) failures.push(`${answer.status} ${await answer.text()}`)
          }
        }),
      )
      const delays: number[] = []
      for (let change = 1; change <= changes; change++) {
        const saved = performance.now()
        writeIn(appDir, 'resources/city/ward.yaml', wardWith(change))
        await Promise.all(running.map(server => until(() => knows(server, `extra${change - 1}`))))
        delays.push(performance.now() - saved)
      }
      stopped = true
      await Promise.all(load)
      const revisions = await Promise.all(running.map(revisionOf))
      console.log(
        `${kind.kind}: ${requests} requests, ${changes} changes, median ${Math.round(median(delays))} ms to all`,
      )
      expect(failures).toEqual([])
      expect(requests).toBeGreaterThan(changes * 4)
      expect(new Set(revisions).size).toBe(1)
    })
  })
})

const servers = databasesUnderTest().filter(({ kind }) => kind === 'postgres')
describe.each(servers)('semantics 13: rights, with two processes on $kind', kind => {
  it('are taken away in the other process within a second', async () => {
    await withServers(kind, 2, async ([first, second]) => {
      if (!first || !second) throw new Error('Two servers were to run.')
      const post = async (path: string, body: object) => (await (await first.send('POST', path, body)).json()).data
      const idsOf = (nodes: readonly TreeNode[]): string[] =>
        nodes.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])])
      const { id: role } = await post('/api/blade/v1/bladeRole/save', { roleName: 'reader', roleAlias: 'reader' })
      const { deptId } = await dataOf(first, '/api/blade-user/info')
      const user = {
        account: 'reader',
        name: 'Reader',
        realName: 'Reader',
        password: 'Person-26',
        roleId: [role],
        deptId,
      }
      await post('/api/blade/v1/bladeUser/save', user)
      const { menu } = await dataOf(first, '/api/blade-system/menu/grant-tree')
      const grant = (menuIds: readonly string[]) => post('/api/blade-system/role/grant', { roleIds: [role], menuIds })
      await grant(idsOf(menu))
      const token = await signIn(second.address, 'reader', 'Person-26')
      const status = async () =>
        (await fetch(`${second.address}/api/city/v1/ward/page`, { headers: { 'blade-auth': `bearer ${token}` } }))
          .status
      expect(await status()).toBe(200)
      await grant([])
      await expect.poll(status, { interval: 50, timeout: 1_000 }).toBe(403)
    })
  })
})

interface TreeNode {
  readonly id: string
  readonly children?: readonly TreeNode[]
}

describe.each(databasesUnderTest())('descriptor saved while the server runs ($kind)', kind => {
  let place: Place
  let appDir: string
  let server: ServerProcess
  let first: string

  beforeAll(async () => {
    ;[place, appDir] = [await kind.place(), writeApp(sampleApp)]
    server = await startServerProcess(place, appDir, 'on')
    first = await revisionOf(server)
  })
  afterEach(async () => {
    writeIn(appDir, 'resources/city/ward.yaml', ward)
    await until(async () => (await revisionOf(server)) === first && (await errorsOf(server)).length === 0)
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  })

  it('drops no column with values before its administrator confirms it, and serves the last Model until then', async () => {
    expect((await save(server, '甲街')).status).toBe(200)
    const without = ward.replace(/^ {2}people:.*\n/m, '').replaceAll(', people]', ']')
    writeIn(appDir, 'resources/city/ward.yaml', without)
    await expect.poll(() => errorsOf(server)).toMatchObject([{ code: 'plan.data-losing' }])
    expect(await knows(server, 'people')).toBe(true)
    writeIn(appDir, 'resources/city/ward.yaml', ward)
    await expect.poll(() => errorsOf(server)).toEqual([])
    const { data } = await (await get(server, '/api/city/v1/ward/page')).json()
    expect(data.records[0].people).toBe(7)
    writeIn(appDir, 'resources/city/ward.yaml', without)
    await expect.poll(() => pendingOf(server)).not.toBeNull()
    const { revision, losses } = (await pendingOf(server)) ?? { revision: '', losses: [] }
    expect((await confirm(server, { revision, allow: [] })).status).toBe(400)
    // Of a save that the watcher has not announced yet.
    writeIn(appDir, 'resources/city/ward.yaml', ward)
    expect((await confirm(server, { revision, allow: losses })).status).toBe(409)
    expect(await knows(server, 'people')).toBe(true)
    writeIn(appDir, 'resources/city/ward.yaml', without)
    await expect.poll(() => pendingOf(server)).toMatchObject({ revision })
    expect((await confirm(server, { revision, allow: losses })).status).toBe(200)
    expect(await knows(server, 'people')).toBe(false)
    expect([await errorsOf(server), await pendingOf(server)]).toEqual([[], null])
    writeIn(appDir, 'resources/city/ward.yaml', ward)
    await until(() => knows(server, 'people'))
  })

  it('is reported to listeners, with an event at once and one for each change', async () => {
    const before = await revisionOf(server)
    const stop = new AbortController()
    const response = await fetch(`${server.address}/api/engine/events`, {
      headers: { 'blade-auth': `bearer ${server.token}` },
      signal: stop.signal,
    })
    const lines: string[] = []
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) lines.push(...decoder.decode(chunk).split('\n').filter(Boolean))
    })().catch(() => undefined)
    await until(async () => lines.length > 0)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ revision: before })
    writeIn(appDir, 'resources/city/ward.yaml', wardWith(1))
    await until(() => knows(server, 'extra0'))
    const after = await revisionOf(server)
    // An event may first report the pending changes of the tests above.
    await until(async () => lines.some(line => JSON.parse(line).revision === after))
    expect(after).not.toBe(before)
    stop.abort()
    await reading
  })
})

/** Runs a function with so many servers on one database, and ends them. */
async function withServers(
  kind: DatabaseUnderTest,
  count: number,
  work: (running: ServerProcess[], appDir: string) => Promise<void>,
): Promise<void> {
  const [place, appDir] = [await kind.place(), writeApp(sampleApp)]
  const running: ServerProcess[] = []
  try {
    for (let n = 0; n < count; n++) running.push(await startServerProcess(place, appDir, 'on'))
    await work(running, appDir)
  } finally {
    await Promise.all(running.map(server => server.stop()))
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  }
}

const get = (server: ServerProcess, path: string) => server.send('GET', path)
const save = (server: ServerProcess, name: string) => server.send('POST', '/api/city/v1/ward/save', { name, people: 7 })
const dataOf = async (server: ServerProcess, path: string) => (await (await get(server, path)).json()).data
const revisionOf = async (server: ServerProcess): Promise<string> =>
  (await dataOf(server, '/api/engine/index')).revision
const problemsOf = (server: ServerProcess): Promise<ServedProblem[]> => dataOf(server, '/api/engine/problems')
const pendingOf = async (
  server: ServerProcess,
): Promise<Pick<PendingRevision, 'revision' | 'files' | 'losses'> | null> =>
  (await dataOf(server, '/api/engine/pending')).pending[0] ?? null
const confirm = (server: ServerProcess, request: object) => server.send('POST', '/api/engine/pending', request)
const errorsOf = async (server: ServerProcess) => (await problemsOf(server)).filter(isError)
const knows = async (server: ServerProcess, field: string): Promise<boolean> =>
  (await dataOf(server, '/api/engine/resource/ward')).model.resources.ward.fields.some(
    ({ name }: { name: string }) => name === field,
  )

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It did not happen within 20 s: ${holds}`)
    await sleep(10)
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
