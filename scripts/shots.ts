import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { chromium, type Page } from 'playwright-core'
import { createEngine } from '../engine/server/engine.ts'
import { recordedMessages } from '../engine/server/services/ports.ts'
import { readSettings } from '../engine/server/settings.ts'
import { browserOptions } from './browser.ts'
import { type DemoRecords, writeDemoRecords } from './demo-records.ts'
import { callsAs } from './server-calls.ts'
import { clerkPassword, writeClerk, writeLoans } from './tutorial-records.ts'
import { applyStep, tutorialSections } from './tutorial-steps.ts'

// Takes the screenshots of the README and of the tutorial from the built product with demo records.
const password = 'Pictures-26'
const folder = join('docs', 'shots')
const browser = await chromium.launch(await browserOptions())
try {
  await mkdir(folder, { recursive: true })
  await served('.', async address => {
    const records = await writeDemoRecords(await callsAs(address, 'admin', password))
    await takePictures(await signedIn(address, 'admin', password), records)
  })
  const app = await mkdtemp(join(tmpdir(), 'mingchu-tutorial-'))
  // The last section changes what the others show.
  const sections = tutorialSections(await readFile(join('docs', 'guide', 'tutorial.md'), 'utf8')).slice(0, -1)
  for (const step of sections.flatMap(({ steps }) => steps)) await applyStep(app, step)
  await served(app, (address, dataDir) => takeTutorialPictures(address, app, dataDir))
  await rm(app, { recursive: true, force: true })
} finally {
  await browser.close()
}

/** Serves an application on a new embedded database while `use` runs. */
async function served(appDir: string, use: (address: string, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingchu-shots-'))
  const engine = await createEngine({
    settings: readSettings({
      PORT: '0',
      APP_DIR: appDir,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      CAPTCHA: 'off',
      DEMO: 'off',
      LIVE: 'off',
    }),
    log: pino({ level: 'warn' }),
    parts: [{ name: 'shots', ports: { sms: recordedMessages, email: recordedMessages } }],
    web: resolve('dist', 'web'),
  })
  try {
    await use(await engine.listen(), dataDir)
  } finally {
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function signedIn(baseURL: string, account: string, own: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(own)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL(url => url.pathname !== '/login')
  return page
}

/** The pictures of the tutorial's third to fifth section. */
async function takeTutorialPictures(address: string, appDir: string, dataDir: string): Promise<void> {
  const env = { ...process.env, APP_DIR: appDir, DATA_DIR: dataDir }
  await promisify(execFile)('npm', ['run', 'import', '--', 'tool', join(appDir, 'tools.csv')], { env })
  const call = await callsAs(address, 'admin', password)
  const { branches, loans } = await writeLoans(call)
  await call('POST', '/api/lending/v1/loan/lend', { id: loans[0] })
  await writeClerk(call, address, branches.East)
  const admin = await signedIn(address, 'admin', password)
  await admin.goto('/lending/tool')
  await admin.getByText('T-005').waitFor()
  await picture(admin, 'tutorial-tools')
  await admin.goto(`/lending/loan/${loans[0]}/show`)
  await admin.getByRole('heading', { name: '历史' }).waitFor()
  await picture(admin, 'tutorial-loan')
  const clerk = await signedIn(address, 'east', clerkPassword)
  await clerk.goto('/lending/loan')
  await clerk.getByText('李梅').waitFor()
  await picture(clerk, 'tutorial-clerk')
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
