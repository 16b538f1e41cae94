import type { Page, Route } from 'playwright-core'

/** Types at the speed of a practised typist: 50 ms a key. */
export const typeText = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 50 })

/** Presses keys at the same speed, without waiting for their effects. */
export async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: 50 })
}

/**
 * Delays every API response, like a slow server; the returned function ends the delay. The event stream is not delayed,
 * since it never ends.
 */
export async function slowServer(page: Page, milliseconds = 800): Promise<() => Promise<void>> {
  const pattern = /\/api\/(?!engine\/events)/
  const open = new Set<Promise<void>>()
  let isSlow = true
  const answer = async (route: Route) => {
    if (!isSlow) return route.continue()
    const response = await route.fetch()
    await new Promise(resolve => setTimeout(resolve, milliseconds))
    await route.fulfill({ response })
  }
  await page.route(pattern, async route => {
    const answered = answer(route)
    open.add(answered)
    await answered.finally(() => open.delete(answered))
  })
  return async () => {
    isSlow = false
    // A removed route could not answer its open requests.
    while (open.size > 0) await Promise.all(open)
    await page.unroute(pattern)
  }
}
