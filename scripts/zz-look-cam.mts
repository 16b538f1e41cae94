import { chromium } from 'playwright-core'
import { browserOptions } from './browser.ts'

const base = 'http://127.0.0.1:7341'
let token = ''
const get = async (page: any, path: string) =>
  (await (await page.request.get(path, { headers: { 'blade-auth': `bearer ${token}` } })).json()).data
const only = process.argv.slice(2)
const browser = await chromium.launch(await browserOptions())
async function open(name: string, options: object, scheme: 'light' | 'dark', language: 'zh' | 'en') {
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: scheme,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  const signed = await context.request.post('/api/blade-auth/oauth/token', {
    headers: { authorization: 'Basic bWluZ2NodTo=', 'tenant-id': '000000' },
    data: { tenantId: '000000', username: 'admin', password: 'Harbour-2026', grant_type: 'password' },
  })
  const { access_token } = await signed.json()
  token = access_token
  const page = await context.newPage()
  await page.addInitScript(l => localStorage.setItem('mingchu:choices', JSON.stringify({ language: l })), language)
  page.on('console', m => m.type() === 'error' && console.log(name, m.text().slice(0, 300)))
  page.on('pageerror', e => console.log(name, 'PAGEERROR', e.message))
  return page
}
const shot = async (page: any, name: string) => {
  await page.screenshot({ path: `/tmp/camlook/${name}.png` })
  console.log(name)
}

export { browser, open, shot }

const runs: Record<string, () => Promise<void>> = {
  async wall() {
    const page = await open('wall', { viewport: { width: 1440, height: 900 } }, 'light', 'zh')
    await page.goto('/pages/ent/entCamera/indexEnt')
    await page.waitForTimeout(12000)
    await shot(page, 'wall')
    await page.locator('[data-tile="0"]').focus()
    await page.keyboard.press('s')
    await page.waitForTimeout(2500)
    await shot(page, 'wall-s')
    await page.keyboard.press('e')
    await page.waitForTimeout(1500)
    await shot(page, 'wall-e')
    await page.keyboard.type('未戴厨师帽')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(4000)
    await shot(page, 'wall-e2')
    await page.keyboard.press('l')
    await page.waitForTimeout(3000)
    await shot(page, 'wall-l')
    await page.context().close()
  },
  async playback() {
    const page = await open('playback', { viewport: { width: 1440, height: 900 } }, 'dark', 'en')
    await page.goto('/video/playback')
    await page.waitForTimeout(1500)
    await shot(page, 'playback-empty')
    const list = await get(page, '/api/ent/v1/entCamera/page?size=4')
    const ids = list.records.map((r: any) => r.id)
    await page.goto(`/video/playback?cameras=${ids.slice(0, 2).join('-')}`)
    await page.waitForTimeout(6000)
    await page.keyboard.press('k')
    await page.keyboard.press('i')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('o')
    await shot(page, 'playback')
    await page.keyboard.press('e')
    await page.waitForTimeout(2500)
    await shot(page, 'playback-e')
    await page.context().close()
  },
  async review() {
    const page = await open('review', { viewport: { width: 1440, height: 900 } }, 'dark', 'en')
    await page.goto('/pages/wit/review')
    await page.waitForTimeout(3500)
    await shot(page, 'review')
    const list = await get(page, '/api/wit/v1/witRule/page?size=1')
    const { id } = list.records[0]
    await page.goto(`/wit/witRule/${id}/show`)
    await page.waitForTimeout(1500)
    await shot(page, 'rule')
    await page.goto(`/pages/wit/zones?of=witRule&id=${id}`)
    await page.waitForTimeout(5000)
    await page.keyboard.press('n')
    await page.waitForTimeout(500)
    await shot(page, 'zones')
    await page.context().close()
  },
  async phone() {
    const page = await open(
      'phone',
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      'light',
      'en',
    )
    await page.goto('/pages/ent/entCamera/indexEnt')
    await page.waitForTimeout(8000)
    await shot(page, 'phone-wall')
    const list = await get(page, '/api/ent/v1/entCamera/page?size=4')
    await page.goto(`/video/playback?cameras=${list.records[0].id}`)
    await page.waitForTimeout(6000)
    await shot(page, 'phone-playback')
    await page.goto('/pages/wit/review')
    await page.waitForTimeout(3000)
    await shot(page, 'phone-review')
    await page.context().close()
  },
}
for (const [name, run] of Object.entries(runs))
  if (only.length === 0 || only.includes(name)) await run().catch(e => console.log(name, String(e)))
await browser.close()
