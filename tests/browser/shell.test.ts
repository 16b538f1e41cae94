import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOfJourney } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { holdResponses } from '../support/typing.ts'

describe.each(databaseOfJourney('shell'))('the app frame on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const tabs = () => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link').allInnerTexts()
  const tab = (name: string) =>
    page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name, exact: true })
  const menu = (name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true }).first()
  /** The field of the visible screen: the list in another tab has one with the same name. */
  const typeName = () => page.getByLabel('类型名称').filter({ visible: true })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
    await page.goto('/')
  })
  afterAll(() => screens.close())

  it('keeps pages in tabs with their search, input and scroll position', async () => {
    await menu('企业信息').click()
    await heading('企业信息')
    await page.getByLabel('企业名称', { exact: true }).fill('幼儿园')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await showsText(page, '共 3 条')
    await menu('企业类型').click()
    await heading('企业类型')
    await expect.poll(focused).toBe('企业类型')
    await page.getByRole('link', { name: '新建' }).filter({ visible: true }).click()
    await heading('新建企业类型')
    await typeName().fill('写了一半')
    await tab('企业信息').click()
    await showsText(page, '共 3 条')
    await expect
      .poll(() => page.getByLabel('企业名称', { exact: true }).filter({ visible: true }).inputValue())
      .toBe('幼儿园')
    await expect.poll(tabs).toEqual(['我的工作台', '企业信息', '企业类型', '新建企业类型\n（未保存）'])
    await page.keyboard.press(']')
    await heading('企业类型')
    await page.keyboard.press(']')
    await heading('新建企业类型')
    await expect.poll(() => typeName().inputValue()).toBe('写了一半')
  })

  it('requires a confirmation before closing a tab with unsaved input, and never closes the first tab', async () => {
    await page.keyboard.press('Alt+w')
    const dialog = page.getByRole('dialog', { name: '关闭未保存的表单？' })
    await dialog.getByRole('button', { name: '继续编辑' }).click()
    await expect.poll(() => typeName().inputValue()).toBe('写了一半')
    await page.getByRole('button', { name: '关闭 新建企业类型' }).click()
    await dialog.getByRole('button', { name: '放弃修改' }).click()
    await heading('企业类型')
    await page.getByRole('button', { name: '关闭 企业类型' }).click()
    await page.getByRole('button', { name: '关闭 企业信息' }).click()
    await heading('我的工作台')
    await expect.poll(tabs).toEqual(['我的工作台'])
    await page.keyboard.press('Alt+w')
    expect(await tabs()).toEqual(['我的工作台'])
  })

  it('sets the window title to the open page, and scrolls its tab into view', async () => {
    const own = await screens.openAs('admin', adminPassword, { viewport: { width: 1000, height: 800 } })
    await own.goto('/')
    const [[enterprise, id] = ['', '']] = Object.entries(screens.records.enterprises)
    await expect.poll(() => own.title()).toBe('我的工作台 · 明厨')
    for (const path of [
      '/ent/entType',
      '/ent/entCamera',
      '/business/businessEntOrder/create',
      '/ent/entType/bin',
      '/ent/entInfo/import',
    ]) {
      await own.goto(path)
      await own.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor()
    }
    await expect.poll(() => own.title()).toBe('导入企业信息 · 明厨')
    await own.goto(`/ent/entInfo/${id}/show`)
    await expect.poll(() => own.title()).toBe(`${enterprise} · 明厨`)
    const isInSight = () =>
      own.getByRole('navigation', { name: '已打开的页面' }).evaluate(strip => {
        const [list, tab] = [strip.querySelector('ul'), strip.querySelector('[aria-current=page]')?.closest('li')]
        const [place, whole] = [list?.getBoundingClientRect(), tab?.getBoundingClientRect()]
        return place !== undefined && whole !== undefined && whole.width > 60 && whole.right <= place.right + 1
      })
    await own.getByRole('button', { name: '全部标签页' }).waitFor()
    await expect.poll(isInSight).toBe(true)
    await own.context().close()
  })

  it('shows the frame of the last visit before the server answers, and never that of another user', async () => {
    const own = await screens.openAs('admin', adminPassword)
    await own.goto('/')
    const menu = own.locator('.side-bar nav a')
    const isStored = own.locator('.shell-stored')
    await menu.first().waitFor()
    const titles = await menu.allInnerTexts()
    const release = await holdResponses(own, /\/api\/(?!engine\/events)/)
    await own.reload()
    await isStored.locator('.side-bar').waitFor()
    expect(await menu.allInnerTexts()).toEqual(titles)
    await release()
    await isStored.waitFor({ state: 'detached' })
    await menu.first().waitFor()
    await own.context().addCookies([{ name: 'mingchu-session', value: '5', url: screens.address }])
    // Not even the cookie of the response arrives.
    await own.route(/\/api\//, () => undefined)
    await own.reload()
    await own.locator('.sheet-busy').waitFor()
    expect(await isStored.count()).toBe(0)
    await own.context().close()
  })

  it('finds menus by pinyin, and records by part of their name', async () => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: '搜索菜单、记录、操作' })
    // Before its code is loaded.
    await page.keyboard.type('zlgz')
    await expect.poll(() => field.inputValue()).toBe('zlgz')
    await page.getByRole('option', { name: '责令改正通知书 监督管理' }).waitFor()
    await expect.poll(() => page.locator('[role=option] mark').first().innerText()).toBe('责令改正')
    await field.fill('半山')
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['半山幼儿园食堂\n企业信息\n存续（在营）'])
    await page.keyboard.press('Enter')
    await heading('半山幼儿园食堂')
    await expect.poll(focused).toBe('半山幼儿园食堂')
    await page.keyboard.press('Control+k')
    await field.fill('没有这样的东西')
    await showsText(page, '没有找到。请换一个词，或输入名称的一部分。')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    await expect.poll(focused).toBe('半山幼儿园食堂')
  })

  it('hides inaccessible records and menus in the palette', async () => {
    const { account, password, enterprise } = screens.merchant
    const theirs = await screens.openAs(account, password)
    await theirs.goto('/')
    await theirs.getByRole('button', { name: '搜索菜单、记录、操作' }).click()
    const field = theirs.getByRole('combobox', { name: '搜索菜单、记录、操作' })
    const answer = theirs.waitForResponse(response => response.url().includes('/api/engine/find'))
    await field.fill('食堂')
    await answer
    await theirs.getByRole('option', { name: enterprise }).waitFor()
    const found = () => theirs.getByRole('group', { name: '记录' }).getByRole('option').allInnerTexts()
    await expect
      .poll(async () => (await found()).filter(text => text.includes('\n企业信息')))
      .toEqual([`${enterprise}\n企业信息\n存续（在营）`])
    await expect.poll(() => theirs.getByRole('option', { name: /用户|新建/ }).count()).toBe(0)
    await theirs.context().close()
  })

  it('shows the shortcuts of the current page on a question mark', async () => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: '快捷键' })
    await sheet.getByText('编辑', { exact: true }).waitFor()
    await sheet.getByText('下一个标签页', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.keyboard.press('e')
    await page.getByRole('button', { name: '保存', exact: true }).waitFor()
  })

  it('shows a lost connection, keeps the input, and saves it after reconnection', async () => {
    await page.goto('/ent/entType/create')
    await typeName().fill('断网时填写')
    await page.context().setOffline(true)
    await showsText(page, '网络已断开，正在重连。已填写的内容不会丢失。')
    await page.getByLabel('类型编码').fill('OFFLINE')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => typeName().inputValue()).toBe('断网时填写')
    await page.context().setOffline(false)
    await page.getByText('网络已断开，正在重连。已填写的内容不会丢失。').waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1, name: '断网时填写' }).waitFor()
    const saved = await screens.call('GET', '/api/ent/v1/entType/listByQuery?code=OFFLINE')
    expect(saved).toHaveLength(1)
  })

  it('lists pinned lists first, and recently opened records after them, on every device', async () => {
    await page.goto('/ent/entType')
    await heading('企业类型')
    const entries = (on: Page, group: string) =>
      on
        .locator('.side-bar section', { has: on.getByRole('heading', { name: group }) })
        .getByRole('link')
        .allInnerTexts()
    await page.locator('.side-bar li', { hasText: '企业信息' }).hover()
    await page.getByRole('button', { name: '收藏企业信息' }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('收藏企业类型')
    await page.getByRole('option', { name: '收藏企业类型' }).click()
    await expect.poll(() => entries(page, '收藏')).toEqual(['企业信息', '企业类型'])
    expect(await entries(page, '企业管理')).not.toContain('企业信息')
    // A record counts as recent after it is open for a while.
    const slow = { timeout: 10_000 }
    const [[name = '', id] = []] = Object.entries(screens.records.enterprises)
    await page.goto(`/ent/entInfo/${id}/show`)
    await expect.poll(async () => (await entries(page, '最近打开'))[0], slow).toBe(name)
    const elsewhere = await screens.openAs('admin', adminPassword)
    await elsewhere.goto('/ent/entType')
    await expect.poll(() => entries(elsewhere, '收藏'), slow).toEqual(['企业信息', '企业类型'])
    await expect.poll(async () => (await entries(elsewhere, '最近打开'))[0], slow).toBe(name)
    await elsewhere.keyboard.press('Control+k')
    await elsewhere
      .getByRole('group', { name: '最近打开' })
      .getByRole('option', { name: new RegExp(name) })
      .click()
    await elsewhere.getByRole('heading', { level: 1, name }).waitFor()
    await elsewhere.context().close()
    for (const pinned of ['企业信息', '企业类型']) {
      await page.locator('.side-bar li', { hasText: pinned }).first().hover()
      await page.getByRole('button', { name: `取消收藏${pinned}` }).click()
    }
    await expect.poll(() => entries(page, '收藏')).toEqual([])
  })

  it('shows the owner and state of each record in the palette', async () => {
    await page.goto('/ent/entType')
    await heading('企业类型')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('-0004')
    await page
      .getByRole('option')
      .filter({ hasText: /ZG\d{6}-0004责令改正通知书 · \S+已结案/ })
      .waitFor()
    await page.keyboard.press('Escape')
  })

  it('isolates a screen that fails to load, and offers a reload', async () => {
    // The page preloads the code of lists.
    await page.route('**/assets/list-*.js', route => route.abort())
    await page.goto('/')
    await menu('企业类型').click()
    await page.getByRole('heading', { name: '系统已更新' }).waitFor()

    await tab('我的工作台').click()
    await heading('我的工作台')
    await page.unroute('**/assets/list-*.js')
    await tab('企业类型').click()
    // A browser may keep a module that failed until the page is loaded again, as the module map of HTML does.
    const reload = page.getByRole('button', { name: '重新加载' })
    const title = page.getByRole('heading', { level: 1, name: '企业类型', exact: true })
    await reload.or(title).first().waitFor()
    if (await reload.isVisible()) await reload.click()
    await heading('企业类型')
  })
})
