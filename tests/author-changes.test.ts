import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describableTypes } from '../engine/compiler/language/field.ts'
import type { Database } from '../engine/server/database/database.ts'
import { taskHandlers } from '../engine/server/jobs/task-handlers.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { applyDescriptors, type ReloadContext } from '../engine/server/live/apply-descriptors.ts'
import { applyConfirmed } from '../engine/server/live/confirm.ts'
import { createModelSlot } from '../engine/server/live/model-holder.ts'
import { pendingRevision } from '../engine/server/live/pending-revision.ts'
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

interface Mistake {
  readonly what: string
  readonly act: Act
  /** Position, message and hint; absent where the change is applied as it was meant. */
  readonly en?: string
  readonly zh?: string
  /** The rows that wait because other users would see them. */
  readonly shows?: { readonly en: string; readonly zh: string }
  /** A value that a row has afterwards. */
  readonly value?: readonly [column: string, table: string, value: string]
}

const waits = (count: number, loss: string, correct = '') => ({
  en: `It affects ${count} row and was not applied: ${correct && 'correct the row first, or '}confirm it on the page "Descriptors", or with npm run plan -- --apply --allow ${loss}.`,
  zh: `影响 ${count} 条数据，未执行：请${correct && '先改正这些数据，或'}在“配置变更”页面确认，或执行 npm run plan -- --apply --allow ${loss}。`,
})
const drops = (loss: string) => ({
  en: `${waits(1, loss).en} To move these values elsewhere, save a migration in migrations/ instead.`,
  zh: `${waits(1, loss).zh}如果要把这些值移到别处，请先在 migrations/ 中保存迁移，不要确认删除。`,
})
const dropsFax = drops('drop:region.fax')
const phoneWaits = waits(1, 'constrain:region.phone', 'correct')
const kindWaits = waits(1, 'constrain:region.kind', 'correct')
const visitWaits = drops('drop:visit')
const ownerWaits = waits(1, 'owner:region')
const encoding = (place: string, name: string) => ({
  en: `${place}\nThe file is encoded in ${name}, not in UTF-8.\nRun npm run migrate -- --encoding to convert it.`,
  zh: `${place}\n文件的编码是 ${name}，不是 UTF-8。\n运行 npm run migrate -- --encoding，把它转换成 UTF-8。`,
})
const unlisted = (place: string, master: string) => ({
  shows: {
    en: `${visit}:2:1\nShow the rows of visit with the records of ${master} in ${master}_id: users who see these will see the rows.\n${waits(1, 'visible:visit.partOf').en}`,
    zh: `${visit}:2:1\nvisit 的记录改为随 ${master}_id 所指 ${master} 的记录显示：能看到后者的用户都能看到\n${waits(1, 'visible:visit.partOf').zh}`,
  },
  en: `${place}\nNo field of ${master} lists these lines, so they can be neither seen nor entered.\nAdd a field { type: children, of: visit } to ${master}, or remove \`partOf\`.`,
  zh: `${place}\n${master} 没有列出这些明细的字段，它们无法查看和填写。\n在 ${master} 的 fields 里写 { type: children, of: visit }，或去掉 partOf。`,
})
const rule = '"count >= least"'
const operator = (column: number, found: string, write: string) => ({
  en: `${visit}:12:${column}\n${found} is not part of the expression language.\nWrite "${write}".`,
  zh: `${visit}:12:${column}\n表达式没有 ${found} 这种写法。\n请写“${write}”。`,
})
const manyFields = Array.from({ length: 1700 }, (_, n) => `  f${n}: { type: text, title: { zh: 甲, en: A } }\n`).join(
  '',
)
const typeNames = [...describableTypes.keys()]

