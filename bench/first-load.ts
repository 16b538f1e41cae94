import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Locator, type Page } from 'playwright-core'
import { browserOptions } from '../scripts/browser.ts'
import { buildPage } from './built-page.ts'
import { ask } from './callers.ts'
import { password, startCity, startServer } from './city.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const rounds = 9
const maxScripts = 285
const basic = `Basic ${Buffer.from('mingchu:').toString('base64')}`

/** Records of the first rows of the two lists. */
interface First {
  readonly entInfo: string
  readonly entCamera: string
}

/** One of the two apps: how to open it and navigate in it. */
interface App {
  readonly port: number
  address(token: string): string
  /** The link to the second list. */
  secondList(page: Page): Locator
  /** Shows the link of the second list, before anything is measured of it. */
  unfold?(page: Page): Promise<void>
  /** What is pointed at, and at last clicked, to open the form of a row of the second list. */
  form(page: Page): readonly Locator[]
  /** Opens twelve screens one after another without reloading the page. */
  openTwelve(page: Page): Promise<void>
}

interface Figures {
  readonly rows: number[]
  readonly list: number[]
  readonly form: number[]
  scripts: number
}

/** Navigation, size and CPU time of the generated screens, compared with a hand-written app. */
export async function firstLoad(): Promise<Section> {
  const city = await startCity({ DEMO: 'on' })
  const bareServer = await startServer({ DATABASE_URL: city.url, DATA_DIR: city.dataDir }, await buildPage('bare'))
  const browser = await chromium.launch(await browserOptions())
  try {
    const admin = await city.signIn('admin')
    const first = {
      entInfo: await firstOf(city.port, 'entInfo', admin),
      entCamera: await firstOf(city.port, 'entCamera', admin),
    }
    const ours: App = {
      port: city.port,
      address: () => '/ent/entInfo',
      unfold: page => unfolded(page, '明厨亮灶', '摄像头'),
      secondList: page => page.getByRole('link', { name: '摄像头', exact: true }),
      form(page) {
        const row = page.getByRole('row').filter({ hasText: first.entCamera }).first()
        // The buttons of a row are loaded when the pointer enters it.
        return [row, row.getByRole('button', { name: '编辑' })]
      },
      async openTwelve(page) {
        await unfolded(page, '企业与学校', '企业信息')
        await unfolded(page, '预警与文书', '预警记录')
        const lists = page
          .locator('.side-bar nav section')
          .filter({ hasText: /企业与学校|预警与文书/ })
          .locator('a')
        // A group folds when the page in view is in another one.
        const addresses = await lists.evaluateAll(links => links.map(link => link.getAttribute('href')))
        for (const address of addresses.slice(0, 12)) {
          const list = page.locator(`.side-bar nav a[href="${address}"]`)
          const name = await list.innerText()
          await list.click()
          // The previous tab stays in the page until the next one is rendered.
          const panel = page
            .locator('.tab-panel')
            .filter({ has: page.getByRole('heading', { level: 1, name, exact: true }) })
          await panel.locator('td, .state-panel').first().waitFor()
        }
      },
    }
    const bare: App = {
      port: bareServer.port,
      address: token => `/?token=${token}#/entInfo`,
      secondList: page => page.locator('a[href="#/entCamera"]'),
      form: page => [page.getByText(first.entCamera, { exact: true }).first()],
      async openTwelve(page) {
        // It has two lists and two forms: three rounds.
        for (let round = 0; round < 3; round++) {
          for (const list of ['entInfo', 'entCamera'] as const) {
            await page.locator(`a[href="#/${list}"]`).click()
            await page.getByText(first[list], { exact: true }).first().click()
            await page.locator('form textarea').first().waitFor()
          }
        }
      },
    }
    const figures = { ours: none(), bare: none() }
    for (let round = 0; round <= rounds; round++) {
      // The first round is a warm-up and is discarded.
      const into = round === 0 ? { ours: none(), bare: none() } : figures
      await measure(browser, ours, first, into.ours)
      await measure(browser, bare, first, into.bare)
    }
    const memory = { ours: await memoryOf(browser, ours, first), bare: await memoryOf(browser, bare, first) }
    return section(figures.ours, figures.bare, memory)
  } finally {
    await browser.close()
    await bareServer.stop()
    await city.stop()
  }
}

