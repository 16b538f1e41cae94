import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { writeApp } from '../support/server.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { visitApp } from '../support/visit-app.ts'
import { bpmn, end, flows, timer } from './models.ts'

const visits = 60

const app = visitApp(
  bpmn(
    '<startEvent id="s"/>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the process
    '<userTask id="a" flowable:assignee="${starter}"/>',
    // Longer than a start, so that not all timers are due at the first look after it.
    `<intermediateCatchEvent id="w">${timer('PT12S')}</intermediateCatchEvent>`,
    '<serviceTask id="t" app:step="finish"/>',
    end('e'),
    flows('s>a a>w w>t t>e'),
  ),
)

describe.each(databasesWalked('embedded'))('a server that is killed in the midst of processes ($kind)', kind => {
  it('loses no completed task, and makes each step and each timer once', { timeout: 240_000 }, async () => {
    const [place, appDir] = [await kind.place(), writeApp(app)]
    let server: ServerProcess | undefined
    const start = async () => (server = await startServerProcess(place, appDir))
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
    const call = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await server?.send(method, path, body)
      return answer?.status === 200 ? (await answer.json()).data : answer?.status
    }
    const flow = '/api/engine/flow'
    const todo = async (): Promise<{ id: string }[]> => (await call('GET', `${flow}/lists/todo?size=100`)).rows
    const done = async (): Promise<number> => (await call('GET', '/api/city/v1/visit/page?state=1')).total
    try {
      await start()
      const ids: string[] = []
      for (let n = 0; n < visits; n++) ids.push((await call('POST', '/api/city/v1/visit/save', { name: `街 ${n}` })).id)
      const tasks = (await todo()).map(({ id }) => id)
      expect(tasks).toHaveLength(visits)

      const acknowledged: string[] = []
      const queue = tasks.values()
      const complete = async () => {
        for (const id of queue) {
          const answer = await call('POST', `${flow}/tasks/${id}/complete`, { pass: true }).catch(() => 500)
          if (answer !== null) return
          acknowledged.push(id)
          if (acknowledged.length === visits / 3) await server?.kill()
        }
      }
      await Promise.all([1, 2, 3, 4].map(complete))
      await start()
      const left = (await todo()).map(({ id }) => id)
      expect(left.length).toBeGreaterThan(0)
      expect(left.filter(id => acknowledged.includes(id))).toEqual([])
      for (const id of left) expect(await call('POST', `${flow}/tasks/${id}/complete`, { pass: true })).toBeNull()

      // Killed before timers are due, and once more while they are signalled.
      await server?.kill()
      await start()
      let signalled = 0
      const counted = async () => (signalled = await done())
      await expect.poll(counted, { timeout: 90_000, interval: 10 }).toBeGreaterThan(0)
      await server?.kill()
      expect(signalled).toBeLessThan(visits)
      await start()
      await expect.poll(done, { timeout: 90_000, interval: 200 }).toBe(visits)
      for (const id of ids) {
        const history: { operation: string }[] = await call('GET', `/api/engine/history/visit/${id}`)
        const [instance, ...others] = await call('GET', `${flow}/of-record?resource=visit&id=${id}`)
        const view = await call('GET', `/api/blade-flow/process/model-view?processInstanceId=${instance.id}`)
        const path = view.flow.flatMap((one: { historyActivityId: string; historyActivityType: string }) =>
          one.historyActivityType === 'sequenceFlow' ? [] : [one.historyActivityId],
        )
        expect([history.map(({ operation }) => operation), others, instance.state, path]).toEqual([
          ['finish', 'save'],
          [],
          'ended',
          ['s', 'a', 'w', 't', 'e'],
        ])
      }
    } finally {
      await server?.stop()
      await place.remove()
      rmSync(appDir, { recursive: true, force: true })
    }
  })
})
