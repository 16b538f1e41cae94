import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledPage } from '../support/bundled-page.ts'
import { sharedBrowser } from '../support/screens.ts'
import { pressKeys, typeText } from '../support/typing.ts'

// What a render to text cannot show: typing, selection, popups and uploads.
let page: Page

beforeAll(async () => {
  const { script, style } = await bundledPage('tests/support/fields-page.tsx')
  const browser = await sharedBrowser()
  page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  await page.setContent('<!doctype html><html lang="zh"><body></body></html>')
  await page.addStyleTag({ content: style })
  await page.addScriptTag({ content: script, type: 'module' })
  await page.locator('#text').waitFor()
})
afterAll(() => page?.close())

const held = (name: string) =>
  page.evaluate(key => (window as unknown as { values: Record<string, unknown> }).values[key], name)
const asked = () => page.evaluate(() => (window as unknown as { query: Record<string, string> }).query)
const place = (name: string) => page.locator(`[data-field="${name}"]`)
const set = (name: string, value: unknown) =>
  page.evaluate(([key, value]) => Object.assign(window, { [String(key)]: value }), [name, value])
const slow = (isSlow: boolean) => set('isSlow', isSlow)
const cut = (isCut: boolean) => set('isCut', isCut)
const leave = (name: string) => page.locator(`#${name}`).blur()

describe('text input', () => {
  it.each([
    ['text', '  a b ', 'a b'],
    ['textCode', ' ab-12 3 ', 'ab-123'],
    ['phone', '+86 138-0000-1234', '13800001234'],
    ['creditCode', '91350100m000100y43', '91350100M000100Y43'],
    ['integer', ' 12 000 ', 12000],
    ['money', '1,234.5', 1234.5],
    ['json', '{"a":1}', { a: 1 }],
  ])('%s: normalizes %j', async (name, text, value) => {
    await page.locator(`#${name}`).pressSequentially(text)
    await leave(name)
    await expect.poll(() => held(name)).toEqual(value)
  })

  it('keeps an invalid number as typed, in its cell too', async () => {
    await page.locator('#decimal').pressSequentially('1,2x')
    await leave('decimal')
    expect(await page.inputValue('#decimal')).toBe('1,2x')
    expect(await place('decimal').locator('output').textContent()).toBe('1,2x')
    await page.fill('#decimal', '')
    expect(await held('decimal')).toBeNull()
  })
})

