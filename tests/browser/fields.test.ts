import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOptions } from '../../scripts/browser.ts'

// What a renderer to text cannot show: that people can type, choose, open and upload.
let browser: Browser
let page: Page

beforeAll(async () => {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    // Not React's plugin: under a test it writes what only React's development build understands.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: 'tests/support/fields-page.tsx', formats: ['es'], fileName: 'page' },
    },
  })
  const parts = [made].flat().flatMap(one => ('output' in one ? one.output : []))
  const script = parts.flatMap(part => (part.type === 'chunk' ? [part.code] : [])).join('')
  const style = parts
    .flatMap(part => (part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : []))
    .join('')
  browser = await chromium.launch(await browserOptions())
  page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  await page.setContent('<!doctype html><html lang="zh"><body></body></html>')
  await page.addStyleTag({ content: style })
  await page.addScriptTag({ content: script, type: 'module' })
  await page.locator('#text').waitFor()
})
afterAll(() => browser?.close())

const held = (name: string) =>
  page.evaluate(key => (window as unknown as { values: Record<string, unknown> }).values[key], name)
const asked = () => page.evaluate(() => (window as unknown as { query: Record<string, string> }).query)
const place = (name: string) => page.locator(`[data-field="${name}"]`)
const leave = (name: string) => page.locator(`#${name}`).blur()

describe('typing', () => {
  it.each([
    ['text', '  a b ', 'a b'],
    ['textCode', ' ab-12 3 ', 'ab-123'],
    ['phone', '+86 138-0000-1234', '13800001234'],
    ['creditCode', '91350100m000100y43', '91350100M000100Y43'],
    ['integer', ' 12 000 ', 12000],
    ['money', '1,234.5', 1234.5],
    ['json', '{"a":1}', { a: 1 }],
  ])('in %s %j leaves its one form', async (name, text, value) => {
    await page.locator(`#${name}`).pressSequentially(text)
    await leave(name)
    await expect.poll(() => held(name)).toEqual(value)
  })

  it('keeps what is no number as it was typed, in its cell too', async () => {
    await page.locator('#decimal').pressSequentially('1,2x')
    await leave('decimal')
    expect(await page.inputValue('#decimal')).toBe('1,2x')
    expect(await place('decimal').locator('output').textContent()).toBe('1,2x')
    await page.fill('#decimal', '')
    expect(await held('decimal')).toBeNull()
  })
})

