import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, reports, type Screens, showsFieldMessages, showsText } from '../support/screens.ts'
import { adminPassword, writeIn } from '../support/server.ts'

const text = (name: string, title: string, more = '') =>
  `  ${name}: { type: text${more}, title: { zh: ${title}, en: ${name} } }\n`
const kind = (entries: string) => `title: { zh: 类别, en: Kind }\nentries:\n${entries}`
const entries = `  shop: { key: "1", title: { zh: 小店, en: Shop } }\n`
const stall = `  stall: { key: "2", title: { zh: 摊位, en: Stall } }\n`
const state = kind(
  `  open: { key: "0", title: { zh: 进行, en: Open } }\n  closed: { key: "1", title: { zh: 结束, en: Closed } }\n`,
)
const name = text('name', '名称', ', required: true')

interface Parts {
  readonly head?: string
  readonly groups?: string
  readonly step?: string
  readonly more?: string
}

const close = 'close: { from: open, to: closed'
const round = (fields: string, { head = '', groups = '', step = close, more = '' }: Parts = {}) =>
  `title: { zh: 巡查, en: Round }
menu: { under: ent }
display: name
${head}fields:
${fields}  kind: { type: dictionary, of: round_kind, title: { zh: 类别, en: Kind } }
  state: { type: dictionary, of: round_state, title: { zh: 状态, en: State } }
${groups}lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    ${step}, edit: [note], title: { zh: 结束巡查, en: Close } }
${more}`

interface Pending {
  readonly pending: readonly { readonly revision: string; readonly losses: readonly { readonly loss: string }[] }[]
}

const at = 'resources/ent/round.yaml'
const finish = 'finish: { from: open, to: closed, renamedFrom: close'
const note = text('note', '说明')
const old = name + note + text('fax', '传真') + text('area', '面积')

