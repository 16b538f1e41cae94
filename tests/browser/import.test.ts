import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbook } from '../../engine/server/services/export/workbook.ts'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { reports, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesWalked('postgres'))('import on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const choose = (name: string, file: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: file })
  const match = (column: string, field: string) => page.getByLabel(`“${column}”导入到`).selectOption({ label: field })
  /** The message of the check for each invalid cell. */
  const problems = () =>
    page
      .getByRole('region', { name: '错误', exact: true })
      .locator('tbody tr')
      .evaluateAll(rows => rows.map(row => [...row.children].map(cell => (cell as HTMLElement).innerText.trim())))
  /** The four counts. */
  const figures = () =>
    page
      .locator('dl > div')
      .evaluateAll(all => all.map(one => [...one.children].map(part => (part as HTMLElement).innerText).join(' ')))
  const downloaded = async (press: () => Promise<void>): Promise<[name: string, text: string]> => {
    const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, press()])
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')]
  }

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('maps the columns of a workbook, checks them, writes the valid rows, and undoes the import', async () => {
    await page.goto('/ent/entCamera')
    await showsText(page, '共 2 条')
    await page.getByRole('link', { name: '导入' }).click()
    await showsText(page, '把文件拖到这里')
    await choose('摄像头.xlsx', await sheetOf())
    await showsText(page, '以下必填字段还没有对应的列：企业')
    await match('所在单位', '企业 *')
    await button('预检').click()
    await expect.poll(figures).toEqual(['总行数 5', '预检通过 1', '可按建议改正 2', '有错误 4'])
    await expect.poll(problems).toEqual([
      [
        '3',
        '视频平台',
        '萤石',
        '视频平台没有“萤石”这个选项，可选：海康、大华、萤石云、国标 GB28181、电信千里眼',
        '萤石云\n采用',
      ],
      [
        '4',
        '视频平台',
        '萤石',
        '视频平台没有“萤石”这个选项，可选：海康、大华、萤石云、国标 GB28181、电信千里眼',
        '萤石云\n采用',
      ],
      ['5', '安装日期', '2026/13/05', '请输入正确的安装日期，如 2026-11-21', '—'],
      ['6', '摄像头名称', '（空）', '请输入摄像头名称', '—'],
      [
        '6',
        '所在单位',
        '云栖幼儿园',
        '没有企业名称、统一社会信用代码或许可证编号为“云栖幼儿园”的企业信息，请先新增，或改填已有的',
        '云栖幼儿园食堂\n采用',
      ],
    ])
    // The parsed file, the mapping and the check are stored: a reload shows them again.
    await page.reload()
    await button('采用“萤石云”').first().click()
    await expect.poll(figures).toEqual(['总行数 5', '预检通过 3', '可按建议改正 0', '有错误 2'])
    await page.getByRole('tab', { name: '将新增 3' }).click()
    const added = page.getByRole('region', { name: '将新增', exact: true }).locator('tbody tr')
    await expect
      .poll(async () => (await added.allInnerTexts()).map(text => text.split('\t')))
      .toEqual([
        ['2', '灶台 01', '清溪区第三小学食堂', '海康', '灶台', '2026-03-05'],
        ['3', '灶台 02', '清溪区第三小学食堂', '萤石云', '灶台', '—'],
        ['4', '灶台 03', '云栖幼儿园食堂', '萤石云', '灶台', '—'],
      ])
    await page.getByLabel('全部正确才导入').check()
    await expect.poll(() => button('导入 3 行').isDisabled()).toBe(true)
    await page.getByLabel('只导入正确的 3 行').check()
    await button('导入 3 行').click()
    await showsText(page, '已导入 3 行')
    await showsText(page, '有错误的 2 行没有导入。')
    const [name, report] = await downloaded(() => button('下载导入结果').click())
    expect(name).toMatch(/^摄像头 导入结果 \d{4}-\d{2}-\d{2}\.csv$/)
    expect(report.split('\r\n').map(line => line.split(',')[1])).toEqual([
      '结果',
      ...['已导入', '已导入', '已导入', '未导入', '未导入'],
      undefined,
    ])
    await button('查看列表').click()
    await showsText(page, '共 5 条')
    await showsText(page, '灶台 03')
    await page.goBack()
    await button('撤销导入').click()
    const asked = page.getByRole('dialog', { name: '撤销“导入”' })
    await asked.getByText(/^撤销“导入”的 3 条数据：新增的进入回收站，更新的恢复原值。已发出/).waitFor()
    await asked.getByRole('button', { name: '撤销 3 条' }).click()
    await showsText(page, '已撤销：3 条摄像头')
    await showsText(page, '把文件拖到这里')
    await page.goto('/ent/entCamera')
    await showsText(page, '共 2 条')
  })

  it('reads GB18030, stores the column mapping, and exports invalid rows for correction', async () => {
    await page.goto('/ent/entCamera/import')
    const text =
      '摄像头名称,所在单位,视频平台,安装位置\n门口 01,云栖幼儿园食堂,海康,门口\n门口 02,云栖幼儿园食堂,无,门口\n'
    await choose('门口.csv', iconv.encode(text, 'gb18030'))
    await page.getByText('门口 01,云栖幼儿园食堂').waitFor()
    await button('GB18030').click()
    const [name, mapping] = await downloaded(() => button('保存为映射文件').click())
    expect(name).toMatch(/^摄像头 导入映射 \d{4}-\d{2}-\d{2}\.yaml$/)
    expect(mapping).toContain('  encoding: gb18030\n')
    expect(mapping).toContain('  所在单位: entId\n')
    await match('所在单位', '不导入')
    await choose('映射.yaml', Buffer.from(mapping.replace('所在单位', '单位')))
    await showsText(page, '未采用映射文件中的这些列（文件中没有，或字段不能导入）：单位')
    await choose('映射.yaml', Buffer.from(mapping))
    await expect.poll(() => page.getByLabel('“所在单位”导入到').inputValue()).toBe('entId')
    await button('预检').click()
    await expect.poll(figures).toEqual(['总行数 2', '预检通过 1', '可按建议改正 0', '有错误 1'])
    await button('下载错误报告').click()
    const [, wrong] = await downloaded(() => page.getByRole('menuitem', { name: /^有错误的行/ }).click())
    expect(wrong).toBe(
      '\ufeff摄像头名称,所在单位,视频平台,安装位置,问题\r\n门口 02,云栖幼儿园食堂,无,门口,视频平台没有“无”这个选项，可选：海康、大华、萤石云、国标 GB28181、电信千里眼\r\n',
    )
    await button('重新上传').click()
    await choose('改好.csv', Buffer.from(wrong.replace(',无,', ',大华,')))
    await button('预检').click()
    await showsText(page, '全部正确，可以导入。导入后可以整批撤销，撤销的数据进入回收站。')
    await button('导入 1 行').click()
    await showsText(page, '已导入 1 行')
  })

  it('imports orders and lines from two sheets, reports the sheet of an invalid line, and undoes the import', async () => {
    await page.goto('/business/businessEntOrder/import')
    await choose(
      '订单.xlsx',
      await sheetsOf({
        采购订单: [
          '订单编号,企业,下单时间,供应商',
          '甲,云栖幼儿园食堂,2026-11-20 08:00,绿源',
          '乙,云栖幼儿园食堂,2026-11-20 09:00,鲜达',
        ],
        订单明细: [
          '采购订单,产品名称,产品分类,数量,单价',
          '甲,白菜,蔬菜,20,2.5',
          '乙,萝卜,蔬菜,10,1',
          '甲,土豆,蔬菜,0,3',
        ],
      }),
    )
    await showsText(page, '3 条明细')
    await button('预检').click()
    await expect.poll(figures).toEqual(['总行数 2', '预检通过 1', '可按建议改正 0', '有错误 1'])
    await expect.poll(problems).toEqual([['订单明细', '4', '数量', '0', '数量不能小于 0.001', '—']])
    await button('导入 1 行').click()
    await showsText(page, '已导入 1 行')
    await page.goto('/business/businessEntOrder')
    await page.getByText('鲜达').first().click()
    await showsText(page, '萝卜')
    await page.goBack()
    await page.goto('/business/businessEntOrder/import')
    await choose('订单.csv', Buffer.from('企业,下单时间,供应商\n云栖幼儿园食堂,2026-11-20 08:00,绿源\n'))
    await showsText(page, '以下必填字段还没有对应的列：订单明细')
  })

  it('updates matched records after a preview, and restores the previous values on undo', async () => {
    await page.goto('/ent/entCamera/import')
    await choose('改.csv', Buffer.from('摄像头名称,安装位置\n门口 02,后门\n无此,后门\n'))
    await page.getByLabel('仅更新').check()
    await showsText(page, '只更新文件中有的列，空单元格保留原值。')
    await page.getByLabel('空单元格清空原值').check()
    await showsText(page, '只更新文件中有的列，空单元格清空原值；新增的记录仍取默认值，密码不清空。')
    await page.getByLabel('空单元格清空原值').uncheck()
    await button('预检').click()
    await expect.poll(figures).toEqual(['总行数 2', '将更新 1', '无变化 0', '有错误 1'])
    await expect.poll(problems).toEqual([['3', '摄像头名称', '无此', '没有找到要更新的摄像头', '—']])
    await page.getByRole('tab', { name: /^将更新/ }).click()
    const changes = page.getByRole('region', { name: '将更新', exact: true }).locator('tbody tr')
    await expect
      .poll(() => changes.allInnerTexts())
      .toEqual([expect.stringMatching(/^2\s+门口 02\s+安装位置\s+门口\s+后门$/)])
    await button('新增或更新 1 行').click()
    await showsText(page, '已新增或更新 1 行')
    await button('撤销导入').click()
    await button('撤销 1 条').click()
    await reports(page, '已撤销：')
    await page.goto('/ent/entCamera')
    await showsText(page, '门口 02')
    await expect.poll(() => page.getByText('后门').count()).toBe(0)
  })

  it('offers a template, reports an unreadable file, and rejects a user without permission', async () => {
    await page.goto('/ent/entCamera/import')
    await button('下载模板').click()
    const [name, template] = await downloaded(() => page.getByRole('menuitem', { name: 'CSV 文本' }).click())
    expect(name).toMatch(/^摄像头 导入模板 /)
    expect(template.split('\r\n')[0]).toContain('*摄像头名称,国标编码,*视频平台')
    await choose('空.csv', Buffer.from(template))
    await showsText(page, '文件只有表头，没有数据行，请填写后再导入')
    const { account, password } = screens.merchant
    page = await screens.openAs(account, password)
    await page.goto('/ent/entInfo')
    await showsText(page, '共 1 条')
    await expect.poll(() => page.getByRole('link', { name: '导入' }).count()).toBe(0)
    await page.goto('/ent/entInfo/import')
    await showsText(page, '您没有导入企业信息的权限')
  })
})