/** Thirty mistakes of authors who were new to the language, by number. */
const mistakes: Readonly<Record<number, readonly Mistake[]>> = {
  1: [
    {
      what: 'a field renamed without renamedFrom',
      act: edit(region, 'fax:', 'telefax:'),
      en: `${region}:10:3\nDrop the column fax of region.\nIf it was only renamed, write renamedFrom: fax in region.telefax. ${dropsFax.en}`,
      zh: `${region}:10:3\n删除 region 的列 fax\n如果只是改名，请在 region.telefax 中写 renamedFrom: fax。${dropsFax.zh}`,
    },
    {
      what: 'the former name added afterwards',
      act: edit(region, 'fax: {', 'telefax: { renamedFrom: fax,'),
      value: ['telefax', 'region', '123'],
    },
  ],
  2: [
    {
      what: 'a field removed whose values remain',
      act: edit(region, '  fax: { type: text, title: { zh: 传真, en: Fax } }\n', ''),
      en: `${region}:6:1\nDrop the column fax of region.\n${dropsFax.en}`,
      zh: `${region}:6:1\n删除 region 的列 fax\n${dropsFax.zh}`,
    },
  ],
  3: [
    {
      what: 'a field of a mixin required that rows lack',
      act: edit(contact, 'phone: {', 'phone: { required: true,'),
      en: `${contact}:2:3\nSet the constraints of region.phone: required.\n${phoneWaits.en}`,
      zh: `${contact}:2:3\nregion.phone 的约束改为 必填\n${phoneWaits.zh}`,
    },
  ],
  4: [
    {
      what: 'an entry of a dictionary removed that rows have',
      act: edit(kinds, '  old: { key: "1", title: { zh: 老片区, en: Old } }\n', ''),
      en: `${kinds}:2:1\nSet the constraints of region.kind: one of 2.\n${kindWaits.en}`,
      zh: `${kinds}:2:1\nregion.kind 的约束改为 取值 2\n${kindWaits.zh}`,
    },
  ],
  5: [
    {
      what: 'the key of an entry changed that rows have',
      act: edit(kinds, 'key: "1"', 'key: "3"'),
      en: `${kinds}:3:3\nSet the constraints of region.kind: one of 2, 3.\nIf it was only renamed, write renamedFrom: 1 in region_kind.old. ${kindWaits.en}`,
      zh: `${kinds}:3:3\nregion.kind 的约束改为 取值 2、3\n如果只是改名，请在 region_kind.old 中写 renamedFrom: 1。${kindWaits.zh}`,
    },
    {
      what: 'the keys of both entries changed',
      act: async at => {
        const text = String(app[kinds]).replace('key: "1"', 'key: "3"').replace('key: "2"', 'key: "4"')
        await writeFile(at(kinds), text)
      },
      en: `${kinds}:3:3\nSet the constraints of region.kind: one of 3, 4.\nIf it was only renamed, write renamedFrom: 1 in region_kind.old or region_kind.new, renamedFrom: 2 in region_kind.new or region_kind.old. ${kindWaits.en}`,
      zh: `${kinds}:3:3\nregion.kind 的约束改为 取值 3、4\n如果只是改名，请在 region_kind.old 或 region_kind.new 中写 renamedFrom: 1，在 region_kind.new 或 region_kind.old 中写 renamedFrom: 2。${kindWaits.zh}`,
    },
  ],
  6: [{ what: 'a resource in GBK', act: inGbk(region), ...encoding(`${region}:1:14`, 'GBK') }],
  7: [{ what: 'a menu file in GBK', act: inGbk(menus), ...encoding(`${menus}:1:22`, 'GBK') }],
  8: [
    {
      what: 'a folder named like a file',
      act: at => mkdir(at('resources/city/trip.yaml')),
      en: 'resources/city/trip.yaml:1:1\n"resources/city/trip.yaml" is a folder, not a file.\nMove it, or remove the extension from its name.',
      zh: 'resources/city/trip.yaml:1:1\n“resources/city/trip.yaml”是文件夹，不是文件。\n把它移走，或去掉名称末尾的扩展名。',
    },
  ],
  9: [
    {
      what: 'the extension .yml',
      act: move(visit, 'resources/city/visit.yml'),
      en: `resources/city/visit.yml:1:1\nThe extension of the file "resources/city/visit.yml" is not .yaml.\nRename it to ${visit}.`,
      zh: `resources/city/visit.yml:1:1\n文件“resources/city/visit.yml”的扩展名不是 .yaml。\n改名为 ${visit}。`,
    },
  ],
  10: [
    {
      what: 'a role that roles.yaml does not declare',
      act: edit(region, 'role: clerk', 'role: auditor'),
      en: `${region}:13:13\nroles.yaml declares no role "auditor".\nDeclare it in roles.yaml: auditor: { title: { zh: …, en: … } }. Declared: administrator, clerk.`,
      zh: `${region}:13:13\nroles.yaml 没有声明角色“auditor”。\n请在 roles.yaml 中声明：auditor: { title: { zh: …, en: … } }。已有：administrator、clerk。`,
    },
  ],
  11: [
    {
      what: 'an icon that does not exist',
      act: edit(region, 'icon: map-pin', 'icon: map-pinn'),
      en: `${region}:2:15\nThere is no icon "map-pinn".\nDid you mean "map-pin"?`,
      zh: `${region}:2:15\n没有名为“map-pinn”的图标。\n是否想写“map-pin”？`,
    },
  ],
  12: [
    {
      what: 'menus.yaml removed',
      act: at => rm(at(menus)),
      en: `${menus}:1:1\nmenus.yaml was removed: the titles, icons, order and roles of the menu groups "City" no longer apply.\nIf this was not intended, restore the file, or the previous revision on the page "Descriptors".`,
      zh: `${menus}:1:1\nmenus.yaml 已删除：菜单组“城市”的标题、图标、顺序和可见角色不再生效。\n如果不是有意删除，请恢复该文件，或在“配置变更”页面恢复上一版本。`,
    },
  ],
  13: [
    {
      what: 'renamedFrom of a name that nothing had',
      act: edit(region, 'fax: {', 'fax: { renamedFrom: facsimile,'),
      en: `${region}:10:23\n"fax" was renamed from "facsimile", but nothing had that name: no values were moved.\nCorrect the former name, or remove \`renamedFrom\` if nothing was renamed.`,
      zh: `${region}:10:23\n“fax”的曾用名“facsimile”从未存在，没有数据随之改名。\n请改成原来的名称；没有改名则删去 renamedFrom。`,
    },
  ],
  14: [
    {
      what: 'the file of a resource renamed',
      act: move(visit, 'resources/city/call.yaml'),
      en: `resources/city/call.yaml:1:1\nDrop the table visit.\nIf it was only renamed, write renamedFrom: visit in call. ${visitWaits.en}`,
      zh: `resources/city/call.yaml:1:1\n删除表 visit\n如果只是改名，请在 call 中写 renamedFrom: visit。${visitWaits.zh}`,
    },
  ],
  15: [
    {
      what: 'partOf without a list in the master',
      act: edit(visit, 'menu: { icon: map-pin, order: 40 }', 'partOf: regionId'),
      ...unlisted(`${visit}:2:9`, 'region'),
    },
  ],
  16: [
    {
      what: 'a lifecycle added to rows',
      act: edit(
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
      value: ['state', 'visit', '1'],
    },
  ],
  17: [
    {
      what: 'a required field with a default added to rows',
      act: edit(
        team,
        '  items:',
        '  grade: { type: text, required: true, default: 普通, title: { zh: 等级, en: Grade } }\n  items:',
      ),
      value: ['grade', 'team', '普通'],
    },
  ],
  18: [
    {
      what: 'another owner',
      act: edit(region, 'owner: officeId', 'owner: otherId'),
      en: `${region}:3:1\nSet the owners of the rows of region by other_id: users of the new owner will see the rows, users of the former owner will not.\n${ownerWaits.en}`,
      zh: `${region}:3:1\nregion 的记录按 other_id 确定所属：新的所属方的用户将看到它们，原所属方的用户不再能看到\n${ownerWaits.zh}`,
    },
  ],
  19: [
    {
      what: 'a missing }',
      act: edit(region, 'en: Region name } }', 'en: Region name }'),
      en: `${region}:7:88\nA "}" is missing here: the "{" before it is not closed.\nWrite "}" here.`,
      zh: `${region}:7:88\n“{”没有闭合，这里缺少“}”。\n在这里写上“}”。`,
    },
  ],
  20: [
    {
      what: '# before }',
      act: edit(region, 'en: Region }', 'en: Region # }'),
      en: `${region}:1:29\nThe "#" begins a comment, so the "}" after it has no effect.\nRemove the #, or quote the text that contains it.`,
      zh: `${region}:1:29\n“#”从这里开始了注释，后面的“}”不起作用。\n去掉 #，或给含 # 的文字加引号。`,
    },
  ],
  21: [
    {
      what: 'a full-width colon',
      act: edit(region, 'regionName: {', 'regionName：{'),
      en: `${region}:7:13\nThe full-width "：" has no meaning in YAML.\nWrite : instead.`,
      zh: `${region}:7:13\n“：”是中文标点，YAML 不认。\n改成半角的 :`,
    },
  ],
  22: [
    {
      what: 'a field in the first column',
      act: edit(region, '  fax:', 'fax:'),
      en: `${region}:10:1\nThe line is indented by 0, the lines of its level by 2 spaces.\nIndent it by 2, below \`fields\`.`,
      zh: `${region}:10:1\n这一行缩进了 0 个空格，同级的行是 2 个。\n缩进 2 个空格，它属于 fields。`,
    },
  ],
  23: [
    {
      what: 'a new file whose name differs in a capital only',
      act: at => writeFile(at('resources/city/regioN.yaml'), app[region] ?? ''),
      en: `resources/city/regioN.yaml:1:1\nThe resource "regioN" is already defined in ${region}.\nNames must be unique across all modules, ignoring case: rename or remove one of the files.`,
      zh: `resources/city/regioN.yaml:1:1\n资源“regioN”已在 ${region} 中定义。\n不同模块的资源也不能同名，大小写不同也不行：请改名，或删去一个文件。`,
    },
  ],
  24: [
    {
      what: "a resource with the code of one of the engine's",
      act: at => writeFile(at('resources/city/user.yaml'), String(app[team]).replace(/ {2}items:.*\n/, '')),
      en: `resources/city/user.yaml:1:1\nThe permission code "user" is already used by resources/blade/bladeUser.yaml.\nWrite a different \`code\` for this resource.`,
      zh: `resources/city/user.yaml:1:1\n权限码“user”已被 resources/blade/bladeUser.yaml 使用。\n请用 code 写一个不同的权限码。`,
    },
  ],
  25: [
    {
      what: 'partOf of a master that lists other lines',
      act: edit(visit, 'menu: { icon: map-pin, order: 40 }', 'partOf: teamId'),
      ...unlisted(`${visit}:2:9`, 'team'),
    },
  ],
  26: [
    {
      what: 'a resource in UTF-16',
      act: at => writeFile(at(region), Buffer.from(`\ufeff${app[region]}`, 'utf16le')),
      ...encoding(`${region}:1:1`, 'UTF-16'),
    },
  ],
  27: [
    { what: '= in an expression', act: edit(visit, rule, '"count = least"'), ...operator(18, '=', '==') },
    {
      what: 'AND in an expression',
      act: edit(visit, rule, '"count >= least AND day != null"'),
      ...operator(27, 'AND', '&&'),
    },
    { what: 'full-width quotes', act: edit(visit, rule, '“count >= least”'), ...operator(11, '“', '"') },
    {
      what: 'required: yes',
      act: edit(visit, 'day: { type: date,', 'day: { type: date, required: yes,'),
      en: `${visit}:6:32\nThere is no field "yes".\nDid you mean "true"?`,
      zh: `${visit}:6:32\n没有名为“yes”的字段。\n是否想写“true”？`,
    },
    {
      what: 'a text multiplied by a number',
      act: edit(item, '"price * 2"', '"itemName * 2"'),
      en: `${item}:9:35\n"*" cannot be applied to a text and an integer.\nTexts cannot be computed with: use fields of a number type.`,
      zh: `${item}:9:35\n“*”不能用于文字和整数。\n文字不能计算：请用数字字段，字典字段没有数值。`,
    },
    {
      what: 'a field of a reference',
      act: edit(item, 'compute: "price * 2"', 'compute: "price * size(teamId.teamName)"'),
    },
    { what: 'default: today()', act: edit(visit, 'day: { type: date,', 'day: { type: date, default: today(),') },
  ],
  28: [
    {
      what: 'a map in allow',
      act: edit(region, 'allow: [view, add]', 'allow: [{ edit: "kind" }]'),
      en: `${region}:13:28\nExpected a text, found a map.\nWrite edit`,
      zh: `${region}:13:28\n这里应为文字，却是映射。\n写成 edit`,
    },
  ],
  29: [
    {
      what: '1,700 fields',
      act: edit(region, '  fax:', `${manyFields}  fax:`),
      en: `${region}:6:1\nThe resource has 1706 stored fields.\nA PostgreSQL table can have at most 1580: split it into several resources.`,
      zh: `${region}:6:1\n资源有 1706 个存储的字段。\nPostgreSQL 的表最多容纳 1580 个，请分成几个资源。`,
    },
  ],
  30: [
    {
      what: 'a type that is like no other, with all types',
      act: edit(region, 'fax: { type: text', 'fax: { type: qqqqqq'),
      en: `${region}:10:16\nThere is no field type "qqqqqq".\nKnown: ${typeNames.join(', ')}.`,
      zh: `${region}:10:16\n没有名为“qqqqqq”的字段类型。\n可用：${typeNames.join('、')}。`,
    },
  ],
}

const cases = Object.entries(mistakes).flatMap(([number, all]) =>
  all.map(mistake => [`${number}: ${mistake.what}`, mistake] as const),
)

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
  /** Returns to the app, with the losses that this has. */
  const undo = async () => {
    if ((await bring()) !== 'served') {
      const { revision = '', losses = [] } = (await pendingRevision(database)) ?? {}
      const allow = losses.map(({ loss, count }) => ({ loss, count }))
      await applyConfirmed(reload, { revision, account: 'admin', allow })
    }
    await fill()
  }

  beforeAll(async () => {
    database = await open()
    folder = await mkdtemp(join(tmpdir(), 'author-changes-'))
    reload = {
      database,
      handlers,
      log: pino({ level: 'silent' }),
      slot: createModelSlot(),
      workOf: model => serverWork(database, model, 'descriptors'),
      seen: { reported: '' },
    }
    await writeAll()
    await bring()
    await fill()
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  it.each(cases)('%s', async (_, { act, en, zh, shows, value }) => {
    await act(file => join(folder, file))
    const outcome = await bring()
    const problems = reload.slot.problems()
    const printed = (language: 'en' | 'zh') =>
      problems.map(({ at, message, hint }) =>
        [at && `${at.file}:${at.line}:${at.column}`, message[language], hint?.[language]].filter(Boolean).join('\n'),
      )
    expect(printed('en')).toEqual([en, shows?.en].filter(Boolean))
    expect(printed('zh')).toEqual([zh, shows?.zh].filter(Boolean))
    if (!en) expect(outcome).toBe('served')
    if (value) {
      const [column, table, expected] = value
      const { rows: found } = await sql`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(
        database.kysely,
      )
      expect(found).toEqual([{ value: expected }])
    }
    await writeAll()
    if (outcome === 'served') await undo()
  })

  it('has no problem after the last correction', async () => {
    expect(await bring()).toBe('served')
    expect(reload.slot.problems()).toEqual([])
  })
})

it('of all thirty mistakes has a case', () => {
  expect(Object.keys(mistakes).map(Number)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
})
