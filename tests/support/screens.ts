import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { readSources } from '../../engine/server/live/app-files.ts'
import type { Part } from '../../engine/server/part.ts'
import { recordedMessages } from '../../engine/server/services/ports.ts'
import type { Settings } from '../../engine/server/settings.ts'
import { browserOptions } from '../../scripts/browser.ts'
import type { Call } from '../../scripts/demo-records.ts'
import { callsAs } from '../../scripts/server-calls.ts'
import { builtWeb } from './built.ts'
import type { DatabaseUnderTest } from './databases.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './server.ts'

/** The product under test: a listening server and a browser. */
export interface Screens {
  readonly server: ServerUnderTest
  readonly address: string
  /** The administrator's calls, for preparation. */
  readonly call: Call
  /** A page with a context of its own: not signed in, without stored choices. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** A page with a signed-in user, before its first navigation. */
  openAs(account: string, password: string, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

export interface ScreensOptions {
  readonly settings?: Partial<Settings>
  /** Descriptors by file, instead of those of `tests/apps/canteens`. */
  readonly app?: Readonly<Record<string, string>>
  /** Additional descriptors. */
  readonly files?: Readonly<Record<string, string>>
  readonly part?: Omit<Part, 'name'>
  /** A built web instead of the product's. */
  readonly web?: string
}

/** Starts the product with the built web and a database of its own. */
export async function openScreens(kind: DatabaseUnderTest, more: ScreensOptions = {}): Promise<Screens> {
  const server = await startServer(
    kind,
    { ...(more.app ?? ofCanteens), ...more.files },
    {
      settings: { host: '127.0.0.1', port: 0, ...more.settings },
      ports: { sms: recordedMessages, email: recordedMessages },
      web: more.web ?? (await builtWeb()),
      ...more.part,
    },
  )
  const address = await server.engine.listen()
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  const open = async (options?: BrowserContextOptions) => {
    const page = await newPage(browser, address, options)
    contexts.push(page.context())
    return page
  }
  return {
    server,
    address,
    call: await callsAs(address, 'admin', adminPassword),
    open,
    async openAs(account, password, options) {
      const page = await open(options)
      await takeSession(page, account, password)
      return page
    },
    async close() {
      await Promise.all(contexts.map(context => context.close()))
      await server.close()
    },
  }
}

let launched: Promise<Browser> | undefined

/** The browser of this process, which ends with it: starting one takes longer than most tests. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= browserOptions().then(({ args = [], ...options }) =>
    chromium.launch({ ...options, args: [...args, withoutOptimisation] }),
  )
  return launched
}

/** Most pages of a test are closed before code that the optimising compilers made has saved what they cost. */
const withoutOptimisation = '--js-flags=--no-maglev --no-turbofan'

async function newPage(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Page> {
  // The height gives lists ten rows per page.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 800 },
    baseURL,
    // A click waits until its target no longer moves.
    reducedMotion: 'reduce',
    ...options,
  })
  // A machine at whose cores several browsers work is slow; a wait that is not needed costs nothing.
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/** Signs in by a request with the cookies of the page's context; the sign-in screen has tests of its own. */
async function takeSession(page: Page, account: string, password: string): Promise<void> {
  const body = { tenantId: '000000', username: account, password, grant_type: 'password' }
  const response = await page.context().request.post(tokenPath, { headers: webClient, data: body })
  if (!response.ok()) throw new Error(`${account} could not sign in: ${await response.text()}`)
}

/** A page on which the administrator of a server is signed in. */
export async function adminPage(options: BrowserContextOptions): Promise<Page> {
  const page = await (await (await sharedBrowser()).newContext(options)).newPage()
  page.context().setDefaultTimeout(20_000)
  await takeSession(page, 'admin', adminPassword)
  return page
}

/** Fills in the sign-in screen, and waits until it closes. */
export async function signIn(page: Page, account: string, password: string, path = '/login'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL(url => url.pathname !== path)
}

/** Waits until the screen shows this exact text. */
export const showsText = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()

/** Waits until a toast begins with this text; the record's name follows. */
export const reports = (page: Page, text: string): Promise<void> =>
  page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .or(page.locator('.MuiSnackbar-root'))
    .filter({ hasText: new RegExp(`^${text}`) })
    .filter({ visible: true })
    .first()
    .waitFor()

/** Waits until the form shows exactly these messages of its fields, in this order. */
export const showsFieldMessages = (page: Page, messages: readonly string[]): Promise<void> =>
  expect.poll(() => page.locator('form [role=alert]').allInnerTexts(), { timeout: 20_000 }).toEqual(messages)

/**
 * Lets the server process the requests to a path but drops the responses until a button of this name is clicked;
 * automatic retries until then are dropped too.
 */
export async function loseAnswers(page: Page, path: string, button: string): Promise<void> {
  await page.evaluate(button => {
    const { dataset } = document.documentElement
    delete dataset['pressed']
    const hear = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')?.innerText.includes(button)) dataset['pressed'] = button
    }
    addEventListener('click', hear, true)
  }, button)
  await page.route(path, async route => {
    const isPressed = await page.evaluate(button => document.documentElement.dataset['pressed'] === button, button)
    if (!isPressed) await route.fetch()
    await (isPressed ? route.continue() : route.abort())
    if (isPressed) await page.unroute(path)
  })
}

/** The descriptors of a folder, by file. */
export const filesOf = async (folder: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await readSources(folder)).flatMap(({ file, text, origin }) => (origin === 'app' ? [[file, text]] : [])),
  )

/** Nine resources of canteens: the tables and seeds of the whole product would take seconds in each test. */
const ofCanteens = await filesOf('tests/apps/canteens')