describe('selection', () => {
  it('filters the entries of a dictionary by typing', async () => {
    await page.locator('#dictionary').pressSequentially('蓝')
    await page.getByRole('option', { name: '蓝' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => held('dictionary')).toBe('2')
    await page.locator('#dictionary').click()
    const offered = () => page.getByRole('option').allInnerTexts()
    await expect.poll(offered, { message: 'what is sealed is not offered' }).toEqual(['红', '蓝'])
  })

  it('matches pinyin, by whole syllables or by initials', async () => {
    await page.fill('#dictionary', '')
    await page.locator('#dictionary').pressSequentially('lan')
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['蓝'])
    await page.keyboard.press('Escape')
    await page.locator('#reference').pressSequentially('dh')
    await page.getByRole('option', { name: '东湖' }).waitFor()
    expect(await page.getByRole('option', { name: '望江' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.locator('#reference').blur()
    await page.fill('#reference', '')
  })

  it('requests records that match the typed text', async () => {
    await page.locator('#reference').pressSequentially('望')
    // The option to create a record follows the matches.
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['望江', '新建thing “望”'])
    await page.getByRole('option', { name: '望江' }).click()
    await expect.poll(() => held('reference')).toBe('2')
    await expect.poll(() => page.inputValue('#reference')).toBe('望江')
  })

  it('navigates a tree by keyboard, level by level', async () => {
    await page.locator('#referenceTree').focus()
    await page.keyboard.press('ArrowDown')
    const branches = () => page.locator('.tree-choice').getByRole('treeitem').allInnerTexts()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(branches).toEqual(['区1', '区2'])
    await page.keyboard.press('ArrowDown')
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
    await expect.poll(() => held('referenceTree')).toBe('112')
    await expect.poll(() => page.inputValue('#referenceTree')).toBe('区112')
  })

  it('resolves text left by Tab or Enter before its options load, and types the next text into the next field', async () => {
    await slow(true)
    await page.locator('#reference').focus()
    await typeText(page, '望')
    await pressKeys(page, 'Tab')
    // The next field is the filter of the same field, which accepts several values.
    await typeText(page, '湖')
    await pressKeys(page, 'Enter')
    await typeText(page, '青溪')
    await pressKeys(page, 'Enter')
    expect(await page.inputValue('#reference'), 'it is shown while it is looked up').toBe('望')
    await page.locator('#referenceTree').focus()
    await typeText(page, '望江')
    await pressKeys(page, 'Tab')
    await slow(false)
    await expect.poll(() => held('reference')).toBe('2')
    await expect.poll(async () => (await asked())['reference_in']).toBe('3,1')
    await expect.poll(() => held('referenceTree')).toBe('2')
    await page.locator('#ask-reference').focus()
    await pressKeys(page, 'Backspace', 'Backspace', 'Tab')
    await expect.poll(asked).toEqual({})
  })

  it('keeps unmatched text in a filter, and does not search with it', async () => {
    await page.locator('#ask-dictionary').focus()
    await typeText(page, '红')
    await pressKeys(page, 'Enter')
    await typeText(page, '紫')
    await pressKeys(page, 'Tab')
    await expect.poll(asked).toEqual({ dictionary_in: '1', 'dictionary:typed': '紫' })
    await expect.poll(() => place('dictionary').getByRole('alert').innerText()).toMatch(/^没有“紫”/)
    const fault = () => page.locator('#ask-dictionary').evaluate(box => (box as HTMLInputElement).validationMessage)
    await expect.poll(fault).toMatch(/^没有“紫”/)
    await page.locator('#ask-dictionary').focus()
    await pressKeys(page, 'Escape', 'Backspace', 'Tab')
    await expect.poll(asked).toEqual({})
    await expect.poll(fault).toBe('')
  })

  it('keeps unmatched text, offers all entries where none is similar, and restores the value on Escape', async () => {
    await page.locator('#dictionary').fill('红')
    await pressKeys(page, 'Tab')
    await expect.poll(() => held('dictionary')).toBe('1')
    await page.locator('#dictionary').focus()
    await page.locator('#dictionary').fill('紫')
    await pressKeys(page, 'Enter')
    await expect.poll(() => held('dictionary')).toMatchObject({ unread: '紫', candidates: [], before: '1' })
    expect(await page.inputValue('#dictionary')).toBe('紫')
    await page.locator('#dictionary').click()
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['红', '蓝'])
    await page.getByRole('option', { name: '蓝' }).click()
    await expect.poll(() => held('dictionary')).toBe('2')
    await page.locator('#dictionary').fill('紫')
    await page.locator('#dictionary').blur()
    await expect.poll(() => held('dictionary')).toMatchObject({ unread: '紫', before: '2' })
    await page.locator('#dictionary').focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => held('dictionary')).toBe('2')
    await page.locator('#dictionary').fill('')
    await page.locator('#dictionary').blur()
    await expect.poll(() => held('dictionary')).toBeNull()
  })

  it('selects nothing without a highlight, or during IME composition', async () => {
    await page.locator('#reference').focus()
    await pressKeys(page, 'Tab')
    expect(await held('reference')).toBe('2')
    await page.locator('#reference').click()
    await pressKeys(page, 'Tab')
    expect(await held('reference'), 'an open list alone changes nothing').toBe('2')
    await page.locator('#reference').focus()
    const client = await page.context().newCDPSession(page)
    await client.send('Input.imeSetComposition', { text: 'dong', selectionStart: 4, selectionEnd: 4 })
    await page.locator('#reference').dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('reference')
    await client.send('Input.insertText', { text: '东湖' })
    await page.getByRole('option', { name: '东湖', exact: true }).waitFor()
    await pressKeys(page, 'Enter')
    await expect.poll(() => held('reference')).toBe('3')
  })

  it('reports options that failed to load, and resolves the text when they load', async () => {
    await cut(true)
    await page.locator('#reference').fill('青')
    await pressKeys(page, 'Tab')
    await expect
      .poll(() => held('reference'))
      .toMatchObject({ unread: '青', failed: true, message: { zh: '“青”的选项没有加载成功，请重试' } })
    await cut(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => held('reference')).toBe('1')
  })
})

