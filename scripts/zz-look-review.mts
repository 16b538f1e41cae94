import { chromium } from 'playwright-core'
import { browserOptions } from './browser.ts'
const base = 'http://127.0.0.1:4391'
const browser = await chromium.launch(await browserOptions())
async function open(width: number, height: number, scheme: 'light'|'dark', lang: 'zh'|'en') {
  const ctx = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: lang === 'zh' ? 'zh-CN' : 'en-US', hasTouch: width < 500 })
  const page = await ctx.newPage()
  page.on('console', m => m.type() === 'error' && console.log('console', m.text().slice(0, 300)))
  page.on('pageerror', e => console.log('pageerror', String(e).slice(0, 400)))
  await page.goto(base)
  await page.locator('input').first().waitFor()
  const inputs = page.locator('input')
  const n = await inputs.count()
  for (let i = 0; i < n; i++) { const t = await inputs.nth(i).getAttribute('type'); const nm = await inputs.nth(i).getAttribute('name'); if (process.env.V) console.log(i, t, nm) }
  await page.locator('input[name=account], input[autocomplete=username]').first().fill('admin')
  await page.locator('input[type=password]').first().fill('Harbour-2026')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(2500)
  await page.goto(`${base}/pages/wit/review`)
  await page.waitForTimeout(3500)
  return page
}
const which = process.argv[2] ?? 'all'
const p = await open(1440, 900, 'light', 'zh')
await p.screenshot({ path: '/tmp/review-1.png' })
if (which !== 'one') {
await p.keyboard.press('a'); await p.waitForTimeout(1500)
await p.screenshot({ path: '/tmp/review-2.png' })
await p.keyboard.press('r'); await p.waitForTimeout(500)
await p.screenshot({ path: '/tmp/review-3.png' })
await p.keyboard.press('Escape')
await p.keyboard.press('u'); await p.waitForTimeout(1500)
await p.screenshot({ path: '/tmp/review-4.png' })
await p.keyboard.press('a'); await p.waitForTimeout(1500)
await p.keyboard.press('l'); await p.waitForTimeout(2500)
await p.screenshot({ path: '/tmp/review-5.png' })
}
await p.context().close()
const d = await open(1440, 900, 'dark', 'en')
await d.screenshot({ path: '/tmp/review-dark.png' })
await d.context().close()
const m = await open(390, 844, 'light', 'zh')
await m.screenshot({ path: '/tmp/review-phone.png' })
await m.context().close()
await browser.close()
