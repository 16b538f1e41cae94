import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../../engine/server/auth/png.ts'
import { openTable } from '../../engine/server/services/import/read-table.ts'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { readPdf } from '../support/pdf-text.ts'
import { showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { storeFile } from '../support/stored-files.ts'

describe.each(databasesWalked('postgres'))('export and print on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const dialog = () => page.getByRole('dialog', { name: '导出企业信息' })
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const choose = (name: string | RegExp) => dialog().getByRole('radio', { name }).check()
  const downloadBy = async (act: () => Promise<void>): Promise<Download> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()])
    return download
  }
  const open = () => page.getByRole('button', { name: '导出', exact: true }).filter({ visible: true }).click()

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword, { acceptDownloads: true })
  })
  afterAll(() => screens.close())

  it('exports the search results as CSV in the order and columns of the list', async () => {
    await page.goto('/ent/entInfo')
    await page.getByLabel('企业名称', { exact: true }).fill('幼儿园')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await showsText(page, '共 3 条')
    const shown = await page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    await open()
    await dialog().getByText('当前查询的全部 3 条', { exact: true }).waitFor()
    await choose('CSV 文本')
    const file = await downloadBy(() => press('导出'))
    expect(file.suggestedFilename()).toMatch(/^企业信息 \d{4}-\d\d-\d\d\.csv$/)
    const [head = '', ...rows] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head.split(',')[0]).toBe('企业名称')
    expect(rows.map(row => row.split(',')[0])).toEqual(shown.map(one => one.trim()))
    await showsText(page, '已导出 3 条')
    await dialog().waitFor({ state: 'detached' })
  })

  it('exports only the selected rows as a workbook with all columns', async () => {
    await page.goto('/ent/entInfo')
    await showsText(page, '共 12 条，当前 1–10')
    for (const at of [1, 3]) await page.getByRole('row').nth(at).getByRole('checkbox').check()
    // In the selection toolbar.
    await page.getByRole('toolbar').getByRole('button', { name: '导出', exact: true }).click()
    await dialog().getByRole('radio', { name: '已选的 2 条', checked: true }).waitFor()
    await dialog().getByRole('radio', { name: '当前查询的全部 12 条' }).waitFor()
    await choose(/^全部 \d+ 列$/)
    const file = await downloadBy(() => press('导出'))
    const table = await openTable(await file.path())
    const rows: (readonly string[])[] = []
    for await (const { cells } of table.rows()) rows.push(cells)
    await table.close()
    expect(table.sheet).toBe('企业信息')
    expect(rows).toHaveLength(2)
    const at = table.head.indexOf('企业类型')
    expect(rows.map(cells => cells[at])).toEqual(['学校食堂', '学校食堂'])
    expect(table.head).toContain('创建时间')
    await dialog().waitFor({ state: 'detached' })
  })

  it('reports a truncated download, and completes it on retry', async () => {
    await page.goto('/ent/entInfo')
    await open()
    // A complete frame of four bytes, then the header of a frame that is never sent.
    const broken = Buffer.from([0, 0, 0, 2, 0, 0, 0, 4, 1, 2, 3, 4, 0, 0, 0, 3])
    const type = 'application/vnd.mingchu.frames'
    await page.route('**/api/engine/export/**', route => route.fulfill({ body: broken, contentType: type }))
    await press('导出')
    await dialog().getByRole('alert').getByText('导出中断，没有保存文件，请重试').waitFor()
    await page.unroute('**/api/engine/export/**')
    const file = await downloadBy(() => press('重试'))
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    await dialog().waitFor({ state: 'detached' })
  })

  it('cancels an export, and shows a rejection by the server', async () => {
    await open()
    await page.route('**/api/engine/export/**', () => undefined)
    await press('导出')
    await dialog().getByText('正在准备…').waitFor()
    await press('停止导出')
    await showsText(page, '已停止导出，没有生成文件')
    await page.unroute('**/api/engine/export/**')
    await dialog().getByRole('button', { name: '导出', exact: true }).waitFor()
    const refusal = { code: 403, success: false, data: null, msg: '您没有“企业信息：导出”的权限，请联系管理员授权' }
    await page.route('**/api/engine/export/**', route => route.fulfill({ status: 403, json: refusal }))
    await press('导出')
    await dialog().getByRole('alert').getByText('您没有“企业信息：导出”的权限，请联系管理员授权').waitFor()
    await page.unroute('**/api/engine/export/**')
    await press('取消')
    await dialog().waitFor({ state: 'detached' })
  })

  it('saves a record as PDF, and prints its page without the app frame', async () => {
    const { closed } = screens.records.letters
    await page.goto(`/ent/entNoticeLetter/${closed}/show`)
    await page.getByRole('button', { name: '更多操作' }).click()
    const file = await downloadBy(() => page.getByRole('menuitem', { name: '导出 PDF' }).click())
    expect(file.suggestedFilename()).toMatch(/^责令改正通知书 ZG.* \d{4}-\d\d-\d\d\.pdf$/)
    const { text } = readPdf(readFileSync(await file.path()))
    for (const line of ['责令改正通知书', '已结案', '整改要求三日内整改并上传照片', '扫码查看', '1 / 1'])
      expect(text).toContain(line)
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('三日内整改并上传照片').first().waitFor()
    for (const away of ['navigation', 'banner', 'toolbar'] as const)
      await expect.poll(() => page.getByRole(away).filter({ visible: true }).count()).toBe(0)
    for (const name of ['更多操作', '编辑', '返回列表'])
      await expect.poll(() => page.getByRole('button', { name }).filter({ visible: true }).count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
  })

  it('prints dark mode in light colours, pictures in their aspect ratio, and lists in landscape', async () => {
    const [id = ''] = Object.values(screens.records.enterprises)
    const record = (await screens.call('GET', `/api/ent/v1/entInfo/getById?id=${id}`)) as object
    const pictures = [await storeFile(screens.server, 'wide.png', greyPng(600, 200, new Uint8Array(600 * 200)))]
    await screens.call('PUT', '/api/ent/v1/entInfo/update', { ...record, pictures })
    const dark = await screens.openAs('admin', adminPassword)
    await dark.addInitScript(() => localStorage.setItem('mingchu:choices', JSON.stringify({ scheme: 'dark' })))
    await dark.goto(`/ent/entInfo/${id}/show`)
    await showsText(dark, '门头照片')
    await dark.emulateMedia({ media: 'print' })
    /** Printed elements with a background darker than medium grey, except dots and line drawings. */
    const onDark = () =>
      dark.evaluate(() =>
        [...document.body.querySelectorAll<HTMLElement>('*')]
          .filter(one => one.offsetHeight > 16 && one.offsetWidth > 16 && one.checkVisibility())
          .map(one => [one.className, getComputedStyle(one).backgroundColor] as const)
          .filter(([, ground]) => {
            const [red = 0, green = 0, blue = 0, alpha = 1] = ground.match(/[\d.]+/g)?.map(Number) ?? []
            return alpha > 0.5 && (red + green + blue) / 3 < 128
          }),
      )
    await expect.poll(onDark).toEqual([])
    const shape = () =>
      dark
        .locator('.detail-group .cell-pictures img')
        .evaluate((one: HTMLImageElement) => one.clientWidth / one.clientHeight)
    await expect.poll(shape).toBeCloseTo(3, 1)
    await dark.emulateMedia({ media: 'screen' })
    await dark.goto('/ent/entInfo')
    await showsText(dark, '共 12 条，当前 1–10')
    await dark.emulateMedia({ media: 'print' })
    await expect.poll(onDark).toEqual([])
    const minWidth = () => dark.locator('.list-table table').evaluate(one => getComputedStyle(one).minWidth)
    await expect.poll(minWidth).toBe('0px')
    // Chromium prints positioned elements of a table header on the first page only; later headers would be empty.
    const heads = () =>
      dark
        .locator('.list-table th > :is(.head-sort, .head-title)')
        .evaluateAll(all => all.map(one => getComputedStyle(one).display))
    expect((await heads()).length).toBeGreaterThan(3)
    await expect.poll(async () => new Set(await heads())).toEqual(new Set(['contents']))
    const sizes = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(
      (await dark.pdf({ preferCSSPageSize: true })).toString('latin1'),
    )
    expect(Number(sizes?.[1])).toBeGreaterThan(Number(sizes?.[2]))
    await dark.context().close()
  })
})
