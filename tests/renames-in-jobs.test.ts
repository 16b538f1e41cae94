import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../engine/model/names.ts'
import type { Job } from '../engine/server/jobs/job.ts'
import type { TextMessage, TextMessages } from '../engine/server/services/ports.ts'
import { idOfCode } from '../engine/server/storage/derived-id.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { breakOff } from './support/recovered.ts'
import { type ServerUnderTest, startServer, writeIn } from './support/server.ts'

const crate = (picture: string, step: string, renamedFrom = '') => `title: { zh: 箱, en: Crate }
menu: false
display: name
${renamedFrom}fields:
  name: { type: text, required: true, title: { zh: 名, en: Name } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
${picture}actions:
  ${step}
`
const picture = '  picture: { type: image, title: { zh: 图, en: Picture } }\n'
const photo = picture.replace('picture: {', 'photo: { renamedFrom: picture,')
const send = 'send: { sends: { message: crateSent }, title: { zh: 通知, en: Send } }'
const notify = send.replace('send: {', 'notify: { renamedFrom: send,')
const message = (of: string) =>
  `title: { zh: 通知, en: Notice }\nof: ${of}\ntext: { zh: "{name}到了", en: "{name} is here" }\nto: { owner: [phone] }\n`

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/msg_send_obj.yaml':
    'title: { zh: 接收对象, en: Receivers }\nentries: { owner: { title: { zh: 主人, en: Owner } } }\n',
  'messages/crateSent.yaml': message('crate'),
  'resources/a/crate.yaml': crate(picture, send),
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(databasesWalked('postgres'))('semantics 22: names that change while jobs have work ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let id: string
  let link: string
  const sent: TextMessage[] = []
  let isDown = true
  const sms: TextMessages = {
    name: 'test',
    idempotent: true,
    async send(one) {
      sent.push(one)
      if (isDown) throw new Error('The service is down.')
    },
  }
  const fast = { timeout: 20_000, interval: 25 }
  /** The resource that the job of the product names: its code is another one after a rename. */
  let named = 'chest'
  /** Lets the job make its second step. */
  let go = () => {}
  const count: Job = {
    title: { zh: '盘点', en: 'Stock count' },
    schedule: { seconds: 86_400 },
    async run({ step }) {
      const add = (name: string) =>
        step(name, async ({ ctx, store }) => {
          await store.save(ctx, named, { name })
          return 1
        })
      const isFirst = await add('头箱')
      if (isFirst)
        await new Promise<void>(done => {
          go = done
        })
      await add('尾箱')
      return 0
    },
  }

  beforeAll(async () => {
    const jobs = { 'stock-count': count }
    server = await startServer(kind, app, { settings: { live: true }, ports: { sms }, jobInterval: 30, jobs })
    calls = await importCallsOn(server, 'crate')
    const boundary = 'cut-here'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: application/octet-stream\r\n\r\n`
    const uploaded = await server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token: calls.token,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    link = uploaded.body.data.link
    const saved = await calls.data('POST', 'a/v1/crate/save', { name: '甲', phone: '13800000001', picture: link })
    id = saved.id
  })
  afterAll(() => server.close())

  /** Writes descriptors, or removes them, and waits until they are served; losses are confirmed. */
  const save = async (files: Readonly<Record<string, string | null>>) => {
    const { revision } = await calls.data('GET', 'engine/index')
    for (const [file, text] of Object.entries(files))
      if (text === null) rmSync(join(server.appDir, file))
      else writeIn(server.appDir, file, text)
    const isServed = async () => {
      const { pending } = await calls.data('GET', 'engine/pending')
      for (const { revision: waits, losses: allow } of pending)
        await calls.call('POST', 'engine/pending', { revision: waits, allow })
      return (await calls.data('GET', 'engine/index')).revision !== revision
    }
    await expect.poll(isServed, fast).toBe(true)
  }
  const first = async (statement: string): Promise<Line> => (await calls.run(statement)).rows[0]
  const runJob = async (name: string) => {
    const taskId = idOfCode(name)
    const runs = async () => (await calls.data('GET', `sys/v1/sysTaskLog/page?taskId_equal=${taskId}&size=200`)).records
    const ended = async () => (await runs()).filter((run: Line) => run.taskResult !== 'running').length
    const state = async () => (await calls.data('GET', `sys/v1/sysTask/getById?id=${taskId}`)).taskState
    await expect.poll(state, fast).toBe('waiting')
    const before = await ended()
    await calls.data('POST', 'sys/v1/sysTask/run', { id: taskId })
    await expect.poll(ended, fast).toBeGreaterThan(before)
    expect((await runs())[0]).toMatchObject({ taskResult: 'done', message: null })
  }
  /** Lets the clean-up decide again whether a record contains the file. */
  const cleanUp = async () => {
    await calls.run(`update engine_upload set used = false, at = now() - interval '9 days', keep_until = null`)
    await runJob('upload-expiry')
  }
  const fileStatus = async () => (await server.call('GET', link, { token: calls.token })).status
  const stored = (of: string) =>
    first(`select state, resource, step, attempts from engine_message where step = '${of}'`)
  /** An all-or-nothing import whose server was killed before its rows were published. */
  const interrupted = async (): Promise<string> => {
    const view = await calls.checked('名\n乙\n丙\n')
    await calls.step(view.id, 'write', { goodRows: false })
    await breakOff(calls, view.id)
    await calls.run(`update crate set is_deleted = 3 where name in ('乙', '丙')`)
    return view.id
  }

  it('messages follow a renamed resource and step, and are sent with their key', async () => {
    await calls.data('POST', `a/v1/crate/send`, { id })
    await expect.poll(async () => (await stored('send'))?.attempts, fast).toBe(1)
    const importId = await interrupted()
    await save({
      'resources/a/crate.yaml': null,
      'resources/a/chest.yaml': crate(photo, notify, 'renamedFrom: crate\n'),
      'messages/crateSent.yaml': message('chest'),
    })
    await expect.poll(async () => (await calls.call('GET', `a/v1/chest/getById?id=${id}`)).status, fast).toBe(200)
    isDown = false
    await calls.run('update engine_message set next_at = now()')
    await expect.poll(async () => (await stored('send')).state, fast).toBe('sent')
    expect(new Set(sent.map(({ key, content }) => `${key} ${content}`)).size).toBe(1)
    expect(sent.length).toBeGreaterThan(1)
    expect((await calls.data('GET', `engine/history/chest/${id}`))[0]).toMatchObject({ operation: 'notify' })
    // The interrupted import is rolled back by the new name.
    await runJob('import-recovery')
    expect(await first(`select state, resource from engine_import where id = ${importId}`)).toEqual({
      state: 'checked',
      resource: 'crate',
    })
    expect(await first(`select count(*)::int as n from crate where is_deleted = 3`)).toEqual({ n: 0 })
  })

  it('the clean-up keeps files of renamed and of removed fields', async () => {
    await cleanUp()
    expect(await fileStatus()).toBe(200)
    await save({ 'resources/a/chest.yaml': crate('', notify, 'renamedFrom: crate\n') })
    await cleanUp()
    expect(await first(`select count(*)::int as n from engine_upload where link = '${link}'`)).toEqual({ n: 1 })
    await save({ 'resources/a/chest.yaml': crate(photo, notify, 'renamedFrom: crate\n') })
    // The history of the field still contains it.
    expect(await fileStatus()).toBe(200)
  })

  it('a job of the product keeps its steps, names what it does not find, and continues by the new name', async () => {
    const taskId = idOfCode('stock-count')
    const task = () => calls.data('GET', `sys/v1/sysTask/getById?id=${taskId}`)
    const log = async () => (await calls.data('GET', `sys/v1/sysTaskLog/page?taskId_equal=${taskId}`)).records
    const ended = async () => (await log()).map((one: Line) => [one.taskResult, one.attempts, one.message])
    const counted = async (resource: string) => {
      const { table } = resourceOf(server.engine.model(), resource)
      return (await calls.run(`select name, version from "${table}" where name in ('头箱', '尾箱') order by id`)).rows
    }
    await expect.poll(async () => (await task()).taskState, fast).toBe('waiting')
    const before = (await log()).length
    await calls.data('POST', 'sys/v1/sysTask/run', { id: taskId })
    await expect.poll(() => counted('chest'), fast).toEqual([{ name: '头箱', version: 1 }])
    await save({
      'resources/a/chest.yaml': null,
      'resources/a/crate.yaml': crate(photo, notify, 'renamedFrom: chest\n'),
      'messages/crateSent.yaml': message('crate'),
    })
    go()
    await expect.poll(async () => (await ended())[0], fast).toEqual(['failed', 1, 'Resource "chest" not found'])
    expect(await task()).toMatchObject({ taskState: 'retrying', lastResult: 'failed', failures: 1 })
    expect(await counted('crate')).toEqual([{ name: '头箱', version: 1 }])
    named = 'crate'
    await calls.run(`update engine_job set next_at = now() where name = 'stock-count'`)
    await expect.poll(async () => (await ended())[0], fast).toEqual(['done', 2, null])
    expect((await log()).length).toBe(before + 1)
    expect(await counted('crate')).toEqual([
      { name: '头箱', version: 1 },
      { name: '尾箱', version: 1 },
    ])
  })
})
