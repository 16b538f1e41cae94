import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../engine/server/database/database.ts'
import { taskHandlers } from '../engine/server/jobs/task-handlers.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { applyDescriptors, type ReloadContext } from '../engine/server/live/apply-descriptors.ts'
import { createModelSlot } from '../engine/server/live/model-holder.ts'
import { resetHandlers } from '../engine/server/store/reset-handlers.ts'
import { tenantHandlers } from '../engine/server/store/tenant-administrator.ts'
import { databasesUnderTest } from './support/databases.ts'
import { serverWork } from './support/server-work.ts'

const region = 'resources/city/region.yaml'
const visit = 'resources/city/visit.yaml'
const team = 'resources/city/team.yaml'
const item = 'resources/city/visitItem.yaml'
const kinds = 'dictionaries/region_kind.yaml'
const contact = 'mixins/contact.yaml'
const menus = 'menus.yaml'

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 片区管理, en: Regions }\nowner: { of: office }\n',
  'roles.yaml': 'clerk: { title: { zh: 办事员, en: Clerk }, allow: [team_view] }\n',
  [menus]: 'city: { title: { zh: 城市, en: City }, icon: map, order: 10 }\n',
  [kinds]: `title: { zh: 类别, en: Kind }
entries:
  old: { key: "1", title: { zh: 老片区, en: Old } }
  new: { key: "2", title: { zh: 新片区, en: New } }
`,
  'dictionaries/visit_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待办, en: Open } }
  done: { key: "2", title: { zh: 办结, en: Done } }
`,
  [contact]: 'fields:\n  phone: { type: text, title: { zh: 电话, en: Phone } }\n',
  'resources/city/office.yaml': `title: { zh: 所, en: Office }
menu: { icon: map-pin, order: 10 }
owner: id
display: officeName
fields:
  officeName: { type: text, title: { zh: 名称, en: Name } }
  state: { type: dictionary, of: visit_state, title: { zh: 状态, en: State } }
`,
  [region]: `title: { zh: 片区, en: Region }
menu: { icon: map-pin, order: 20 }
owner: officeId
mixins: [contact]
display: regionName
fields:
  regionName: { type: text, required: true, max: 50, title: { zh: 名称, en: Region name } }
  officeId: { type: reference, of: office, title: { zh: 所, en: Office } }
  otherId: { type: reference, of: office, title: { zh: 代管所, en: Other office } }
  fax: { type: text, title: { zh: 传真, en: Fax } }
  kind: { type: dictionary, of: region_kind, title: { zh: 类别, en: Kind } }
access:
  - { role: clerk, allow: [view, add] }
`,
  [team]: `title: { zh: 班组, en: Team }
menu: { icon: map-pin, order: 30 }
display: teamName
fields:
  teamName: { type: text, title: { zh: 名称, en: Name } }
  items: { type: children, of: visitItem, title: { zh: 物品, en: Items } }
`,
  [item]: `title: { zh: 物品, en: Item }
menu: false
partOf: teamId
display: itemName
fields:
  teamId: { type: reference, of: team, required: true, title: { zh: 班组, en: Team } }
  itemName: { type: text, title: { zh: 名称, en: Name } }
  price: { type: money, title: { zh: 单价, en: Price } }
  total: { type: money, compute: "price * 2", title: { zh: 合计, en: Total } }
`,
  [visit]: `title: { zh: 走访, en: Visit }
menu: { icon: map-pin, order: 40 }
display: note
fields:
  note: { type: text, title: { zh: 记录, en: Note } }
  day: { type: date, title: { zh: 日期, en: Day } }
  least: { type: integer, title: { zh: 至少, en: Least } }
  count: { type: integer, title: { zh: 次数, en: Count } }
  teamId: { type: reference, of: team, title: { zh: 班组, en: Team } }
  regionId: { type: reference, of: region, title: { zh: 片区, en: Region } }
rules:
  - rule: "count >= least"
    message: { zh: 次数太少, en: Too few }
    valid: { count: 2, least: 1 }
    invalid: { count: 1, least: 2 }
