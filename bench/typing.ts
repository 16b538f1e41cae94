import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { browserOptions } from '../scripts/browser.ts'
import { buildPage } from './built-page.ts'
import { password, startServer } from './city.ts'
import { writeForms } from './long-forms.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const strokes = 21
/** The wait after a key stroke in milliseconds, so that deferred work is counted too. */
const pause = 200
const sizes = [
  { fields: 40, most: 3 },
  { fields: 200, most: 5 },
]

/** The cost of a key stroke in a long form, compared with a plain field in the same page. */
export async function typing(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'mingchu-typing-'))
  await writeForms(
    join(folder, 'app'),
    sizes.map(({ fields }) => fields),
  )
  const server = await startServer(
    { APP_DIR: join(folder, 'app'), DATA_DIR: join(folder, 'data'), LIVE: 'off' },
    await buildPage('typing'),
  )
  const browser = await chromium.launch(await browserOptions())
  try {
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${server.port}`,
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    await signIn(page)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    const rows: Measure[] = []
    for (const { fields, most } of sizes) {
      await page.goto(`/form${fields}/create`)
      const form = `form${fields}-form`
      await page.locator(`#${form}_text1a`).waitFor()
      rows.push(...(await compared(page, session, form, `${fields} fields`, most)))
      await page.keyboard.press('Control+s')
      await page.locator('.field-error').first().waitFor()
      rows.push(...(await compared(page, session, form, `${fields} fields, after a refused save`, most)))
    }
    return {
      title: 'Typing in a long form compared with a plain field',
      how:
        'Work of the main thread for one keystroke and the 200 ms after it, minus the work of the idle page in the same time. The plain field is a controlled TextField in the same page. ' +
        `Medians of ${strokes} keystrokes each, alternating. Of ten fields, one is computed and one is conditional, and a rule reads two. Saving the draft, 0.8 s after a keystroke, is not included.`,
      rows,
    }
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compared(page: Page, session: CDPSession, form: string, what: string, most: number): Promise<Measure[]> {
  const [plain, ours, idle]: [number[], number[], number[]] = [[], [], []]
  for (let stroke = -5; stroke < strokes; stroke++) {
    // The first strokes are a warm-up and are discarded.
    const into = stroke < 0 ? { plain: [], ours: [], idle: [] } : { plain, ours, idle }
    into.plain.push(await workOf(page, session, 'plain', 'a'))
    into.ours.push(await workOf(page, session, `${form}_text1b`, 'a'))
    into.idle.push(await workOf(page, session, `${form}_text1b`))
  }
  const [one, other] = [median(plain) - median(idle), median(ours) - median(idle)]
  return [
    { what: `${what}: plain field`, figure: milliseconds(one) },
    { what: `${what}: field of the form`, figure: milliseconds(other) },
    { what: `${what}: ratio`, figure: (other / one).toFixed(2), bound: `≤ ${most}`, holds: other / one <= most },
  ]
}

/** Milliseconds of the main thread for a key stroke in a field, or in the same time without one. */
async function workOf(page: Page, session: CDPSession, id: string, key?: string): Promise<number> {
  await page.focus(`[id="${id}"]`)
  await sleep(pause)
  const before = await spent(session)
  if (key !== undefined) await page.keyboard.press(key)
  await sleep(pause)
  return (await spent(session)) - before
}

async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL(url => url.pathname !== '/login')
}