describe.each(databasesWalked('postgres'))('semantics 21: a form that is open during a change ($kind)', database => {
  let screens: Screens
  const save = (file: string, content: string) => writeIn(screens.server.appDir, file, content)
  const opened = async () => {
    const page = await screens.openAs('admin', adminPassword)
    await page.goto('/ent/round/create')
    await page.getByLabel('名称').waitFor()
    return page
  }
  const rows = async (resource = 'round') =>
    ((await screens.call('GET', `/api/ent/v1/${resource}/page?size=50`)) as { records: Record<string, unknown>[] })
      .records

  /** Confirms the wider access of what was saved last. */
  const confirmWider = async () => {
    const pending = async () => ((await screens.call('GET', '/api/engine/pending')) as Pending).pending
    await expect.poll(async () => (await pending()).map(({ losses }) => losses[0]?.loss)).toEqual(['access'])
    for (const { revision, losses } of await pending())
      await screens.call('POST', '/api/engine/pending', { revision, allow: losses })
  }

  /** Creates a user with a role of the product, and returns the password. */
  const reader = async (): Promise<string> => {
    const { deptId } = (await screens.call('GET', '/api/blade-user/info')) as { deptId: string }
    const { records } = (await screens.call('GET', '/api/blade/v1/bladeRole/page?size=50')) as {
      records: { id: string; roleAlias: string }[]
    }
    const roleId = records.flatMap(({ id, roleAlias }) => (roleAlias === 'leader' ? [id] : []))
    const [oldPassword, newPassword] = ['First-26', 'Second#26']
    const user = { account: 'typist', name: 'Typist', realName: 'Typist', password: oldPassword }
    await screens.call('POST', '/api/blade/v1/bladeUser/save', { ...user, roleId, deptId: [deptId] })
    const token = await screens.server.signIn('typist', oldPassword)
    const body = { oldPassword, newPassword, newPassword1: newPassword }
    await screens.server.call('POST', '/api/blade-user/update-password', { token, body })
    return newPassword
  }

  beforeAll(async () => {
    screens = await openScreens(database, {
      settings: { live: true },
      files: {
        [at]: round(old),
        'dictionaries/round_kind.yaml': kind(entries + stall),
        'dictionaries/round_state.yaml': state,
      },
    })
  })
  afterAll(() => screens.close())

  it('carries renamed fields over, shows removed and retyped input once, and saves the rest', async () => {
    const page = await opened()
    await page.getByLabel('名称').fill('东街')
    await page.getByLabel('说明').fill('写了一半')
    await page.getByLabel('传真').fill('0871-1234')
    await page.getByLabel('面积').fill('约三十')
    await page.getByRole('combobox', { name: '类别' }).click()
    await page.getByRole('option', { name: '摊位' }).click()
    // Renamed, removed, retyped, required and added at once, in another group.
    const groups =
      'form:\n  - { title: { zh: 其他, en: More }, fields: [memo, area, phone] }\n  - { fields: [name, kind] }\n'
    const changed =
      name +
      text('memo', '备忘', ', renamedFrom: note, required: true') +
      '  area: { type: integer, title: { zh: 面积, en: Area } }\n' +
      text('phone', '电话')
    save(at, round(changed, { groups }).replace('[note]', '[memo]'))
    await page.getByLabel('电话').waitFor()
    await expect.poll(() => page.getByLabel('备忘').inputValue()).toBe('写了一半')
    expect(await page.getByLabel('名称').inputValue()).toBe('东街')
    const removed = page.locator('.removed-bar')
    await expect
      .poll(() => removed.locator('dt').allInnerTexts())
      .toEqual(['“传真”已被配置变更删除，您填写的内容：', '“面积”的配置已变更，不再接受您填写的内容：'])
    expect(await removed.locator('dd').allInnerTexts()).toEqual(['0871-1234', '约三十'])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await removed.getByRole('button', { name: '复制' }).first().click()
    await reports(page, '已复制')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0871-1234')
    await removed.getByRole('button', { name: '知道了' }).click()
    await expect.poll(() => removed.count()).toBe(0)
    // The entry that was chosen disappears.
    save('dictionaries/round_kind.yaml', kind(entries))
    await expect.poll(() => removed.locator('dd').allInnerTexts()).toEqual(['摊位'])
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await reports(page, '新增成功')
    expect(await rows()).toMatchObject([{ name: '东街', memo: '写了一半', kind: null, area: null }])
  })

  it('keeps the input of a step whose name, field and title change in its dialog', async () => {
    await screens.call('POST', '/api/ent/v1/round/save', { name: '南街', memo: '旧' })
    const [{ id } = {}] = (await rows()).filter(one => one['name'] === '南街')
    const page = await screens.openAs('admin', adminPassword)
    await page.goto(`/ent/round/${id}/show`)
    await page.getByRole('button', { name: '结束巡查' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('备忘').fill('处理完')
    const fields = name + text('remark', '备注', ', renamedFrom: memo')
    save(at, round(fields, { step: finish }).replace('[note]', '[remark]').replace('结束巡查', '办结'))
    await expect.poll(() => dialog.getByLabel('备注').inputValue()).toBe('处理完')
    await dialog.getByRole('button', { name: '办结' }).click()
    await expect
      .poll(async () => (await rows()).find(one => one['id'] === id))
      .toMatchObject({
        remark: '处理完',
        state: '1',
      })
  })

  it('applies a shorter limit, uniqueness and a rule to what is typed', async () => {
    const page = await opened()
    await page.getByLabel('名称').fill('南街')
    await page.getByLabel('备注').fill('写得太长')
    const fields =
      text('name', '名称', ', required: true, unique: true') + text('remark', '备忘', ', required: true, max: 4')
    const more = `rules:
  - rule: "name != remark"
    message: { zh: 备忘与名称相同, en: The remark is the name }
    valid: { name: a, remark: b }
    invalid: { name: a, remark: a }
`
    save(at, round(fields, { step: finish, more }).replace('[note]', '[remark]'))
    await page.getByLabel('备忘').waitFor()
    expect(await page.getByLabel('备忘').inputValue()).toBe('写得太长')
    await page.getByLabel('备忘').fill('写得太长了')
    const press = () => page.getByRole('button', { name: '保存', exact: true }).click()
    await press()
    await showsFieldMessages(page, ['备忘长度不能超过 4'])
    await page.getByLabel('备忘').fill('南街')
    await press()
    await showsFieldMessages(page, ['备忘与名称相同'])
    await page.getByLabel('备忘').fill('空')
    await press()
    await showsFieldMessages(page, ['名称已存在'])
    await page.getByLabel('名称').fill('北街')
    await press()
    await reports(page, '新增成功')
    expect((await rows()).find(one => one['name'] === '北街')).toMatchObject({ remark: '空' })
  })

  it('keeps what a user typed whose right to a field, or to add records, is removed', async () => {
    const typist = await reader()
    const fields = name + text('remark', '备注') + text('cost', '费用')
    const applies = (rule: string) =>
      save(at, round(fields, { more: `access: [{ role: leader, ${rule} }]\n` }).replace('[note]', '[remark]'))
    applies('allow: [view, add]')
    await confirmWider()
    await expect
      .poll(() => screens.server.engine.model().resources['round']?.fields.map(one => one.name))
      .toContain('cost')
    const page = await screens.openAs('typist', typist)
    await page.goto('/ent/round/create')
    await page.getByLabel('名称').fill('中街')
    await page.getByLabel('费用').fill('三百')
    applies('allow: [view, add], hide: [cost]')
    await expect.poll(() => page.locator('.removed-bar dd').allInnerTexts()).toEqual(['三百'])
    expect(await page.getByLabel('名称').inputValue()).toBe('中街')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await reports(page, '新增成功')
    expect((await rows()).find(one => one['name'] === '中街')).toMatchObject({ cost: null })

    await page.goto('/ent/round/create')
    await page.getByLabel('名称').fill('桥北')
    applies('allow: [view], hide: [cost]')
    await showsText(page, '您没有新增巡查的权限')
    const kept = '您填写的内容已暂存在此浏览器中，获得权限后打开这个表单即可恢复。'
    await page.getByText(kept).waitFor()
    applies('allow: [view, add], hide: [cost]')
    await confirmWider()
    await page.getByRole('button', { name: '恢复', exact: true }).click()
    expect(await page.getByLabel('名称').inputValue()).toBe('桥北')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await reports(page, '新增成功')
    save(at, round(name + text('remark', '备注')).replace('[note]', '[remark]'))
    await confirmWider()
  })

  it('saves the form of a renamed resource to its new address', async () => {
    const page = await opened()
    await page.getByLabel('名称').fill('西街')
    await page.getByLabel('备注').fill('改名之前')
    const fields = name + text('comment', '批注', ', renamedFrom: remark')
    rmSync(join(screens.server.appDir, at))
    const renamed = round(fields, { head: 'renamedFrom: round\n' })
    save('resources/ent/patrol.yaml', renamed.replace('[note]', '[comment]'))
    await page.getByLabel('批注').waitFor()
    expect(await page.getByLabel('批注').inputValue()).toBe('改名之前')
    expect(await page.getByLabel('名称').inputValue()).toBe('西街')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await reports(page, '新增成功')
    await page.waitForURL(url => url.pathname.startsWith('/ent/patrol/'))
    expect((await rows('patrol')).find(one => one['name'] === '西街')).toMatchObject({ comment: '改名之前' })
  })

  it('shows the input of a form whose resource was removed', async () => {
    const file = 'resources/ent/errand.yaml'
    save(file, `title: { zh: 差事, en: Errand }\nmenu: { under: ent }\nfields:\n${name}${note}`)
    const page = await screens.openAs('admin', adminPassword)
    await expect.poll(() => screens.server.engine.model().resources['errand']).toBeDefined()
    await page.goto('/ent/errand/create')
    await page.getByLabel('说明').fill('还没有保存')
    rmSync(join(screens.server.appDir, file))
    await showsText(page, '“差事”已被配置变更删除')
    expect(await page.locator('.removed-bar dd').allInnerTexts()).toEqual(['还没有保存'])
  })
})
