import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../support/databases.ts'
import { business, type ProductServer, startProduct } from '../support/product-server.ts'
import type { ServerCalls } from '../support/server-calls.ts'
import { bpmn, flows } from './models.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const flow = '/api/blade-flow'

describe.each(databasesUnderTest())('processes of the product ($kind)', kind => {
  let product: ProductServer
  const shift = 0
  const people: Record<string, ServerCalls> = {}
  /** The data of an answer, or its status if it is a refusal. */
  const call = async (method: string, url: string, as: string, body?: unknown): Promise<Any> => {
    const answer = await product.server.call(method, url, {
      token: people[as]?.token ?? '',
      ...(body !== undefined && { body }),
    })
    return answer.status === 200 ? answer.body.data : answer.status
  }
  const listOf = async (list: string, as: string): Promise<Any[]> =>
    (await call('GET', `${flow}/work/${list}-list?size=50`, as)).records
  const claim = (as: string, taskId: string) => call('POST', `${flow}/work/claim-task?taskId=${taskId}`, as)
  const complete = (as: string, taskId: string, flag: 'ok' | undefined, comment: string) =>
    call('POST', `${flow}/work/complete-task`, as, { taskId, comment, ...(flag && { flag }) })
  /** Claims the newest task that a user may claim, and completes it. */
  const decide = async (as: string, flag: 'ok' | undefined, comment = '') => {
    const [claimable] = await listOf('claim', as)
    if (claimable) await claim(as, claimable.taskId)
    const [task] = await listOf('todo', as)
    return complete(as, task?.taskId, flag, comment)
  }
  const pathOf = async (instance: string) => {
    const { flow: entries } = await call('GET', `${flow}/process/model-view?processInstanceId=${instance}`, 'admin')
    const elements = entries.filter((one: Any) => one.historyActivityType !== 'sequenceFlow')
    return elements.map((one: Any) => one.historyActivityId).join(' ')
  }
  let begins = 1
  const leave = async (days: number, more: { taskUser?: string; substituteId?: string } = {}) => {
    const [definition] = (await listOf('start', 'applicant')).filter(({ key }) => key === 'leave')
    const startTime = `2027-${String(begins++).padStart(2, '0')}-01 08:00:00`
    const endTime = startTime.replace('-01 08', `-0${days} 18`)
    const body = {
      processDefinitionId: definition.id,
      startTime,
      endTime,
      reason: '回家',
      ...more,
    }
    expect(await call('POST', '/api/blade-desk/process/leave/start-process', 'applicant', body)).toEqual({})
    return (await listOf('send', 'applicant'))[0]
  }

  beforeAll(async () => {
    product = await startProduct(kind, { clockShift: () => shift, jobInterval: 50 })
    people['admin'] = product.admin
    const roles = {
      applicant: 'staff',
      boss: 'manager',
      other: 'manager',
      clerk: 'hr',
      chief: 'leader',
      shop: 'merchant',
    }
    for (const [account, role] of Object.entries(roles)) people[account] = await product.signInAs(account, role)
  }, 300_000)
  afterAll(() => product?.server.close())

  it('leave is claimed by one, decided by those who have it, and granted', async () => {
    const sent = await leave(3, { substituteId: product.ids['clerk'] ?? '' })
    expect(sent).toMatchObject({
      processIsFinished: 'unfinished',
      taskName: '科室审批',
      category: 'flow_1',
      categoryName: '请假流程',
    })
    const [task] = await listOf('claim', 'boss')
    expect([await listOf('claim', 'clerk'), await listOf('todo', 'boss')]).toEqual([[], []])
    expect(await complete('boss', task.taskId, 'ok', '同意')).toBe(409)
    expect(await claim('clerk', task.taskId)).toBe(403)
    const claims = await Promise.all(['boss', 'other'].map(as => claim(as, task.taskId)))
    // Who has it is read only by those who see its process.
    expect(await claim('shop', task.taskId)).toBe(403)
    expect(claims.filter(one => one === 409)).toHaveLength(1)
    const [winner, loser] = claims[0] === 409 ? ['other', 'boss'] : ['boss', 'other']
    expect(await complete(String(loser), task.taskId, 'ok', '同意')).toBe(403)
    const change = { id: sent.businessId, reason: '改' }
    expect(await call('PUT', '/api/work/v1/leave/update', 'applicant', change)).toBe(409)
    expect(await call('GET', `/api/blade-desk/process/leave/detail?businessId=${sent.businessId}`, 'shop')).toBe(404)
    expect(await complete(String(winner), task.taskId, 'ok', '同意')).toEqual({})
    expect(await complete(String(winner), task.taskId, 'ok', '同意')).toBe(409)
    await decide('chief', 'ok', '可以')
    expect(await call('GET', '/api/engine/flow/substitution', 'clerk')).toEqual({ of: [] })
    await decide('clerk', 'ok', '已备案')
    expect(await call('GET', '/api/engine/flow/substitution', 'clerk')).toMatchObject({
      of: [{ person: { name: 'applicant' }, from: '2027-01-01', to: '2027-01-03' }],
    })
    const detail = await call('GET', `/api/blade-desk/process/leave/detail?businessId=${sent.businessId}`, 'applicant')
    const { processInstanceId } = sent
    expect(detail).toMatchObject({ leaveStatus: '1', processInstanceId, flow: { assigneeName: 'applicant' } })
    expect(await pathOf(processInstanceId)).toBe('start approve agreed length leaderApprove leaderAgreed record done')
    const history = `${flow}/process/history-flow-list?processInstanceId=${processInstanceId}`
    const entries = await call('GET', history, 'applicant')
    expect(entries.map((one: Any) => [one.historyActivityName, one.assigneeName, one.comment])).toEqual([
      ['发起', 'applicant', ''],
      ['科室审批', winner, '同意'],
      ['领导审批', 'chief', '可以'],
      ['人事备案', 'clerk', '已备案'],
      ['已批准', '', ''],
    ])
    expect([await call('GET', history, 'chief'), await call('GET', history, 'shop')]).toEqual([entries, 404])
    expect((await listOf('done', 'chief'))[0]).toMatchObject({ taskName: '领导审批', status: 'finish' })
  })

  it('leave is returned to its applicant, who changes it and asks again, or closes it', async () => {
    const sent = await leave(1, { taskUser: product.ids['boss'] ?? '' })
    expect((await listOf('todo', 'boss')).map(({ taskName }) => taskName)).toEqual(['科室审批'])
    await decide('boss', undefined, '日期不对')
    const change = { id: sent.businessId, reason: '探亲' }
    expect(await call('PUT', '/api/work/v1/leave/update', 'applicant', change)).toMatchObject({ reason: '探亲' })
    const locked = { id: sent.businessId, leaveNo: 'X' }
    expect(await call('PUT', '/api/work/v1/leave/update', 'applicant', locked)).not.toMatchObject({ leaveNo: 'X' })
    await decide('applicant', 'ok', '已改')
    await decide('boss', undefined, '不行')
    await decide('applicant', undefined, '算了')
    expect(await pathOf(sent.processInstanceId)).toBe(
      'start approve agreed revise again approve agreed revise again closed',
    )
    const detail = await call('GET', `/api/blade-desk/process/leave/detail?businessId=${sent.businessId}`, 'applicant')
    expect(detail).toMatchObject({ leaveStatus: '2', reason: '探亲' })
  })

  it('a transition of the process decides the open task as its name says, or is refused', async () => {
    const sent = await leave(3)
    const put = (step: string) => call('POST', `/api/work/v1/leave/${step}`, 'admin', { id: sent.businessId })
    const taskNow = async () => (await listOf('send', 'applicant'))[0].taskName
    expect([(await put('refuse')).leaveStatus, await taskNow()]).toEqual(['0', '修改申请'])
    await decide('applicant', 'ok')
    await decide('boss', 'ok')
    expect([(await put('refuse')).leaveStatus, await taskNow()]).toEqual(['0', '修改申请'])
    for (const as of ['applicant', 'boss', 'chief']) await decide(as, 'ok')
    expect([await put('refuse'), await taskNow()]).toEqual([409, '人事备案'])
    expect(await put('grant')).toMatchObject({ leaveStatus: '1' })
  })

  it('leave that is withdrawn is decided only after it was submitted again', async () => {
    const { processInstanceId, businessId: id } = await leave(1)
    const start = (as: string) => call('POST', '/api/engine/flow/start', as, { resource: 'leave', id })
    expect(await start('applicant')).toBe(409)
    expect(await call('POST', `/api/engine/flow/instances/${processInstanceId}/withdraw`, 'applicant', {})).toBeNull()
    expect(await call('POST', '/api/work/v1/leave/grant', 'admin', { id })).toBe(409)
    expect([await start('boss'), await start('chief')]).toEqual([404, 403])
    const again = await start('applicant')
    // The ids of a process are a change of the record, those of the first one are of its first version.
    const records = await call('GET', `/api/engine/history/leave/${id}`, 'applicant')
    expect(records.map((one: Any) => [one.version, one.changes.processInstanceId])).toEqual([
      [2, { from: processInstanceId, to: again.id }],
      [1, { from: null, to: processInstanceId }],
    ])
    for (const as of ['boss', 'clerk']) await decide(as, 'ok')
    expect(await call('GET', `/api/work/v1/leave/getById?id=${id}`, 'applicant')).toMatchObject({ leaveStatus: '1' })
    expect(await start('admin')).toBe(409)
  })

  it('instances and tasks are resources, and an instance is ended by an action', async () => {
    const { processInstanceId: id } = await leave(1)
    const pageOf = async (resource: string, query: string) =>
      (await call('GET', `/api/flow/v1/${resource}/page?${query}`, 'admin')).records
    expect((await pageOf('flowInstance', 'processKey_equal=leave'))[0]).toMatchObject({
      id,
      processName: '请假流程',
      flowState: 'running',
      starter: product.ids['applicant'],
    })
    const tasks = () => pageOf('flowTask', `instanceId_equal=${id}`)
    expect(await tasks()).toMatchObject([{ taskName: '科室审批', taskOutcome: 'open' }])
    expect(await call('GET', '/api/flow/v1/flowTask/page', 'applicant')).toBe(403)
    const end = () => call('POST', '/api/flow/v1/flowInstance/end', 'admin', { id, reason: '重复' })
    expect(await end()).toMatchObject({ flowState: 'deleted' })
    expect([await end(), (await tasks())[0].taskOutcome]).toEqual([409, 'deleted'])
  })

  it('models and deployed processes are resources, which actions deploy, suspend and delete', async () => {
    const pageOf = async (resource: string) => (await call('GET', `/api/flow/v1/${resource}/page`, 'admin')).records
    const act = (path: string, body: object, as = 'admin') => call('POST', `/api/flow/v1/${path}`, as, body)
    const modelEditorXml = bpmn('<startEvent id="s"/>', '<endEvent id="e"/>', flows('s>e'))
    let drawn: string | undefined
    const model = { modelKey: 'p', name: '登记', description: '', modelEditorXml }
    for (const name of ['登记', '登记册'])
      drawn = (await call('POST', `${flow}/model/submit`, 'admin', { ...model, name, ...(drawn && { id: drawn }) })).id
    expect(await pageOf('flowModel')).toMatchObject([{ id: drawn, modelName: '登记册', modelVersion: 2 }])
    expect(await act('flowModel/deploy', { id: drawn }, 'applicant')).toBe(403)
    await act('flowModel/deploy', { id: drawn, flowCategory: '1' })
    const definition = async (key = 'p') =>
      (await pageOf('flowDefinition')).find(({ processKey }: Any) => processKey === key)
    const { id, ...deployed } = await definition()
    expect(deployed).toMatchObject({ processName: '登记册', flowCategory: '1', definitionState: 'active' })
    expect(await act('flowDefinition/suspend', { id })).toMatchObject({ definitionState: 'suspended' })
    expect(await act('flowDefinition/suspend', { id })).toBe(409)
    expect(await act('flowDefinition/activate', { id })).toMatchObject({ definitionState: 'active' })
    expect(await act('flowDefinition/undeploy', { id, withHistory: false })).toBe(400)
    expect(await act('flowDefinition/undeploy', { id, withHistory: true })).toBeNull()
    expect(await definition()).toBeUndefined()
    await leave(1)
    expect(await act('flowDefinition/undeploy', { id: (await definition('leave')).id, withHistory: true })).toBe(409)
  })

  it('a change request is decided by its process, also through its own calls', async () => {
    const { keep, region, ids, admin } = product
    await region('33', '浙江')
    await region('3301', '杭州', ids['浙江'])
    await keep('type', 'ent/entType', { name: '学校食堂', code: 'SCHOOL' })
    await keep('canteen', 'ent/entInfo', business(1, { regionId: ids['杭州'], typeId: ids['type'] }))
    await admin.data('POST', 'ent/v1/entInfo/adopt', { id: ids['canteen'] })
    const district = await product.signInAs('district', 'market_org', { regionId: ids['杭州'] })
    people['district'] = district
    const request = async (more: object) => {
      const { id } = await admin.data('POST', 'ent/v1/entChangeRequest/save', {
        entId: ids['canteen'],
        reason: '变更',
        ...more,
      })
      return id
    }
    const first = await request({ legalPerson: '王小明' })
    const change = { id: first, reason: '另一个原因' }
    expect(await call('PUT', '/api/ent/v1/entChangeRequest/update', 'admin', change)).toBe(409)
    expect(await call('PUT', '/api/ent/v1/entChangeRequest/approved', 'chief', { id: first })).toBe(403)
    expect(await call('PUT', '/api/ent/v1/entChangeRequest/approved', 'district', { id: first })).toMatchObject({
      requestStatus: '1',
    })
    const second = await request({ legalPerson: '李明', manager: '李明', phone: '13900139000', address: '文二路' })
    expect(await call('PUT', '/api/ent/v1/entChangeRequest/approved', 'district', { id: second })).toMatchObject({
      requestStatus: '0',
    })
    expect(
      await call('PUT', '/api/ent/v1/entChangeRequest/auditFailed', 'chief', { id: second, auditOpinion: '材料不全' }),
    ).toMatchObject({
      requestStatus: '2',
      auditOpinion: '材料不全',
    })
  })
})
