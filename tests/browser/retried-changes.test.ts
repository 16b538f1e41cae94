import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const regions = '/api/sys/v1/sysRegion'

describe.each(databasesWalked('postgres'))('a change whose response is lost, on $kind', kind => {
  let screens: Screens
  let page: Page
  const waits = () =>
    page.getByText('无法连接服务器，尚不确定操作是否已完成。系统会自动重试，且只执行一次。', { exact: true })
  const dialog = () => page.getByRole('dialog')
  const region = async (code: string, name: string) =>
    ((await screens.call('POST', `${regions}/save`, { code, name, regionLevel: '2' })) as { readonly id: string }).id
  const operations = async (id: string) => {
    const entries = await screens.call('GET', `/api/engine/history/sysRegion/${id}`)
    return (entries as readonly { readonly operation: string }[]).map(({ operation }) => operation)
  }

  /** The server makes the change, and its response is lost. Returns the keys of all requests to the path. */
  const lose = async (path: string) => {
    const keys: (string | undefined)[] = []
    await page.route(`**${path}`, async route => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    return keys
  }
  const isSentAgain = async (keys: readonly (string | undefined)[], path: string) => {
    await waits().waitFor({ state: 'detached' })
    await page.unroute(`**${path}`)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  }

  beforeAll(async () => {
    screens = await openScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('is made once: a deletion from the list, whose dialog closes meanwhile', async () => {
    const id = await region('3301', '云麓市')
    await region('3302', '望江市')
    await page.goto('/sysRegion')
    const row = page.locator(`tr[data-id="${id}"]`)
    await row.hover()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    const keys = await lose(`${regions}/removeById`)
    await dialog().getByRole('button', { name: '删除' }).click()
    await waits().waitFor()
    await expect.poll(() => dialog().count()).toBe(0)
    await showsText(page, '删除成功：云麓市')
    await row.waitFor({ state: 'detached' })
    await isSentAgain(keys, `${regions}/removeById`)
    expect(await operations(id)).toEqual(['remove', 'save'])
    expect(await page.getByText('没有找到该行政区划').count()).toBe(0)
  })

  it('reports the refusal of a retried request', async () => {
    const id = await region('3305', '南溪市')
    await page.goto('/sysRegion')
    const row = page.locator(`tr[data-id="${id}"]`)
    await row.hover()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    const path = `${regions}/removeById`
    // The first request does not reach the server; another user deletes the record before the second.
    let requests = 0
    await page.route(`**${path}`, async route => {
      requests += 1
      return requests === 1 ? route.abort('connectionrefused') : route.continue()
    })
    await dialog().getByRole('button', { name: '删除' }).click()
    await waits().waitFor()
    await screens.call('DELETE', path, { id })
    await showsText(page, '没有找到该行政区划')
    await waits().waitFor({ state: 'detached' })
    await page.unroute(`**${path}`)
    expect(requests).toBe(2)
  })
})
