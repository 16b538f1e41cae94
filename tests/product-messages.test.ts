import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { resourceOf } from '../engine/model/names.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import type { TextMessage } from '../engine/server/services/ports.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const sources = await readSources('.')
const { model } = compile(sources)
if (!model) throw new Error('The product does not compile.')
const files = Object.fromEntries(sources.flatMap(({ file, text, origin }) => (origin === 'app' ? [[file, text]] : [])))
const day = /^\d{4}-\d\d-\d\d$/

describe.each(databasesWalked('postgres'))('steps of the product that YAML describes alone, on $kind', kind => {
  let server: ServerUnderTest
  let admin: string
  let entId: string
  let cameraId: string
  const sent: TextMessage[] = []

  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/${path}`, { token: admin, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>): Promise<Any> => dataOf(await call(...asked))
  const save = async (path: string, record: object): Promise<string> => (await data('POST', `${path}/save`, record)).id
  const warning = () => save('ent/v1/entWarningLog', { entId, warningType: '3', subject: '摄像头离线', cameraId })

  beforeAll(async () => {
    server = await startServer(kind, files, {
      ports: { sms: { name: 'test', send: async message => void sent.push(message) } },
    })
    admin = await server.signIn('admin', adminPassword)
    const creditCode = resourceOf(model, 'entInfo').fields.find(({ name }) => name === 'creditCode')
    const regionId = await save('sys/v1/sysRegion', { code: '330000', name: '浙江省', regionLevel: '1' })
    const typeId = await save('ent/v1/entType', { name: '学校食堂', code: 'SCHOOL' })
    entId = await save('ent/v1/entInfo', {
      typeId,
      regionId,
      businessType: 'PRISC',
      name: '清溪小学食堂',
      creditCode: creditCode && typeOf(creditCode).example(creditCode, model, 1),
      address: '文一西路 1 号',
      phone: '13800138000',
    })
    cameraId = await save('ent/v1/entCamera', {
      entId,
      name: '后厨',
      platform: '5',
      position: '后厨',
    })
  })
  afterAll(() => server.close())

  it.each<[string, () => Promise<string>, RegExp]>([
    ['entWarningLog', warning, /^清溪小学食堂：\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? 摄像头离线（.+），请立即处置。$/],
    [
      'entNoticeLetter',
      async () => {
        const id = await save('ent/v1/entNoticeLetter', { entId, problem: '地面积水', deadline: '2099-12-28' })
        sent.length = 0
        await data('POST', 'ent/v1/entNoticeLetter/issue', { id })
        await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 5_000, interval: 50 })
        return id
      },
      /^清溪小学食堂：\S+ 要求于 2099-12-28 前整改，请按期完成并回复。$/,
    ],
    [
      'entCameraScreenshot',
      () => save('ent/v1/entCameraScreenshot', { entId, cameraId, subject: '未戴帽', modelType: '605' }),
      /^清溪小学食堂：\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? 后厨 抓拍到.+，请核查整改。$/,
    ],
  ])(
    'sendMsg of %s sends the text of its template, or the text that is entered, to the business',
    async (name, make, text) => {
      const id = await make()
      for (const content of [undefined, '请按期整改']) {
        sent.length = 0
        const answer = await call('POST', `ent/v1/${name}/sendMsg`, { id, sendObj: ['1'], ...(content && { content }) })
        expect(answer.body).toMatchObject({ code: 200 })
        await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 5_000, interval: 50 })
        expect(sent).toEqual([
          { key: expect.any(String), phone: '13800138000', content: content ?? expect.stringMatching(text) },
        ])
      }
    },
  )

  it('a warning raises one notice letter with its camera, its subject as the problem, and seven days', async () => {
    const id = await warning()
    const before = (await data('GET', `ent/v1/entNoticeLetter/page?entId=${entId}&problem=摄像头离线`)).total
    await data('POST', 'ent/v1/entWarningLog/raise', { id })
    const { records, total } = await data('GET', `ent/v1/entNoticeLetter/page?entId=${entId}&problem=摄像头离线`)
    const today = String(records[0]?.createTime).slice(0, 10)
    expect(today).toMatch(day)
    const due = new Date(Date.parse(`${today}T00:00:00Z`) + 7 * 86_400_000).toISOString().slice(0, 10)
    expect(total).toBe(before + 1)
    expect(records).toMatchObject([{ entId, cameraId, problem: '摄像头离线', deadline: due, warningId: id }])
    expect(await data('GET', `ent/v1/entWarningLog/getById?id=${id}`)).toMatchObject({ warningStatus: '2' })
    expect((await call('POST', 'ent/v1/entWarningLog/raise', { id })).status).toBe(409)
    expect((await data('GET', `ent/v1/entNoticeLetter/page?entId=${entId}&problem=摄像头离线`)).total).toBe(before + 1)
  })
})
