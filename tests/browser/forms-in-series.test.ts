import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wallText } from '../../engine/rules/zone.ts'
import { databasesWalked } from '../support/databases.ts'
import { loseAnswers, openScreens, type Screens, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { holdResponses, pressKeys, slowServer, typeText } from '../support/typing.ts'
import { visitFiles, visitForms } from '../support/visit-forms.ts'

const files = {
  ...visitFiles,
  'resources/ent/round.yaml': `title: { zh: 巡查, en: Round }
menu: { under: ent, order: 92 }
display: roundNo
fields:
  roundNo: { type: serial, pattern: "XC-{000}", title: { zh: 编号, en: No. } }
  placeId: { type: reference, of: visitPlace, required: true, keep: true, title: { zh: 走访点, en: Place } }
  day: { type: date, default: "today() + 1", keep: true, title: { zh: 巡查日期, en: Day } }
  seenAt: { type: datetime, required: true, default: now(), title: { zh: 巡查时间, en: Seen at } }
  byId: { type: reference, of: bladeUser, default: me.id, title: { zh: 巡查人, en: By } }
  finding: { type: text, required: true, max: 20, title: { zh: 巡查情况, en: Finding } }
`,
  'resources/ent/helper.yaml': `title: { zh: 帮厨, en: Helper }
menu: { under: ent, order: 93 }
fields:
  name: { type: text, required: true, max: 20, title: { zh: 姓名, en: Name } }
  placeId: { type: reference, of: visitPlace, required: true, title: { zh: 走访点, en: Place } }
`,
  'resources/ent/helperCheck.yaml': `title: { zh: 帮厨晨检, en: Helper check }
menu: { under: ent, order: 94 }
display: note
fields:
  placeId: { type: reference, of: visitPlace, required: true, keep: true, title: { zh: 走访点, en: Place } }
  helperId: { type: reference, of: helper, required: true, where: "it.placeId == placeId", title: { zh: 帮厨, en: Helper } }
  temperature: { type: decimal, scale: 1, required: true, min: 34, max: 43, title: { zh: 体温, en: Temperature } }
  note: { type: text, max: 60, title: { zh: 说明, en: Note } }
`,
}

describe.each(databasesWalked('postgres'))('forms of several records and lost responses, on $kind', kind => {
  let screens: Screens
  let page: Page
  const { field, button, visit, visitsNamed, opens, opensNew, isDetailOf } = visitForms(() => ({ screens, page }))
  const savePath = '**/v1/visit/save'

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    page = await screens.openAs('admin', adminPassword)
    await page.goto('/')
    // The browser's confirmation when a page with unsaved input is closed.
    page.on('dialog', dialog => void dialog.accept())
  })
  afterAll(() => screens.close())

  it('start with defaults that are not changes, and keep marked fields after save and new on a slow server', async () => {
    const place = (await screens.call('POST', '/api/ent/v1/visitPlace/save', { name: '东门市场' })) as { id: string }
    await page.goto(`/round/create?placeId=${place.id}`)
    await field('走访点').waitFor()
    const caret = () => page.evaluate(() => document.activeElement?.id)
    const day = (after: number) => wallText(Date.now() + after * 86_400_000, 'Asia/Shanghai').slice(0, 10)
    await expect.poll(() => field('走访点').inputValue()).toBe('东门市场')
    await expect.poll(() => field('巡查人').inputValue()).toBe('管理员')
    await expect.poll(() => field('巡查日期').inputValue()).toBe(day(1))
    const seenAt = await field('巡查时间').inputValue()
    expect(seenAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await expect.poll(caret).toMatch(/_finding$/)
    const isUnsaved = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await isUnsaved()).toBe(false)

    const normal = await slowServer(page)
    await field('巡查日期').focus()
    await pressKeys(page, 'Control+a')
    await typeText(page, '+7')
    await page.getByText(new RegExp(`^${day(7)} 星期`)).waitFor()
    await pressKeys(page, 'Control+a')
    await typeText(page, '7天')
    await page.getByText('可输入 2026-11-21、1121、+7 或明天').waitFor()
    await pressKeys(page, 'Control+a')
    await typeText(page, '+7')
    await field('巡查情况').focus()
    await field('巡查情况').fill('未戴口罩')
    await pressKeys(page, 'Control+Shift+S')
    await page.getByText('XC-001').first().waitFor()
    await expect.poll(caret).toMatch(/_finding$/)
    await typeText(page, '正常')
    await expect.poll(() => field('走访点').inputValue()).toBe('东门市场')
    await expect.poll(() => field('巡查日期').inputValue()).toBe(day(7))
    await expect.poll(() => page.getByText('沿用上一条').count()).toBe(2)
    await pressKeys(page, 'Control+Shift+S')
    await page.getByText('XC-002').waitFor()
    await normal()
    const rounds = (await screens.call('GET', '/api/ent/v1/round/listByQuery?ascs=roundNo')) as readonly object[]
    const common = { placeId: place.id, day: day(7), byIdName: '管理员', seenAt: `${seenAt}:00` }
    expect(rounds).toMatchObject([
      { ...common, finding: '未戴口罩' },
      { ...common, seenAt: expect.stringMatching(/:00$/), finding: '正常' },
    ])
  })

  it.each([
    ['few records, matched in the browser', '南门食堂', 30, 0],
    ['more records than the browser loads', '北门食堂', 8, 100],
  ])(
    'store what was typed at 30 ms a key while names are looked up among %s',
    async (_of, place, count, others) => {
      const { id: placeId } = (await screens.call('POST', '/api/ent/v1/visitPlace/save', { name: place })) as Node
      const names = [...'赵钱孙李周吴郑王冯陈'].flatMap(family => ['秀英', '建国', '晓燕'].map(given => family + given))
      const all = [...names, ...Array.from({ length: others }, (_none, at) => `其他${at}`)]
      await Promise.all(all.map(name => screens.call('POST', '/api/ent/v1/helper/save', { name, placeId })))
      const notes = [null, 'njgh', 'the answers to earlier saves come meanwhile']
      const typed = names.slice(0, count).map((helperIdName, at) => ({
        helperIdName,
        temperature: 36 + (at % 10) / 10,
        note: notes[at % 3] ?? null,
      }))
      await page.goto(`/helperCheck/create?placeId=${placeId}`)
      const caret = () => page.evaluate(() => document.activeElement?.id)
      await expect.poll(caret).toMatch(/_helperId$/)
      const faults: unknown[] = []
      page.on('pageerror', fault => faults.push(fault.stack))
      const normal = await slowServer(page)
      const types = async ({ helperIdName, temperature, note }: (typeof typed)[number]) => {
        await typeText(page, helperIdName, 30)
        await page.keyboard.press('Tab')
        await typeText(page, String(temperature), 30)
        if (note !== null) await page.keyboard.press('Tab')
        if (note !== null) await typeText(page, note, 30)
        await page.keyboard.press('Control+Shift+S', { delay: 30 })
      }
      for (const one of typed) await types(one)
      // A text with several matches is refused at once, or comes back after its look-up, and the input after it follows.
      await types({ helperIdName: '王', temperature: 37, note: null })
      const last = { helperIdName: '王秀英', temperature: 36.6, note: notes[2] ?? null }
      if (others > 0) await types(last)
      await expect.poll(() => field('帮厨').inputValue(), { timeout: 60_000 }).toBe('王')
      await expect.poll(caret).toMatch(/_helperId$/)
      await pressKeys(page, 'Control+a')
      await typeText(page, '王建国')
      await pressKeys(page, 'Control+Shift+S')
      if (others > 0) {
        await expect.poll(() => field('说明').inputValue()).toBe(last.note)
        await pressKeys(page, 'Control+Shift+S')
      }
      await expect.poll(() => field('说明').inputValue()).toBe('')
      await page.getByText('正在保存上一条…').waitFor({ state: 'detached', timeout: 60_000 })
      await normal()
      const query = `/api/ent/v1/helperCheck/listByQuery?ascs=id&placeId=${placeId}`
      expect(await screens.call('GET', query)).toMatchObject([
        ...typed,
        { helperIdName: '王建国', temperature: 37 },
        ...(others > 0 ? [last] : []),
      ])
      expect(faults).toEqual([])
    },
    120_000,
  )

  it('return to a rejected record, and keep the input for the records after it', async () => {
    await visit({ name: 'first', code: 'W1' })
    await opensNew()
    const release = await holdResponses(page, /\/visit\/save/)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('visit-form_name')
    await typeText(page, 'second')
    await field('走访编码').focus()
    await typeText(page, 'W1')
    await pressKeys(page, 'Control+Shift+S')
    for (const name of ['third', 'fourth']) {
      await typeText(page, name)
      if (name === 'third') await pressKeys(page, 'Control+Shift+S')
    }
    await release()
    await page.getByText('上一条未能保存，已回到该条').waitFor()
    await expect.poll(() => field('走访名称').inputValue()).toBe('second')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('visit-form_code')
    await pressKeys(page, 'Control+a')
    await typeText(page, 'W2')
    await pressKeys(page, 'Control+Shift+S')
    await expect.poll(() => field('走访名称').inputValue()).toBe('third')
    await pressKeys(page, 'Control+Shift+S')
    await expect.poll(() => field('走访名称').inputValue()).toBe('fourth')
    await pressKeys(page, 'Control+s')
    await page.waitForURL(/visit\/\d+\/show$/)
    expect(await visitsNamed('second')).toMatchObject([{ code: 'W2' }])
    for (const name of ['third', 'fourth']) expect(await visitsNamed(name)).toHaveLength(1)
  })

  it('save once after a lost response or without a connection', async () => {
    await opens('/visit/create')
    await field('走访名称').fill('断线')
    await loseAnswers(page, savePath, '立即重试')
    await button('保存').click()
    await page.getByText(/^无法连接服务器，尚不确定是否已保存/).waitFor()
    await page.getByRole('button', { name: '立即重试' }).click()
    await isDetailOf('断线')
    expect(await visitsNamed('断线')).toHaveLength(1)

    await opensNew()
    await field('走访名称').fill('离线')
    await page.context().setOffline(true)
    await button('保存').click()
    await page.getByText(/^无法连接服务器/).waitFor()
    await page.context().setOffline(false)
    await isDetailOf('离线')
    expect(await visitsNamed('离线')).toHaveLength(1)
  })

  it('save edits made after a lost response as an update of the stored record', async () => {
    await opensNew()
    await field('走访名称').fill('先前')
    await loseAnswers(page, savePath, '立即重试')
    await button('保存').click()
    await page.getByText(/^无法连接服务器/).waitFor()
    await field('走访名称').fill('后来')
    await page.getByRole('button', { name: '立即重试' }).click()
    await showsText(page, '先前提交的内容已保存，之后的修改尚未保存。')
    await button('保存').click()
    await isDetailOf('后来')
    expect([...(await visitsNamed('先前')), ...(await visitsNamed('后来'))]).toHaveLength(1)
  })
})

interface Node {
  readonly id: string
}
