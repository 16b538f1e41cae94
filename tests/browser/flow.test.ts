import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { writeUser } from '../support/demo-screens.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { tooSmallForFingers } from '../support/touch-targets.ts'
import { holdResponses, slowServer } from '../support/typing.ts'

const files = {
  'app.yaml': 'title: { zh: 流程样例, en: Processes }\n',
  'menus.yaml':
    'work: { title: { zh: 事务, en: Work }, icon: list-todo, order: 5 }\nflow: { title: { zh: 流程, en: Processes }, icon: workflow, order: 6 }\n',
  ...Object.fromEntries(
    [
      'resources/flow/flowModel',
      'resources/flow/flowDefinition',
      'dictionaries/flow',
      'dictionaries/flow_definition_state',
    ].map(name => [`${name}.yaml`, readFileSync(new URL(`../../${name}.yaml`, import.meta.url), 'utf8')]),
  ),
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
  - { role: staff, allow: [view, add, edit], where: "createUser == me.id" }
  - { role: boss, allow: [view, edit], where: "true" }
`,
  'pages.yaml': ['start', 'claim', 'todo', 'send', 'done']
    .map(name => `${name}: { path: /work/${name}, title: { zh: ${name}, en: ${name} }, screen: Flow }\n`)
    .concat(
      `process: { path: "/work/process/*", title: { zh: 办理, en: Process }, tab: none, screen: Flow }\n`,
      'modeler: { path: /flow/modeler, title: { zh: modeler, en: modeler }, code: flow_view, screen: Flow }\n',
    )
    .join(''),
  // Without a diagram: it is laid out when it is deployed.
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
  // Without a record: it is started and handled by forms.
  'processes/order.bpmn': `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:app="urn:app:process" id="d" targetNamespace="urn:app:process">
  <bpmn:process id="order" name="采购" isExecutable="true">
    <bpmn:extensionElements><app:variables>
      <app:variable name="applyUser" type="user" /><app:variable name="pass" type="boolean" /><app:variable name="comment" type="text" />
      <app:variable name="amount" type="decimal" /><app:variable name="account" type="text" />
    </app:variables></bpmn:extensionElements>
    <bpmn:startEvent id="start" name="申请" flowable:initiator="applyUser">
      <bpmn:extensionElements><app:form>{"type":"object","required":["amount"],"properties":{"amount":{"type":"number","title":"金额"}}}</app:form></bpmn:extensionElements>
    </bpmn:startEvent>
    <bpmn:userTask id="write" name="填写" flowable:assignee="\${applyUser}" />
    <bpmn:userTask id="check" name="核定" flowable:candidateGroups="boss">
      <bpmn:extensionElements><app:form>{"type":"object","required":["account"],"properties":{"account":{"type":"string","title":"科目"}}}</app:form></bpmn:extensionElements>
    </bpmn:userTask>
    <bpmn:endEvent id="done" name="完成" />
    <bpmn:sequenceFlow id="a" sourceRef="start" targetRef="write" />
    <bpmn:sequenceFlow id="b" sourceRef="write" targetRef="check" />
    <bpmn:sequenceFlow id="c" sourceRef="check" targetRef="done" />
  </bpmn:process>
</bpmn:definitions>`,
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious violations of the page, as rule and element. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(motion => motion.finished)))
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run(document, { preload: false })')) as {
    violations: { id: string; impact: string; nodes: { target: string[] }[] }[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
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
    for (const [account, codes] of [
      ['staff', ['outing_view', 'outing_edit', 'outing_add']],
      ['boss', ['outing_view', 'outing_edit']],
    ] as const)
      await writeUser(screens, {
        account,
        password,
        roleName: account,
        roleAlias: account,
        codes: [...codes],
      })
    admin = await screens.openAs('admin', adminPassword)
    staff = await screens.openAs('staff', password, phone)
    boss = await screens.openAs('boss', password, phone)
  })
  afterAll(() => screens.close())

  it('are requested on a phone, and handled there with the fields of the task', async () => {
    await staff.goto('/work/start')
    await staff.locator('.flow-item', { hasText: '外出流程' }).getByRole('button', { name: '发起' }).click()
    await staff.getByLabel('地点').fill('青禾中学')
    await staff.keyboard.press('Control+s')
    await staff.waitForURL(/\/work\/outing\/\d+/)
    // Who has it is read in the list of steps, and the diagram is not loaded before it is asked for.
    await staff.locator('.flow-of-record').getByText('主管', { exact: false }).first().waitFor()
    expect(await staff.locator('.bpmn').count()).toBe(0)
    const endDelay = await slowServer(boss)
    await boss.goto('/work/claim')
    await boss.locator('.flow-item .flow-open').click()
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
    await endDelay()
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

  it('are submitted again on the page of the record, once they were withdrawn', async () => {
    await staff.goto('/work/outing/create')
    await staff.getByLabel('地点').fill('南山小学')
    await staff.keyboard.press('Control+s')
    await staff.waitForURL(/\/work\/outing\/\d+/)
    const record = staff.url()
    const withdraw = async () => {
      await staff.goto('/work/send')
      await button(staff, /^撤回$/)
        .first()
        .click()
      await staff.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
      await staff.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await withdraw()
    await staff.goto(record)
    await button(staff, /^重新提交$/).click()
    // The process before it names the same step.
    await button(staff, /^重新提交$/).waitFor({ state: 'detached' })
    await staff.locator('.flow-of-record').getByText('主管', { exact: false }).first().waitFor()
    await withdraw()
  })

  it('lead old addresses of a form to the new record and to the task', async () => {
    await boss.goto('/work/process/outing/handle/1/2/3')
    await boss.waitForURL('**/work/todo?task=1')
    await staff.goto('/work/process/outing/form/1')
    await staff.waitForURL('**/work/outing/create')
  })

  const act = (page: Page, name: RegExp) => button(page, name).last().click()
  const open = async (page: Page, list: string) => {
    await page.goto(`/work/${list}`)
    await page.locator('.flow-open', { hasText: '采购' }).filter({ visible: true }).first().click()
  }
  const agree = async (page: Page, opinion: string) => {
    const before = page.url()
    await page.getByLabel('审批意见').fill(opinion)
    await act(page, /^同意$/)
    await page.waitForURL(url => url.href !== before)
  }
  const begin = async (amount: string) => {
    await staff.goto('/work/start')
    await staff.locator('.flow-item', { hasText: '采购' }).getByRole('button', { name: '发起' }).click()
    await staff.getByRole('dialog').getByLabel('金额').fill(amount)
    await staff.getByRole('dialog').getByRole('button', { name: '发起' }).click()
    await staff.waitForURL('**/work/send')
  }

  it('are started by a form, returned, given to another user with a file, and completed by a form', async () => {
    await begin('6800')
    await open(staff, 'todo')
    await agree(staff, '请核定')
    await open(boss, 'claim')
    await act(boss, /^签收$/)
    await act(boss, /^退回$/)
    await boss.getByRole('dialog').getByLabel('审批意见').fill('请写明型号')
    await boss.getByRole('dialog').getByRole('button', { name: '退回' }).click()
    await boss.waitForURL(url => !url.search.includes('task='))
    await open(staff, 'todo')
    const arrive = await holdResponses(staff, /put-file/)
    await staff.locator('input[type=file]').setInputFiles({
      name: '报价.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    })
    await staff.getByText('报价.pdf').first().waitFor()
    // A decision waits for its files.
    await staff.getByLabel('审批意见').fill('已写明')
    await act(staff, /^同意$/)
    await staff.locator('.flow-form .field [role=alert]').waitFor()
    await arrive()
    await staff.locator('.flow-form .field [role=alert]').waitFor({ state: 'detached' })
    await agree(staff, '已写明')
    await open(boss, 'claim')
    await act(boss, /^签收$/)
    await act(boss, /^转办$/)
    await boss.getByRole('dialog').getByRole('combobox').fill('admin')
    await boss.getByRole('option').first().click()
    await boss.getByRole('dialog').getByRole('button', { name: '转办' }).click()
    await boss.waitForURL(url => !url.search.includes('task='))
    await open(admin, 'todo')
    await admin.getByRole('link', { name: '报价.pdf' }).waitFor()
    await admin.getByLabel('审批意见').fill('同意采购')
    await act(admin, /^同意$/)
    await admin.locator('.flow-form .field', { hasText: '科目' }).getByRole('alert').waitFor()
    await admin.getByLabel('科目').fill('设备')
    await act(admin, /^同意$/)
    await expect
      .poll(async () => ((await screens.call('GET', '/api/engine/flow/lists/done')) as { total: number }).total)
      .toBe(1)
  })

  it('are urged and withdrawn by their starter, signed by another user, and agreed to several at once', async () => {
    for (const amount of ['1', '2']) await begin(amount)
    await act(staff, /^催办$/)
    await staff.getByRole('dialog').getByRole('button', { name: '催办' }).click()
    await staff.getByRole('dialog').waitFor({ state: 'detached' })
    await button(staff, /^撤回$/)
      .first()
      .click()
    await staff.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
    await staff.getByText('已撤回').first().waitFor()
    await begin('3')
    await open(staff, 'todo')
    await act(staff, /^加签$/)
    await staff.getByRole('dialog').getByRole('combobox').fill('boss')
    await staff.getByRole('option').first().click()
    await staff.getByRole('dialog').getByRole('button', { name: '加签' }).click()
    await staff.getByRole('dialog').waitFor({ state: 'detached' })
    await open(boss, 'todo')
    await boss.goto('/work/todo')
    await boss.locator('.flow-item').first().waitFor()
    for (const box of await boss.locator('.flow-item input[type=checkbox]').all()) await box.check({ force: true })
    await act(boss, /^同意$/)
    await boss.locator('.flow-results li').first().waitFor()
    expect(await boss.locator('.flow-results .late').count()).toBe(0)
  })

  it('are done by a substitute, who reads for whom', async () => {
    const days = await boss.evaluate(() =>
      [new Date(), new Date(Date.now() + 864e5)].map(day => day.toISOString().slice(0, 10)),
    )
    await boss.goto('/work/claim')
    await act(boss, /^委托代办$/)
    await boss.getByRole('dialog').getByRole('combobox').first().fill('admin')
    await boss.getByRole('option').first().click()
    for (const [label, day] of [
      ['自', days[0]],
      ['至', days[1]],
    ] as const)
      await boss
        .getByRole('dialog')
        .getByLabel(label)
        .fill(day ?? '')
    await boss.getByRole('dialog').getByRole('button', { name: '委托代办' }).click()
    await boss.getByRole('dialog').waitFor({ state: 'detached' })
    await staff.goto('/work/start')
    await begin('4')
    await open(staff, 'todo')
    await agree(staff, '请核定')
    await admin.goto('/work/claim')
    await admin.locator('li.flow-item, .flow-task').getByText('代', { exact: false }).first().waitFor()
  })

  interface Shown {
    readonly name: string
    readonly address: string
    open?(page: Page): Promise<void>
  }
  const shown: readonly Shown[] = [
    { name: 'start', address: '/work/start' },
    {
      name: 'start, dialog',
      address: '/work/start',
      open: (page: Page) =>
        button(page, /^(发起|Start)$/)
          .last()
          .click(),
    },
    { name: 'claim', address: '/work/claim' },
    { name: 'todo', address: '/work/todo' },
    {
      name: 'substitute',
      address: '/work/todo',
      open: (page: Page) =>
        button(page, /^(委托代办|Substitute)$/)
          .first()
          .click(),
    },
    { name: 'send', address: '/work/send' },
    { name: 'done', address: '/work/done' },
    { name: 'models', address: '/flow/model' },
    {
      name: 'modeler',
      address: '/flow/modeler',
      open: (page: Page) => page.locator('[data-element-id=task] .djs-hit').first().click({ force: true }),
    },
    {
      name: 'definitions',
      address: '/flow/manager',
      open: (page: Page) => page.locator('.list-table tbody tr a').first().click(),
    },
  ]
  it.each(shown)('are accessible: $name', async ({ address, open: reach }) => {
    await admin.goto(address)
    await admin.locator('h1').filter({ visible: true }).first().waitFor()
    await reach?.(admin)
    for (const colorScheme of ['light', 'dark'] as const) {
      await admin.emulateMedia({ colorScheme })
      expect(await violationsOf(admin)).toEqual([])
    }
    if (!address.startsWith('/work')) return
    await boss.goto(address)
    await boss.locator('h1').filter({ visible: true }).first().waitFor()
    expect(await violationsOf(boss)).toEqual([])
    expect(await boss.evaluate(tooSmallForFingers)).toEqual([])
  })

  it('are requested, refused and replayed in English on a phone', async () => {
    const [own, chief] = [staff, boss]
    for (const page of [own, chief]) {
      await page.goto('/work/start')
      await button(page, /^菜单$/).click()
      await button(page, /English/).click()
      await page.keyboard.press('Escape')
    }
    await own.locator('.flow-item', { hasText: '外出流程' }).getByRole('button', { name: 'Start' }).click()
    await own.getByLabel('Place').fill('Harbour')
    await own.keyboard.press('Control+s')
    await own.waitForURL(/\/work\/outing\/\d+/)
    await chief.goto('/work/claim')
    await chief.locator('.flow-open', { hasText: 'Harbour' }).click()
    await act(chief, /^Claim$/)
    await chief.getByLabel('Opinion').fill('Not this week')
    const before = chief.url()
    await act(chief, /^Refuse$/)
    await chief.waitForURL(url => url.href !== before)
    await own.reload()
    await own.getByText('Not this week').filter({ visible: true }).waitFor()
    await own.getByText('Refused').filter({ visible: true }).first().waitFor()
    await act(own, /^Show the diagram$/)
    const isEnded = () => shape(own, 'closed').and(own.locator('.flow-done')).count()
    await expect.poll(isEnded).toBe(1)
    await act(own, /^Replay$/)
    await expect.poll(isEnded, { interval: 20 }).toBe(0)
    await expect.poll(isEnded, { timeout: 20_000 }).toBe(1)
  })

  it('are modelled, checked at their elements, and deployed, in English', async () => {
    await admin.goto('/flow/modeler')
    await button(admin, /^English$/).click()
    await admin.getByLabel('Name').fill('Purchase')
    // By keyboard: an element is selected, one is appended, connected, and deleted again.
    const elements = admin.getByRole('combobox', { name: 'Element' })
    await elements.press('Enter')
    await admin.getByRole('option', { name: /^task/ }).press('Enter')
    await button(admin, /^User task$/).press('Enter')
    await expect.poll(() => elements.innerText()).not.toMatch(/^task/)
    await admin.getByRole('combobox', { name: 'Leads to' }).fill('end')
    await admin.keyboard.press('ArrowDown')
    await admin.keyboard.press('Enter')
    await admin.locator('.MuiChip-root', { hasText: 'end' }).waitFor()
    await button(admin, /^Delete$/).press('Enter')
    await elements.press('Enter')
    await admin.getByRole('option', { name: /^task/ }).press('Enter')
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
    const row = admin.locator('.list-table tbody tr', { hasText: 'Purchase' })
    await row.getByRole('link').first().click()
    await shape(admin, 'task').waitFor()
    await button(admin, /^Suspend$/).click()
    await button(admin, /^Activate$/).waitFor()
    await admin.goto('/flow/model')
    await row.getByRole('link').first().click()
    await shape(admin, 'task').waitFor()
  })

  it('open a file with errors in the modeler', async () => {
    await admin.goto('/flow/modeler')
    const text = files['processes/outing.bpmn'].replace('candidateGroups="boss"', 'assignee="$' + '{stranger}"')
    const file = { name: 'bad.bpmn', mimeType: 'application/xml', buffer: Buffer.from(text) }
    await admin.locator('input[type=file]').setInputFiles(file)
    await admin.locator('[data-container-id="approve"] .flow-fault.error').waitFor()
  })
})