`,
}

/** The tables' rows; earlier ones are removed. */
const rows = [
  'truncate office, region, team, visit, visit_item',
  `insert into office (tenant_id, id, office_name) values ('000000', 1, '东所'), ('000000', 2, '西所')`,
  `insert into region (tenant_id, id, owner_id, region_name, office_id, other_id, fax, kind)
    values ('000000', 11, 1, '甲', 1, 2, '123', '1')`,
  `insert into team (tenant_id, id, team_name) values ('000000', 21, '一组')`,
  `insert into visit (tenant_id, id, note, team_id, region_id) values ('000000', 31, '初访', 21, 11)`,
]

type Folder = (file: string) => string
type Act = (at: Folder) => Promise<unknown>

const handlers = Object.fromEntries(
  Object.entries({ ...taskHandlers, ...resetHandlers, ...tenantHandlers }).map(([name, all]) => [
    name,
    Object.keys(all),
  ]),
)

/** Saves a file with a part replaced. */
const edit =
  (file: string, from: string, to: string): Act =>
  async at => {
    const text = app[file] ?? ''
    expect(text).toContain(from)
    await writeFile(
      at(file),
      text.replace(from, () => to),
    )
  }

/** Saves a file in GBK. */
const inGbk =
  (file: string): Act =>
  at =>
    writeFile(at(file), Buffer.from([...(app[file] ?? '')].flatMap(bytesInGbk)))

const decoder = new TextDecoder('gbk')
const gbk = new Map<string, readonly number[]>()
for (let high = 0x81; high < 0xff; high++)
  for (let low = 0x40; low < 0xff; low++) gbk.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
const bytesInGbk = (character: string): readonly number[] => gbk.get(character) ?? [character.charCodeAt(0)]

const move =
  (from: string, to: string): Act =>
  at =>
    rename(at(from), at(to))

/** A change, the positions and codes of its problems, and a value that a row has afterwards. */
type Mistake = readonly [
  what: string,
  act: Act,
  problems?: readonly string[],
  value?: readonly [column: string, table: string, value: string],
]

const rule = '"count >= least"'
const manyFields = Array.from({ length: 1700 }, (_, n) => `  f${n}: { type: text, title: { zh: 甲, en: A } }\n`).join(
  '',
)
/** Mistakes of authors who were new to the language. */
const mistakes: readonly Mistake[] = [
  ['a field renamed without renamedFrom', edit(region, 'fax:', 'telefax:'), [`${region}:1:1 plan.data-losing`]],
  [
    'the former name added afterwards',
    edit(region, 'fax: {', 'telefax: { renamedFrom: fax,'),
    [],
    ['fax', 'region', '123'],
  ],
  [
    'a field removed whose values remain',
    edit(region, '  fax: { type: text, title: { zh: 传真, en: Fax } }\n', ''),
    [`${region}:1:1 plan.data-losing`],
  ],
  [
    'a field of a mixin required that rows lack',
    edit(contact, 'phone: {', 'phone: { required: true,'),
    [`${contact}:1:1 plan.breaks-rows`],
  ],
  [
    'an entry of a dictionary removed that rows have',
    edit(kinds, '  old: { key: "1", title: { zh: 老片区, en: Old } }\n', ''),
    [`${kinds}:1:1 plan.breaks-rows`],
  ],
  [
    'the key of an entry changed that rows have',
    edit(kinds, 'key: "1"', 'key: "3"'),
    [`${kinds}:1:1 plan.breaks-rows`],
  ],
  [
    'the keys of both entries changed',
    async at => {
      const text = String(app[kinds]).replace('key: "1"', 'key: "3"').replace('key: "2"', 'key: "4"')
      await writeFile(at(kinds), text)
    },
    [`${kinds}:1:1 plan.breaks-rows`],
  ],
  ['a resource in GBK', inGbk(region), [`${region}:1:14 file.encoding`]],
  ['a menu file in GBK', inGbk(menus), [`${menus}:1:22 file.encoding`]],
  [
    'a folder named like a file',
    at => mkdir(at('resources/city/trip.yaml')),
    ['resources/city/trip.yaml:1:1 file.folder'],
  ],
  ['the extension .yml', move(visit, 'resources/city/visit.yml'), ['resources/city/visit.yml:1:1 file.extension']],
  [
    'a role that roles.yaml does not declare',
    edit(region, 'role: clerk', 'role: auditor'),
    [`${region}:1:1 plan.breaks-rows`],
  ],
  ['an icon that does not exist', edit(region, 'icon: map-pin', 'icon: map-pinn'), [`${region}:2:15 icon.unknown`]],
  ['menus.yaml removed', at => rm(at(menus)), [`${menus}:1:1 menus.removed`]],
  ['the file of a resource renamed', move(visit, 'resources/city/call.yaml'), [`${visit}:1:1 plan.data-losing`]],
  [
    'partOf without a list in the master',
    edit(visit, 'menu: { icon: map-pin, order: 40 }', 'partOf: regionId'),
    [`${visit}:1:1 plan.breaks-rows`],
  ],
  [
    'a lifecycle added to rows',
    edit(
      visit,
      'rules:',
      `  state: { type: dictionary, of: visit_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: open, to: done, title: { zh: 办结, en: Finish } }
