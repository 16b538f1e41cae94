import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badgesApp } from '../parts/badges/app.ts'
import { badges } from '../parts/badges/part.ts'
import { bundledPage } from '../support/bundled-page.ts'
import { databaseOfJourney } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword, writeIn } from '../support/server.ts'

describe.each(databaseOfJourney('part-seams'))('the web half of a part on $kind', kind => {
  const web = mkdtempSync(join(tmpdir(), 'mingchu-part-'))
  let screens: Screens
  let page: Page
  let ward: { readonly id: string }

  beforeAll(async () => {
    const { script, style } = await bundledPage('tests/parts/badges/page.tsx')
    writeIn(web, 'assets/page.js', script)
    writeIn(web, 'assets/page.css', style)
    const head = '<title>管理后台</title><link rel="stylesheet" href="/assets/page.css">'
    const body = '<div id="root"></div><script type="module" src="/assets/page.js"></script>'
    writeIn(web, 'index.html', `<!doctype html><html><head>${head}</head><body>${body}</body></html>`)
    screens = await openScreens(kind, { app: badgesApp, part: badges, web })
    ward = (await screens.call('POST', '/api/city/v1/ward/save', { name: '东街', colour: '#1FA99A' })) as typeof ward
    page = await screens.openAs('admin', adminPassword)
  }, 120_000)
  afterAll(async () => {
    await screens.close()
    rmSync(web, { recursive: true, force: true })
  })

  it('has a field type, a list kind, a panel and a way from a record', async () => {
    await page.goto('/city/ward')
    await page.locator('kbd', { hasText: '#1FA99A' }).waitFor()
    await page.getByRole('button', { name: '色块' }).click()
    await page.locator('mark', { hasText: '东街' }).waitFor()
    await page.goto(`/city/ward/${ward.id}/show`)
    await page.getByText('Panel of badges').waitFor()
  })

  it('has a tile, which shows what is published on its topic', async () => {
    const stream = page.waitForResponse(/topics=notices,badges/)
    await page.goto('/badges')
    await stream
    await page.getByLabel('Badges given').waitFor({ state: 'attached' })
    const save = (path: string, values: object) =>
      screens.call('POST', `/api/city/v1/${path}`, values) as Promise<{ id: string; version: number }>
    const { id: wardId } = await save('ward/save', { name: '西街' })
    const { id, version } = await save('letter/save', { wardId, subject: '集市' })
    await save('letter/issue', { id, version })
    await expect.poll(() => page.getByLabel('Badges given').innerText(), { timeout: 20_000 }).toBe('gold')
  })
})
