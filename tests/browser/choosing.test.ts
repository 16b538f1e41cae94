import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditCheck } from '../../engine/fields/credit-code/field.ts'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { showsText, signIn } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesWalked('postgres'))('trees and references on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  let count: number
  const branch = (name: string) => page.getByRole('treeitem', { name, exact: true })
  const branches = () => page.getByRole('treeitem').locator('.tree-label').allInnerTexts()
  const options = () => page.getByRole('option').allInnerTexts()

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    await screens.call('POST', '/api/sys/v1/sysRegion/save', { code: '3301', name: '云麓市', regionLevel: '2' })
    await writeEnterprises(screens, 100)
    count = 100 + Object.keys(screens.records.enterprises).length
    page = await screens.openAs('admin', adminPassword, { permissions: ['clipboard-read', 'clipboard-write'] })
  })
  afterAll(() => screens.close())

  it('adds, moves and deletes branches in place', async () => {
    await page.goto('/sysRegion')
    await branch('云麓市').press('Shift+F10')
    await page.getByRole('menuitem', { name: '新建下级' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('区划代码').fill('330102')
    await dialog.getByLabel('区划名称').fill('望江区')
    await dialog.getByRole('combobox', { name: '级别' }).click()
    await page.getByRole('option', { name: '县级' }).click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect.poll(branches).toEqual(['云麓市', '望江区', '清溪区'])

    await branch('清溪区').hover()
    await page.getByRole('button', { name: '更多 清溪区' }).click()
    await page.getByRole('menuitem', { name: '移动到…' }).click()
    await dialog.getByRole('treeitem', { name: '清溪区' }).click()
    await showsText(page, '不能移动到自身或自身的下级')
    await dialog.getByRole('treeitem', { name: '云麓市' }).click()
    await dialog.getByRole('button', { name: '移动', exact: true }).click()
    await showsText(page, '“清溪区”已移动')
    await expect.poll(branches).toEqual(['云麓市', '望江区', '清溪区'])
    await expect.poll(() => branch('清溪区').getAttribute('aria-level')).toBe('2')

    await branch('望江区').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '删除' }).click()
    await showsText(page, '确定将选择数据删除?')
    await dialog.getByText('望江区', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '删除' }).click()
    await expect.poll(branches).toEqual(['云麓市', '清溪区'])
  })

  it('moves a branch by drag and drop, rejects its own subtree, and undoes the move', async () => {
    await page.goto('/sysRegion')
    await branch('云麓市').waitFor()
    await branch('清溪区').waitFor({ state: 'detached' })
    await branch('云麓市').press('ArrowRight')
    await branch('清溪区').dragTo(page.getByRole('button', { name: '全部', exact: true }))
    await showsText(page, '“清溪区”已移动')
    await expect.poll(() => branch('清溪区').getAttribute('aria-level')).toBe('1')
    await page.getByRole('button', { name: '撤销' }).click()
    await showsText(page, '“清溪区”已移回原处')
    await expect.poll(() => branch('清溪区').getAttribute('aria-level')).toBe('2')
    const moved = page.waitForRequest(request => request.method() === 'PUT', { timeout: 1000 }).catch(() => 'nothing')
    await branch('云麓市').dragTo(branch('清溪区'))
    expect(await moved, 'nothing is sent').toBe('nothing')
    expect(await branches()).toEqual(['云麓市', '清溪区'])
  })

  it('searches the whole tree, expands the path to the result, and reports a branch without children', async () => {
    await page.goto('/sysRegion')
    await page.getByRole('combobox', { name: '搜索 行政区划' }).pressSequentially('清溪')
    await expect.poll(options).toEqual(['清溪区\n云麓市'])
    await page.keyboard.press('Enter')
    await showsText(page, '“清溪区”没有下级')
    await page.getByRole('button', { name: '清除' }).click()
    await expect.poll(branches).toEqual(['云麓市', '清溪区'])
    await expect.poll(() => branch('清溪区').getAttribute('aria-selected')).toBe('true')
  })

  it('filters a list by a tree, with or without descendants', async () => {
    await page.goto('/ent/entInfo')
    await page.getByRole('button', { name: '按企业类型浏览' }).click()
    await page.getByRole('navigation', { name: '企业类型' }).getByRole('button', { name: '企业类型' }).click()
    await page.getByRole('menuitem', { name: '所属区域' }).click()
    await branch('云麓市').locator(`[data-count="${count}"]`).waitFor()
    await branch('云麓市').click()
    await showsText(page, `共 ${count} 条，当前 1–10`)
    await page.getByLabel('包含下级').click()
    await showsText(page, '没有符合条件的企业信息')
    await branch('云麓市').locator(`[data-count="${count}"]`).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '全部', exact: true }).click()
    await showsText(page, `共 ${count} 条，当前 1–10`)
    await page.reload()
    await branch('云麓市').waitFor()
    await page.getByRole('button', { name: '收起目录' }).click()
    await page.getByRole('button', { name: '按企业类型浏览' }).waitFor()
  })

  it('shows the related records of a branch and of its descendants', async () => {
    await page.goto('/sysRegion')
    await branch('云麓市').press('Shift+F10')
    await page.getByRole('menuitem', { name: '查看' }).click()
    const related = page.getByRole('region', { name: '相关数据' })
    await related.getByRole('tab', { name: '企业信息 0' }).waitFor()
    await related.getByLabel('包含下级').check()
    await related.getByRole('tab', { name: `企业信息 ${count}` }).click()
    await expect.poll(() => related.locator('tbody tr').count()).toBe(5)
    await related.getByRole('link', { name: '查看全部' }).click()
    await showsText(page, `共 ${count} 条，当前 1–10`)
  })

  it('offers 100 options, searches the others, and lists recent choices first', async () => {
    await page.goto('/ent/entCamera/create')
    const box = page.getByRole('combobox', { name: '企业' })
    await box.click()
    await showsText(page, '前 100 条，请输入关键字')
    const offered = () => page.getByRole('option').count()
    await expect.poll(offered, { message: 'with the offer of a new one' }).toBe(101)
    expect(await options(), 'the oldest is not among them').not.toContain('清溪区第三小学食堂')
    await box.pressSequentially('第三小学')
    await expect.poll(options).toEqual(['清溪区第三小学食堂', '新建企业信息 “第三小学”'])
    await page.keyboard.press('Enter')
    await expect.poll(() => box.inputValue()).toBe('清溪区第三小学食堂')
    await page.reload()
    await box.click()
    await expect.poll(async () => (await options())[0]).toBe('清溪区第三小学食堂')
    await showsText(page, '最近选过')
    await page.keyboard.press('Escape')
  })

  it('creates a missing record from within a form, and selects it', async () => {
    await page.goto('/ent/entInfo/create')
    await page.locator('form').getByLabel('企业类型').click()
    await page.getByRole('button', { name: '新建企业类型' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('类型名称').fill('养老机构')
    await dialog.getByLabel('类型编码').fill('CARE')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('form').getByLabel('企业类型').inputValue()).toBe('养老机构')
  })

  it('offers no create or edit action without permission', async () => {
    const { account, password, enterprise } = screens.merchant
    const own = await screens.openAs(account, password)
    await own.goto(`/ent/entInfo/${screens.records.enterprises[enterprise]}`)
    await own.locator('form').getByLabel('企业类型').click()
    await own.getByRole('treeitem', { name: '学校食堂' }).waitFor()
    await expect.poll(() => own.getByRole('button', { name: /新建/ }).count()).toBe(0)
    await own.goto('/ent/entNoticeLetter/create')
    await showsText(own, '您没有新增责令改正通知书的权限')
    await own.getByText(/角色：.*监管/).waitFor()
    await own.goto(`/ent/entNoticeLetter/${screens.records.letters['handled']}`)
    await showsText(own, '您没有编辑责令改正通知书的权限')
    await own.getByRole('button', { name: '查看', exact: true }).click()
    await own.waitForURL(/show$/)
    await own.context().close()
  })

  it('keeps the order of pictures, and opens them from the list and the record', async () => {
    const [[name, id] = ['', '']] = Object.entries(screens.records.enterprises)
    await page.goto(`/ent/entInfo/${id}`)
    const zone = page.locator('.upload-zone').first()
    const picture = (colour: string) => ({ name: `${colour}.gif`, mimeType: 'image/gif', buffer: dot })
    await zone.locator('input[type=file]:not([capture])').setInputFiles([picture('red'), picture('blue')])
    await expect.poll(() => zone.locator('.upload-view').count()).toBe(2)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL(/show$/)
    const viewer = /picture-view-.*\.js/
    await page.route(viewer, route => route.abort())
    await page.locator('dl').getByRole('button', { name: '查看图片 1' }).click()
    await showsText(page, '图片查看器加载失败，请检查网络后重试')
    await page.unroute(viewer)
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
    const related = '**/api/engine/related/**'
    let release = () => {}
    const released = new Promise<void>(resolve => (release = resolve))
    await page.route(related, route => released.then(() => route.continue()))
    await page.reload()
    await page.locator('dl').getByRole('button', { name: '查看图片 1' }).click()
    const view = page.getByRole('dialog', { name: '查看图片' })
    await view.waitFor()
    release()
    await page.locator('.related').waitFor({ state: 'attached' })
    await page.unroute(related)
    const width = () => view.getByRole('img').evaluate(img => (img as HTMLImageElement).naturalWidth)
    await expect.poll(width, { message: 'the stored picture is drawn' }).toBe(1)
    await page.keyboard.press('ArrowRight')
    await view.getByText('2 / 2').waitFor()
    await page.keyboard.press('Escape')
    await view.waitFor({ state: 'detached' })

    await page.goto(`/ent/entInfo?name_like=${encodeURIComponent(name)}`)
    const row = page.getByRole('row', { name })
    await row.hover()
    await row.getByRole('button', { name: '编辑' }).waitFor()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '复制链接' }).click()
    await showsText(page, '链接已复制')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${screens.address}/ent/entInfo/${id}/show`)
  })

  it('shows the pictures of a list, and keeps the kind of list in a view', async () => {
    const [[name] = ['']] = Object.entries(screens.records.enterprises)
    const gallery = page.locator('.gallery')
    await page.goto(`/ent/entInfo?name_like=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: '图片', exact: true }).click()
    await gallery.getByRole('button', { name }).click()
    const view = page.getByRole('dialog', { name: '查看图片' })
    await view.getByText('1 / 2').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '常用查询', exact: true }).click()
    await page.getByRole('menuitem', { name: '保存为常用查询' }).click()
    await page.getByRole('dialog').getByLabel('名称').fill('相册')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/ent/entInfo')
    await page.getByRole('button', { name: '相册' }).click()
    await gallery.getByRole('link', { name }).click()
    await page.waitForURL(/show$/)
  })

  it('opens trees as full-screen sheets on a phone', async () => {
    const phone = await screens.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signIn(phone, 'admin', adminPassword)
    await phone.goto('/ent/entInfo')
    for (const kind of ['图片', '列表']) {
      await phone.getByRole('button', { name: '更多', exact: true }).click()
      await phone.getByRole('menuitem', { name: kind, exact: true }).click()
      await expect.poll(() => phone.locator('.gallery').count()).toBe(kind === '图片' ? 1 : 0)
    }
    await phone.getByRole('button', { name: '按企业类型浏览' }).click()
    await phone.getByRole('tab', { name: '所属区域' }).click()
    await phone.getByRole('treeitem', { name: '云麓市' }).click()
    await phone.getByRole('dialog').waitFor({ state: 'detached' })
    await showsText(phone, `共 ${count} 条`)
    await phone.context().close()
  })

  it('renders only the visible part of 44,703 branches, and reaches every branch', async () => {
    // 31 provinces, 340 cities, 2,900 counties and 41,432 descendants of counties.
    await sql`insert into sys_region (id, code, name, region_level, parent_id, create_time)
      select 5000000 + n, '9' || lpad(n::text, 6, '0'), '第' || n || '区', case when n <= 31 then '1' when n <= 371 then '2' when n <= 3271 then '3' else '4' end,
        5000000 + case when n <= 31 then null when n <= 371 then 1 + n % 31 when n <= 3271 then 32 + n % 340 else 372 + n % 2900 end, now()
      from generate_series(1, 44703) n`.execute(screens.server.engine.database.background.kysely)
    // As after an import: the embedded database has no autovacuum that updates the planner's statistics.
    await sql`analyze sys_region`.execute(screens.server.engine.database.background.kysely)
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto('/sysRegion')
    const drawn = () => page.getByRole('treeitem').count()
    await branch('第1区').press('*')
    await expect.poll(() => branch('第1区').getAttribute('aria-expanded')).toBe('true')
    // The branch contains 11 cities, 94 counties and 1,336 descendants of counties.
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-level'))).toBe('2')
    expect(await drawn()).toBeLessThan(100)
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('第31区')
    expect(await drawn()).toBeLessThan(100)
    await page.keyboard.press('Home')
    await page.getByRole('combobox', { name: '搜索 行政区划' }).pressSequentially('第44703区')
    await expect.poll(options).toEqual([expect.stringMatching(/^第44703区\n第\d+区/)])
    await page.keyboard.press('Enter')
    await showsText(page, '“第44703区”没有下级')
    await page.getByRole('button', { name: '清除' }).click()
    await expect.poll(() => branch('第44703区').getAttribute('aria-level')).toBe('4')
    expect(await drawn()).toBeLessThan(100)
  }, 60_000)
})

/** The smallest image that a browser renders. */
const dot = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

async function writeEnterprises({ call, records }: DemoScreens, count: number): Promise<void> {
  const [like] = Object.values(records.enterprises)
  const known = (await call('GET', `/api/ent/v1/entInfo/getById?id=${like}`)) as Record<string, unknown>
  const { typeId, regionId, businessType } = known
  const save = async (n: number) => {
    const code = `91330106MA28${String(n).padStart(5, '0')}`
    await call('POST', '/api/ent/v1/entInfo/save', {
      name: `第${String(n).padStart(3, '0')}号食堂`,
      creditCode: code + creditCheck(code),
      typeId,
      regionId,
      businessType,
      address: '松风路',
      phone: '13800004200',
    })
  }
  await Promise.all(Array.from({ length: count }, (_none, at) => save(at + 1)))
}
