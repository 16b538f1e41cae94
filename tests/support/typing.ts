import type { Page, Route } from 'playwright-core'

/** Types at the speed of a practised typist. */
export const typeText = (page: Page, text: string, delay = 50): Promise<void> => page.keyboard.type(text, { delay })

/** Presses keys at the same speed, without waiting for their effects. */
export async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: 50 })
}

/**
 * Delays every API response, like a slow server; the returned function ends the delay. The event stream is not delayed,
 * since it never ends.
 */
export const slowServer = (page: Page, milliseconds = 800): Promise<() => Promise<void>> =>
  delayResponses(page, /\/api\/(?!engine\/events)/, () => new Promise(resolve => setTimeout(resolve, milliseconds)))

/** Holds the responses of one path until the returned function is called, for what is shown while they are awaited. */
export async function holdResponses(page: Page, path: RegExp): Promise<() => Promise<void>> {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const end = await delayResponses(page, path, () => released)
  return async () => {
    release()
    await end()
  }
}

async function delayResponses(page: Page, path: RegExp, delay: () => Promise<void>): Promise<() => Promise<void>> {
  const open = new Set<Promise<void>>()
  let isDelayed = true
  const answer = async (route: Route) => {
    if (!isDelayed) return route.continue()
    const response = await route.fetch()
    await delay()
    await route.fulfill({ response })
  }
  await page.route(path, async route => {
    const answered = answer(route)
    open.add(answered)
    await answered.finally(() => open.delete(answered))
  })
  return async () => {
    isDelayed = false
    // The route remains: a request that the page sends while a route is removed may never be answered.
    while (open.size > 0) await Promise.all(open)
  }
}
