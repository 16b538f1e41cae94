import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/demoTemplate.yaml': `title: { zh: 模板, en: Template }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
bind:
  cameras: { of: demoCamera, http: [POST bindCameras, GET listCameras], self: templateId, where: "it.isOn", title: { zh: 绑定的摄像头, en: Linked cameras } }
`,
  'resources/ent/demoCamera.yaml': `title: { zh: 摄像头, en: Camera }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  isOn: { type: boolean, default: true, title: { zh: 启用, en: On } }
`,
}

describe.each(databasesWalked('postgres'))('semantics 29: a bind on the page of a record, on $kind', kind => {
  let screens: Screens
  let page: Page
  let template: string
  const tabs = () => page.getByRole('region', { name: '相关数据' }).filter({ visible: true })
  const dialog = () => page.getByRole('dialog', { name: '绑定的摄像头' })

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    const save = async (entity: string, record: object) =>
      ((await screens.call('POST', `/api/ent/v1/${entity}/save`, record)) as { readonly id: string }).id
    template = await save('demoTemplate', { name: '甲' })
    const cameras = [await save('demoCamera', { name: '东门' }), await save('demoCamera', { name: '后厨' })]
    await save('demoCamera', { name: '西门', isOn: false })
    await screens.call('POST', '/api/ent/v1/demoTemplate/bindCameras', { templateId: template, ids: [cameras[0]] })
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('is a tab, whose records are chosen in a dialog; the change is in the history', async () => {
    await page.goto(`/ent/demoTemplate/${template}/show`)
    await expect.poll(() => tabs().getByRole('tab').allInnerTexts()).toEqual(['资料', '绑定的摄像头 1'])
    await tabs().getByRole('tab', { name: '绑定的摄像头' }).click()
    await tabs().getByRole('button', { name: '选择…' }).click()
    await expect.poll(() => dialog().getByRole('status').innerText()).toBe('已选 1 条')
    const input = dialog().getByRole('combobox')
    await input.click()
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['后厨', '东门', '新建摄像头'])
    await page.getByRole('option', { name: '后厨' }).click()
    await expect.poll(() => dialog().getByRole('status').innerText()).toBe('已选 2 条')
    await dialog().getByRole('button', { name: '保存' }).click()
    await expect.poll(() => tabs().getByRole('tab').allInnerTexts()).toEqual(['资料', '绑定的摄像头 2'])
    await expect.poll(() => dialog().count()).toBe(0)
    await expect.poll(() => page.getByText('修改了绑定的摄像头').count()).toBe(2)
    await expect.poll(() => page.locator('.history-changes ins').first().innerText()).toBe('后厨')
  })

  it('is chosen on a phone, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await tabs().getByRole('button', { name: '选择…' }).click()
    await expect.poll(() => dialog().getByRole('status').innerText()).toBe('已选 2 条')
    expect((await dialog().boundingBox())?.width).toBe(390)
    await dialog().getByRole('button', { name: '取消' }).click()
    await expect.poll(() => dialog().count()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('shows why a change is refused that was made on an older version', async () => {
    await tabs().getByRole('button', { name: '选择…' }).click()
    await dialog().getByRole('combobox').waitFor()
    await expect.poll(() => dialog().getByRole('status').innerText()).toBe('已选 2 条')
    await screens.call('POST', '/api/ent/v1/demoTemplate/bindCameras', { templateId: template, ids: [] })
    await dialog().getByRole('combobox').press('Backspace')
    await expect.poll(() => dialog().getByRole('status').innerText()).toBe('已选 1 条')
    await dialog().getByRole('button', { name: '保存' }).click()
    await expect.poll(() => dialog().getByRole('alert').innerText()).toContain('已被其他用户修改')
  })
})