// The page's clock is fixed at 2026-11-21 10:30:15, a Saturday, in every browser time zone.
describe('dates', () => {
  const pane = () => page.getByRole('dialog')
  const day = (name: string) => pane().getByRole('button', { name })
  const clear = async (name: string) => {
    await page.fill(`#${name}`, '')
    await leave(name)
  }

  it.each([
    ['date', '2026-11-20', '2026-11-20'],
    ['date', '20261103', '2026-11-03'],
    ['date', '1121', '2026-11-21'],
    ['date', '12/5', '2026-12-05'],
    ['date', '明天', '2026-11-22'],
    ['date', '+7', '2026-11-28'],
    ['date', '下周五', '2026-11-27'],
    ['datetime', '1121 9:05', '2026-11-21 09:05:00'],
    ['datetime', '2026-11-21T08:00', '2026-11-21 08:00:00'],
    ['datetime', '昨天 下午3点', '2026-11-20 15:00:00'],
    ['datetime', '今天', '2026-11-21 10:30:00'],
    ['time', '930', '09:30:00'],
    ['time', '9点半', '09:30:00'],
    ['time', '9:05:30', '09:05:30'],
  ])('%s: parses %j', async (name, text, value) => {
    await page.locator(`#${name}`).pressSequentially(text)
    expect(await page.inputValue(`#${name}`), 'what is typed stays while it is typed').toBe(text)
    await leave(name)
    await expect.poll(() => held(name)).toBe(value)
    await expect.poll(() => page.inputValue(`#${name}`)).toBe(value.replace(/(:\d{2}):00$/, '$1'))
    await clear(name)
  })

  it('keeps an invalid date as typed', async () => {
    await page.locator('#date').pressSequentially('11-31')
    await leave('date')
    expect(await page.inputValue('#date')).toBe('11-31')
    await expect.poll(() => held('date')).toBe('11-31')
    await clear('date')
  })

  it('opens a calendar on click, shows the typed date, and closes on blur', async () => {
    await page.locator('#date').click()
    await pane().getByRole('grid', { name: '2026年11月' }).waitFor()
    await page.keyboard.type('2025-02-03')
    await pane().getByRole('grid', { name: '2025年2月' }).waitFor()
    await expect.poll(() => pane().getByRole('gridcell', { selected: true }).innerText()).toBe('3')
    await day('2025年2月28日星期五').click()
    await pane().waitFor({ state: 'detached' })
    await expect.poll(() => held('date')).toBe('2025-02-28')
    await page.locator('#date').click()
    await pane().waitFor()
    await page.keyboard.press('Tab')
    await pane().waitFor({ state: 'detached' })
    await clear('date')
  })

  it('supports keyboard navigation', async () => {
    await page.fill('#date', '2026-01-31')
    await page.keyboard.press('ArrowDown')
    const at = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    for (const [key, name] of [
      ['', '2026年1月31日星期六'],
      ['ArrowRight', '2026年2月1日星期日'],
      ['ArrowUp', '2026年1月25日星期日'],
      ['Home', '2026年1月19日星期一'],
      ['End', '2026年1月25日星期日'],
      ['PageDown', '2026年2月25日星期三'],
      ['Shift+PageUp', '2025年2月25日星期二'],
      ['ArrowLeft', '2025年2月24日星期一'],
    ] as const) {
      if (key !== '') await page.keyboard.press(key)
      await expect.poll(at, { message: key }).toBe(name)
    }
    await page.keyboard.press('Escape')
    await pane().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('date')
    expect(await held('date'), 'Esc chooses nothing').toBe('2026-01-31')
    await page.keyboard.press('ArrowDown')
    await expect.poll(at).toBe('2026年1月31日星期六')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await pane().waitFor({ state: 'detached' })
    await expect.poll(() => held('date')).toBe('2026-01-30')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('date')
    await clear('date')
  })

  it('navigates to a month and a year', async () => {
    await page.locator('#date').click()
    await pane().getByRole('button', { name: '2026年11月', exact: true }).click()
    await pane().getByRole('button', { name: '2026年', exact: true }).click()
    await pane().getByRole('button', { name: '更早年份' }).click()
    await pane().getByRole('button', { name: '2008' }).click()
    await pane().getByRole('button', { name: '2月', exact: true }).click()
    await day('2008年2月29日星期五').click()
    await expect.poll(() => held('date')).toBe('2008-02-29')
    await clear('date')
  })

  it('disables days outside its limits', async () => {
    await page.locator('#datePast').click()
    await pane().getByRole('button', { name: /昨天/ }).waitFor()
    expect(
      await pane()
        .getByRole('button', { name: /明天|7 天后/ })
        .count(),
    ).toBe(0)
    expect(await day('2026年11月22日星期日').getAttribute('aria-disabled')).toBe('true')
    await day('2026年11月22日星期日').click({ force: true })
    expect(await held('datePast')).toBeUndefined()
    await pane()
      .getByRole('button', { name: /一周前/ })
      .click()
    await expect.poll(() => held('datePast')).toBe('2026-11-14')
    await leave('datePast')
  })

  it('selects a date and time by day, hour and minute', async () => {
    await page.locator('#datetime').click()
    await day('2026年11月3日星期二').click()
    await expect.poll(() => held('datetime')).toBe('2026-11-03 10:30:00')
    await pane().getByRole('listbox', { name: '时' }).getByRole('option', { name: '08' }).click()
    await pane().getByRole('listbox', { name: '分' }).getByRole('option', { name: '55' }).click()
    await pane().getByRole('button', { name: '完成' }).click()
    await pane().waitFor({ state: 'detached' })
    await expect.poll(() => held('datetime')).toBe('2026-11-03 08:55:00')
    await clear('datetime')
  })

  it('selects a range by two clicks in either order', async () => {
    await page.locator('#ask-date').click()
    await day('2026年11月20日星期五').click()
    await expect.poll(asked).toEqual({ date_ge: '2026-11-20' })
    await day('2026年12月2日星期三').hover()
    await expect.poll(() => pane().getByRole('gridcell', { selected: true }).count()).toBe(13)
    await day('2026年11月9日星期一').click()
    await pane().waitFor({ state: 'detached' })
    await expect.poll(asked).toEqual({ date_ge: '2026-11-09', date_le: '2026-11-20' })
    await page.locator('#ask-date').click()
    await pane().getByRole('button', { name: '未来 7 天' }).click()
    await expect.poll(asked).toEqual({ date_ge: '2026-11-21', date_le: '2026-11-27' })
    await page.locator('#ask-date').click()
    await pane().getByRole('button', { name: '清除' }).click()
    await expect.poll(asked).toEqual({})
    await page.locator('#ask-date-to').blur()
  })

  it('reports an invalid date, and does not search with it', async () => {
    await page.locator('#ask-date').pressSequentially('11-31')
    await leave('ask-date')
    expect(await place('date').getByRole('alert').innerText()).toBe('请输入正确的名称，如 2026-11-21')
    expect(await page.inputValue('#ask-date')).toBe('11-31')
    await expect.poll(asked).toEqual({ 'date_ge:typed': '11-31' })
    const isValid = () => page.locator('#ask-date').evaluate(box => (box as HTMLInputElement).checkValidity())
    expect(await isValid(), 'its form is not sent').toBe(false)
    await page.fill('#ask-date', '')
    await expect.poll(asked).toEqual({})
    expect(await isValid()).toBe(true)
    await leave('ask-date')
  })
})

