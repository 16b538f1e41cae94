import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOfCode } from '../../engine/server/storage/derived-id.ts'
import { renameQuestion } from '../../engine/server/storage/print-plan.ts'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, reports, type Screens, showsText } from '../support/screens.ts'
import { adminPassword, writeIn } from '../support/server.ts'
import { holdResponses } from '../support/typing.ts'

const file = 'resources/ent/entType.yaml'
const typed = '只写了一半的名称'

interface Task {
  readonly taskState: string
}

describe.each(databasesWalked('postgres'))('hot reload of a descriptor on $kind', kind => {
  let screens: Screens
  beforeAll(async () => {
    screens = await openScreens(kind, { settings: { live: true } })
    await screens.call('POST', '/api/ent/v1/entType/save', { name: '学校食堂', code: 'SCHOOL' })
  })
  afterAll(() => screens.close())

  it('updates the open list and form, and keeps the input', async () => {
    const { readFile } = await import('node:fs/promises')
    const list = await screens.openAs('admin', adminPassword)
    const marked = list.waitForResponse(url => url.url().endsWith('/api/engine/revision'))
    await list.goto('/ent/entType')
    await showsText(list, 'SCHOOL')
    await marked
    const mark = list.locator('.descriptor-mark')
    // The revision that is served when the page is loaded is no news.
    expect(await mark.count()).toBe(0)
    const form = await list.context().newPage()
    await form.goto('/ent/entType/create')
    await form.getByLabel('类型名称').fill(typed)
    await expect.poll(() => form.getByLabel('联系方式').count()).toBe(0)

    const text = await readFile(`${screens.server.appDir}/${file}`, 'utf8')
    const changed = text
      .replace('zh: 类型编码', 'zh: 类型代号')
      .replace(
        '  remark: { type: text }',
        '  remark: { type: text }\n  contact: { type: text, title: { zh: 联系方式, en: Contact } }',
      )
    expect(changed).not.toBe(text)
    writeIn(screens.server.appDir, file, changed)

    await list.getByRole('columnheader', { name: '类型代号' }).waitFor()
    await showsText(list, 'SCHOOL')
    const applied = /^版本 2 已于 \d\d:\d\d 生效企业类型：字段 code 已更改，字段 contact 已新增$/
    await expect.poll(() => mark.innerText()).toMatch(applied)
    await mark.getByRole('button', { name: '知道了' }).click()
    expect(await mark.count()).toBe(0)
    await form.getByLabel('联系方式').waitFor()
    await expect.poll(() => form.getByLabel('类型名称').inputValue()).toBe(typed)
    await form.getByLabel('类型代号').fill('HALF')
    await form.getByLabel('联系方式').fill('值班室')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await reports(form, '新增成功')
    await showsText(form, '值班室')
  })
  it('adds and removes a page in the open menu, and keeps the menu while the file is invalid', async () => {
    const { readFile } = await import('node:fs/promises')
    const page = await screens.openAs('admin', adminPassword)
    await page.goto('/')
    const entry = (name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true })
    await entry('企业类型').first().waitFor()
    const text = await readFile(`${screens.server.appDir}/pages.yaml`, 'utf8').catch(() => '')
    const added = `${text}\nguide: { path: /guide, title: { zh: 操作手册, en: Guide }, menu: { icon: book }, link: "https://guide.example.cn/" }\n`
    const savePages = (next: string) => writeIn(screens.server.appDir, 'pages.yaml', next)
    savePages(added)
    await entry('操作手册').first().waitFor()
    savePages(added.replace('操作手册', '使用手册'))
    await entry('使用手册').first().waitFor()
    savePages(`${added}  broken: [\n`)
    const problems = async () =>
      (await screens.call('GET', '/api/engine/problems')) as readonly { readonly at?: { file: string } }[]
    await expect.poll(async () => (await problems()).map(({ at }) => at?.file)).toContain('pages.yaml')
    const mark = page.locator('.descriptor-mark')
    await expect.poll(() => mark.innerText()).toMatch(/^配置有 \d+ 个错误$/)
    await page.reload()
    await entry('使用手册').first().waitFor()
    await mark.waitFor()
    savePages(text)
    await expect.poll(() => mark.innerText()).toContain('页面已更改')
    await expect.poll(() => entry('使用手册').count()).toBe(0)
    await entry('企业类型').first().waitFor()
  })

  it('shows what a saved change would lose, and applies it when its administrator has confirmed each loss', async () => {
    const { readFile } = await import('node:fs/promises')
    await screens.call('POST', '/api/ent/v1/entType/save', {
      name: '小作坊',
      code: 'SHOP',
      remark: '待核实',
      contact: '值班室',
    })
    const page = await screens.openAs('admin', adminPassword)
    await page.goto('/developer/descriptors')
    await showsText(page, '历史版本')
    const text = await readFile(`${screens.server.appDir}/${file}`, 'utf8')
    const without = text.replace('  remark: { type: text }\n', '').replace(', remark]', ']')
    expect(without).not.toBe(text)
    writeIn(screens.server.appDir, file, without)
    await showsText(page, '删除 ent_type 的列 remark')
    await page.getByRole('button', { name: '放弃修改' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()
    await reports(page, '已放弃修改')
    expect(await readFile(`${screens.server.appDir}/${file}`, 'utf8')).toBe(text)
    await expect.poll(() => page.getByText('待确认的变更').count()).toBe(0)
    writeIn(screens.server.appDir, file, without)
    await showsText(page, '删除 ent_type 的列 remark')
    const loss = page.locator('.descriptors-losses > li')
    expect(await page.locator('.descriptors-files code').allInnerTexts()).toEqual([file])
    expect(await loss.locator('.descriptors-hint').innerText()).toBe(renameQuestion.zh)
    await page.getByRole('button', { name: '查看数据' }).click()
    await expect.poll(() => page.locator('.descriptors-rows a').allInnerTexts()).toEqual(['小作坊'])
    const mark = page.locator('.descriptor-mark')
    await mark.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => mark.count()).toBe(1)
    expect(await mark.isVisible()).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    const apply = page.getByRole('button', { name: '应用 1 项变更' })
    expect(await apply.isDisabled()).toBe(true)
    await page.getByLabel('这些值将被删除').fill('drop:ent_type')
    expect(await apply.isDisabled()).toBe(true)
    await page.getByLabel('这些值将被删除').fill('drop:ent_type.remark')
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST' && request.url().endsWith('/api/engine/pending')) sent.push(request.url())
    })
    await apply.dblclick()
    await reports(page, '变更已应用')
    expect(sent).toHaveLength(1)
    await expect.poll(() => page.getByText('待确认的变更').count()).toBe(0)
    await page.goto('/ent/entType/create')
    await page.getByLabel('类型名称').waitFor()
    expect(await page.getByLabel('备注').count()).toBe(0)
  })

  it('shows what each revision changed, and restores one, over unapplied texts only after a confirmation', async () => {
    const { readFile } = await import('node:fs/promises')
    const page = await screens.openAs('admin', adminPassword)
    await page.goto('/developer/descriptors')
    await page.getByRole('link', { name: '历史版本' }).click()
    const rows = page.getByRole('grid', { name: '配置版本' }).locator('tbody').getByRole('row')
    await rows.nth(0).click()
    await page.getByText('字段 remark 已删除').first().waitFor()
    await expect
      .poll(() => page.locator('.revision-lines [data-mark="removed"]').first().innerText())
      .toContain('remark:')
    const broken = `${await readFile(`${screens.server.appDir}/${file}`, 'utf8')}broken: [\n`
    writeIn(screens.server.appDir, file, broken)
    await page.goto('/developer/descriptors')
    await showsText(page, '配置问题')
    await page.getByRole('link', { name: '历史版本' }).click()
    await rows.nth(1).click()
    await page.getByRole('button', { name: '恢复到此版本' }).click()
    const restore = page.getByRole('dialog').getByRole('button', { name: '恢复到此版本' })
    expect(await restore.isDisabled()).toBe(true)
    await page.getByLabel(`覆盖这些文件中尚未生效的内容：${file}`).check()
    const respond = await holdResponses(page, /\/restore$/)
    await restore.click()
    await expect
      .poll(() => readFile(`${screens.server.appDir}/${file}`, 'utf8'), { timeout: 30_000 })
      .toContain('  remark: { type: text }')
    await respond()
    await reports(page, '版本已恢复')
    await page.getByRole('link', { name: '历史版本' }).click()
    await expect.poll(() => rows.nth(0).innerText()).toContain('admin')
    await page.goto('/ent/entType/create')
    await page.getByLabel('备注').waitFor()
  })

  it('semantics 9: shows the records that a new automatic step skips, and runs it on them', async () => {
    const errand = (action: string) => `title: { zh: 差事, en: Errand }
menu: { under: ent }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  until: { type: date, title: { zh: 截止, en: Until } }
  note: { type: text, title: { zh: 说明, en: Note } }
${action}`
    const at = 'resources/ent/errand.yaml'
    writeIn(screens.server.appDir, at, errand(''))
    const saved = () => screens.call('POST', '/api/ent/v1/errand/save', { name: '送检', until: '2026-01-31' })
    await expect.poll(() => saved().then(Boolean, () => false)).toBe(true)
    const end = 'actions:\n  end: { after: until, set: { note: "\'已结束\'" }, title: { zh: 结束, en: End } }\n'
    writeIn(screens.server.appDir, at, errand(end))
    const page = await screens.openAs('admin', adminPassword)
    await page.goto('/developer/descriptors')
    // Only this job: others would run before it, one after another.
    const task = { id: idOfCode('due-steps') }
    const isShown = async () => {
      await screens.call('POST', '/api/sys/v1/sysTask/run', task).catch(() => undefined)
      return page.getByText('差事 · 结束', { exact: true }).count()
    }
    await expect.poll(isShown, { timeout: 20_000, interval: 1000 }).toBe(1)
    // A request during a run of the job would be seen by the next one.
    const state = async () =>
      ((await screens.call('GET', `/api/sys/v1/sysTask/getById?id=${task.id}`)) as Task).taskState
    await expect.poll(state).toBe('waiting')
    await page.getByRole('button', { name: '补办', exact: true }).click()
    await showsText(page, '将对 1 条数据逐条执行，每条都记入历史。')
    await page.getByRole('dialog').getByRole('button', { name: '补办', exact: true }).click()
    await reports(page, '已开始补办“差事 · 结束”')
    type Errands = { readonly records: readonly { readonly note: string }[] }
    const notes = async () =>
      ((await screens.call('GET', '/api/ent/v1/errand/page')) as Errands).records.map(({ note }) => note)
    await expect.poll(notes).toEqual(['已结束'])
    await expect.poll(() => page.getByText('差事 · 结束', { exact: true }).count()).toBe(0)
  })
})
