import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/demoLesson.yaml': `title: { zh: 课程, en: Lesson }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  body: { type: richtext, title: { zh: 正文, en: Text } }
`,
}

describe.each(databasesWalked('postgres'))('formatted text, on $kind', kind => {
  let screens: Screens
  let page: Page

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('is typed and pasted with its format, names what a paste loses, and is shown as elements', async () => {
    await page.goto('/ent/demoLesson/create')
    await page.getByLabel('名称').fill('洗手')
    await page.getByRole('toolbar').waitFor()
    const body = page.getByRole('textbox', { name: '正文' })
    await body.click()
    await page.keyboard.press('Control+b')
    await page.keyboard.type('重要')
    await body.evaluate(box => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', '<p onclick="a()">粘贴<img src="a.png"></p><script>1</script>')
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => page.locator('.richtext-note').innerText()).toContain('图片')
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=toolbar]') !== null)).toBe(true)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL(url => url.pathname.endsWith('/show'))
    const shown = page.locator('.detail-group .richtext')
    await expect.poll(() => shown.innerHTML()).toMatch(/^<p><strong>重要<\/strong>.*粘贴.*<\/p>$/)
    expect(await shown.innerHTML()).not.toMatch(/script|img|onclick/)
  })
})
