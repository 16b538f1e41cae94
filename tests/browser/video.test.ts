import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cameras } from '../../server/cameras/part.ts'
import { axeFaults } from '../support/axe.ts'
import { builtWeb } from '../support/built.ts'
import { databaseOfJourney, testZone } from '../support/databases.ts'
import { keepCanteen, type ProductServer, startProduct } from '../support/product-server.ts'
import { adminPage } from '../support/screens.ts'
import { tooSmallForFingers } from '../support/touch-targets.ts'

const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)

describe.each(databaseOfJourney('video'))('cameras on the screen, with the demonstration on $kind', kind => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mingchu-video-'))
  const ids: string[] = []
  let product: ProductServer
  let page: Page
  let address = ''
  const states = () => page.locator('.player').evaluateAll(all => all.map(one => one.getAttribute('data-state')))
  const arePlaying = (count: number) =>
    expect.poll(states, { timeout: 100_000 }).toEqual(Array.from({ length: count }, () => 'playing'))
  const times = () => page.locator('video').evaluateAll(all => all.map(one => (one as HTMLVideoElement).currentTime))
  const clock = () => page.locator('.timeline-now b').innerText()
  const seconds = async () => {
    const [hours = 0, minutes = 0, rest = 0] = (await clock()).split(':').map(Number)
    return hours * 3600 + minutes * 60 + rest
  }

  beforeAll(async () => {
    product = await startProduct(kind, {
      cameras: cameras({ demo: true, outboundHosts: [], dataDir, zone: testZone }, {}),
      settings: { host: '127.0.0.1', port: 0 },
      web: await builtWeb(),
    })
    const entId = await keepCanteen(product)
    for (const name of ['切配间', '烹饪区', '洗消间', '留样间', '仓库'])
      ids.push(
        await product.keep(name, 'ent/entCamera', { entId, name, position: name, platform: '1', cameraStatus: '1' }),
      )
    address = await product.server.engine.listen()
    page = await adminPage({ viewport: { width: 1440, height: 800 }, baseURL: address, locale: 'zh-CN' })
  }, 120_000)
  afterAll(async () => {
    await page?.context().close()
    await product.server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('plays four tiles, and a layout is saved, shared and opened again', async () => {
    await page.goto(`/pages/ent/entCamera/indexEnt?size=4&tiles=${ids.slice(0, 4).join('-')}`)
    await arePlaying(4)
    const before = await times()
    await expect.poll(async () => (await times()).every((time, at) => time > (before[at] ?? 0))).toBe(true)
    const frames = page
      .locator('video')
      .evaluateAll(all => all.map(one => (one as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames))
    expect(Math.min(...(await frames))).toBeGreaterThan(0)
    await page.locator('.list-head-actions button:has(.lucide-bookmark)').click()
    await page.locator('.menu').getByRole('menuitem').last().click()
    await page.locator('.sheet-dialog input[type=text]').fill('午餐高峰')
    await page.getByRole('checkbox').check()
    await page.locator('.sheet-dialog button[type=submit]').click()
    await page.waitForURL(url => url.searchParams.get('layout') === '午餐高峰')
    expect(await product.admin.data('GET', 'ent/v1/cameraLayout/listByQuery')).toMatchObject([
      { layoutName: '午餐高峰', address: `size=4&tiles=${ids.slice(0, 4).join('-')}`, isShared: true },
    ])
    await page.keyboard.press('Escape')
    await page.goto('/video/wall?size=1&tiles=')
    await page.locator('.list-head-actions button:has(.lucide-bookmark)').click()
    await page.locator('.menu').getByRole('menuitem').first().click()
    await arePlaying(4)
  }, 180_000)

  it('is worked by keys: a tile, one picture in full, another number of tiles, a camera from the tree', async () => {
    const selected = () => page.locator('[data-tile][aria-pressed=true]').getAttribute('data-tile')
    await page.keyboard.press('3')
    expect(await selected()).toBe('2')
    await page.keyboard.press('Enter')
    await arePlaying(1)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    expect(await selected()).toBe('0')
    await page.keyboard.press('Delete')
    await page.keyboard.press('/')
    await page.keyboard.type('仓库')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.searchParams.get('tiles')?.startsWith(`${ids[4]}-`) === true)
    await page.locator('[data-tile="1"]').focus()
    await page.keyboard.press('Shift+Digit3')
    await page.waitForURL(
      url => url.searchParams.get('size') === '9' && url.searchParams.get('tiles')?.startsWith(`${ids[4]}-`) === true,
    )
    await arePlaying(4)
  }, 120_000)

  it('leads from a picture to an issued notice by S, E and L, and the footage is kept with the frame', async () => {
    await page.keyboard.press('2')
    await page.keyboard.press('s')
    await page.keyboard.press('e')
    await page.getByRole('dialog').getByRole('textbox').fill('未戴厨师帽')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('l')
    await page.getByRole('dialog').locator('input[type=date]').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { records } = await product.admin.data('GET', 'ent/v1/entCameraScreenshot/page')
    expect(records).toMatchObject([
      { cameraId: ids[1], subject: '烹饪区：未戴厨师帽', pictures: [expect.any(String)], clip: expect.any(String) },
    ])
    const { records: letters } = await product.admin.data('GET', 'ent/v1/entNoticeLetter/page')
    expect(letters).toMatchObject([
      { cameraId: ids[1], letterStatus: '1', problem: expect.stringMatching(/^\d{4}-.*：未戴厨师帽$/) },
    ])
  }, 60_000)

  it('ends what is no longer allowed at the next renewal, and plays the others', async () => {
    await product.admin.data('DELETE', 'ent/v1/entCamera/removeById', { id: ids[4] })
    await expect.poll(states, { timeout: 40_000 }).toEqual(['refused', 'playing', 'playing', 'playing'])
  }, 60_000)

  it('leaves no connection, ticket or worker when it is closed', async () => {
    const ended = new Set<string>()
    const requested: string[] = []
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'DELETE') ended.add(pathname)
      if (pathname.includes('/video/')) requested.push(pathname)
    })
    await page.locator('aside').getByRole('link').first().click()
    await expect.poll(() => [ended.size, page.workers().length]).toEqual([3, 0])
    requested.length = 0
    await new Promise(done => setTimeout(done, 5000))
    expect(requested).toEqual([])
    expect(await page.locator('video').evaluateAll(all => all.filter(one => (one as HTMLVideoElement).src))).toEqual([])
  }, 60_000)

  it('plays recordings on one clock, seeks, steps by frames and exports a clip', async () => {
    const days = (await product.admin.data('GET', `video/v1/cameras/${ids[0]}/day?day=${yesterday}`)) as {
      readonly recordings: readonly { readonly from: string }[]
    }
    const at = `${String(days.recordings[1]?.from).slice(0, 17)}30`
    await page.goto(`/video/playback?cameras=${ids[0]}-${ids[1]}&at=${at}`)
    await expect.poll(states, { timeout: 60_000 }).toContain('playing')
    await expect.poll(clock).not.toBe(at.slice(11))
    await page.keyboard.press('k')
    const stopped = await seconds()
    await page.keyboard.press('ArrowRight')
    expect(await seconds()).toBe(stopped + 10)
    await expect.poll(async () => (await times())[0]).toBeGreaterThan(0)
    await page.keyboard.press('i')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('o')
    await page.locator('.video-rail section').last().getByRole('button').click()
    const link = page.locator('.video-rail a[download]')
    await link.waitFor({ timeout: 40_000 })
    const clip = await page.context().request.get(String(await link.getAttribute('href')))
    expect([clip.status(), (await clip.body()).subarray(4, 8).toString()]).toEqual([200, 'ftyp'])
    expect(new URL(page.url()).searchParams.get('at')).not.toBe(at)
    await page.keyboard.press('e')
    await page.getByRole('dialog').getByRole('textbox').fill('地面积水')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 20_000 })
    const { records } = await product.admin.data('GET', `ent/v1/entCameraScreenshot/page?cameraId=${ids[0]}`)
    expect(records).toMatchObject([{ subject: '切配间：地面积水', clip: expect.stringContaining('.mp4') }])
  }, 180_000)

  it('draws the zones of a rule by keys', async () => {
    const { keep, admin } = product
    const model = { modelName: '穿戴', modelCode: 'dress', modelVersion: '1.0', modelTypes: ['605'] }
    const modelId = await keep('model', 'wit/witModel', model)
    const id = await keep('rule', 'wit/witRule', { name: '未戴帽', ruleType: '1', modelType: '605', modelId })
    await page.goto(`/wit/witRule/${id}/show`)
    await page.locator('.detail-head button[aria-haspopup=menu]').last().click()
    await page
      .getByRole('menuitem')
      .filter({ has: page.locator('.lucide-pen-tool') })
      .click()
    await arePlaying(1)
    await page.keyboard.press('n')
    await page.locator('.zone-point').first().focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Delete')
    expect(await axeFaults(page)).toEqual([])
    await page.locator('.video-tools button').last().click()
    await page.waitForURL(url => url.pathname.endsWith('/show'))
    expect((await admin.data('GET', `wit/v1/witRule/getById?id=${id}`)).zones).toEqual([
      [
        [0.29, 0.25],
        [0.7, 0.7],
        [0.3, 0.7],
      ],
    ])
  }, 60_000)

  it('fits a phone in English and dark, with late answers, and axe finds nothing', async () => {
    const phone = await adminPage({
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...{ baseURL: address, locale: 'en-GB', colorScheme: 'dark' },
    })
    await phone.addInitScript(() => localStorage.setItem('mingchu:choices', '{"language":"en"}'))
    await phone.route('**/api/**', route => new Promise(done => setTimeout(done, 800)).then(() => route.continue()))
    for (const path of ['/video/wall', `/video/playback?cameras=${ids[0]}`]) {
      await phone.goto(path)
      await phone.locator('.player[data-state=playing]').first().waitFor({ timeout: 60_000 })
      expect([path, await axeFaults(phone)]).toEqual([path, []])
      expect([path, await phone.evaluate(tooSmallForFingers)]).toEqual([path, []])
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    }
    await phone.goto('/video/wall')
    for (const index of [1, 2]) {
      await phone.locator('.list-head-actions button').nth(index).click()
      await phone.getByRole('menu').waitFor()
      expect(await axeFaults(phone)).toEqual([])
      await phone.keyboard.press('Escape')
    }
    await phone.locator('.list-head-actions button').first().click()
    await phone.getByRole('treeitem').first().waitFor()
    expect(await axeFaults(phone)).toEqual([])
    await phone.context().close()
  }, 180_000)
})
