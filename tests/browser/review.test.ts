import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { colourPng } from '../../engine/server/auth/png.ts'
import { readSources } from '../../engine/server/live/app-files.ts'
import { axeFaults } from '../support/axe.ts'
import { databaseOfJourney } from '../support/databases.ts'
import { writeUser } from '../support/demo-screens.ts'
import { business } from '../support/product-server.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { tooSmallForFingers } from '../support/touch-targets.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any
const app = Object.fromEntries(
  (await readSources('.')).flatMap(({ file, text, origin }) => (origin === 'app' ? [[file, text]] : [])),
)
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe.each(databaseOfJourney('review'))('the review of captures on $kind', kind => {
  let screens: Screens
  const ids: Record<string, string> = {}
  const save = async (resource: string, record: object): Promise<string> =>
    ((await screens.call('POST', `/api/${resource.replace('/', '/v1/')}/save`, record)) as Any).id
  const capture = (id: string): Promise<Any> => screens.call('GET', `/api/wit/v1/witCaptureRecord/getById?id=${id}`)
  const first = async (path: string, query: string): Promise<Any> =>
    ((await screens.call('GET', `/api/ent/v1/${path}/page?${query}`)) as Any).records[0]
  let link = ''
  /** Captures of other cameras, the first one the oldest; `burst` more of the first camera. */
  const captures = async (count: number, burst = 0) => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const capture = { entId: ids['ent'], ruleId: ids['rule'], confidence: 91, pictures: [link] }
    const boxes = [{ x: 0.25, y: 0.25, w: 0.5, h: 0.5 }]
    const add = (cameraId: string, minutes: number) =>
      save('wit/witCaptureRecord', { ...capture, boxes, cameraId, shotTime: at(minutes) })
    const made: string[] = []
    for (let n = 0; n < count; n++) made.push(await add(String(ids[`camera${n % 3}`]), 90 - n * 20))
    for (let n = 0; n < burst; n++) made.push(await add(String(ids['camera0']), 89 - n))
    return made
  }
  const shown = (page: Page) => page.locator('.review-main [data-capture]').getAttribute('data-capture')
  const showing = (page: Page, id: string | undefined) => expect.poll(() => shown(page)).toBe(id)
  const open = async (account = 'admin', password = adminPassword, options = {}) => {
    const page = await screens.openAs(account, password, options)
    await page.goto(`${screens.address}/pages/wit/review`)
    return page
  }
  const leave = async (page: Page) => {
    await page.context().close()
    await screens.call('DELETE', '/api/wit/v1/witCaptureRecord/review')
  }

  beforeAll(async () => {
    screens = await openScreens(kind, { app })
    const regionId = await save('sys/sysRegion', { code: '33', name: '浙江省', regionLevel: '1' })
    const typeId = await save('ent/entType', { name: '学校食堂', code: 'SCHOOL' })
    ids['ent'] = await save('ent/entInfo', business(1, { regionId, typeId }))
    const camera = { entId: ids['ent'], position: '切配间', platform: '3' }
    for (const n of [0, 1, 2]) ids[`camera${n}`] = await save('ent/entCamera', { ...camera, name: `切配间 ${n}` })
    const model = { modelName: '穿戴', modelCode: 'dress', modelVersion: '1.0', modelTypes: ['605'] }
    const rule = { name: '未戴帽', ruleType: '1', modelType: '605', cite: '规范 14.4' }
    ids['rule'] = await save('wit/witRule', { ...rule, modelId: await save('wit/witModel', model) })
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(colourPng(64, 36, new Uint8Array(64 * 36 * 3).fill(150)))]), 'a.png')
    const sent = new Response(form)
    const token = await screens.server.signIn('admin', adminPassword)
    const uploaded = await screens.server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token,
      headers: { 'content-type': String(sent.headers.get('content-type')) },
      body: Buffer.from(await sent.arrayBuffer()),
    })
    link = uploaded.body.data.link
    await writeUser(screens, {
      ...{ account: 'second', password: 'Second#26', roleName: '审核', roleAlias: 'reviewing' },
      codes: [
        ...['witCaptureRecord_view', 'witCaptureRecord_approved', 'witCaptureRecord_auditFailed'],
        ...['entInfo_view', 'entCamera_view'],
      ],
    })
  }, 120_000)
  afterAll(() => screens.close())
  beforeEach(async () => {
    const { records } = (await screens.call('GET', '/api/wit/v1/witCaptureRecord/page?captureStatus=0&size=100')) as Any
    if (records.length > 0)
      await screens.call('DELETE', '/api/wit/v1/witCaptureRecord/removeByIds', {
        ids: records.map((one: Any) => one.id),
      })
  })

  it('decides by keys, shows the next at once, and undoes in place', async () => {
    const [one, two, three] = await captures(3)
    const page = await open()
    await showing(page, one)
    expect(await page.locator('.review-main .review-box').count()).toBe(1)
    await page.waitForTimeout(300)
    const took = await page.evaluate(async () => {
      const picture = () => document.querySelector<HTMLImageElement>('.review-main [data-capture]')
      const before = picture()?.dataset['capture']
      const start = performance.now()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true }))
      while (picture()?.dataset['capture'] === before || !picture()?.complete)
        await new Promise(resolve => requestAnimationFrame(resolve))
      return performance.now() - start
    })
    process.stdout.write(`key to next capture: ${Math.round(took)} ms\n`)
    await showing(page, two)
    await expect.poll(async () => (await capture(String(one))).captureStatus).toBe('1')
    expect(await first('entWarningLog', `captureId=${one}`)).toMatchObject({ entId: ids['ent'], warningStatus: '0' })
    await page.locator('.review-last-decision button').waitFor()
    await page.keyboard.press('u')
    await showing(page, one)
    expect((await capture(String(one))).captureStatus).toBe('0')
    expect(await first('entWarningLog', `captureId=${one}`)).toBeUndefined()
    await page.keyboard.press('r')
    await page.keyboard.press('2')
    await showing(page, two)
    await expect.poll(async () => await capture(String(one))).toMatchObject({ captureStatus: '2', faultReason: '2' })
    await page.keyboard.press('s')
    await showing(page, three)
    await page.keyboard.press('ArrowDown')
    await showing(page, two)
    await page.keyboard.press('ArrowLeft')
    await showing(page, three)
    await page.keyboard.press('ArrowRight')
    await showing(page, two)
    await page.keyboard.press('e')
    const kept = () => first('entCameraScreenshot', `cameraId=${ids['camera1']}`)
    await expect.poll(kept).toMatchObject({ pictures: [link], modelType: '605' })
    await page.keyboard.press('r')
    await page.keyboard.press('5')
    await page.getByRole('textbox').fill('备餐间分餐')
    await page.keyboard.press('Enter')
    await expect.poll(() => capture(String(two))).toMatchObject({ faultReason: '5', reviewRemark: '备餐间分餐' })
    expect(await axeFaults(page)).toEqual([])
    await leave(page)
  }, 60_000)

  it('approves a burst together, and leads to an issued letter in three keys', async () => {
    const [one, two, ...burst] = await captures(2, 2)
    const page = await open()
    await showing(page, one)
    await page.keyboard.press('Shift+A')
    await showing(page, two)
    for (const id of [one, ...burst]) await expect.poll(async () => (await capture(String(id))).captureStatus).toBe('1')
    await page.locator('.review-last-decision button').waitFor()
    await page.keyboard.press('a')
    await page.locator('.state-panel .review-last-decision button').waitFor()
    await page.keyboard.press('l')
    await page.getByRole('dialog').locator('input[type=date]').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const warning = await first('entWarningLog', `captureId=${two}`)
    expect(await first('entNoticeLetter', `warningId=${warning.id}`)).toMatchObject({
      ...{ letterStatus: '1', cite: '规范 14.4', pictures: [link], deadline: expect.any(String) },
      problem: expect.stringContaining('切配间 1'),
    })
    await leave(page)
  }, 60_000)

  it('gives two reviewers different captures, and a phone swipes', async () => {
    const made = await captures(2)
    const page = await open('admin', adminPassword, { ...phone, locale: 'en-GB', colorScheme: 'dark' })
    await showing(page, made[0])
    expect(await axeFaults(page)).toEqual([])
    const touch = await page.context().newCDPSession(page)
    const swipe = async (from: number, to: number) => {
      const at = (type: string, x?: number) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 180 }] } as never)
      await at('touchStart', from)
      for (let step = 1; step <= 8; step++) await at('touchMove', from + ((to - from) * step) / 8)
      await at('touchEnd')
    }
    await swipe(300, 60)
    await page.locator('.review-reasons button').nth(1).click()
    await expect.poll(() => capture(String(made[0]))).toMatchObject({ captureStatus: '2', faultReason: '2' })
    await showing(page, made[1])
    const other = await open('second', 'Second#26')
    await other.locator('.state-panel').waitFor()
    expect(await page.evaluate(tooSmallForFingers)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await swipe(60, 300)
    await expect.poll(async () => (await capture(String(made[1]))).captureStatus).toBe('1')
    await page.locator('.state-panel').waitFor()
    await leave(other)
    await leave(page)
  }, 60_000)
})
