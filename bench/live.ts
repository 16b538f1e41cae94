import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { browserOptions } from '../scripts/browser.ts'
import { benchResources } from './bench-resources.ts'
import { ask } from './callers.ts'
import { copyOfApp, password, startCity, startServer } from './city.ts'
import { median, milliseconds, type Section } from './section.ts'

const rounds = 15

/** From saving a descriptor to the changed response, in both processes, and to the changed screen. */
export async function live(): Promise<Section> {
  const app = copyOfApp()
  for (const { file, text } of benchResources(4, 1)) {
    mkdirSync(dirname(join(app, file)), { recursive: true })
    writeFileSync(join(app, file), text)
  }
  const city = await startCity({ APP_DIR: app, LIVE: 'on' })
  const follower = await startServer({ DATABASE_URL: city.url, DATA_DIR: city.dataDir, APP_DIR: app, LIVE: 'off' })
  const browser = await chromium.launch(await browserOptions())
  try {
    const file = join(app, 'resources/ent/entType.yaml')
    const text = readFileSync(file, 'utf8')
    const admin = await city.signIn('admin')
    const title = async (port: number) => {
      const answer = await ask({ port, path: '/api/engine/resource/entType', headers: admin })
      const { data } = JSON.parse(answer) as { data: { model: { resources: { entType: { title: { zh: string } } } } } }
      return data.model.resources.entType.title.zh
    }
    const page = await signedInPage(browser, city.port)
    await page.goto(`http://127.0.0.1:${city.port}/entType`)
    await page.getByRole('heading', { name: '企业类型', exact: true }).waitFor()

    const figures = { watcher: [] as number[], follower: [] as number[], screen: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const next = `类型${round}`
      const start = performance.now()
      writeFileSync(file, text.replace(/zh: 企业类型/, `zh: ${next}`))
      const since = async (until: Promise<unknown>) => {
        await until
        return performance.now() - start
      }
      const [watcher, followed, screen] = await Promise.all([
        since(until(async () => (await title(city.port)) === next)),
        since(until(async () => (await title(follower.port)) === next)),
        since(page.getByRole('heading', { name: next, exact: true }).waitFor()),
      ])
      figures.watcher.push(watcher)
      figures.follower.push(followed)
      figures.screen.push(screen)
      await sleep(300)
    }
    const [watcher, followed, screen] = [figures.watcher, figures.follower, figures.screen].map(median) as [
      number,
      number,
      number,
    ]
    return {
      title: 'Saving a descriptor',
      how: `The descriptors of the product and four additional resources, so that one resource in ten has steps with effects. The title of a resource is changed ${rounds} times. Both processes are polled every few milliseconds until the response contains the new title, and an open page until its heading shows it. Medians.`,
      rows: [
        {
          what: 'until the response, process that watches the files',
          figure: milliseconds(watcher),
          bound: '≤ 100 ms',
          holds: watcher <= 100,
        },
        {
          what: 'until the response, other process',
          figure: milliseconds(followed),
          bound: '≤ 500 ms',
          holds: followed <= 500,
        },
        { what: 'until the page shows it', figure: milliseconds(screen), bound: '≤ 1000 ms', holds: screen <= 1000 },
      ],
    }
  } finally {
    await browser.close()
    await follower.stop()
    await city.stop()
    rmSync(app, { recursive: true, force: true })
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('The change did not arrive within 20 s.')
    await sleep(5)
  }
}

async function signedInPage(browser: import('playwright-core').Browser, port: number) {
  const page = await browser.newPage({ locale: 'zh-CN' })
  await page.goto(`http://127.0.0.1:${port}/login`)
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('heading', { name: '我的工作台' }).waitFor()
  return page
}
