import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { writeUser } from '../support/demo-screens.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'app.yaml': 'title: { zh: 流程样例, en: Processes }\n',
  'menus.yaml': 'work: { title: { zh: 事务, en: Work }, icon: list-todo, order: 5 }\n',
  'roles.yaml': 'staff: { title: { zh: 职员, en: Staff } }\nboss: { title: { zh: 主管, en: Boss } }\n',
  'dictionaries/outing_status.yaml': `title: { zh: 外出状态, en: State }
entries:
  pending: { key: "0", title: { zh: 办理中, en: In process }, colour: amber }
  granted: { key: "1", title: { zh: 已批准, en: Granted }, colour: green }
  refused: { key: "2", title: { zh: 未批准, en: Refused }, colour: red }
`,
  'resources/work/outing.yaml': `title: { zh: 外出申请, en: Outing }
display: place
approval: outing
fields:
  place: { type: text, required: true, title: { zh: 地点, en: Place } }
  remark: { type: text, title: { zh: 备注, en: Remark } }
  outingStatus: { type: dictionary, of: outing_status, title: { zh: 状态, en: State } }
lifecycle:
  field: outingStatus
  initial: pending
  final: [granted, refused]
  transitions:
    grant: { from: pending, to: granted, title: { zh: 批准, en: Grant } }
    refuse: { from: pending, to: refused, title: { zh: 不批准, en: Refuse } }
access:
  - { role: staff, allow: [view, add], where: "createUser == me.id" }
  - { role: boss, allow: [view, edit], where: "true" }
`,
  'pages.yaml': ['start', 'claim', 'todo', 'send', 'done']
    .map(name => `${name}: { path: /work/${name}, title: { zh: ${name}, en: ${name} }, screen: Flow }\n`)
    .concat(
      `process: { path: "/work/process/*", title: { zh: 办理, en: Process }, tab: none, screen: Flow }\n`,
      ...['model', 'manager', 'follow'].map(
        name =>
          `${name}: { path: /flow/${name}, title: { zh: ${name}, en: ${name} }, code: flow_view, screen: Flow }\n`,
      ),
    )
    .join(''),
  // Without a diagram: it is laid out where it is drawn.
  'processes/outing.bpmn': `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:app="urn:app:process" id="d" targetNamespace="urn:app:process">
  <bpmn:process id="outing" name="外出流程" isExecutable="true" app:resource="outing">
    <bpmn:extensionElements><app:variables>
      <app:variable name="applyUser" type="user" /><app:variable name="pass" type="boolean" /><app:variable name="comment" type="text" />
    </app:variables></bpmn:extensionElements>
    <bpmn:startEvent id="start" name="申请" flowable:initiator="applyUser" />
    <bpmn:userTask id="approve" name="主管审批" flowable:candidateGroups="boss" app:edit="remark" />
    <bpmn:exclusiveGateway id="agreed" default="no" />
    <bpmn:endEvent id="done" name="已批准" app:step="grant" />
    <bpmn:endEvent id="closed" name="未批准" app:step="refuse" />
    <bpmn:sequenceFlow id="submitted" sourceRef="start" targetRef="approve" />
    <bpmn:sequenceFlow id="decided" sourceRef="approve" targetRef="agreed" />
    <bpmn:sequenceFlow id="yes" sourceRef="agreed" targetRef="done"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${pass}</bpmn:conditionExpression></bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="no" sourceRef="agreed" targetRef="closed" />
  </bpmn:process>
</bpmn:definitions>`,
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const password = 'Process#26'

