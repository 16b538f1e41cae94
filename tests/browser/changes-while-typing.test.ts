import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, reports, type Screens, showsFieldMessages, showsText } from '../support/screens.ts'
import { adminPassword, writeIn } from '../support/server.ts'

/** A field; `more` begins with a comma. */
const field = (name: string, title: string, more = '', type = 'text') =>
  `  ${name}: { type: ${type}${more}, title: { zh: ${title}, en: ${name} } }\n`
const name = field('name', '名称', ', required: true')
const note = field('note', '说明')
/** With it, each change is visible in the form. */
const mark = field('mark', '新增项')
const kind = '  kind: { type: dictionary, of: shop_kind, title: { zh: 类别, en: Kind } }\n'
const boothKind = kind.replace('shop_kind', 'booth_kind')
const _owner = '  ownId: { type: reference, of: entInfo, title: { zh: 单位, en: Own } }\n'

const resource = (fields: string, more = '') =>
  `title: { zh: 记录, en: Record }\nmenu: { under: ent }\ndisplay: name\n${more}fields:\n${fields}`
const kinds = (stall: string) => `title: { zh: 类别, en: Kind }
entries:
  shop: { key: "1", title: { zh: 小店, en: Shop } }
  stall: { key: "2", title: { zh: 摊位, en: Stall }${stall} }
`
const lineOf = (of: string, fields: string) =>
  `title: { zh: 明细, en: Item }\nmenu: false\npartOf: ${of}Id\nfields:\n  ${of}Id: { type: reference, of: ${of}, required: true }\n${fields}`
const fileOf = (of: string, module = 'ent') => `resources/${module}/${of}.yaml`
const kindFile = 'dictionaries/shop_kind.yaml'
const boothFile = 'dictionaries/booth_kind.yaml'

/** Files by their paths; null removes one. */
type Files = Readonly<Record<string, string | null>>

interface Change {
  /** The resource of the form, which has a name and a note. */
  readonly of: string
  readonly fields?: string
  /** Other files that exist before the change. */
  readonly others?: Readonly<Record<string, string>>
  /** Text that is entered in the first line of the form. */
  readonly line?: string
  /** The note of a record that exists before the change. */
  readonly stored?: string
  /** The form is that of the stored record, instead of a new one. */
  readonly edits?: true
  readonly files: Files
  /** The change loses values, and waits until the loss is confirmed, or other files are saved. */
  readonly waits?: { readonly loss: string; readonly until: 'confirmed' | Files }
  /** What the form shows to be copied, under the title of its field. */
  readonly removed?: string
  /** The title of the field that has the note afterwards. */
  readonly carried?: string
  /** The module of the resource afterwards. */
  readonly module?: string
  /** The first save is refused with this message, until the field that has the note gets another value. */
  readonly refused?: { readonly message: string; readonly instead: string }
  /** What the record contains that is saved then. */
  readonly saved: Readonly<Record<string, unknown>>
}

const storedName = '旧记录'
const typedNote = '写了一半'

