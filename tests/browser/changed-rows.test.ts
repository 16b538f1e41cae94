import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens, writeUser } from '../support/demo-screens.ts'

const officer = { account: 'officer', password: 'Officer#26', roleName: '监管员', roleAlias: 'officer' }
const codes = ['entInfo_view', 'entInfo_edit']

describe.each(databasesWalked('postgres'))('changes by other users on $kind', kind => {
  let screens: DemoScreens
  let officers: Page
  let merchants: Page
  let own: string
  let other: string
  let third: string
  const chip = (page: Page) => page.getByRole('status').getByRole('button', { name: /刷新$/ })
  const row = (page: Page, name: string) => page.locator('.list-table tbody tr').filter({ hasText: name })
  const rename = (id: string, name: string) => screens.call('PUT', '/api/ent/v1/entInfo/update', { id, name })
  const shown = (page: Page) => expect.poll(() => chip(page).allInnerTexts())

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    await writeUser(screens, { ...officer, codes })
    const enterprises = Object.values(screens.records.enterprises)
    // The list begins with the latest.
    ;[own = '', other = '', third = ''] = [enterprises.at(0), enterprises.at(-1), enterprises.at(-2)]
    ;[officers, merchants] = await Promise.all([
      screens.openAs(officer.account, officer.password),
      screens.openAs(screens.merchant.account, screens.merchant.password),
    ])
  })
  afterAll(() => screens.close())

  it('are counted on an open list, for each user only the rows that the user sees', async () => {
    for (const page of [officers, merchants]) {
      const subscribed = page.waitForResponse(response => response.url().includes('resources=entInfo'))
      await page.goto('/entInfo')
      await page.locator('.list-table tbody tr').first().waitFor()
      await subscribed
    }
    await rename(other, '云栖面馆')
    await shown(officers).toEqual(['1 条已更新 · 刷新'])
    await rename(own, '松风小学食堂')
    await shown(merchants).toEqual(['1 条已更新 · 刷新'])
    await shown(officers).toEqual(['2 条已更新 · 刷新'])
    await rename(other, '云栖面馆（二店）')
    await rename(own, '松风小学第一食堂')
    await rename(third, '云栖茶楼')
    // Events arrive in order: now all of them did.
    await shown(officers).toEqual(['3 条已更新 · 刷新'])
    await shown(merchants).toEqual(['1 条已更新 · 刷新'])
  })

  it('are shown when the chip or its key is pressed, and the selection remains', async () => {
    const first = officers.locator('.list-table tbody tr').first()
    await first.getByRole('checkbox').check()
    await chip(officers).click()
    await row(officers, '云栖面馆（二店）').waitFor()
    await shown(officers).toEqual([])
    await expect.poll(() => first.getByRole('checkbox').isChecked()).toBe(true)
    await merchants.keyboard.press('r')
    await row(merchants, '松风小学第一食堂').waitFor()
    await shown(merchants).toEqual([])
  })

  it('are counted on a filtered list only if they are on it or match its filter', async () => {
    const subscribed = officers.waitForResponse(response => response.url().includes('resources=entInfo'))
    await officers.goto(`/entInfo?filter=${encodeURIComponent('{"name_like":"云栖面馆"}')}`)
    await row(officers, '云栖面馆（二店）').waitFor()
    await subscribed
    await rename(own, '松风小学第二食堂')
    await rename(third, '云栖面馆（三店）')
    await shown(officers).toEqual(['1 条已更新 · 刷新'])
    await rename(other, '南山面馆')
    await shown(officers).toEqual(['2 条已更新 · 刷新'])
    await chip(officers).click()
    await row(officers, '云栖面馆（三店）').waitFor()
    expect(await row(officers, '南山面馆').count()).toBe(0)
    await rename(own, '松风小学第一食堂')
  })

  it('are shown in every tab, and on a phone', async () => {
    const second = await merchants.context().newPage()
    await second.setViewportSize({ width: 390, height: 800 })
    await second.goto('/entInfo')
    await second.getByText('松风小学第一食堂').first().waitFor()
    await rename(own, '松风小学')
    await shown(merchants).toEqual(['1 条已更新 · 刷新'])
    await shown(second).toEqual(['1 条已更新 · 刷新'])
    await chip(second).click()
    await second.getByText('松风小学', { exact: true }).first().waitFor()
    await second.close()
  })

  it('are reported on an open record', async () => {
    await merchants.goto(`/entInfo/${own}/show`)
    await merchants.getByRole('heading', { name: '松风小学' }).waitFor()
    await rename(own, '松风小学东校区')
    await shown(merchants).toEqual(['已被他人修改 · 刷新'])
    await chip(merchants).click()
    await merchants.getByRole('heading', { name: '松风小学东校区' }).waitFor()
    await shown(merchants).toEqual([])
  })
})
