import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { browserOptions } from '../scripts/browser.ts'
import { buildPage } from './built-page.ts'
import { password, startServer } from './city.ts'
import { median, milliseconds, type Section } from './section.ts'

const rounds = 25
const warming = 5
const most = 3

/** The cost of rendering a table of 200 rows and 12 columns, compared with a plain virtual table of the same. */
export async function rows(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'mingchu-rows-'))
  const server = await startServer({ DATA_DIR: folder, DEMO: 'on' }, await buildPage('rows'))
  const browser = await chromium.launch(await browserOptions())
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${server.port}/?${new URLSearchParams({ password })}`)
    await page.waitForFunction(() => 'show' in window)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    const spent: Record<What, number[]> = { plain: [], ours: [] }
    const drawn: Record<What, number> = { plain: 0, ours: 0 }
    for (let round = -warming; round < rounds; round++) {
      for (const what of ['plain', 'ours'] as const) {
        const time = await workOf(page, session, what)
        // The first rounds are a warm-up and are discarded.
        if (round >= 0) spent[what].push(time)
        drawn[what] = await page.locator('tbody td').count()
        await show(page, 'nothing')
      }
    }
    const [plain, ours] = [median(spent.plain), median(spent.ours)]
    return {
      title: '200 rows of 12 columns compared with a plain virtual table',
      how:
        'Work of the main thread from the call that mounts the table to its second frame, in the same page with the same 200 records of the demonstration city; ' +
        `medians of ${rounds} mounts each, alternating. The plain table is hand-written with the same virtual scroller; its cells contain text and no interactive elements.`,
      rows: [
        { what: `plain table, ${drawn.plain} cells rendered`, figure: milliseconds(plain) },
        { what: `engine, ${drawn.ours} cells rendered`, figure: milliseconds(ours) },
        { what: 'engine to plain', figure: (ours / plain).toFixed(2), bound: `≤ ${most}`, holds: ours / plain <= most },
      ],
    }
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type What = 'plain' | 'ours'

const show = (page: Page, what: What | 'nothing') =>
  page.evaluate(what => (window as unknown as { show(what: string): Promise<void> }).show(what), what)

/** Milliseconds of the page's main thread for a mount. */
async function workOf(page: Page, session: CDPSession, what: What): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const before = await taskTime(session)
  await show(page, what)
  return (await taskTime(session)) - before
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}