/** Each concerns a resource of its own, so that the page is that of one server for all of them. */
const changes: Readonly<Record<string, Change>> = {
  'its file moves to another module': {
    of: 'walk',
    files: { [fileOf('walk')]: null, [fileOf('walk', 'sys')]: resource(name + note + mark) },
    carried: '说明',
    module: 'sys',
    saved: { note: typedNote },
  },
  'a field becomes read-only': {
    of: 'loan',
    files: { [fileOf('loan')]: resource(name + field('note', '说明', ', readOnly: true') + mark) },
    removed: '说明',
    saved: { note: null },
  },
  'a field of the record that is edited becomes read-only': {
    of: 'lease',
    stored: '原来的说明',
    edits: true,
    files: {
      [fileOf('lease')]: resource(name + field('note', '说明', `, readOnly: "name == '${storedName}'"`) + mark),
    },
    removed: '说明',
    saved: { note: '原来的说明' },
  },
  'its resource is to be merged into another, which is then undone': {
    of: 'pond',
    stored: '旧',
    files: { [fileOf('pond')]: null, [fileOf('pool')]: resource(name + note + mark) },
    waits: { loss: 'drop:pond', until: { [fileOf('pond')]: resource(name + note + mark) } },
    carried: '说明',
    saved: { note: typedNote },
  },
  'a text becomes a number that some rows are not': {
    of: 'gauge',
    stored: '约三十',
    files: { [fileOf('gauge')]: resource(name + field('note', '说明', '', 'integer') + mark) },
    waits: { loss: 'retype:gauge.note', until: 'confirmed' },
    removed: '说明',
    saved: { note: null },
  },
  'a field is renamed without a declaration, which is added later': {
    of: 'tent',
    stored: '旧',
    files: { [fileOf('tent')]: resource(name + field('memo', '备忘') + mark) },
    waits: {
      loss: 'drop:tent.note',
      until: { [fileOf('tent')]: resource(name + field('memo', '备忘', ', renamedFrom: note') + mark) },
    },
    carried: '备忘',
    saved: { memo: typedNote },
  },
  'a text becomes a dictionary of other entries': {
    of: 'ramp',
    files: {
      'dictionaries/ramp_kind.yaml': kinds(''),
      [fileOf('ramp')]: resource(
        `${name}  note: { type: dictionary, of: ramp_kind, title: { zh: 说明, en: note } }\n${mark}`,
      ),
    },
    removed: '说明',
    saved: { note: null },
  },
  'the limit of a field becomes shorter than its input': {
    of: 'hut',
    stored: '旧',
    files: { [fileOf('hut')]: resource(name + field('note', '说明', ', max: 3') + mark) },
    carried: '说明',
    refused: { message: '说明长度不能超过 3', instead: '三个字' },
    saved: { note: '三个字' },
  },
  'a column of its lines is removed': {
    of: 'crane',
    fields: '  items: { type: children, of: craneItem, title: { zh: 明细, en: Items } }\n',
    others: { [fileOf('craneItem')]: lineOf('crane', field('thing', '物品') + field('other', '其他')) },
    line: '物品',
    files: {
      [fileOf('crane')]: resource(
        `${name}${note}  items: { type: children, of: craneItem, title: { zh: 明细, en: Items } }\n${mark}`,
      ),
      [fileOf('craneItem')]: lineOf('crane', field('other', '其他')),
    },
    carried: '说明',
    removed: '明细 1 物品',
    saved: { note: typedNote },
  },
}

const first: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(changes).map(({ of, fields = '' }) => [fileOf(of), resource(name + note + fields)]),
  ),
  ...Object.assign({}, ...Object.values(changes).map(({ others = {} }) => others)),
  [fileOf('shop')]: resource(name + note + kind),
  [fileOf('stall')]: resource(name + note),
  [fileOf('vault')]: resource(name + note),
  [kindFile]: kinds(''),
  [fileOf('booth')]: resource(name + note + boothKind),
  [boothFile]: kinds(''),
  ...withItems('cradle', field('thing', '物品') + field('span', '尺寸')),
}

/** A resource with lines of these fields. */
function withItems(of: string, fields: string, more = ''): Readonly<Record<string, string>> {
  const items = `  items: { type: children, of: ${of}Item, title: { zh: 明细, en: Items } }\n`
  return { [fileOf(of)]: resource(name + note + items + more), [fileOf(`${of}Item`)]: lineOf(of, fields) }
}

type Row = Readonly<Record<string, unknown>>

interface Pending {
  readonly pending: readonly {
    readonly revision: string
    readonly losses: readonly { readonly loss: string; readonly count: number }[]
  }[]
}