/** Builds a workbook from the rows of its sheets. */
function sheetsOf(sheets: Readonly<Record<string, readonly string[]>>): Promise<Buffer> {
  const cells = (line: string) => line.split(',').map(text => (text === '' ? null : { kind: 'text' as const, text }))
  return buffer(
    workbook(
      Object.entries(sheets).map(([title, [head = '', ...lines]]) => ({
        title,
        columns: head.split(',').map(text => ({ head: text, width: 16 })),
        async *chunks() {
          yield lines.map(cells)
        },
      })),
    ),
  )
}

/** A typical user's workbook: a column with another title, and some errors. */
function sheetOf(): Promise<Buffer> {
  const heads = ['摄像头名称', '所在单位', '视频平台', '安装位置', '安装日期', '备注栏']
  const rows = [
    ['灶台 01', '清溪区第三小学食堂', '海康', '灶台', '2026-03-05'],
    ['灶台 02', '清溪区第三小学食堂', '萤石', '灶台', ''],
    ['灶台 03', '云栖幼儿园食堂', '萤石', '灶台', ''],
    ['灶台 04', '云栖幼儿园食堂', '海康', '灶台', '2026/13/05'],
    ['', '云栖幼儿园', '海康', '灶台', ''],
  ]
  return buffer(
    workbook([
      {
        title: '清单',
        columns: heads.map(head => ({ head, width: 16 })),
        async *chunks() {
          yield rows.map(cells => cells.map(text => (text === '' ? null : { kind: 'text' as const, text })))
        },
      },
    ]),
  )
}