function section(ours: Figures, bare: Figures, memory: { readonly ours: Memory; readonly bare: Memory }): Section {
  const ratio = (what: string, mine: number, theirs: number, most: number): Measure => ({
    what,
    figure: (mine / theirs).toFixed(2),
    bound: `≤ ${most.toFixed(2)}`,
    holds: mine / theirs <= most,
  })
  const pair = (what: string, of: 'rows' | 'list' | 'form'): Measure[] => [
    { what: `${what}, bare`, figure: milliseconds(median(bare[of])) },
    { what: `${what}, engine`, figure: milliseconds(median(ours[of])) },
  ]
  const work = ({ list, form }: Figures) => median(list.map((time, at) => time + (form[at] ?? 0)))
  const size = (bytes: number) => `${(bytes / 1024).toFixed(0)} kB`
  return {
    title: 'Screens compared with a bare react-admin app',
    how:
      `The bare app has two resources, is written by hand with react-admin only, and is served by the same server with the same rows; ${rounds} rounds, alternating, each in a new browser profile with an empty cache. ` +
      'First rows: from the start of the navigation to the frame with the first row of the list. JavaScript: all scripts loaded until then, as transferred (brotli; 1 kB is 1,024 bytes). ' +
      'Second resource: work of the main thread for its list, then for its form, without the DevTools commands of the benchmark, which searches the page outside of what is measured. ' +
      'Memory: JavaScript heap after a garbage collection, after the first list and after twelve screens (engine: twelve lists in tabs; bare: its two lists and forms, three times).',
    rows: [
      ...pair('first rows', 'rows'),
      ratio('first rows, engine to bare', median(ours.rows), median(bare.rows), 1.15),
      { what: 'JavaScript of the first list, bare', figure: size(bare.scripts) },
      {
        what: 'JavaScript of the first list, engine',
        figure: size(ours.scripts),
        bound: `≤ ${maxScripts} kB`,
        holds: ours.scripts <= maxScripts * 1024,
      },
      ratio('JavaScript, engine to bare', ours.scripts, bare.scripts, 1.1),
      ...pair('second list', 'list'),
      ...pair('second form', 'form'),
      ratio('second list and form, engine to bare', work(ours), work(bare), 1.2),
      { what: 'memory of one screen, bare', figure: size(memory.bare.first) },
      { what: 'memory of one screen, engine', figure: size(memory.ours.first) },
      { what: 'memory after twelve screens, bare', figure: size(memory.bare.twelve) },
      { what: 'memory after twelve screens, engine', figure: size(memory.ours.twelve) },
      { what: 'memory after twenty-four screens, engine', figure: size(memory.ours.again) },
    ],
  }
}

/** The bytes of scripts in memory. */
interface Memory {
  readonly first: number
  readonly twelve: number
  /** After the same twelve screens again: any growth is a leak. */
  readonly again: number
}

async function memoryOf(browser: Browser, app: App, first: First): Promise<Memory> {
  const baseURL = `http://127.0.0.1:${app.port}`
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  try {
    const token = await signIn(context)
    const page = await context.newPage()
    const calm = calmOf(page)
    const session = await context.newCDPSession(page)
    const held = async () => {
      await calm()
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    }
    await page.goto(app.address(token))
    await page.getByText(first.entInfo, { exact: true }).first().waitFor()
    const one = await held()
    await app.openTwelve(page)
    const twelve = await held()
    await app.openTwelve(page)
    return { first: one, twelve, again: await held() }
  } finally {
    await context.close()
  }
}

const none = (): Figures => ({ rows: [], list: [], form: [], scripts: 0 })

