import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong on a page: the rule, and the element. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    // What fades in has less contrast.
    const fading = document.getAnimations().filter(one => one instanceof CSSTransition)
    await Promise.allSettled(fading.map(one => one.finished))
    // A popup is beside the landmarks of the page.
    // biome-ignore lint/suspicious/noExplicitAny: the script puts it on the window
    const { violations } = await (window as any).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'best-practice'],
      rules: { region: { enabled: false } },
      // The viewer of PDF files is the browser's own.
      iframes: false,
    })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    )
  })
}
