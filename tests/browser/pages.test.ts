import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSources } from '../../engine/server/live/app-files.ts'
import { databaseOfJourney } from '../support/databases.ts'
import { openScreens, type Screens, signIn } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const title = (zh: string, en: string) => `title: { zh: ${zh}, en: ${en} }`
const groups = `
tools: { ${title('工具', 'Tools')}, top: true, icon: wrench, order: 900 }
maps: { ${title('地图资料', 'Map data')}, under: tools, icon: map, order: 10 }
inner: { ${title('内部地图', 'Internal maps')}, under: maps, icon: map-pinned, order: 10, roles: [surveyor] }
reports: { ${title('报表', 'Reports')}, top: true, icon: chart-pie, order: 910 }
papers: { ${title('资料', 'Documents')}, under: reports, order: 10 }
`
const pages = `
home: { path: /workbench, ${title('监管首页', 'Supervision')}, menu: { icon: gauge, order: 0 }, screen: Home }
signIn: { path: /enter, ${title('进入系统', 'Enter')}, code: anyone, tab: none, frame: bare, screen: SignIn }
city: { path: /tools/city, ${title('城市地图', 'City map')}, menu: { under: inner, icon: map-pin, order: 10 }, link: "https://maps.example.cn/city" }
data: { path: /tools/data, ${title('数据来源', 'Data source')}, menu: { under: maps, icon: database, order: 20 }, frame: bare, link: "https://data.example.cn/" }
guide: { path: /reports/guide, ${title('使用说明', 'Guide')}, menu: { under: papers, icon: book-open, order: 10 }, tab: none, screen: About }
`