async function measure(browser: Browser, app: App, first: First, into: Figures): Promise<void> {
  const baseURL = `http://127.0.0.1:${app.port}`
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  try {
    const token = await signIn(context)
    const page = await context.newPage()
    await page.addInitScript({ content: watchFor(first.entInfo) })
    await page.goto(app.address(token))
    into.rows.push(await page.evaluate(() => (window as unknown as Watched).shown))
    into.scripts = await page.evaluate<number>(scriptBytes)
    const calm = calmOf(page)
    await app.unfold?.(page)
    await calm()
    const work = await workOf(context, page, calm)
    into.list.push(await workOfClick(page, work, [app.secondList(page)]))
    await page.getByText(first.entCamera, { exact: true }).first().waitFor()
    await calm()
    into.form.push(await workOfClick(page, work, app.form(page)))
    await page.locator('form textarea').first().waitFor()
  } finally {
    await context.close()
  }
}

/** Opens a group of the menu unless it is open, which the page stores. */
async function unfolded(page: Page, group: string, entry: string): Promise<void> {
  // The recent lists link to it, too.
  const inGroup = page.locator('.side-bar nav section').filter({ hasText: group })
  if ((await inGroup.getByRole('link', { name: entry, exact: true }).count()) > 0) return
  await page.getByRole('navigation').getByRole('button', { name: group }).click()
}

type Work = (what: () => Promise<void>) => Promise<number>

/**
 * The work of pointing at each target and clicking the last one. The page is searched for them outside of what is
 * measured: queries of this program and its waits are tasks of the main thread, too.
 */
async function workOfClick(page: Page, work: Work, targets: readonly Locator[]): Promise<number> {
  let sum = 0
  for (const target of targets) {
    await target.waitFor()
    const box = await target.boundingBox()
    if (!box) throw new Error(`${target} is not shown.`)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const isLast = target === targets.at(-1)
    sum += await work(() => (isLast ? page.mouse.click(x, y) : page.mouse.move(x, y)))
  }
  return sum
}

/** The bytes of all scripts so far as transferred, by the page's own record: listening to each request delays the rows. */
const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

interface Watched {
  readonly shown: Promise<number>
}

/** A script whose promise resolves when a row is painted, with the milliseconds since the start of the navigation. */
const watchFor = (name: string): string => `
  window.shown = new Promise(done => {
    const look = () => {
      const isThere = [...document.querySelectorAll('td')].some(cell => cell.textContent.includes(${JSON.stringify(name)}))
      requestAnimationFrame(isThere ? () => done(performance.now()) : look)
    }
    look()
  })`

const quietMilliseconds = 500

/** Waits until the page has sent no request for a while; an open event stream does not count. */
function calmOf(page: Page): () => Promise<void> {
  let last = performance.now()
  const note = () => {
    last = performance.now()
  }
  page.on('request', note).on('response', note).on('requestfinished', note)
  return async () => {
    note()
    while (performance.now() - last < quietMilliseconds) await sleep(50)
  }
}

/** Milliseconds of the page's main thread that an action takes, until all requests and rendering have ended. */
async function workOf(context: BrowserContext, page: Page, calm: () => Promise<void>): Promise<Work> {
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    // The queries of this program, such as a button's position, are not the app's work.
    return (seconds('TaskDuration') - seconds('DevToolsCommandDuration')) * 1000
  }
  return async what => {
    const before = await spent()
    await what()
    await calm()
    return (await spent()) - before
  }
}

async function signIn(context: BrowserContext): Promise<string> {
  const response = await context.request.post('/api/blade-auth/oauth/token', {
    headers: { authorization: basic, 'tenant-id': '000000' },
    data: { tenantId: '000000', username: 'admin', password, grant_type: 'password', scope: 'all' },
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** The record of a list's first row. */
async function firstOf(port: number, name: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await ask({ port, path: `/api/ent/v1/${name}/page?size=1&descs=createTime`, headers })
  const { data } = JSON.parse(answer) as { data: { records: readonly { name: string }[] } }
  return data.records[0]?.name ?? ''
}