describe.each(databasesWalked('postgres'))('processes on $kind', kind => {
  let screens: Screens
  let admin: Page
  let staff: Page
  let boss: Page
  const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).filter({ visible: true })
  const shape = (page: Page, id: string) => page.locator(`.bpmn [data-element-id="${id}"]`).filter({ visible: true })

  beforeAll(async () => {
    screens = await openScreens(kind, { app: files })
    for (const [account, code] of [
      ['staff', 'outing_add'],
      ['boss', 'outing_edit'],
    ] as const)
      await writeUser(screens, {
        account,
        password,
        roleName: account,
        roleAlias: account,
        codes: ['outing_view', code],
      })
    admin = await screens.openAs('admin', adminPassword)
    staff = await screens.openAs('staff', password, phone)
    boss = await screens.openAs('boss', password, phone)
  })
  afterAll(() => screens.close())

  it('are requested on a phone, and handled there with the fields of the task', async () => {
    await staff.goto('/work/start')
    await button(staff, /^发起$/).click()
    await staff.getByLabel('地点').fill('青禾中学')
    await staff.keyboard.press('Control+s')
    await staff.waitForURL(/\/work\/outing\/\d+/)
    // Who has it is read in the list of steps, and the diagram is not loaded before it is asked for.
    await staff.locator('.flow-of-record').getByText('主管', { exact: false }).first().waitFor()
    expect(await staff.locator('.bpmn').count()).toBe(0)
    await boss.goto('/work/claim')
    await boss.locator('.flow-card .flow-open').click()
    await button(boss, /^签收$/).click()
    await button(boss, /^同意$/)
      .last()
      .waitFor()
    await boss.getByLabel('备注').fill('带材料')
    await button(boss, /^同意$/)
      .last()
      .click()
    await boss.locator('.flow-form [role=alert]').waitFor()
    await boss.getByLabel('审批意见').fill('可以去')
    await button(boss, /^同意$/)
      .last()
      .click()
    await boss.waitForURL(url => !url.search.includes('task='))
    const [record] = ((await screens.call('GET', '/api/work/v1/outing/page')) as { records: Record<string, unknown>[] })
      .records
    expect(record).toMatchObject({ outingStatus: '1', remark: '带材料' })
  })

  it('are drawn on the page of the record, with what was reached', async () => {
    await admin.goto('/work/outing')
    await admin.locator('.list-table tbody tr a').first().click()
    await shape(admin, 'approve').and(admin.locator('.flow-done')).waitFor()
    // A straight line has no height, and so is not visible to the driver.
    expect(await admin.locator('.bpmn [data-element-id="yes"].flow-line').count()).toBe(1)
    expect(await shape(admin, 'closed').and(admin.locator('.flow-done')).count()).toBe(0)
    const steps = await admin.locator('.flow-steps li').filter({ visible: true }).allInnerTexts()
    expect(steps.join()).toContain('可以去')
  })

  it('lead old addresses of a form to the new record and to the task', async () => {
    await boss.goto('/work/process/outing/handle/1/2/3')
    await boss.waitForURL('**/work/todo?task=1')
    await staff.goto('/work/process/outing/form/1')
    await staff.waitForURL('**/work/outing/create')
  })

  it('are modelled, checked at their elements, and deployed, in English', async () => {
    await admin.goto('/flow/model')
    await button(admin, /^English$/).click()
    await button(admin, /^New model$/).click()
    await admin.getByLabel('Name').fill('Purchase')
    await admin.locator('[data-element-id="task"] .djs-hit').first().click({ force: true })
    await admin.getByLabel('Name').fill('Check')
    // No user can do the task: a warning at its element.
    await admin.locator('.flow-fault.warning').first().waitFor()
    await admin.getByRole('combobox', { name: 'Who does it' }).click()
    await admin.getByRole('option', { name: 'Expression' }).click()
    await admin.getByRole('textbox', { name: 'Expression' }).fill('unknownUser')
    await admin.keyboard.press('Tab')
    await admin.locator('.flow-fault.error').first().waitFor()
    await expect.poll(() => button(admin, /^Deploy$/).isDisabled()).toBe(true)
    await admin.getByRole('textbox', { name: 'Expression' }).fill('applyUser')
    await admin.keyboard.press('Tab')
    await expect.poll(() => button(admin, /^Deploy$/).isEnabled(), { timeout: 10_000 }).toBe(true)
    await admin.keyboard.press('Control+s')
    await admin.waitForURL(url => /^\d+$/.test(url.searchParams.get('id') ?? ''))
    await button(admin, /^Deploy$/).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
    await admin.goto('/flow/manager')
    await admin.locator('.flow-table').getByText('Purchase').waitFor()
  })

  it('refuse an uploaded file with its lines, until it is dismissed', async () => {
    await admin.goto('/flow/manager')
    const text = files['processes/outing.bpmn'].replace('candidateGroups="boss"', 'assignee="$' + '{stranger}"')
    const file = { name: 'bad.bpmn', mimeType: 'application/xml', buffer: Buffer.from(text) }
    await admin.locator('input[type=file]').setInputFiles(file)
    await admin.locator('.flow-refused').getByText('line 8').waitFor()
    await admin.getByRole('button', { name: 'Dismiss' }).click()
    await admin.locator('.flow-refused').waitFor({ state: 'detached' })
  })
})
