import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtWeb } from '../support/built.ts'
import { databasesWalked } from '../support/databases.ts'
import { sampleApp } from '../support/sample-app.ts'
import { openScreens, type Screens } from '../support/screens.ts'

/** What the oldest supported browsers lack, although TypeScript knows it. */
const newer =
  /\bAbortSignal\.any\(|\b(?:Object|Map)\.groupBy\(|\bPromise\.(?:withResolvers|try)\(|\bArray\.fromAsync\(|\bIterator\.from\(|\b(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray)\(/

/** An expression of the page that an older Safari refuses. */
const lackOfLookbehind = `RegExp = new Proxy(RegExp, {
  construct(target, args) {
    if (args[0].includes('(?<=')) throw new SyntaxError('invalid group')
    return new target(...args)
  },
})`

const [kind] = databasesWalked('embedded')
if (!kind) throw new Error('There is no database to test on.')
let screens: Screens
beforeAll(async () => {
  screens = await openScreens(kind, { app: sampleApp })
})
afterAll(() => screens.close())

it.each([
  ['methods of arrays', 'delete Array.prototype.toSorted'],
  ['CSS', 'CSS.supports = () => false'],
  ['regular expressions', lackOfLookbehind],
])('a browser without current %s gets a sentence in both languages, and nothing else', async (_what, lack) => {
  const page = await screens.open()
  await page.addInitScript(lack)
  await page.goto('/login')
  await page.locator('#old').waitFor()
  expect(
    await page.locator('#old p:visible').evaluateAll(texts => texts.map(one => (one as HTMLElement).lang)),
  ).toEqual(['zh-CN', 'en'])
  expect(await page.locator('input, #root').count()).toBe(0)
})

it('a current one renders the page; the policy allows the script of the page and no other', async () => {
  const page = await screens.open()
  const violations: string[] = []
  page.on('console', message => void (message.text().includes('Content Security') && violations.push(message.text())))
  const response = await page.goto('/login')
  await page.locator('input').first().waitFor()
  expect(await page.locator('#old').isVisible()).toBe(false)
  expect(violations).toEqual([])
  expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "injected"'
    document.head.append(script)
  })
  expect(await page.title()).not.toBe('injected')
})

it('the build calls nothing that the oldest supported browsers lack', async () => {
  const assets = join(await builtWeb(), 'assets')
  const files = (await readdir(assets)).filter(file => file.endsWith('.js'))
  const found = await Promise.all(
    files.map(async file => {
      const [text] = newer.exec(await readFile(join(assets, file), 'utf8')) ?? []
      return text === undefined ? [] : [`${file}: ${text}`]
    }),
  )
  expect(found.flat()).toEqual([])
})
