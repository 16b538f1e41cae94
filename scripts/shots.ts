import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createEngine } from '../engine/server/engine.ts'
import { recordedMessages } from '../engine/server/services/ports.ts'
import { readSettings } from '../engine/server/settings.ts'
import { browserOptions } from './browser.ts'
import { type DemoRecords, writeDemoRecords } from './demo-records.ts'
import { callsAs } from './server-calls.ts'

// Takes the README's screenshots of the built product with demo records.
const password = 'Pictures-26'
const folder = join('docs', 'shots')
const dataDir = await mkdtemp(join(tmpdir(), 'mingchu-shots-'))
const engine = await createEngine({
  settings: readSettings({
    PORT: '0',
    APP_DIR: '.',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    CAPTCHA: 'off',
    DEMO: 'off',
    LIVE: 'off',
  }),
  log: pino({ level: 'warn' }),
  ports: { sms: recordedMessages },
  web: resolve('dist', 'web'),
})
const browser = await chromium.launch(await browserOptions())
try {
  const address = await engine.listen()
  const records = await writeDemoRecords(await callsAs(address, 'admin', password))
  await mkdir(folder, { recursive: true })
  await takePictures(await signedIn(browser, address), records)
} finally {
  await browser.close()
  await engine.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function signedIn(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL(url => url.pathname !== '/login')
  return page
}

async function takePictures(page: Page, { letters, orders }: DemoRecords): Promise<void> {
  await page.goto('/ent/entNoticeLetter')
  await page.getByRole('row').nth(3).hover()
  await picture(page, 'list')
  await page.goto(`/ent/entNoticeLetter/${letters['handled']}/show`)
  await page.getByRole('heading', { name: '历史' }).waitFor()
  await picture(page, 'detail')
  await page.goto(`/business/businessEntOrder/${orders[0]}`)
  await page.getByRole('table', { name: '订单明细' }).locator('tbody tr').nth(2).locator('td').nth(3).click()
  await picture(page, 'form')
}

async function picture(page: Page, name: string): Promise<void> {
  // Not `networkidle`: the event stream stays open. Fonts, icons and animations are finished by then.
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'hide', animations: 'disabled' })
  console.log(join(folder, `${name}.png`))
}