describe.each(databaseOfJourney('pages'))('pages, nested menus and addresses on $kind', kind => {
  let screens: Screens
  let page: Page
  const menu = (name: string, on = page) =>
    on.locator('aside').getByRole('link', { name, exact: true }).filter({ visible: true })
  /** An entry of the side bar that opens a new window; its icon is part of its name. */
  const external = (name: string, on = page) => on.locator('aside').getByRole('link', { name })
  const button = (name: string, on = page) => on.getByRole('button', { name, exact: true }).filter({ visible: true })
  const heading = (name: string, on = page) =>
    on.getByRole('heading', { level: 1, name, exact: true }).filter({ visible: true }).waitFor()
  const tabs = (on = page) =>
    on
      .getByRole('navigation', { name: /已打开的页面|Open pages/ })
      .getByRole('link')
      .allInnerTexts()
  const pathname = (on = page) => new URL(on.url()).pathname

  /** The other sites. Everything else of theirs fails, so that nothing leaves this computer. */
  const openWithSites = async (options?: Parameters<Screens['open']>[0]): Promise<Page> => {
    const opened = await screens.open(options)
    await opened.context().route(/^https:/, route => {
      const site = { 'maps.example.cn': '<h1>全市地图</h1>', 'data.example.cn': '<h1>开放数据</h1>' }
      const body = site[new URL(route.request().url()).hostname as keyof typeof site]
      return body ? route.fulfill({ contentType: 'text/html; charset=utf-8', body }) : route.abort()
    })
    return opened
  }
  const enter = async (on: Page, account: string, password: string) => {
    await on.goto('/')
    await on.waitForURL(url => url.pathname === '/enter')
    await signIn(on, account, password, '/enter')
  }

  beforeAll(async () => {
    const product = new Map((await readSources('.')).map(({ file, text }) => [file, text]))
    screens = await openScreens(kind, {
      files: {
        'menus.yaml': `${product.get('menus.yaml')}${groups}`,
        'pages.yaml': `${/^about: .*\n/m.exec(product.get('pages.yaml') ?? '')?.[0]}${pages}`,
      },
    })
    page = await openWithSites()
    await enter(page, 'admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('opens the declared sign-in and first page, whose address is that of the descriptor', async () => {
    await page.waitForURL(url => url.pathname === '/workbench')
    await heading('监管首页')
    await expect.poll(tabs).toEqual(['监管首页'])
    await page.goto('/')
    await page.waitForURL(url => url.pathname === '/workbench')
  })

  it('chooses a top menu, opens and closes its groups with the keyboard, and embeds a site', async () => {
    await button('工具').click()
    await menu('城市地图').focus()
    await page.keyboard.press('ArrowLeft')
    const inner = button('内部地图')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => inner.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => menu('城市地图').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await menu('城市地图').click()
    await heading('城市地图')
    expect(pathname()).toBe('/tools/city')
    await page.frameLocator('iframe[title="城市地图"]').getByRole('heading', { name: '全市地图' }).waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toContain('allow-scripts')
    // The groups of the other top menu are not shown; those below none are.
    expect(await button('资料').count()).toBe(0)
    expect(await button('企业与学校').count()).toBe(1)
    await button('报表').click()
    await menu('使用说明').waitFor()
    expect(await button('地图资料').count()).toBe(0)
  })

  it('embeds no site that the descriptors do not name', async () => {
    const blocked = page.evaluate(
      () =>
        new Promise<string>(resolve => {
          document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI), { once: true })
          const frame = document.createElement('iframe')
          frame.src = 'https://data.example.cn/'
          document.body.append(frame)
          setTimeout(() => resolve('nothing'), 5000)
        }),
    )
    expect(await blocked).toMatch(/^https:\/\/data\.example\.cn/)
  })

  it('opens an external link in a window of its own', async () => {
    await button('工具').click()
    const [opened] = await Promise.all([page.context().waitForEvent('page'), external('数据来源').click()])
    await opened.waitForURL('https://data.example.cn/')
    expect(await opened.evaluate(() => window.opener)).toBe(null)
    await opened.close()
    expect(pathname()).toBe('/tools/city')
  })

  it('redirects former addresses, of lists and of the records in them', async () => {
    const type = { code: 'SCHOOL', name: '学校食堂' }
    const { id } = (await screens.call('POST', '/api/ent/v1/entType/save', type)) as { readonly id: string }
    for (const [former, present, name] of [
      ['/entInfo', '/ent/entInfo', '企业信息'],
      ['/bladeUser', '/system/user', '用户'],
      ['/entType/create', '/ent/entType/create', '新建企业类型'],
      [`/entType/${id}/show`, `/ent/entType/${id}/show`, '学校食堂'],
    ] as const) {
      await page.goto(former)
      await heading(name)
      expect(pathname()).toBe(present)
    }
  })

  it('restores pages and records as tabs, and gives a page without a tab none', async () => {
    await page.goto('/workbench')
    await heading('监管首页')
    await expect.poll(tabs).toEqual(expect.arrayContaining(['城市地图', '企业信息', '用户', '学校食堂']))
    const tab = page
      .getByRole('navigation', { name: '已打开的页面' })
      .getByRole('link', { name: '城市地图', exact: true })
    await tab.click()
    await page.frameLocator('iframe[title="城市地图"]').getByRole('heading', { name: '全市地图' }).waitFor()
    // The top menu of the open page is the chosen one.
    await expect.poll(() => button('工具').getAttribute('aria-pressed')).toBe('true')
    const before = await tabs()
    await page.goto('/reports/guide')
    await heading('使用说明')
    await expect.poll(() => button('报表').getAttribute('aria-pressed')).toBe('true')
    await menu('企业类型').click()
    await heading('企业类型')
    await expect.poll(tabs).toEqual([...before, '企业类型'])
  })

  it('finds pages in the palette, in the other language too', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索菜单、记录、操作' }).fill('csdt')
    // Records, such as the page's row in the list of menus, are found later.
    const found = page.getByRole('group', { name: '菜单', exact: true }).getByRole('option')
    await expect.poll(() => found.allInnerTexts()).toEqual([expect.stringContaining('城市地图')])
    await found.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await heading('城市地图')
    await page.getByRole('button', { name: /English/ }).click()
    await heading('City map')
    await button('Tools').waitFor()
    await external('Data source (').waitFor()
    await button('Internal maps').waitFor()
    await expect.poll(() => page.title()).toBe('City map · Mingchu')
    await expect.poll(tabs).toContain('Supervision')
    await page.getByRole('button', { name: /中文/ }).click()
    await heading('城市地图')
  })

  it('shows the groups of a role to its users only', async () => {
    const user = async (account: string, roleAlias: string) => {
      const role = { roleName: account, roleAlias }
      const { id } = (await screens.call('POST', '/api/blade/v1/bladeRole/save', role)) as { readonly id: string }
      const { deptId } = (await screens.call('GET', '/api/blade-user/info')) as { readonly deptId: string }
      const person = {
        account,
        password: 'Person#2026',
        name: '陈未晞',
        realName: '陈未晞',
        roleId: [id],
        deptId: [deptId],
      }
      await screens.call('POST', '/api/blade/v1/bladeUser/save', person)
      const own = await openWithSites()
      await enter(own, account, 'Person#2026')
      await heading('监管首页', own)
      await button('工具', own).click()
      await external('数据来源', own).waitFor()
      return own
    }
    const clerk = await user('clerk', 'clerk')
    expect(await menu('城市地图', clerk).count()).toBe(0)
    const surveyor = await user('surveyor', 'surveyor')
    await menu('城市地图', surveyor).click()
    await heading('城市地图', surveyor)
  })

  it('redirects every tab to the declared sign-in page at sign-out, and then to the first page', async () => {
    const own = await openWithSites()
    await enter(own, 'admin', adminPassword)
    await heading('监管首页', own)
    const other = await own.context().newPage()
    await other.goto('/system/user')
    await heading('用户', other)
    await button('管理员', own).click()
    await own.getByRole('menuitem', { name: '退出登录' }).click()
    await own.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    for (const tab of [own, other]) await tab.getByLabel('密码', { exact: true }).waitFor()
    expect([own, other].map(tab => pathname(tab))).toEqual(['/enter', '/enter'])
    // The state of the history would contain the page to open after sign-in.
    expect(await own.evaluate(() => window.history.state?.usr ?? null)).toBe(null)
    for (const tab of [own, other]) {
      await tab.getByLabel('账号', { exact: true }).fill('admin')
      await tab.getByLabel('密码', { exact: true }).fill(adminPassword)
      await tab.getByRole('button', { name: '登录' }).click()
      await heading('监管首页', tab)
      expect(pathname(tab)).toBe('/workbench')
    }
    await own.context().close()
  })

  it('opens the declared sign-in page for another account on a page that remained open', async () => {
    const own = await openWithSites()
    await enter(own, 'admin', adminPassword)
    await own.goto('/ent/entType/create')
    await own
      .locator('form')
      .getByLabel(/^类型名称/)
      .fill('另页退出')
    const other = await own.context().newPage()
    await other.goto('/workbench')
    await button('管理员', other).click()
    await other.getByRole('menuitem', { name: '退出登录' }).click()
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /退出登录/ })
      .click()
    await own.getByRole('dialog', { name: '请重新登录' }).getByRole('button', { name: '切换账号' }).click()
    await own.getByRole('dialog', { name: '切换账号？' }).getByRole('button', { name: '离开本页' }).click()
    await own.waitForURL(url => url.pathname === '/enter')
    await own.getByRole('button', { name: '登录' }).waitFor()
    await own.context().close()
  })
})