describe('choosing', () => {
  it('finds an entry of a dictionary by typing', async () => {
    await page.locator('#dictionary').pressSequentially('蓝')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await held('dictionary')).toBe('2')
    await page.locator('#dictionary').click()
    expect(await page.getByRole('option').allInnerTexts(), 'what is sealed is not offered').toEqual(['红', '蓝'])
  })

  it('asks for records that match what is typed', async () => {
    await page.locator('#reference').pressSequentially('望')
    // After what was found stands the offer to make what was not.
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['望江', '新建thing “望”'])
    await page.getByRole('option', { name: '望江' }).click()
    expect(await held('reference')).toBe('2')
    expect(await page.inputValue('#reference')).toBe('望江')
  })

  it('makes and chooses what is not there yet', async () => {
    await page.locator('#referenceMany').pressSequentially('新湖')
    await page.getByRole('option', { name: '新建thing “新湖”' }).click()
    await expect.poll(() => held('referenceMany')).toEqual(['9'])
    expect(await place('referenceMany').locator('.MuiChip-label').allInnerTexts()).toEqual(['新湖'])
    await page.keyboard.press('Escape')
  })

  it('walks a tree by keys, opening it level by level', async () => {
    await page.locator('#referenceTree').focus()
    await page.keyboard.press('Enter')
    const branches = () => page.getByRole('treeitem').allInnerTexts()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(branches).toEqual(['区1', '区2'])
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('区1')
    await page.keyboard.press('ArrowRight')
    await expect.poll(branches).toEqual(['区1', '区11', '区12', '区2'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(branches).toEqual(['区1', '区11', '区111', '区112', '区12', '区2'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('区112')
    await page.keyboard.press('Enter')
    expect(await held('referenceTree')).toBe('112')
    expect(await page.inputValue('#referenceTree')).toBe('区112')
  })

  it('offers days that forbid the future', async () => {
    await place('datePast').getByRole('button').first().click()
    await page.getByRole('button', { name: /昨天/ }).click()
    const day = String(await held('datePast'))
    expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const max = await page.locator('#datePast').getAttribute('max')
    expect(String(max) > day, 'the picker ends today').toBe(true)
    expect(new Date(`${max}T12:00`).getTime() - new Date(`${day}T12:00`).getTime()).toBe(24 * 3600 * 1000)
  })
})

describe('uploading', () => {
  const files = (name: string) => place(name).locator('input[type=file]')
  const picture = (name: string, size = 10) => ({ name, mimeType: 'image/png', buffer: Buffer.alloc(size) })

  it.each([
    ['of another format', [picture('a.exe')], '仅支持jpg, png格式'],
    ['beyond the size', [picture('a.png', 600 * 1024)], '文件大小不能超过500 KB'],
    ['beyond the count', [picture('a.png'), picture('b.png'), picture('c.png')], '最多上传2个文件，当前选择了3个'],
  ])('what is %s is said', async (_what, chosen, message) => {
    await files('imageMany').setInputFiles(chosen)
    expect(await place('imageMany').getByRole('alert').textContent()).toBe(message)
    expect(await held('imageMany')).toBeUndefined()
  })

  it('several at once all arrive in their order, which can be changed, and one can be taken away', async () => {
    await files('imageMany').setInputFiles([picture('slow.png'), picture('b.png')])
    await expect.poll(() => held('imageMany')).toEqual(['/files/slow.png', '/files/b.png'])
    await place('imageMany').locator('.upload-view').nth(1).press('Alt+ArrowLeft')
    await expect.poll(() => held('imageMany')).toEqual(['/files/b.png', '/files/slow.png'])
    const [first, second] = [0, 1].map(at => place('imageMany').locator('.upload-tile').nth(at))
    await first?.dragTo(second ?? first)
    await expect.poll(() => held('imageMany')).toEqual(['/files/slow.png', '/files/b.png'])
    await place('imageMany').getByRole('button', { name: '移除 1' }).click()
    await expect.poll(() => held('imageMany')).toEqual(['/files/b.png'])
  })

  it.each(['paste', 'drop'])('takes what is given to it by %s', async kind => {
    await place('image').evaluate((section, type) => {
      const carried = new DataTransfer()
      carried.items.add(new File(['x'], `${type}.png`, { type: 'image/png' }))
      const said = { bubbles: true, cancelable: true }
      const event =
        type === 'paste'
          ? new ClipboardEvent('paste', { ...said, clipboardData: carried })
          : new DragEvent('drop', { ...said, dataTransfer: carried })
      section.querySelector('#image')?.dispatchEvent(event)
    }, kind)
    await expect.poll(() => held('image')).toBe(`/files/${kind}.png`)
  })

  it('shows a picture that can be enlarged and turned, and the next, all by keys', async () => {
    await files('imageMany').setInputFiles([picture('a.png')])
    await expect.poll(() => held('imageMany')).toEqual(['/files/b.png', '/files/a.png'])
    const opener = place('imageMany').locator('.upload-view').first()
    await opener.click()
    const view = page.getByRole('dialog', { name: '查看图片' })
    await view.getByText('1 / 2').waitFor()
    expect(await view.evaluate(element => getComputedStyle(element).zIndex)).toBe('100000')
    await page.keyboard.press('+')
    await view.getByText('150%').waitFor()
    await page.keyboard.press('ArrowRight')
    await view.getByText('2 / 2').waitFor()
    await view.getByText('100%').waitFor()
    await page.keyboard.press('ArrowRight')
    await view.getByText('1 / 2').waitFor()
    await page.mouse.move(600, 400)
    await page.mouse.wheel(0, -400)
    await view.getByText('272%').waitFor()
    await page.keyboard.press('Escape')
    await view.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate(element => element === document.activeElement)).toBe(true)
  })
})

describe('asking above a list', () => {
  it('speaks the query language', async () => {
    await page.fill('#ask-text', 'abc')
    await page.fill('#ask-money-to', '1,000')
    await page.fill('#ask-date', '2026-11-01')
    await page.fill('#ask-datetime-to', '2026-11-20')
    await page.locator('#ask-dictionary').click()
    await page.getByRole('option', { name: '红' }).click()
    await page.getByRole('option', { name: '褪色' }).click()
    await page.keyboard.press('Escape')
    await page.locator('#ask-boolean').click()
    await page.getByRole('option', { name: '否' }).click()
    await page.locator('#ask-imageMany').click()
    await page.getByRole('option', { name: '有' }).click()
    expect(await asked()).toEqual({
      text: 'abc',
      money_le: '1000',
      date_ge: '2026-11-01',
      datetime_datelt: '2026-11-21 00:00:00',
      dictionary_in: '1,3',
      boolean: 'false',
      imageMany_notnull: '1',
    })
  })
})
