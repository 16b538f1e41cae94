import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { business, type ProductServer, startProduct } from './support/product-server.ts'
import type { ServerCalls } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

describe.each(databasesWalked('postgres'))('the work of a bureau, by the users who do it, on $kind', kind => {
  let product: ProductServer
  let officer: ServerCalls
  let leader: ServerCalls
  let merchant: ServerCalls
  let canteen: string
  const get = (by: ServerCalls, path: string, id: string): Promise<Any> => by.data('GET', `${path}/getById?id=${id}`)
  const first = async (by: ServerCalls, path: string, query: string): Promise<Any> =>
    (await by.data('GET', `${path}/page?${query}`)).records[0]
  const add = async (by: ServerCalls, path: string, record: object): Promise<string> =>
    (await by.data('POST', `${path}/save`, record)).id

  beforeAll(async () => {
    product = await startProduct(kind)
    const { keep, region, signInAs } = product
    const district = await region('330106', '西湖区', await region('3301', '杭州市', await region('33', '浙江省')))
    const typeId = await keep('type', 'ent/entType', { name: '学校食堂', code: 'SCHOOL' })
    officer = await signInAs('officer', 'officer', { regionId: district })
    leader = await signInAs('leader', 'leader')
    // The officer registers the canteen and the leader approves it; then its staff get an account.
    canteen = await add(officer, 'ent/v1/entInfo', business(1, { name: '清溪小学食堂', regionId: district, typeId }))
    await leader.data('POST', 'ent/v1/entInfo/adopt', { id: canteen })
    merchant = await signInAs('merchant', 'merchant', { ownerIds: [canteen], sourceType: 'MERCHANT' })
    const modelTypes = ['605']
    const modelId = await keep('model', 'wit/witModel', {
      ...{ modelName: '穿戴', modelCode: 'dress', modelVersion: '1.0', modelTypes },
    })
    await keep('rule', 'wit/witRule', { name: '未戴帽', ruleType: '1', modelType: '605', modelId, threshold: 80 })
    await keep('camera', 'ent/entCamera', { entId: canteen, name: '切配间', position: '切配间', platform: '3' })
  }, 60_000)
  afterAll(() => product.server.close())

  it('leads from a capture through a warning and a letter to its closure', async () => {
    const { ids, keep } = product
    // A camera captures a violation. The business does not see it before an officer has confirmed it.
    const capture = await keep('capture', 'wit/witCaptureRecord', {
      ...{ entId: canteen, cameraId: ids['camera'], ruleId: ids['rule'], confidence: 95 },
    })
    expect((await merchant.call('GET', `wit/v1/witCaptureRecord/getById?id=${capture}`)).status).toBe(404)
    await officer.data('PUT', 'wit/v1/witCaptureRecord/approved', { id: capture, reviewRemark: '属实' })
    expect(await get(merchant, 'wit/v1/witCaptureRecord', capture)).toMatchObject({ captureStatus: '1' })
    expect(await get(merchant, 'wit/v1/witCaptureRecord', capture)).not.toHaveProperty('reviewRemark')

    // The confirmation has raised a warning. The officer turns it into a draft of a letter, and issues that.
    const warning = await first(officer, 'ent/v1/entWarningLog', `captureId=${capture}`)
    await officer.data('POST', 'ent/v1/entWarningLog/raise', { id: warning.id })
    const draft = await first(officer, 'ent/v1/entNoticeLetter', `warningId=${warning.id}`)
    expect(draft).toMatchObject({ entId: canteen, letterStatus: '0', letterSource: expect.any(String) })
    expect(await first(merchant, 'ent/v1/entNoticeLetter', '')).toBeUndefined()
    await officer.data('POST', 'ent/v1/entNoticeLetter/issue', { id: draft.id })

    // The business signs for the letter and rectifies: once without success, then with a picture.
    const letter = async () => get(merchant, 'ent/v1/entNoticeLetter', draft.id)
    expect(await letter()).toMatchObject({ letterStatus: '1' })
    await merchant.data('POST', 'ent/v1/entNoticeLetter/receive', { id: draft.id, receivedBy: '陈建国' })
    const handle = async (reply: string) => {
      const replyPictures = [await product.picture(merchant)]
      await merchant.data('PUT', 'ent/v1/entNoticeLetter/handle', { id: draft.id, reply, replyPictures })
    }
    await handle('已提醒员工')
    const deadline = '2099-12-31'
    const returned = { id: draft.id, returnReason: '请附佩戴照片', deadline }
    await leader.data('POST', 'ent/v1/entNoticeLetter/reject', returned)
    expect(await letter()).toMatchObject({ letterStatus: '1', returnReason: '请附佩戴照片', deadline })
    await handle('已全员佩戴')
    expect((await merchant.call('PUT', 'ent/v1/entNoticeLetter/adopt', { id: draft.id })).status).toBe(403)
    await leader.data('PUT', 'ent/v1/entNoticeLetter/adopt', { id: draft.id })

    // The closure of the letter closes the warning, and each step is in the log.
    expect(await letter()).toMatchObject({ letterStatus: '4', reply: '已全员佩戴' })
    expect(await get(officer, 'ent/v1/entWarningLog', warning.id)).toMatchObject({
      ...{ warningStatus: '1', result: `${draft.letterNo}：已全员佩戴` },
    })
    const { records } = await merchant.data(
      'GET',
      `ent/v1/entNoticeLetterLog/page?letterId=${draft.id}&ascs=createTime`,
    )
    expect(records.map(({ content }: Any) => content)).toEqual(
      expect.arrayContaining(['已提醒员工', '请附佩戴照片', '已全员佩戴']),
    )
    expect((await officer.call('PUT', 'ent/v1/entNoticeLetter/update', { id: draft.id, remark: '改' })).status).toBe(
      409,
    )
  })

  it('leads from an inspection through a letter to its closure and the grade of the business', async () => {
    // The officer plans an inspection, which is not announced, enters the results and completes it.
    const { keep } = product
    const itemId = await keep('item', 'ent/entInspectItem', {
      ...{ itemNo: '1.1', section: '人员管理', content: '健康证明有效', points: 5 },
    })
    const inspection = await add(officer, 'ent/v1/entInspectLog', {
      entId: canteen,
      items: [{ itemId, itemResult: '2' }],
    })
    expect((await merchant.call('GET', `ent/v1/entInspectLog/getById?id=${inspection}`)).status).toBe(404)
    const [line] = (await get(officer, 'ent/v1/entInspectLog', inspection)).items
    const evidence = [await product.picture(officer)]
    await officer.data('POST', 'ent/v1/entInspectItemLog/evidence', { id: line.id, evidence })
    await officer.data('POST', 'ent/v1/entInspectLog/finish', { id: inspection })
    const seen = await get(merchant, 'ent/v1/entInspectLog', inspection)
    expect(seen).toMatchObject({ inspectStatus: expect.any(String), deduction: 5, score: 95, evidenceCount: 1 })

    // A failed item is ordered to be corrected by a letter.
    await officer.data('POST', 'ent/v1/entInspectLog/order', { id: inspection, opinion: '一人健康证明过期' })
    const draft = await first(officer, 'ent/v1/entNoticeLetter', `inspectLogId=${inspection}`)
    expect(draft).toMatchObject({ entId: canteen, letterStatus: '0', problem: '一人健康证明过期' })
    await officer.data('POST', 'ent/v1/entNoticeLetter/issue', { id: draft.id })
    const replyPictures = [await product.picture(merchant)]
    const reply = { id: draft.id, reply: '已补办健康证明', replyPictures }
    await merchant.data('PUT', 'ent/v1/entNoticeLetter/handle', reply)
    await officer.data('PUT', 'ent/v1/entNoticeLetter/adopt', { id: draft.id })

    // The inspection is closed with the answer of the business, and the score decides the grade.
    expect(await get(merchant, 'ent/v1/entInspectLog', inspection)).toMatchObject({ rectifyReply: '已补办健康证明' })
    await officer.data('POST', 'ent/v1/entInspectLog/grade', { id: inspection })
    expect(await get(officer, 'ent/v1/entInfo', canteen)).toMatchObject({ creditRating: 'A' })
  })
})