rules:`,
    ),
    [],
    ['state', 'visit', '1'],
  ],
  [
    'a required field with a default added to rows',
    edit(
      team,
      '  items:',
      '  grade: { type: text, required: true, default: 普通, title: { zh: 等级, en: Grade } }\n  items:',
    ),
    [],
    ['grade', 'team', '普通'],
  ],
  ['another owner', edit(region, 'owner: officeId', 'owner: otherId'), [`${region}:1:1 plan.breaks-rows`]],
  ['a missing }', edit(region, 'en: Region name } }', 'en: Region name }'), [`${region}:7:88 yaml.bracket-open`]],
  ['# before }', edit(region, 'en: Region }', 'en: Region # }'), [`${region}:1:29 yaml.comment`]],
  ['a full-width colon', edit(region, 'regionName: {', 'regionName：{'), [`${region}:7:13 yaml.full-width`]],
  ['a field in the first column', edit(region, '  fax:', 'fax:'), [`${region}:10:1 yaml.indent`]],
  [
    'a new file whose name differs in a capital only',
    at => writeFile(at('resources/city/regioN.yaml'), app[region] ?? ''),
    ['resources/city/regioN.yaml:1:1 resource.name-twice'],
  ],
  [
    "a resource with the code of one of the engine's",
    at => writeFile(at('resources/city/user.yaml'), String(app[team]).replace(/ {2}items:.*\n/, '')),
    ['resources/city/user.yaml:1:1 resource.code-twice'],
  ],
  [
    'partOf of a master that lists other lines',
    edit(visit, 'menu: { icon: map-pin, order: 40 }', 'partOf: teamId'),
    [`${visit}:1:1 plan.breaks-rows`],
  ],
  [
    'a resource in UTF-16',
    at => writeFile(at(region), Buffer.from(`\ufeff${app[region]}`, 'utf16le')),
    [`${region}:1:1 file.encoding`],
  ],
  ['= in an expression', edit(visit, rule, '"count = least"'), [`${visit}:12:18 rule.operator`]],
  ['AND in an expression', edit(visit, rule, '"count >= least AND day != null"'), [`${visit}:12:27 rule.operator`]],
  ['full-width quotes', edit(visit, rule, '“count >= least”'), [`${visit}:12:11 rule.operator`]],
  [
    'required: yes',
    edit(visit, 'day: { type: date,', 'day: { type: date, required: yes,'),
    [`${visit}:6:32 rule.name-unknown`],
  ],
  ['a text multiplied by a number', edit(item, '"price * 2"', '"itemName * 2"'), [`${item}:9:35 rule.types`]],
  ['a field of a reference', edit(item, 'compute: "price * 2"', 'compute: "price * size(teamId.teamName)"')],
  ['default: today()', edit(visit, 'day: { type: date,', 'day: { type: date, default: today(),')],
  ['a map in allow', edit(region, 'allow: [view, add]', 'allow: [{ edit: "kind" }]'), [`${region}:13:28 value.type`]],
  ['1,700 fields', edit(region, '  fax:', `${manyFields}  fax:`), [`${region}:6:1 resource.columns`]],
  [
    'a type that is like no other, with all types',
    edit(region, 'fax: { type: text', 'fax: { type: qqqqqq'),
    [`${region}:10:16 field.type-unknown`],
  ],
]

describe.each(databasesUnderTest())('what an author saves over rows, on $kind', ({ open }) => {
  let database: Database
  let reload: ReloadContext
  let folder: string

  const bring = async () => applyDescriptors(reload, await readSources(folder))
  const writeAll = async () => {
    await rm(folder, { recursive: true })
    for (const [file, text] of Object.entries(app)) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
  }
  const fill = async () => {
    for (const row of rows) await sql.raw(row).execute(database.kysely)
  }
  const newProcess = (): ReloadContext => ({
    database,
    handlers,
    log: pino({ level: 'silent' }),
    slot: createModelSlot(),
    workOf: model => serverWork(database, model, 'descriptors'),
    seen: { reported: '' },
  })
  /** Returns to the app in an empty database: a column whose field was removed does not return with its name. */
  const undo = async () => {
    for (const one of ['drop schema public cascade', 'create schema public'])
      await sql.raw(one).execute(database.kysely)
    reload = newProcess()
    await bring()
    await fill()
  }

  beforeAll(async () => {
    database = await open()
    folder = await mkdtemp(join(tmpdir(), 'author-changes-'))
    reload = newProcess()
    await writeAll()
    await bring()
    await fill()
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  it.each(mistakes.map(one => [one[0], one] as const))('%s', async (_what, [, act, problems = [], value]) => {
    await act(file => join(folder, file))
    const outcome = await bring()
    const found = reload.slot
      .problems()
      .map(({ at, code }) => (at ? `${at.file}:${at.line}:${at.column} ${code}` : code))
    const stored =
      value && (await sql`select ${sql.ref(value[0])} as value from ${sql.table(value[1])}`.execute(database.kysely))
    await writeAll()
    if (outcome === 'served') await undo()
    expect(found).toEqual(problems)
    if (found.length === 0) expect(outcome).toBe('served')
    expect(stored?.rows).toEqual(value && [{ value: value[2] }])
  })

  it('has no problem after the last correction', async () => {
    expect(await bring()).toBe('served')
    expect(reload.slot.problems()).toEqual([])
  })
})