describe('uploads', () => {
  const files = (name: string) => place(name).locator('input[type=file]:not([capture])')
  // A PNG of one pixel.
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  const picture = (name: string) => file(name, Buffer.from(png, 'base64'))

  it.each([
    ['an empty file', [file('a.png', Buffer.alloc(0))], '文件为空，请重新选择'],
    [
      'an invalid picture',
      [file('a.png', Buffer.from('hello'))],
      'a.png：此浏览器无法打开这张图片，请改用 JPG、PNG 格式',
    ],
    ['too many files', [picture('a.png'), picture('b.png'), picture('c.png')], '最多上传 2 个文件，当前选择了 3 个'],
  ])('rejects %s with a message', async (_what, chosen, message) => {
    await files('imageMany').setInputFiles(chosen)
    await expect.poll(() => place('imageMany').getByRole('alert').textContent()).toBe(message)
    expect((await held('imageMany')) ?? null).toBeNull()
  })

  it('accepts the valid files of several, and lists the others', async () => {
    await files('imageMany').setInputFiles([picture('good.png'), file('bad.png', Buffer.from('hello'))])
    await expect.poll(() => held('imageMany')).toEqual(['/files/good.png'])
    await expect
      .poll(() => place('imageMany').getByRole('alert').textContent())
      .toBe('bad.png：此浏览器无法打开这张图片，请改用 JPG、PNG 格式')
    await place('imageMany').getByRole('button', { name: '移除 1' }).click()
  })

  it('keeps a placeholder for a pending upload, so that the form cannot be saved without it', async () => {
    await files('imageMany').setInputFiles([picture('cut.png')])
    await place('imageMany').getByRole('button', { name: '重试 cut.png' }).waitFor()
    await expect.poll(() => held('imageMany')).toEqual([expect.stringMatching(/^uploading:/)])
    await expect.poll(() => place('imageMany').getByRole('alert').textContent()).toBe('没有网络')
    await page.evaluate(() => {
      Object.assign(window, { hasLine: true })
      window.dispatchEvent(new Event('online'))
    })
    await expect.poll(() => held('imageMany')).toEqual(['/files/cut.png'])
    await place('imageMany').getByRole('button', { name: '移除 1' }).click()
  })

  it('keeps the order of concurrent uploads, reorders them, and removes one', async () => {
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

  it.each(['paste', 'drop'])('accepts a file by %s', async kind => {
    await place('image').evaluate(
      (section, { type, png }) => {
        const carried = new DataTransfer()
        carried.items.add(
          new File([Uint8Array.from(atob(png), character => character.charCodeAt(0))], `${type}.png`, {
            type: 'image/png',
          }),
        )
        const init = { bubbles: true, cancelable: true }
        const event =
          type === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: carried })
            : new DragEvent('drop', { ...init, dataTransfer: carried })
        section.querySelector('#image')?.dispatchEvent(event)
      },
      { type: kind, png },
    )
    await expect.poll(() => held('image')).toBe(`/files/${kind}.png`)
  })

  it('zooms and pages through pictures by keyboard and wheel', async () => {
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

describe('list filters', () => {
  it('emits the query language', async () => {
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
    await expect.poll(asked).toEqual({
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
