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
const berthKind = kind.replace('shop_kind', 'berth_kind')
const owner = '  ownId: { type: reference, of: entInfo, title: { zh: 单位, en: Own } }\n'
const otherOwner = owner.replace('ownId', 'otherId').replace('单位', '其他单位')

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
const berthFile = 'dictionaries/berth_kind.yaml'

/** Files by their paths; null removes one. */
type Files = Readonly<Record<string, string | null>>

interface Change {
  /** The resource of the form, which has a name and a note. */
  readonly of: string
  readonly fields?: string
  /** Keys of the resource before the change. */
  readonly first?: string
  /** Other files that exist before the change. */
  readonly others?: Readonly<Record<string, string>>
  /** Text that is entered in the first line of the form. */
  readonly line?: string
  /** The note of a record that exists before the change. */
  readonly stored?: string
  /** The form is that of the stored record, instead of a new one. */
  readonly edits?: true
  readonly files: Files
  /** The change loses values, and waits until the loss is confirmed, taken for a rename, or other files are saved. */
  readonly waits?: { readonly loss: string; readonly until: 'confirmed' | 'renamed' | Files }
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
  'a field becomes computed': {
    of: 'bill',
    files: { [fileOf('bill')]: resource(name + field('note', '说明', `, compute: "name + '号'"`) + mark) },
    removed: '说明',
    saved: { note: 'bill 新号' },
  },
  'a serial is added to rows': {
    of: 'parcel',
    stored: '旧',
    files: { [fileOf('parcel')]: resource(name + note + mark + field('no', '编号', ', pattern: "P{0000}"', 'serial')) },
    carried: '说明',
    saved: { note: typedNote, no: expect.stringMatching(/^P\d{4}$/) },
  },
  'an owner is added to rows': {
    of: 'visitor',
    fields: owner,
    stored: '旧',
    files: { [fileOf('visitor')]: resource(name + note + owner + mark, 'owner: ownId\n') },
    carried: '说明',
    saved: { note: typedNote },
  },
  'a field is split off into another resource': {
    of: 'guest',
    files: { [fileOf('guest')]: resource(name + mark), [fileOf('guestNote')]: resource(name + note) },
    removed: '说明',
    saved: {},
  },
  'another resource is merged into its resource': {
    of: 'plot',
    files: { [fileOf('plotMark')]: null, [fileOf('plot')]: resource(name + note + mark) },
    carried: '说明',
    saved: { note: typedNote },
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
  'a field is renamed by mistake without a declaration, which is confirmed': {
    of: 'stand',
    stored: '旧',
    files: { [fileOf('stand')]: resource(name + field('memo', '备忘') + mark) },
    waits: { loss: 'drop:stand.note', until: 'confirmed' },
    removed: '说明',
    saved: { memo: null },
  },
  'a field is renamed without a declaration, which is added later': {
    of: 'tent',
    stored: '旧',
    files: { [fileOf('tent')]: resource(name + field('memo', '备忘') + mark) },
    waits: { loss: 'drop:tent.note', until: 'renamed' },
    carried: '备忘',
    saved: { memo: typedNote },
  },
  'a field is moved into another resource by a migration': {
    of: 'depot',
    stored: '旧',
    files: {
      [fileOf('depot')]: resource(name + mark),
      [fileOf('depotNote')]: resource(note).replace('display: name\n', ''),
      'migrations/0001-depot.yaml': 'move: { from: depot, to: depotNote, fields: [note] }\n',
    },
    waits: { loss: 'migration:0001-depot.yaml', until: 'confirmed' },
    removed: '说明',
    saved: {},
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
  'a text becomes a reference to records of other names': {
    of: 'track',
    files: {
      [fileOf('trackEnd')]: resource(name),
      [fileOf('track')]: resource(
        `${name}  note: { type: reference, of: trackEnd, title: { zh: 说明, en: note } }\n${mark}`,
      ),
    },
    removed: '说明',
    saved: { note: null },
  },
  'the rows of another resource are merged into its resource by a migration': {
    of: 'barge',
    others: { [fileOf('canoe')]: resource(name + note) },
    files: {
      [fileOf('canoe')]: null,
      [fileOf('barge')]: resource(name + note + mark),
      'migrations/0002-barge.yaml': 'move: { from: canoe, to: barge, fields: [name, note] }\n',
    },
    waits: { loss: 'migration:0002-barge.yaml', until: 'confirmed' },
    carried: '说明',
    saved: { note: typedNote },
  },
  'entered values are replaced by computed ones that are stored': {
    of: 'scale',
    stored: '旧',
    files: {
      [fileOf('scale')]: resource(name + field('note', '说明', `, compute: "name + '号'", stored: true`) + mark),
    },
    waits: { loss: 'compute:scale.note', until: 'confirmed' },
    removed: '说明',
    saved: { note: 'scale 新号' },
  },
  'a text becomes a day': {
    of: 'fair',
    files: { [fileOf('fair')]: resource(name + field('note', '说明', '', 'date') + mark) },
    removed: '说明',
    saved: { note: null },
  },
  'a lifecycle is added': {
    of: 'quest',
    stored: '旧',
    files: {
      'dictionaries/quest_state.yaml': kinds('').replace('类别', '状态'),
      [fileOf('quest')]: resource(
        `${name}${note}${mark}  state: { type: dictionary, of: quest_state, title: { zh: 状态, en: State } }\n`,
        'lifecycle:\n  field: state\n  initial: shop\n  final: [stall]\n  transitions: { end: { from: shop, to: stall, title: { zh: 结束, en: End } } }\n',
      ),
    },
    carried: '说明',
    saved: { note: typedNote, state: '1' },
  },
  'a field becomes required': {
    of: 'shed',
    stored: '旧',
    files: { [fileOf('shed')]: resource(name + field('note', '说明', ', required: true') + mark) },
    carried: '说明',
    saved: { note: typedNote },
  },
  'the limit of a field becomes shorter than its input': {
    of: 'hut',
    stored: '旧',
    files: { [fileOf('hut')]: resource(name + field('note', '说明', ', max: 3') + mark) },
    carried: '说明',
    refused: { message: '说明长度不能超过 3', instead: '三个字' },
    saved: { note: '三个字' },
  },
  'a pattern excludes its input and that of rows': {
    of: 'quay',
    stored: '旧',
    files: { [fileOf('quay')]: resource(name + field('note', '说明', ", pattern: '^[A-Z]{2}$'") + mark) },
    waits: { loss: 'constrain:quay.note', until: 'confirmed' },
    carried: '说明',
    refused: { message: '请输入正确的说明', instead: 'AB' },
    saved: { note: 'AB' },
  },
  'another field becomes the owner': {
    of: 'locker',
    fields: owner + otherOwner,
    first: 'owner: ownId\n',
    stored: '旧',
    files: { [fileOf('locker')]: resource(name + note + owner + otherOwner + mark, 'owner: otherId\n') },
    carried: '说明',
    saved: { note: typedNote },
  },
  'its records become those of all tenants': {
    of: 'island',
    stored: '旧',
    files: { [fileOf('island')]: resource(name + note + mark, 'shared: true\n') },
    waits: { loss: 'tenant:island', until: 'confirmed' },
    carried: '说明',
    saved: { note: typedNote },
  },
  'its records become those of one tenant': {
    of: 'inlet',
    first: 'shared: true\n',
    stored: '旧',
    files: { [fileOf('inlet')]: resource(name + note + mark) },
    waits: { loss: 'tenant:inlet', until: 'confirmed' },
    carried: '说明',
    saved: { note: typedNote },
  },
  'a text becomes a password': {
    of: 'safe',
    stored: '旧',
    files: { [fileOf('safe')]: resource(name + field('note', '说明', ', strength: any', 'password') + mark) },
    waits: { loss: 'retype:safe.note', until: 'confirmed' },
    carried: '说明',
    saved: {},
  },
  'a reference becomes one to several records': {
    of: 'ferry',
    fields: owner,
    stored: '旧',
    files: { [fileOf('ferry')]: resource(name + note + owner.replace(',', ', many: true,') + mark) },
    carried: '说明',
    saved: { note: typedNote, ownId: null },
  },
  'a field becomes unique, and another record has its input': {
    of: 'kiosk',
    stored: typedNote,
    files: { [fileOf('kiosk')]: resource(name + field('note', '说明', ', unique: true') + mark) },
    carried: '说明',
    refused: { message: '说明已存在', instead: '另一个' },
    saved: { note: '另一个' },
  },
  'a condition hides the field': {
    of: 'gate',
    files: { [fileOf('gate')]: resource(name + field('note', '说明', `, when: "name == '无'"`) + mark) },
    removed: '说明',
    saved: { note: null },
  },
  'its menu and its pages change': {
    of: 'pier',
    files: {
      [fileOf('pier')]: resource(name + note + mark).replace('{ under: ent }', '{ under: ent, icon: map, order: 900 }'),
      'pages.yaml':
        'pierGuide: { path: /pier-guide, title: { zh: 手册, en: Guide }, link: "https://guide.example.cn/" }\n',
    },
    carried: '说明',
    saved: { note: typedNote },
  },
  'a field is moved into lines': {
    of: 'cart',
    files: {
      [fileOf('cart')]: resource(
        `${name}  items: { type: children, of: cartItem, title: { zh: 明细, en: Items } }\n${mark}`,
      ),
      [fileOf('cartItem')]: lineOf('cart', note),
    },
    removed: '说明',
    saved: {},
  },
  'a column of its lines becomes read-only': {
    of: 'crate',
    fields: '  items: { type: children, of: crateItem, title: { zh: 明细, en: Items } }\n',
    others: { [fileOf('crateItem')]: lineOf('crate', field('thing', '物品')) },
    line: '物品',
    files: {
      [fileOf('crate')]: resource(
        `${name}${note}  items: { type: children, of: crateItem, title: { zh: 明细, en: Items } }\n${mark}`,
      ),
      [fileOf('crateItem')]: lineOf('crate', field('thing', '物品', ', readOnly: true')),
    },
    carried: '说明',
    removed: '明细 1 物品',
    saved: { note: typedNote },
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
    Object.values(changes).map(({ of, fields = '', first: more = '' }) => [
      fileOf(of),
      resource(name + note + fields, more),
    ]),
  ),
  ...Object.assign({}, ...Object.values(changes).map(({ others = {} }) => others)),
  [fileOf('plotMark')]: resource(name + mark),
  [fileOf('shop')]: resource(name + note + kind),
  [fileOf('stall')]: resource(name + note),
  [fileOf('letter')]: resource(name + note),
  [fileOf('vault')]: resource(name + note),
  [kindFile]: kinds(''),
  [fileOf('booth')]: resource(name + note + boothKind),
  [boothFile]: kinds(''),
  [fileOf('berth')]: resource(name + note + berthKind),
  [berthFile]: kinds(''),
  ...withItems('cradle', field('thing', '物品') + field('span', '尺寸')),
  ...withItems('basket', field('thing', '物品')),
}

/** A resource with lines of these fields. */
function withItems(of: string, fields: string, more = ''): Readonly<Record<string, string>> {
  const items = `  items: { type: children, of: ${of}Item, title: { zh: 明细, en: Items } }\n`
  return { [fileOf(of)]: resource(name + note + items + more), [fileOf(`${of}Item`)]: lineOf(of, fields) }
}

type Row = Readonly<Record<string, unknown>>

interface Pending {
  readonly pending: {
    readonly revision: string
    readonly losses: readonly { readonly loss: string; readonly count: number; readonly renames: readonly unknown[] }[]
  } | null
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
    await expect.poll(async () => (await found()).pending?.losses.map(one => one.loss)).toEqual([loss])
    await keeps(`${of} 新`)
    const { revision = '', losses = [] } = (await found()).pending ?? {}
    const confirms = async () => {
      const { pending } = await found()
      const allow = pending?.losses.map(one => ({ loss: one.loss, count: one.count }))
      await screens.call('POST', '/api/engine/pending', { revision: pending?.revision, allow })
      return 'confirmed'
    }
    // Several files are saved: what waits is updated by the later ones, and reviewed again.
    if (until === 'confirmed') await expect.poll(() => confirms().catch(String)).toBe('confirmed')
    else if (until === 'renamed') {
      const rename = { resource: of, field: 'memo', from: 'note' }
      expect(losses[0]?.renames).toContainEqual(rename)
      await screens.call('POST', '/api/engine/pending/rename', { revision, ...rename })
    } else save(until)
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

  it('keeps the chosen entry when it exchanges its key with another, which is confirmed', async () => {
    await store('berth', { kind: '2' })
    await types('/ent/berth/create', 'berth 新')
    await page.getByRole('combobox', { name: '类别' }).click()
    await page.getByRole('option', { name: '摊位' }).click()
    const swapped = kinds('').replace('"1"', '"3"').replace('"2"', '"1"').replace('"3"', '"2"')
    save({ [berthFile]: swapped, [fileOf('berth')]: resource(name + note + berthKind + mark) })
    await settle('berth', { loss: 'meaning:berth.kind', until: 'confirmed' })
    await arrives()
    await keeps('berth 新')
    await press()
    await reports(page, '新增成功')
    expect((await rows('berth')).find(one => one['name'] === 'berth 新')).toMatchObject({ note: typedNote, kind: '1' })
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

  it('restores lines from the history of a record although their fields were renamed since', async () => {
    const { id } = await store('basket', { items: [{ thing: '甲' }, { thing: '乙' }] })
    const { version } = (await screens.call('GET', `/api/ent/v1/basket/getById?id=${id}`)) as Row
    await screens.call('PUT', '/api/ent/v1/basket/update', { id, version, items: [{ thing: '丙' }] })
    save(withItems('basket', field('stuff', '东西', ', renamedFrom: thing'), mark))
    await expect
      .poll(() => screens.server.engine.model().resources['basketItem']?.fields.map(one => one.name))
      .toContain('stuff')
    // The declaration is removed, too: the history has the present name.
    save(withItems('basket', field('stuff', '东西'), mark))
    await page.goto(`/ent/basket/${id}/show`)
    const history = page.getByRole('region', { name: '历史' }).filter({ visible: true })
    await history.locator('li').last().hover()
    await history.locator('li').last().getByRole('button', { name: '恢复此版本' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('甲').first().waitFor()
    await dialog.getByRole('button', { name: '恢复', exact: true }).click()
    await showsText(page, '已恢复到版本 1')
    expect((await itemsOf('basket', id)).map(({ stuff }) => stuff)).toEqual(['甲', '乙'])
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

  it('semantics 21: answers the retry of a save as the first, whose response was lost before a rename', async () => {
    await types('/ent/letter/create', 'letter 新')
    const keys: (string | undefined)[] = []
    const path = '**/api/ent/v1/letter/save'
    await page.route(path, async route => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      save({ [fileOf('letter')]: resource(name + field('memo', '备忘', ', renamedFrom: note') + mark) })
      const names = () => screens.server.engine.model().resources['letter']?.fields.map(one => one.name)
      await expect.poll(names).toContain('memo')
      return route.abort('connectionreset')
    })
    await press()
    await reports(page, '新增成功')
    await page.waitForURL(/letter\/\d+\/show$/)
    await page.unroute(path)
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
    expect(await rows('letter')).toMatchObject([{ name: 'letter 新', memo: typedNote }])
  })
})