describe.each(databasesWalked('postgres'))('a form while descriptors change ($kind)', database => {
  let screens: Screens
  let page: Page

  const save = (files: Files) => {
    for (const [file, text] of Object.entries(files))
      if (text === null) rmSync(join(screens.server.appDir, file))
      else writeIn(screens.server.appDir, file, text)
  }
  const rows = async (of: string, module = 'ent') => {
    const { records } = (await screens.call('GET', `/api/${module}/v1/${of}/page?size=50`)) as { records: Row[] }
    return records
  }
  const store = async (of: string, values: object) =>
    (await screens.call('POST', `/api/ent/v1/${of}/save`, { name: storedName, ...values })) as { readonly id: string }
  const press = () => page.getByRole('button', { name: '保存', exact: true }).click()
  const types = async (path: string, title: string) => {
    await page.goto(path)
    await page.getByLabel('名称').fill(title)
    await page.getByLabel('说明').fill(typedNote)
  }
  const arrives = () => page.getByLabel('新增项').waitFor()
  const keeps = async (title: string, label = '说明') => {
    expect(await page.getByLabel('名称').inputValue()).toBe(title)
    expect(await page.getByLabel(label).inputValue()).toBe(typedNote)
  }

  /** Waits for the loss of a change, during which the form is unchanged, and settles it. */
  const settle = async (of: string, { loss, until }: NonNullable<Change['waits']>) => {
    const found = async () => (await screens.call('GET', '/api/engine/pending')) as Pending
    await expect.poll(async () => (await found()).pending[0]?.losses.map(one => one.loss)).toEqual([loss])
    await keeps(`${of} 新`)
    const confirms = async () => {
      const {
        pending: [pending],
      } = await found()
      const allow = pending?.losses.map(one => ({ loss: one.loss, count: one.count }))
      await screens.call('POST', '/api/engine/pending', { revision: pending?.revision, allow })
      return 'confirmed'
    }
    // Several files are saved: what waits is updated by the later ones, and reviewed again.
    if (until === 'confirmed') await expect.poll(() => confirms().catch(String)).toBe('confirmed')
    else save(until)
  }

  beforeAll(async () => {
    screens = await openScreens(database, { settings: { live: true }, files: first })
    page = await screens.openAs('admin', adminPassword)
    page.on('dialog', dialog => void dialog.accept())
  })
  afterAll(() => screens.close())

  it.each(Object.entries(changes))('keeps what is typed when %s', async (_, change) => {
    const { of, stored, edits, files, line, waits, removed, carried, refused, module, saved } = change
    const record = stored === undefined ? undefined : await store(of, { note: stored })
    const title = `${of} 新`
    await types(`/ent/${of}/${edits ? record?.id : 'create'}`, title)
    if (line) {
      await page.getByRole('button', { name: '添加', exact: false }).first().click()
      await page.getByRole('table').getByRole('textbox', { name: line }).fill(typedNote)
    }
    save(files)
    if (waits) await settle(of, waits)
    await arrives()
    if (carried) await keeps(title, carried)
    expect(await page.getByLabel('名称').inputValue()).toBe(title)
    const bar = page.locator('.removed-bar')
    expect(await bar.locator('dd').allInnerTexts()).toEqual(removed === undefined ? [] : [typedNote])
    if (removed !== undefined) expect(await bar.locator('dt').innerText()).toContain(`“${removed}”`)
    await press()
    if (refused) {
      await showsFieldMessages(page, [refused.message])
      await page.getByLabel(carried ?? '').fill(refused.instead)
      await press()
    }
    await reports(page, edits ? '更新成功' : '新增成功')
    const found = (await rows(of, module)).find(one => one['name'] === title)
    expect(found).toMatchObject(saved)
  })

  it('keeps what is typed when the chosen entry is sealed, and names the entry when it is saved', async () => {
    await types('/ent/shop/create', 'shop 新')
    await page.getByRole('combobox', { name: '类别' }).click()
    await page.getByRole('option', { name: '摊位' }).click()
    save({ [kindFile]: kinds(', sealed: true'), [fileOf('shop')]: resource(name + note + kind + mark) })
    await arrives()
    await keeps('shop 新')
    await press()
    await showsFieldMessages(page, ['类别“摊位”已停用，不能选择'])
    await page.getByRole('combobox', { name: '类别' }).click()
    await page.getByRole('option', { name: '小店' }).click()
    await press()
    await reports(page, '新增成功')
    expect((await rows('shop')).find(one => one['name'] === 'shop 新')).toMatchObject({ note: typedNote, kind: '1' })
  })

  it('lists the chosen entry when it is removed from its dictionary', async () => {
    await types('/ent/booth/create', 'booth 新')
    await page.getByRole('combobox', { name: '类别' }).click()
    await page.getByRole('option', { name: '摊位' }).click()
    const [withoutStall = ''] = kinds('').split('  stall')
    save({ [boothFile]: withoutStall, [fileOf('booth')]: resource(name + note + boothKind + mark) })
    await arrives()
    await keeps('booth 新')
    const bar = page.locator('.removed-bar')
    expect([await bar.locator('dt').innerText(), await bar.locator('dd').innerText()]).toEqual([
      expect.stringContaining('“类别”'),
      '摊位',
    ])
    await press()
    await reports(page, '新增成功')
    expect(await rows('booth')).toMatchObject([{ note: typedNote, kind: null }])
  })

  const itemsOf = async (of: string, id: string) =>
    ((await screens.call('GET', `/api/ent/v1/${of}/getById?id=${id}`)) as { readonly items: readonly Row[] }).items

  it('keeps what is typed in lines when their fields are renamed, and lists what may no longer be entered', async () => {
    await types('/ent/cradle/create', 'cradle 新')
    await page.getByRole('button', { name: '添加', exact: false }).first().click()
    const table = page.getByRole('table', { name: '明细' })
    await table.getByRole('textbox', { name: '物品' }).fill(typedNote)
    await table.locator('tbody tr').first().locator('td').nth(2).focus()
    await table.getByRole('textbox', { name: '尺寸' }).fill('三尺')
    const fields =
      field('stuff', '东西', ', renamedFrom: thing') + field('length', '长度', ', renamedFrom: span, readOnly: true')
    save(withItems('cradle', fields, mark))
    await arrives()
    await keeps('cradle 新')
    const bar = page.locator('.removed-bar')
    expect(await bar.locator('dd').allInnerTexts()).toEqual(['三尺'])
    expect(await bar.locator('dt').innerText()).toContain('“明细 1 尺寸”')
    await press()
    await reports(page, '新增成功')
    const [saved] = await rows('cradle')
    expect(await itemsOf('cradle', String(saved?.['id']))).toMatchObject([{ stuff: typedNote, length: null }])
  })

  it('keeps what is typed when the record may no longer be edited, and shows why', async () => {
    const { id } = await store('stall', { note: '旧' })
    await types(`/ent/stall/${id}`, 'stall 新')
    save({ [fileOf('stall')]: resource(name + note + mark, `allowIf: { edit: "note != '旧'" }\n`) })
    await arrives()
    await press()
    await showsText(page, '该记录不能编辑')
    await keeps('stall 新')
    expect(await rows('stall')).toMatchObject([{ name: storedName, note: '旧' }])
  })

  it('keeps what is typed in a step when its input is renamed', async () => {
    const step = (input: string) => `actions:\n  close:\n    input: { ${input} }\n    title: { zh: 关闭, en: Close }\n`
    const text = (more: string, title: string) =>
      `reason${more}: { type: text, ${more && 'renamedFrom: reason, '}title: { zh: ${title}, en: Reason } }`
    save({ [fileOf('vault')]: `${resource(name + note)}${step(text('', '原因'))}` })
    await expect
      .poll(() => Object.keys(screens.server.engine.model().resources['vault']?.actions ?? {}))
      .toHaveLength(1)
    const { id } = await store('vault', {})
    await page.goto(`/ent/vault/${id}/show`)
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await page.getByRole('dialog').getByLabel('原因').fill(typedNote)
    save({ [fileOf('vault')]: `${resource(name + note)}${step(text('2', '理由'))}` })
    await expect.poll(() => page.getByRole('dialog').getByLabel('理由').inputValue()).toBe(typedNote)
  })
})
