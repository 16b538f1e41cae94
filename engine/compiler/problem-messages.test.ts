import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { sample } from './language/sample.ts'
import { type Problem, print } from './problem.ts'
import { codes, type ProblemCode } from './problem-messages.ts'
import type { SourceFault } from './source.ts'

/** The change of the sample: texts replaced in one file, or whole files added. */
type Change =
  | { readonly in: string; readonly replace: readonly (readonly [from: string, to: string])[] }
  | { readonly files: Readonly<Record<string, string>>; readonly fault?: SourceFault }

const visit = 'resources/field/visit.yaml'
const site = 'resources/field/site.yaml'
const item = 'resources/field/visitItem.yaml'
const kind = 'dictionaries/visit_kind.yaml'
const supply = 'resources/field/supply.yaml'
const reminder = 'messages/visitReminder.yaml'
const title = 'title: { zh: 甲, en: A }'
const change = (file: string, ...replace: (readonly [string, string])[]): Change => ({ in: file, replace })
/** The visit as a file that was read with a fault. */
const faulty = (file: string, code: SourceFault['code'], words: SourceFault['words'] = {}): Change => ({
  files: { [file]: sample[visit] ?? '' },
  fault: { offset: 0, code, words },
})
const rule = (that: string) => change(visit, ['"endDay >= startDay"', JSON.stringify(that)])
const rows = (text: string) => change(visit, ['"createUser == me.id"', JSON.stringify(text)])

/** A problem of one change: its file, the text at which it is reported, and its message in both languages. */
type Case = readonly [Change, file: string, at: string, en: string, zh: string]

/** One way to cause each problem. `¦` in a text marks the position; without it the text begins there. */
const cases: Readonly<Record<ProblemCode, Case>> = {
  'file.misplaced': [
    { files: { 'resources/visit.yaml': `title: { zh: 甲, en: A }\n` } },
    'resources/visit.yaml',
    '',
    `The file "resources/visit.yaml" is not in a folder that is read.`,
    '文件“resources/visit.yaml”的位置不对，不会被读取。',
  ],
  'file.name': [
    {
      files: {
        'resources/field/Visit_a.yaml': `title: { zh: 甲, en: A }\nfields:\n  a: { type: text, title: { zh: 甲, en: A } }\n`,
      },
    },
    'resources/field/Visit_a.yaml',
    '',
    `A file or folder cannot be named "Visit_a".`,
    '文件或文件夹名“Visit_a”不合规则。',
  ],
  'file.encoding': [
    faulty(visit, 'file.encoding', { encoding: 'GBK' }),
    visit,
    '',
    'The file is encoded in GBK instead of UTF-8.',
    '文件的编码是 GBK，不是 UTF-8。',
  ],
  'file.extension': [
    faulty('resources/field/trip.yml', 'file.extension', { right: 'resources/field/trip.yaml' }),
    'resources/field/trip.yml',
    '',
    'The extension of the file "resources/field/trip.yml" is not .yaml.',
    '文件“resources/field/trip.yml”的扩展名不是 .yaml。',
  ],
  'file.folder': [
    faulty(visit, 'file.folder'),
    visit,
    '',
    `"${visit}" is a folder instead of a file.`,
    `“${visit}”是文件夹，不是文件。`,
  ],
  'file.similar': [
    faulty('menu.yaml', 'file.similar', { right: 'menus.yaml' }),
    'menu.yaml',
    '',
    '"menu.yaml" is not read.',
    '“menu.yaml”不会被读取。',
  ],
  'file.too-large': [
    faulty(visit, 'file.too-large', { limit: '2' }),
    visit,
    '',
    `The file "${visit}" is too large.`,
    `文件“${visit}”太大。`,
  ],
  'file.unreadable': [
    faulty(visit, 'file.unreadable', { fault: 'EACCES' }),
    visit,
    '',
    `The file "${visit}" cannot be read (EACCES).`,
    `文件“${visit}”无法读取（EACCES）。`,
  ],
  'app.version-1': [
    change('app.yaml', ['language: 2', 'language: 1']),
    'app.yaml',
    '',
    'The descriptors are written in version 1 of the language (language: 1).',
    '描述文件还是语言版本 1 的写法（language: 1）。',
  ],
  'yaml.syntax': [
    change(visit, ['display: visitNo', `display: @visitNo`]),
    visit,
    '@visitNo',
    'Invalid YAML: a text that begins with this character needs quotes.',
    'YAML 写法有误：文字不能以这个符号开头，请加引号。',
  ],
  'yaml.bracket-extra': [
    change(site, ['en: Site }', 'en: Site } }']),
    site,
    'en: Site } ¦}',
    'There is a "}" too many.',
    '多了一个“}”。',
  ],
  'yaml.bracket-open': [
    change(site, ['en: Name } }', 'en: Name }']),
    site,
    'en: Name }¦',
    'A "}" is missing here: the "{" before it is not closed.',
    '“{”没有闭合，这里缺少“}”。',
  ],
  'yaml.colon': [
    change(site, ['display: siteName', 'display siteName']),
    site,
    'display¦ siteName',
    'The colon after "display" is missing.',
    '“display”后面缺少冒号。',
  ],
  'yaml.colon-in-text': [
    change(visit, ['zh: 到现场走访的记录', 'zh: 记录: 走访']),
    visit,
    '记录¦: 走访',
    'The colon in the text was read as the end of a key.',
    '文字里的冒号被当成了键的结尾。',
  ],
  'yaml.colon-space': [
    change(site, ['type: phone', 'type:phone']),
    site,
    'type¦:phone',
    'The space after "type:" is missing.',
    '“type:”后面缺少空格。',
  ],
  'yaml.comma': [
    change(site, ['type: phone, title', 'type: phone title']),
    site,
    'phone¦ title',
    'A comma is missing here.',
    '这里缺少逗号。',
  ],
  'yaml.comment': [
    change(site, ['en: Site }', 'en: Site # }']),
    site,
    '# }',
    'The "#" begins a comment, so the "}" after it has no effect.',
    '“#”从这里开始了注释，后面的“}”不起作用。',
  ],
  'yaml.control': [
    change(site, ['display: siteName', 'display: site\0Name']),
    site,
    '\0Name',
    'The file contains the control character U+0000.',
    '文件里有控制字符 U+0000。',
  ],
  'yaml.deep': [
    change(site, ['display: siteName', `display: ${'['.repeat(61)}${']'.repeat(61)}`]),
    site,
    `display: ${'['.repeat(59)}¦[`,
    'The nesting is too deep.',
    '嵌套太深。',
  ],
  'yaml.equals': [
    change(site, ['display: siteName', 'display = siteName']),
    site,
    '= siteName',
    'The key and the value are separated by an equals sign.',
    '键和值之间写了等号。',
  ],
  'yaml.full-width': [
    change(site, ['siteName: {', 'siteName：{']),
    site,
    '：{',
    'The full-width "：" has no meaning in YAML.',
    '“：”是中文标点，YAML 不认。',
  ],
  'yaml.indent': [
    change(site, ['  phone: {', '   phone: {']),
    site,
    'phone: {',
    'The line is indented by 3, its neighbours by 2 spaces.',
    '这一行缩进了 3 个空格，同级的行是 2 个。',
  ],
  'yaml.quote-inside': [
    change(visit, [`"kind == 'planned'"`, `'kind == 'planned''`]),
    visit,
    `'kind == ¦'planned''`,
    `The quote ' ends the text here, but it continues.`,
    `引号 ' 在这里结束了文字，后面还有内容。`,
  ],
  'yaml.quote-open': [
    change(visit, ['display: visitNo', `display: "visitNo`]),
    visit,
    '"visitNo',
    'The quote " is not closed.',
    '引号 " 没有结束。',
  ],
  'yaml.space': [
    change(site, ['  phone: {', '\u3000phone: {']),
    site,
    '\u3000phone',
    'The character U+3000 at the beginning of the line is no space.',
    '行首的字符 U+3000 不是空格。',
  ],
  'yaml.tab': [
    change(site, ['  phone: {', '\tphone: {']),
    site,
    '\tphone',
    'The line is indented with a tab.',
    '缩进用了制表符。',
  ],
  'yaml.key-twice': [
    change(visit, ['display: visitNo', `display: visitNo\ndisplay: visitNo`]),
    visit,
    `display: visitNo\n¦display:`,
    `"display" is defined twice.`,
    '“display”写了两次。',
  ],
  'yaml.alias': [
    change(visit, ['display: visitNo', 'display: &a visitNo']),
    visit,
    '&a',
    'Anchors, aliases and tags are not supported (&a).',
    '不支持锚点、别名和标签（&a）。',
  ],
  'key.unknown': [
    change(visit, ['display: visitNo', 'dispaly: visitNo']),
    visit,
    'dispaly:',
    `There is no key "dispaly" here.`,
    '这里没有“dispaly”这个键。',
  ],
  'key.indent': [
    change(visit, ['list:\n  columns: [', 'columns: ['], ['  search: [visitNo', 'list:\n  search: [visitNo']),
    visit,
    'columns: [visitNo',
    '"columns" belongs below `list`, not on this level.',
    '“columns”属于 list，不在这一级。',
  ],
  'key.outdent': [
    change(site, ['actions: { collect', '  actions: { collect']),
    site,
    'actions: { collect',
    '"actions" is a key of the resource, not one of its fields.',
    '“actions”不是字段，而是资源的键。',
  ],
  'key.missing': [
    change(kind, [`title: { zh: 走访类别, en: Kind of visit }\n`, '']),
    kind,
    '',
    `"title" is missing.`,
    '缺少“title”。',
  ],
  'value.missing': [
    change(visit, ['display: visitNo', 'display:']),
    visit,
    'display:¦',
    'The value is missing; expected a text.',
    '这里没有写值，应为文字。',
  ],
  'value.type': [
    change(visit, ['required: true, max: 50', 'required: 1, max: 50']),
    visit,
    '1, max:',
    'Expected true or false or a text, found a number.',
    '这里应为布尔值（true 或 false）或文字，却是数字。',
  ],
  'value.choice': [
    change(kind, ['colour: blue', 'colour: blu']),
    kind,
    'blu',
    `"blu" is not one of the choices.`,
    '“blu”不在可选值之中。',
  ],
  'value.form': [
    change(visit, ['icon: footprints', 'icon: Foot_prints']),
    visit,
    'Foot_prints',
    `"Foot_prints" has the wrong format.`,
    '“Foot_prints”的格式不对。',
  ],
  'value.empty': [
    change(visit, ['columns: [visitNo, siteId, kind, startDay, state, total]', 'columns: []']),
    visit,
    '[]',
    'The value cannot be empty.',
    '这里不能为空。',
  ],
  'value.long': [
    change(kind, [`key: "1"`, `key: "11111111111111111111111111111111111111111111111111111111111111111"`]),
    kind,
    '"11111111111111111111111111111111111111111111111111111111111111111',
    'The value is too long: at most 64 characters.',
    '太长，最多 64 个字符。',
  ],
  'value.small': [
    change(item, ['type: money, title: { zh: 单价', 'type: decimal, scale: -1, title: { zh: 单价']),
    item,
    '-1',
    'The value cannot be less than 0.',
    '不能小于 0。',
  ],
  'value.large': [
    change(item, ['type: money, title: { zh: 单价', 'type: decimal, scale: 9, title: { zh: 单价']),
    item,
    '9,',
    'The value cannot be greater than 8.',
    '不能大于 8。',
  ],
  'list.item-twice': [
    change(visit, ['columns: [visitNo, siteId', 'columns: [visitNo, visitNo, siteId']),
    visit,
    'visitNo, siteId, kind, startDay',
    `"visitNo" occurs twice in this list.`,
    '列表里“visitNo”出现了两次。',
  ],
  'text.language-missing': [
    change(site, ['title: { zh: 地点, en: Site }', 'title: { zh: 地点 }']),
    site,
    '{ zh: 地点',
    'The English text (en) is missing.',
    '缺少英文（en）。',
  ],
  'text.comma': [
    change(site, ['en: Site }', 'en: Site, or place }']),
    site,
    'or place',
    `The comma ended the text, so "or place" was read as a key.`,
    '逗号截断了文字，“or place”被当成了另一个键。',
  ],
  'title.missing': [
    change(site, [', title: { zh: 名称, en: Name }', '']),
    site,
    'siteName:',
    `"siteName" has no title.`,
    '“siteName”没有标题。',
  ],
  'name.form': [
    change(site, ['siteName: {', 'site_name: {']),
    site,
    'site_name:',
    `"site_name" cannot be a name.`,
    '“site_name”不能作名称。',
  ],
  'name.reserved': [
    change(item, ['  itemName', `  size: { type: text, title: { zh: 规格, en: Size } }\n  itemName`]),
    item,
    'size:',
    `The name "size" is reserved.`,
    '“size”是系统保留的名称。',
  ],
  'name.long': [
    change(item, [
      '  itemName',
      `  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: { type: text, title: { zh: 甲, en: A } }\n  itemName`,
    ]),
    item,
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:',
    `The name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long.`,
    '“aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa”太长。',
  ],
  'renamed-from.present': [
    change(item, ['itemName: { type: text', 'itemName: { type: text, renamedFrom: price']),
    item,
    'price,',
    `"price" still exists, so it cannot be a former name.`,
    '“price”仍然存在，不能是曾用名。',
  ],
  'renamed-from.twice': [
    change(
      'parameters.yaml',
      ['value: 3', 'value: 3, renamedFrom: old'],
      ['type: integer, values', 'type: integer, renamedFrom: [older, old], values'],
    ),
    'parameters.yaml',
    'old], values',
    `"old" is a former name of "visit.days" already.`,
    '“old”已经是“visit.days”的曾用名。',
  ],
  'resource.unknown': [
    change(item, ['of: visit', 'of: vist']),
    item,
    'vist',
    `There is no resource "vist".`,
    '没有名为“vist”的资源。',
  ],
  'resource.name-twice': [
    {
      files: {
        'resources/other/Site.yaml': `title: { zh: 甲, en: A }\nfields:\n  a: { type: text, title: { zh: 甲, en: A } }\n`,
      },
    },
    'resources/other/Site.yaml',
    '',
    `The resource "Site" is already defined in resources/field/site.yaml.`,
    '资源“Site”已在 resources/field/site.yaml 中定义。',
  ],
  'resource.code-twice': [
    change(site, ['display:', `code: visit\ndisplay:`]),
    site,
    'code: ¦visit',
    `The permission code "visit" is already used by resources/field/visit.yaml.`,
    '权限码“visit”已被 resources/field/visit.yaml 使用。',
  ],
  'resource.path-twice': [
    change(site, ['display:', `path: /field/visit\ndisplay:`]),
    site,
    '/field/visit',
    `The path "/field/visit" is already used by resources/field/visit.yaml.`,
    '页面地址“/field/visit”已被 resources/field/visit.yaml 使用。',
  ],
  'dialect.path-twice': [
    {
      files: {
        'resources/field/trip.yaml': `${title}\ndialect: { blade: blade-field/site }\nfields: { a: { type: text, ${title} } }\n`,
        'resources/field/tour.yaml': `${title}\ndialect: { blade: blade-field/site }\nfields: { a: { type: text, ${title} } }\n`,
      },
    },
    'resources/field/trip.yaml',
    'blade-field/site',
    'The path "blade-field/site" is already used by resources/field/tour.yaml.',
    '接口路径“blade-field/site”已被 resources/field/tour.yaml 使用。',
  ],
  'resource.columns': [
    {
      files: {
        'resources/field/many.yaml': `${title}\nfields:\n${Array.from({ length: 1700 }, (_, n) => `  f${n}: { type: text, ${title} }\n`).join('')}`,
      },
    },
    'resources/field/many.yaml',
    'fields:',
    'The resource has 1700 stored fields.',
    '资源有 1700 个存储的字段。',
  ],
  'resource.fields-missing': [
    { files: { 'resources/field/nothing.yaml': `title: { zh: 甲, en: A }\n` } },
    'resources/field/nothing.yaml',
    '',
    'A resource requires at least one field.',
    '资源至少要有一个字段。',
  ],
  'dictionary.unknown': [
    change(visit, ['of: visit_kind', 'of: visit_kin']),
    visit,
    'visit_kin',
    `There is no dictionary "visit_kin".`,
    '没有编号为“visit_kin”的字典。',
  ],
  'dictionary.entry-unknown': [
    change(visit, ['default: planned', 'default: plannd']),
    visit,
    'plannd',
    `The dictionary has no entry "plannd".`,
    '字典里没有“plannd”。',
  ],
  'dictionary.entry-sealed': [
    change(kind, ['en: Planned }, ', 'en: Planned }, sealed: true, ']),
    kind,
    'true',
    '"planned" cannot be sealed: it is an initial value, a default or the result of a transition of visit.kind.',
    '“planned”不能停用：visit.kind 的初始值、默认值或流转会用到它。',
  ],
  'dictionary.alias-taken': [
    change(kind, ['colour: red', 'colour: red, aliases: [ad hoc, PLANNED]']),
    kind,
    'PLANNED',
    `The alias "PLANNED" is already the key, title, name or alias of another entry.`,
    '别名“PLANNED”已是另一个条目的键值、名称或别名。',
  ],
  'dictionary.key-twice': [
    change(kind, [`key: "2"`, `key: "1"`]),
    kind,
    '"1", title: { zh: 临时',
    `The key "1" is already used by another entry.`,
    '键值“1”已被另一个条目使用。',
  ],
  'dictionary.key-reserved': [
    change(kind, [`key: "2"`, `key: x-2`]),
    kind,
    'x-2',
    `The key "x-2" begins with x-.`,
    '键值“x-2”以 x- 开头。',
  ],
  'dictionary.title-twice': [
    change(kind, ['zh: 临时', 'zh: 计划内']),
    kind,
    '¦计划内, en: Urgent',
    'The title "计划内" is also the title of the entry "planned".',
    '条目“planned”的名称也是“计划内”。',
  ],
  'dictionary.unused': [
    { files: { 'dictionaries/other.yaml': `title: { zh: 甲, en: A }\nentries:\n  a: { title: { zh: 甲, en: A } }\n` } },
    'dictionaries/other.yaml',
    '',
    `No field uses the dictionary "other".`,
    '没有字段使用字典“other”。',
  ],
  'mixin.unknown': [
    change(visit, ['mixins: [siteRecord]', 'mixins: [siteRecord, siteRecrd]']),
    visit,
    'siteRecrd',
    `There is no mixin "siteRecrd".`,
    '没有名为“siteRecrd”的公共字段。',
  ],
  'icon.unknown': [
    change(site, ['icon: map-pin', 'icon: map-pinn']),
    site,
    'map-pinn',
    'There is no icon "map-pinn".',
    '没有名为“map-pinn”的图标。',
  ],
  'menu.unknown': [
    change(visit, ['under: field', 'under: feild']),
    visit,
    'feild',
    `There is no menu group "feild".`,
    '没有名为“feild”的菜单组。',
  ],
  'menu.cycle': [
    change('menus.yaml', ['icon: map, order: 10', 'icon: map, under: tasks']),
    'menus.yaml',
    'tasks }',
    'The menu group "field" is under itself.',
    '菜单组“field”在自己的下级里。',
  ],
  'menu.deep': [
    change('menus.yaml', [
      'icon: map, order: 10 }',
      `icon: map, under: a }\na: { ${title}, under: b }\nb: { ${title} }`,
    ]),
    'menus.yaml',
    'field,',
    'The menu group "tasks" is too deep: groups are nested at most 3 levels deep.',
    '菜单组“tasks”太深：菜单组最多 3 级。',
  ],
  'menu.top-under': [
    change('menus.yaml', ['under: field, ', 'under: field, top: true, ']),
    'menus.yaml',
    'true',
    'The top menu "tasks" cannot have a parent.',
    '顶部菜单“tasks”不能有上级。',
  ],
  'role.code-unknown': [
    { files: { 'roles.yaml': 'inspector: { title: { zh: 巡查员, en: Inspector }, allow: [visit_*, vist_view] }\n' } },
    'roles.yaml',
    'vist_view',
    'There is no permission code "vist_view".',
    '没有权限编码“vist_view”。',
  ],
  'role.menu-unknown': [
    { files: { 'roles.yaml': 'inspector: { title: { zh: 巡查员, en: Inspector }, menus: [field, today, vists] }\n' } },
    'roles.yaml',
    'vists',
    'The menu has no entry "vists".',
    '菜单里没有“vists”。',
  ],
  'role.unknown': [
    change('menus.yaml', ['roles: [inspector]', 'roles: [inspektor]']),
    'menus.yaml',
    'inspektor',
    'roles.yaml declares no role "inspektor".',
    'roles.yaml 没有声明角色“inspektor”。',
  ],
  'role.reserved': [
    { files: { 'roles.yaml': 'administrator: { title: { zh: 管理员, en: Administrator } }\n' } },
    'roles.yaml',
    'administrator',
    'Every installation has the role administrator, with every right: it cannot be declared.',
    '角色 administrator 每个系统都有，拥有全部权限，不能声明。',
  ],
  'path.reserved': [
    change('pages.yaml', ['path: /field/today', 'path: /api/today']),
    'pages.yaml',
    '/api/today',
    'The path "/api/today" is reserved.',
    '页面地址“/api/today”是保留的。',
  ],
  'page.path-twice': [
    change('pages.yaml', ['path: /field/today', 'path: /field/visit']),
    'pages.yaml',
    '/field/visit',
    'The path "/field/visit" is already used in resources/field/visit.yaml.',
    '页面地址“/field/visit”已在 resources/field/visit.yaml 中使用。',
  ],
  'page.screen-or-link': [
    change('pages.yaml', [', screen: Today', '']),
    'pages.yaml',
    '',
    'The page "today" requires either `screen` or `link`.',
    '页面“today”须有 screen 或 link，只能有一个。',
  ],
  'page.link-unsafe': [
    change('pages.yaml', ['https://weather.example.cn/', 'javascript:alert(1)']),
    'pages.yaml',
    '"javascript:alert',
    '"javascript:alert(1)" cannot be a link.',
    '“javascript:alert(1)”不能作为链接。',
  ],
  'page.code-unknown': [
    change('pages.yaml', ['visit_view', 'visit_veiw']),
    'pages.yaml',
    'visit_veiw',
    'There is no permission code "visit_veiw".',
    '没有权限码“visit_veiw”。',
  ],
  'page.platform-anyone': [
    change('pages.yaml', ['code: visit_view', 'code: anyone, platform: true']),
    'pages.yaml',
    'true',
    'A page for everyone has no tenant, so it cannot have platform: true.',
    '无需登录的页面没有租户，不能写 platform: true。',
  ],
  'field.type-unknown': [
    change(visit, ['startDay: { type: date', 'startDay: { type: dat']),
    visit,
    'dat,',
    `There is no field type "dat".`,
    '没有名为“dat”的字段类型。',
  ],
  'field.unknown': [
    change(visit, ['columns: [visitNo, siteId, kind', 'columns: [visitNo, siteIdd, kind']),
    visit,
    'siteIdd',
    `There is no field "siteIdd".`,
    '没有名为“siteIdd”的字段。',
  ],
  'field.refined-type': [
    change(visit, ['  endDay: {', '  remark: { type: text, max: 9 }\n  endDay: {']),
    visit,
    'text, max:',
    'The type of the field "remark" is determined by mixins/siteRecord.yaml.',
    '字段“remark”的类型已由 mixins/siteRecord.yaml 决定。',
  ],
  'mixin.role-twice': [
    {
      files: {
        'mixins/one.yaml': 'access: [{ role: inspector, allow: [view] }]\n',
        'mixins/two.yaml': 'access: [{ role: inspector, allow: [add] }]\n',
        [site]: `${sample[site] ?? ''}mixins: [one, two]\n`,
      },
    },
    site,
    'two',
    'The mixin one has access rules for the role "inspector" too.',
    '角色“inspector”的访问规则在 one 里也有。',
  ],
  'access.twice': [
    change(visit, ['allowIf: {', '  - { role: inspector, allow: [export, edit] }\nallowIf: {']),
    visit,
    '{ role: inspector, allow: [export',
    'Two rules allow "edit" to the role "inspector".',
    '角色“inspector”有两条规则都允许“edit”。',
  ],
  'field.name-twice': [
    {
      files: {
        'mixins/again.yaml': `fields:\n  remark: { type: text }\n`,
        [visit]: (sample[visit] ?? '').replace('mixins: [siteRecord]', 'mixins: [siteRecord, again]'),
      },
    },
    visit,
    'again',
    `The field "remark" is already defined in siteRecord.`,
    '字段“remark”已在 siteRecord 中定义。',
  ],
  'field.name-taken': [
    change(visit, ['  visitName: {', `  siteIdName: { type: text, title: { zh: 甲, en: A } }\n  visitName: {`]),
    visit,
    'siteIdName:',
    `"siteIdName" is taken: the display text of the reference "siteId" is returned under this name.`,
    '“siteIdName”已被占用：引用字段“siteId”的显示名用这个名称返回。',
  ],
  'parameter.value-or-values': [
    change('parameters.yaml', ['type: integer, ', 'type: integer, values: [{ from: 2026-01-01, value: 1 }], ']),
    'parameters.yaml',
    '[{ from: 2026-01-01',
    'The parameter "visit.days" has either one value or dated values.',
    '参数“visit.days”要么有一个值，要么有按日期的值。',
  ],
  'parameter.unfit': [
    change('parameters.yaml', ['value: 3', 'value: three']),
    'parameters.yaml',
    'three',
    '"three" is not a value of the type integer.',
    '“three”不是 integer 类型的值。',
  ],
  'parameter.day-twice': [
    change('parameters.yaml', ['from: 2026-01-01', 'from: 2024-01-01']),
    'parameters.yaml',
    '2024-01-01, value: 50',
    'The parameter "visit.limit" has two values from 2024-01-01.',
    '参数“visit.limit”在 2024-01-01 有两个值。',
  ],
  'default.unfit': [
    change(item, ['min: 1,', 'min: 1, default: many,']),
    item,
    'many',
    `"many" is not a valid value of this field.`,
    '“many”不是这个字段的有效值。',
  ],
  'default.other-record': [
    change(visit, ['startDay: { type: date,', 'startDay: { type: date, default: me.deptId.updateTime,']),
    visit,
    'default: ¦me.deptId.updateTime',
    'A default cannot read another record through "me.deptId".',
    '默认值不能经过“me.deptId”读取别的记录。',
  ],
  'default.reads': [
    change(visit, ['startDay: { type: date,', 'startDay: { type: date, default: "today() + (endDay - startDay)",']),
    visit,
    'endDay -',
    `A default cannot read "endDay".`,
    '默认值不能读取“endDay”。',
  ],
  'default.reference': [
    change(visit, ['  endDay: {', `  byId: { type: reference, of: site, default: me.id, ${title} }\n  endDay: {`]),
    visit,
    'me.id,',
    `This is a record of "bladeUser", not of "site".`,
    '这是“bladeUser”的记录，不是“site”的记录。',
  ],
  'option.unfit': [
    change(visit, ['visitName: { type: text,', 'visitName: { type: text, pattern: "(a+)+",']),
    visit,
    '"(',
    `The value of "pattern" is invalid.`,
    '“pattern”的值无效。',
  ],
  'column.unfit': [
    change(visit, ['columns: [visitNo, siteId, kind', 'columns: [visitNo, items, kind']),
    visit,
    'items, kind',
    `"items" cannot be a column of a list.`,
    '“items”不能作列表的列。',
  ],
  'column.no-clock': [
    change(
      visit,
      ['columns: [visitNo, siteId, kind', 'columns: [visitNo, timeRemaining, kind'],
      ['  due: { draft: endDay, sent: endDay }\n  opens: { at: startDay, in: [sent] }\n', ''],
    ),
    visit,
    'timeRemaining',
    'There is no deadline to count down to.',
    '没有可以倒计时的期限。',
  ],
  'due.unfit': [
    change(visit, ['due: { draft: endDay,', 'due: { draft: kind,']),
    visit,
    'kind, sent:',
    `"kind" is not a date or time of the record.`,
    '“kind”不是由记录决定的日期或时间。',
  ],
  'opens.unfit': [
    change(visit, ['opens: { at: startDay,', 'opens: { at: kind,']),
    visit,
    'at: ¦kind',
    `"kind" is neither a date nor a time.`,
    '“kind”不是日期或时间。',
  ],
  'search.unfit': [
    change(visit, ['search: [visitNo', 'search: [items, visitNo']),
    visit,
    'items, visitNo',
    `"items" cannot be searched.`,
    '“items”不能用来搜索。',
  ],
  'unique.where': [
    change(visit, ['where: "total > 0"', 'where: "startDay > today()"']),
    visit,
    'where: ¦"startDay > today()',
    '"startDay > today()" cannot decide among which records values are unique.',
    '“startDay > today()”不能限定哪些记录之间不可重复。',
  ],
  'sort.unfit': [
    change(visit, ['sort: -createTime', 'sort: items']),
    visit,
    'sort: ¦items',
    `"items" cannot be used for sorting.`,
    '“items”不能用来排序。',
  ],
  'display.unfit': [
    change(visit, ['display: visitNo', 'display: items']),
    visit,
    'display: ¦items',
    `"items" cannot be the display field.`,
    '“items”不能代表一条记录。',
  ],
  'state.unfit': [
    change(visit, ['display: visitNo', 'display: visitNo\nstate: visitNo']),
    visit,
    'state: ¦visitNo',
    `"visitNo" cannot be the state of a record.`,
    '“visitNo”不能表示记录的状态。',
  ],
  'form.unfit': [
    change(visit, ['fields: [items,', 'fields: [createTime, items,']),
    visit,
    'createTime,',
    `"createTime" is set by the system and cannot be in a form.`,
    '“createTime”由系统生成，不能放进表单。',
  ],
  'index.unfit': [
    change(item, ['amount: { type: money,', 'amount: { type: money, index: true,']),
    item,
    'true, compute:',
    `"index" is not allowed for "amount".`,
    '“amount”不能写 index。',
  ],
  'keep.unfit': [
    change(visit, ['compute: "items', 'keep: true, compute: "items']),
    visit,
    'true, compute:',
    `"keep" is not allowed for "total".`,
    '“total”不能写 keep。',
  ],
  'stored.idle': [
    change(item, ['price: { type: money,', 'price: { type: money, stored: true,']),
    item,
    'true, title:',
    '`stored` is for computed fields only.',
    'stored 只和 compute 一起用。',
  ],
  'compute.stored-clock': [
    change(visit, [
      '  total: { type: money,',
      '  left: { type: integer, compute: "daysBetween(startDay, today())", stored: true, title: { zh: 天, en: Days } }\n  total: { type: money,',
    ]),
    visit,
    '"daysBetween',
    '"left" stores its value, which does not follow the clock: it cannot read today() or now().',
    '“left”存储计算结果，不能读取 today() 或 now()：存下的值不会随时间更新。',
  ],
  'compute.stored-other': [
    change(
      site,
      ['tree: parentId', 'tree: parentId\nshared: true'],
      [
        '  lastVisit:',
        '  above: { type: text, compute: parentId.siteName, stored: true, title: { zh: 上级, en: Above } }\n  lastVisit:',
      ],
    ),
    site,
    'parentId.siteName',
    '"above" stores its value, which follows only records of the tenant that a reference field of the record or of its lines names.',
    '“above”存储计算结果，只能经过本记录或其明细的引用字段读取本租户的记录：否则存下的值不会随那条记录更新。',
  ],
  'compute.rows-hidden': [
    { files: { 'roles.yaml': 'clerk: { title: { zh: 文员, en: Clerk }, allow: [site_view] }\n' } },
    site,
    'visitCount',
    'The role "clerk" sees "visitCount" but not the records of "visit" from which it is computed: the value is of all of them.',
    '角色“clerk”能看到“visitCount”，却看不到用来计算它的“visit”记录：该值由全部记录计算。',
  ],
  'compute.cycle': [
    change(item, ['price: { type: money,', `price: { type: money, compute: "amount",`]),
    item,
    '"amount',
    'These computed fields depend on each other: price → amount → price.',
    '计算字段互相依赖：price → amount → price。',
  ],
  'reference.cycle': [
    change(site, ['parentId: { type: reference,', 'parentId: { type: reference, required: true,']),
    site,
    'parentId:',
    'Required references form a cycle, so no record can be created: site → site.',
    '必填的引用成环，第一条记录无法建立：site → site。',
  ],
  'owner.unfit': [
    change(visit, ['owner: siteId', 'owner: kind']),
    visit,
    'owner: ¦kind',
    `"kind" does not refer to site.`,
    '“kind”不指向 site。',
  ],
  'owner.by-unfit': [
    {
      files: {
        'app.yaml': 'language: 2\ntitle: { zh: 走访, en: Visits }\nowner: { of: site, by: visitId }\n',
        'resources/blade/bladeUser.yaml':
          'title: { zh: 用户, en: User }\nfields: { visitId: { type: reference, of: visit } }\n',
      },
    },
    'app.yaml',
    'by: ¦visitId',
    '"visitId" of bladeUser does not refer to site.',
    'bladeUser 的“visitId”不指向 site。',
  ],
  'owner.missing': [
    { files: { 'app.yaml': `language: 2\n` } },
    visit,
    'owner: ¦siteId',
    'app.yaml defines no owner resource, so records cannot have an owner.',
    'app.yaml 没有写 owner，记录无从归属。',
  ],
  'partOf.unfit': [
    change(item, ['partOf: visitId', 'partOf: itemName']),
    item,
    'partOf: ¦itemName',
    `"itemName" is not a reference to a parent record.`,
    '“itemName”不是指向主表的引用。',
  ],
  'readOnly.step': [
    change(
      site,
      ['display: siteName', 'display: siteName\nreadOnly: true'],
      ['actions: {', 'actions: { close: { set: { lastVisit: today() }, title: { zh: 关, en: Close } }, '],
    ),
    site,
    'close: { ¦set:',
    'An action of a read-only resource cannot have set: it only runs its handler.',
    '只读资源的动作不能有 set：它只运行处理程序。',
  ],
  'partOf.unlisted': [
    {
      files: {
        'resources/field/note.yaml': `${title}\npartOf: visitId\nfields: { visitId: { type: reference, of: visit, required: true } }\n`,
      },
    },
    'resources/field/note.yaml',
    'partOf: ¦visitId',
    'No field of visit lists these lines, so they can be neither seen nor entered.',
    'visit 没有列出这些明细的字段，它们无法查看和填写。',
  ],
  'partOf.unused': [
    change(item, ['partOf: visitId', 'partOf: visitId\naccess: [{ role: inspector, hide: [price] }]']),
    item,
    'access:',
    'Lines cannot have access: they have no pages, and their master determines rights and state.',
    '明细不能有 access：它没有自己的页面，权限和状态都随主表。',
  ],
  'effect.one-record': [
    change(visit, ['{ record: siteId, with:', '{ record: siteId, limit: 5, with:']),
    visit,
    'limit: 5',
    '`record` names one record, so limit has no effect.',
    'record 只指一条记录，不能有 limit。',
  ],
  'readOnly.unused': [
    change(visit, ['display: visitNo', 'display: visitNo\nreadOnly: true']),
    visit,
    'rules:',
    'A read-only resource cannot have rules: users do not write its rows.',
    '只读资源不能有 rules：它的记录不由用户填写。',
  ],
  'readOnly.no-states': [
    change(site, ['siteName: { type: text, required: true', 'siteName: { type: text, readOnly: [open]']),
    site,
    '[open]',
    'A list under `readOnly` contains states, and this resource has none.',
    'readOnly 的列表是状态，而本资源没有状态。',
  ],
  'field.condition-unfit': [
    change(visit, ['type: money, compute:', 'type: money, required: "kind == \'planned\'", compute:']),
    visit,
    `"kind == 'planned'", compute`,
    'Users do not enter "total", so this `required` has no effect.',
    '用户不填写“total”，这里的 required 不起作用。',
  ],
  'personal.unfit': [
    change(visit, ['type: children, of: visitItem', 'type: children, personal: name, of: visitItem']),
    visit,
    'name, of: visitItem',
    '"items" has no value that could be masked.',
    '“items”没有可以遮盖的值。',
  ],
  'access.mask-hidden': [
    change(visit, ['where: "createUser == me.id" }', 'where: "createUser == me.id", hide: [remark], mask: [remark] }']),
    visit,
    'mask: [¦remark',
    '"remark" is hidden, so masking it has no effect.',
    '“remark”已在 hide 里，遮盖不起作用。',
  ],
  'onDelete.unfit': [
    change('mixins/siteRecord.yaml', ['of: site, required', 'of: site, onDelete: clear, required']),
    'mixins/siteRecord.yaml',
    'clear,',
    '"siteId" cannot have `onDelete: clear`.',
    '“siteId”不能写 onDelete: clear。',
  ],
  'required.lines': [
    change(visit, ['type: children, of: visitItem', 'type: children, required: "kind == \'planned\'", of: visitItem']),
    visit,
    `"kind == 'planned'", of: visitItem`,
    '"items" contains lines and cannot be required by a condition.',
    '“items”是明细，不能写必填的条件。',
  ],
  'input.key-unfit': [
    change(visit, ['summary: { type: longtext, required: true', 'summary: { type: longtext, readOnly: true']),
    visit,
    'true, title: { zh: 小结',
    'An input cannot have `readOnly`.',
    '输入不能有 readOnly。',
  ],
  'input.condition-unfit': [
    change(visit, ['since: { type: date,', `since: { type: date, required: "kind == 'planned'",`]),
    visit,
    `"kind == 'planned'", title: { zh: 自`,
    '`required` of an input of a query, or of a result, cannot be a condition.',
    '查询的输入和返回值的 required 不能是条件。',
  ],
  'platform.not-shared': [
    change(visit, ['display: visitNo', 'display: visitNo\nplatform: true']),
    visit,
    'platform: ¦true',
    'Only rows that all tenants share can belong to the platform.',
    '只有所有租户共用的数据才能属于平台。',
  ],
  'guard.line': [
    change(item, ['partOf: visitId', 'partOf: visitId\nguard: authority']),
    item,
    'authority',
    'Lines cannot have their own guard.',
    '明细不能有自己的 guard。',
  ],
  'tree.unfit': [
    change(site, ['tree: parentId', 'tree: siteName']),
    site,
    'tree: ¦siteName',
    `"siteName" does not refer to this resource itself.`,
    '“siteName”不指向本资源。',
  ],
  'children.unfit': [
    change(visit, ['of: visitItem, columns: [itemName, count, price, amount]', 'of: site']),
    visit,
    'site,',
    `"site" is not part of visit.`,
    '“site”不是 visit 的明细。',
  ],
  'related.of-unfit': [
    change(site, ['of: visit, by: siteId', 'of: supplyItem']),
    site,
    'supplyItem',
    'supplyItem has no reference to this resource.',
    'supplyItem 没有指向本资源的引用。',
  ],
  'related.by-missing': [
    {
      files: {
        'resources/field/thing.yaml': `${title}\nfields:\n  pairs: { type: related, of: pair }\n`,
        'resources/field/pair.yaml': `${title}\nfields:\n  left: { type: reference, of: thing }\n  right: { type: reference, of: thing }\n`,
      },
    },
    'resources/field/thing.yaml',
    'pair }',
    'pair has several references to this resource.',
    'pair 有多个指向本资源的引用。',
  ],
  'related.by-unfit': [
    change(site, ['by: siteId', 'by: kind']),
    site,
    'by: ¦kind',
    '"kind" of visit does not refer to this resource.',
    'visit 的“kind”不指向本资源。',
  ],
  'related.input': [
    change(visit, ['input: { summary: { type: text, title', 'input: { summary: { type: related, of: site, title']),
    visit,
    'input: { ¦summary: { type: related',
    '"summary" is a list of related records, which is not entered.',
    '“summary”是相关记录，不能填写。',
  ],
  'bind.http': [
    change(supply, ['http: [POST bindSites, GET listSites]', 'http: [POST bindSites, POST listSites]']),
    supply,
    'http: ¦[POST bindSites',
    'A bind has one POST endpoint and one GET endpoint.',
    '绑定要有一个 POST 接口和一个 GET 接口。',
  ],
  'bind.of-unfit': [
    change(
      supply,
      ['sites: { of: site', 'sites: { of: supplyItem'],
      ['where: "it.parentId == siteId", returns', 'returns'],
    ),
    supply,
    'sites: { of: ¦supplyItem',
    'Records of "supplyItem" cannot be linked.',
    '不能绑定“supplyItem”的记录。',
  ],
  'bind.unfit': [
    change(site, [
      'tree: parentId',
      'tree: parentId\nshared: true\nbind: { near: { of: site, http: [POST a, GET b] } }',
    ]),
    site,
    'bind: ¦{ near',
    'A resource with shared: true cannot have binds.',
    '有 shared: true 的资源不能有绑定。',
  ],
  'bind.name-taken': [
    change(supply, ['  sites: { of: site', '  day: { of: site']),
    supply,
    '  ¦day: { of: site',
    '"day" is already the name of a field.',
    '“day”已是字段的名称。',
  ],
  'field.key-unused': [
    change(site, ['by: siteId', 'by: siteId, required: true']),
    site,
    'required: true, where',
    'A field of type related cannot have required.',
    'related 类型的字段不能有 required。',
  ],
  'lifecycle.field-unfit': [
    change(visit, ['field: state', 'field: visitName']),
    visit,
    'field: ¦visitName',
    `"visitName" cannot contain the state.`,
    '“visitName”不能保存状态。',
  ],
  'state.unknown': [
    change(visit, ['to: done', 'to: don']),
    visit,
    'to: ¦don',
    `The dictionary has no state "don".`,
    '字典里没有状态“don”。',
  ],
  'state.unreachable': [
    change('dictionaries/visit_state.yaml', ['  done:', `  lost: { key: "9", title: { zh: 甲, en: A } }\n  done:`]),
    visit,
    'field: ¦state',
    `No transition leads to the state "lost".`,
    '没有步骤能到达状态“lost”。',
  ],
  'state.dead-end': [
    change(visit, ['from: [draft, sent]', 'from: draft']),
    visit,
    'sent,',
    `No transition leaves the state "sent".`,
    '状态“sent”没有出路。',
  ],
  'primary.unfit': [
    change(visit, ['      to: done', '      to: done\n      primary: [inspector]']),
    visit,
    'inspector]',
    `The role "inspector" may not perform "finish".`,
    '角色“inspector”不能做“finish”。',
  ],
  'step.name-taken': [
    change(visit, ['send: {', 'save: {'], ['edit, send]', 'edit]']),
    visit,
    'save:',
    `"save" has another meaning and cannot be the name of a transition or action.`,
    '“save”已有别的含义，不能作流转或动作的名称。',
  ],
  'action.collection': [
    change(visit, [`remind: { if: "state != 'done'"`, `remind: { on: collection, handler: a, if: "state != 'done'"`]),
    visit,
    `"state != 'done'",`,
    'An action with `on: collection` has no record, so it cannot use "state".',
    '动作不针对某条记录（on: collection），不能用“state”。',
  ],
  'action.returns': [
    change(visit, [`remind: { if`, `remind: { returns: { a: { type: text, title: { zh: 甲, en: A } } }, if`]),
    visit,
    '{ a:',
    '"remind" has no handler, so nothing gives what it `returns`.',
    '“remind”没有 handler，不会返回 returns 里的数据。',
  ],
  'query.unindexed': [
    change(visit, [`"state != 'done' && siteId == input.siteId"`, `"remark == 'a'"`]),
    visit,
    '"remark ==',
    'No condition of `where` is supported by an index, so it would read the whole table.',
    'where 里没有索引能支持的条件，数据多时会读遍整张表。',
  ],
  'query.unused': [
    change(visit, ['returns: page', 'returns: count, sort: -createTime']),
    visit,
    '-createTime }',
    '"sort" has no effect on this query.',
    '这个查询不用“sort”。',
  ],
  'query.group': [
    change(visit, ['small: true, returns: list', 'small: true, group: [siteId], returns: list']),
    visit,
    '[siteId], returns',
    'A query with groups requires `group`, `measure` and `returns: list`.',
    '分组查询须同时写 group 和 measure，且 returns: list。',
  ],
  'query.measure': [
    change(visit, [
      'small: true, returns: list',
      'small: true, group: [siteId], measure: { first: sum(visitName) }, returns: list',
    ]),
    visit,
    'sum(visitName)',
    '"sum(visitName)" cannot be computed for a group of records.',
    '“sum(visitName)”不能对一组记录计算。',
  ],
  'query.handler': [
    change(visit, [`where: "remark.startsWith('!')", small: true`, 'handler: workload']),
    visit,
    'workload, returns: ¦list',
    'A query with `handler` returns typed values, so `returns` must be a map of fields.',
    '有 handler 的查询须在 returns 里写出返回的各个值。',
  ],
  'query.handler-of-step': [
    change(
      visit,
      ['flag: { if', 'flag: { handler: remind, if'],
      ['workload: { handler: workload', 'workload: { handler: remind'],
    ),
    visit,
    'remind, input: { since',
    'The handler "remind" is that of a transition or an action, and cannot be that of a query.',
    'handler“remind”已用于流转或操作，查询不能共用。',
  ],
  'query.column': [
    change(visit, ['returns: page', 'returns: page, columns: { a: "days(1)" }']),
    visit,
    '"days',
    'The result of this expression cannot be transmitted.',
    '这个表达式的结果不能传输。',
  ],
  'http.taken': [
    change(visit, [`finish:\n`, `finish:\n      http: POST send\n`]),
    visit,
    'POST',
    `The endpoint "POST send" is already used.`,
    '接口“POST send”已被使用。',
  ],
  'http.get': [
    change(visit, [`finish:\n`, `finish:\n      http: GET\n`]),
    visit,
    'GET',
    'A transition or an action writes, so its method cannot be GET or DELETE.',
    '流转和动作会写入数据，不能用 GET 或 DELETE。',
  ],
  'http.reserved': [
    change(visit, [`finish:\n`, `finish:\n      http: POST /api/engine/bulk\n`]),
    visit,
    'POST',
    'The path "/api/engine/bulk" belongs to the engine.',
    '路径“/api/engine/bulk”属于系统。',
  ],
  'input.unknown': [
    change(visit, [`finish:\n`, `finish:\n      http: POST finish/{idd}\n`]),
    visit,
    'POST',
    'There is no input "idd".',
    '没有名为“idd”的输入。',
  ],
  'step.message-alone': [
    change(visit, [`      if: "size(items) > 0"\n`, '']),
    visit,
    '{ zh: 请先填写用品',
    'Without `if`, the `message` is never shown.',
    '没有 if，message 永远不会显示。',
  ],
  'step.rule-enters-nothing': [
    change(visit, [
      '      set: { remark: input.summary }',
      `      rules: [{ rule: "size(visitName) > 1", message: { zh: 短, en: Short } , valid: { visitName: Ann }, invalid: { visitName: A } }]`,
    ]),
    visit,
    '"size(visitName',
    'The rule reads nothing that is entered in this step.',
    '这条规则没有读取这一步填写的任何值。',
  ],
  'step.automatic': [
    change(visit, ['send: { from: draft, to: sent,', 'send: { from: draft, to: sent, after: endDay, http: PUT,']),
    visit,
    'http: PUT,',
    'No user makes an automatic step, so "http" has no effect.',
    '自动执行的步骤没有使用者，“http”不起作用。',
  ],
  'step.auto': [
    change(
      visit,
      ['send: { from: draft, to: sent, if: "visitName != null",', 'send: { from: draft, to: sent, auto: true,'],
      ['edit, send]', 'edit]'],
    ),
    visit,
    'auto: ¦true',
    'A step with `auto` must have `if`, and cannot have `after`.',
    'auto 的步骤必须有 if，且不能有 after。',
  ],
  'step.auto-clock': [
    change(
      visit,
      [
        'send: { from: draft, to: sent, if: "visitName != null",',
        'send: { from: draft, to: sent, auto: true, if: "startDay <= today()",',
      ],
      ['edit, send]', 'edit]'],
    ),
    visit,
    '"startDay <= today()"',
    'The `if` of a step with `auto` cannot read the clock.',
    'auto 步骤的 if 不能读时间。',
  ],
  'step.writes-state': [
    change(visit, [`remind: { if`, `remind: { edit: [state], if`]),
    visit,
    'state]',
    `"state" is the lifecycle's state; only transitions change it.`,
    '“state”是生命周期的状态，只由流转改变。',
  ],
  'input.edited': [
    change(visit, ['edit: { items: { columns: [itemName, count] } }', 'edit: [summary, items]']),
    visit,
    'summary: { type: longtext',
    `"summary" is already in \`edit\`.`,
    '“summary”在 edit 里已有。',
  ],
  'edit.no-lines': [
    change(visit, ['edit: { items: { columns: [itemName, count] } }', 'edit: { endDay: { add: true } }']),
    visit,
    'true } }',
    `"endDay" has no lines, so \`add\` has no effect.`,
    '“endDay”没有明细行，不能写 add。',
  ],
  'edit.add-incomplete': [
    change(visit, [
      'edit: { items: { columns: [itemName, count] } }',
      'edit: { items: { columns: [count], add: true } }',
    ]),
    visit,
    'true } }',
    'A new line requires "itemName", which is not in `columns`.',
    '新行必填的“itemName”不在 columns 里。',
  ],
  'set.unfit': [
    change(visit, ['set: { remark: input.summary }', `set: { total: "1.0" }`]),
    visit,
    'total: "',
    `"total" cannot be set.`,
    '不能写入“total”。',
  ],
  'effect.record-or-of': [
    change(visit, ['{ record: siteId, with', '{ with']),
    visit,
    '{ with:',
    'The records are named either by `record`, or by `of` and `where`.',
    '写哪些记录：要么 record，要么 of 加 where。',
  ],
  'effect.record': [
    change(visit, ['record: siteId', 'record: visitName']),
    visit,
    'visitName, with:',
    '"visitName" is not a reference to one record.',
    '“visitName”不是指向一条记录的引用。',
  ],
  'effect.transition': [
    change(visit, ['limit: 10', 'transition: delivr']),
    visit,
    'delivr',
    '"supply" has no transition "delivr".',
    '“supply”没有步骤“delivr”。',
  ],
  'effect.guarded': [
    change('resources/field/supply.yaml', ['owner: siteId', 'shared: true']),
    visit,
    `    creates:\n      of: ¦supply`,
    'A step cannot write records of "supply": they grant rights, or belong to all tenants.',
    '步骤不能写“supply”的记录：它们授予权限，或属于所有租户。',
  ],
  'effect.line': [
    change(visit, ['of: supply', 'of: supplyItem']),
    visit,
    'supplyItem',
    '"supplyItem" is a line of "supply" and has no record of its own.',
    '“supplyItem”是“supply”的明细，不能单独生成。',
  ],
  'effect.list': [
    change(visit, ['each: items', 'each: itmes']),
    visit,
    'itmes',
    '"itmes" is not a field of lines of this record.',
    '“itmes”不是本记录的明细字段。',
  ],
  'effect.lines': [
    change(visit, ['day: today() + 7', 'day: { each: items, with: {} }']),
    visit,
    'day: {',
    '{ each, where, with } is for fields of lines only, and they take nothing else: "day".',
    '{ each, where, with } 只用于明细字段，明细字段也只能这样写：“day”。',
  ],
  'effect.copy': [
    change(visit, ['fields: [siteId]', 'fields: [siteId, items]']),
    visit,
    'items]',
    '"items" has another type in "supply" and cannot be copied.',
    '“items”在“supply”里是另一种类型，不能复制。',
  ],
  'effect.required': [
    change(visit, ['fields: [siteId]', 'if: true']),
    visit,
    `    creates:\n      ¦of:`,
    'The required field "siteId" of "supply" gets no value.',
    '“supply”必填的“siteId”没有值。',
  ],
  'effect.reference': [
    change(visit, ['fields: [siteId]', 'if: true'], ['day: today() + 7', 'siteId: id, day: today() + 7']),
    visit,
    'id,',
    'This is a record of "visit", not of "site".',
    '这是“visit”的记录，不是“site”的记录。',
  ],
  'message.receiver': [
    change(reminder, ['[inspector]', '[inspectr]']),
    reminder,
    'inspectr',
    'There is no receiver "inspectr".',
    '没有接收人“inspectr”。',
  ],
  'message.no-owner': [
    change(
      reminder,
      ['of: visit', 'of: visitItem'],
      ['{siteId.siteName}：{startDay}', '{itemName}'],
      ['{siteId.siteName}: visit on {startDay}', '{itemName}'],
      ['siteId.phone, ', ''],
    ),
    reminder,
    'owners',
    'Records of "visitItem" have no owner, so `owners` is empty.',
    '“visitItem”的记录没有归属，owners 没有人。',
  ],
  'message.not-an-address': [
    change(reminder, ['siteId.phone', 'siteId.siteName']),
    reminder,
    'siteId.siteName, owners',
    '"siteId.siteName" is neither a phone number nor a user.',
    '“siteId.siteName”不是手机号，也不是用户。',
  ],
  'message.phone-without-sms': [
    change(reminder, ['[sms, inApp]', '[inApp]']),
    reminder,
    'siteId.phone',
    '"siteId.phone" is a phone number, which only sms reaches, and `channels` has no sms.',
    '“siteId.phone”是手机号，只能用短信，channels 里却没有 sms。',
  ],
  'message.path': [
    change(reminder, ['{siteId.siteName}：', '{siteId.parentId.siteName}：']),
    reminder,
    'siteId.parentId',
    '"siteId.parentId.siteName" is not <reference>.<field>.',
    '“siteId.parentId.siteName”不是“引用.字段”。',
  ],
  'message.unprintable': [
    change(reminder, ['{startDay} 走访', '{items} 走访']),
    reminder,
    'items',
    'The value of "items" cannot be written into a text.',
    '“items”的值不能写进文字。',
  ],
  'step.outside': [
    change(visit, ['remind: { if: "state != \'done\'",', 'remind: { outside: before, if: "state != \'done\'",']),
    visit,
    'before, if',
    'Without a handler, `outside` has no effect.',
    '没有 handler，“outside”不起作用。',
  ],
  'effect.outside': [
    {
      files: {
        [supply]:
          sample[supply]?.replace(
            'from: sent, to: done,',
            'from: sent, to: done, handler: deliver, outside: before,',
          ) ?? '',
        [visit]:
          sample[visit]?.replace(
            'limit: 10, with: { day: today() }',
            'limit: 10, with: { day: today() }, transition: deliver',
          ) ?? '',
      },
    },
    visit,
    'deliver }',
    '"deliver" first asks a service outside the server, so it cannot be the effect of another step.',
    '“deliver”要先询问外部服务，不能作为别的步骤的结果。',
  ],
  'sends.message': [
    change(visit, ['message: visitReminder', 'message: visitRemindr']),
    visit,
    'visitRemindr',
    'There is no message "visitRemindr" about "visit".',
    '没有关于“visit”的消息“visitRemindr”。',
  ],
  'sends.none': [
    change(supply, ['from: draft, to: sent,', 'from: draft, to: sent, sends: { if: true },']),
    supply,
    '{ if: true }',
    'There is no message about "supply".',
    '还没有关于“supply”的消息。',
  ],
  'sends.input': [
    change(visit, ['to: [owner]', 'to: input.summary']),
    visit,
    'input.summary }, title: { zh: 提醒',
    '"input.summary" is not an input of the dictionary "msg_send_obj".',
    '“input.summary”不是字典“msg_send_obj”的输入。',
  ],
  'sends.group': [
    change(visit, ['to: [owner]', 'to: [sites]']),
    visit,
    'sites]',
    'The message has no group of receivers "sites".',
    '这条消息没有接收人组“sites”。',
  ],
  'sends.choice-automatic': [
    change(visit, [
      'send: { from: draft, to: sent,',
      'send: { from: draft, to: sent, after: endDay, sends: { message: [visitReminder, visitOther] },',
    ]),
    visit,
    '[visitReminder, visitOther]',
    'A step that a job makes has no request that chooses a message.',
    '定时任务做的步骤没有人选消息。',
  ],
  'sends.choice-preview': [
    change(visit, ['{ message: visitReminder, to', '{ message: [visitReminder, visitOther], to']),
    visit,
    '[visitReminder, visitOther]',
    'The user chooses a message, but there is no preview to choose in.',
    '要选消息，却没有预览可供选择。',
  ],
  'sends.choice-twice': [
    change(visit, [
      'sends: { message: visitReminder, to: [owner] }',
      'sends: [{ message: [visitReminder, visitReminder2] }, { message: [visitReminder, visitReminder2], if: true }]',
    ]),
    visit,
    '{ message: [visitReminder, visitReminder2], if',
    'A request chooses one message only, but a second effect has several.',
    '一步里只能有一处由调用方选消息。',
  ],
  'copy.unfit': [
    change(visit, ['endDay: { type: date,', 'endDay: { type: date, copy: siteId.siteName,']),
    visit,
    'siteId.siteName',
    `"siteId.siteName" cannot be copied into this field.`,
    '“siteId.siteName”不能复制到这个字段。',
  ],
  'allowIf.line': [
    change(item, ['partOf: visitId', `partOf: visitId\nallowIf: { edit: "count > 0" }`]),
    item,
    '{ edit:',
    'Lines cannot have their own allowIf.',
    '明细不能单独写 allowIf。',
  ],
  'allow.unknown': [
    change(visit, ['edit, send]', 'edit, sned]']),
    visit,
    'sned',
    `There is no operation "sned".`,
    '没有操作“sned”。',
  ],
  'rule.restates': [
    change(visit, [`"endDay >= startDay"`, `"visitName != null"`]),
    visit,
    'rule: ¦"',
    `This rule only repeats required of "visitName".`,
    '这条规则只是重复了“visitName”的 required。',
  ],
  'rule.examples-missing': [
    change(visit, [`    valid: { startDay: 2026-03-01, endDay: 2026-03-02 }\n`, '']),
    visit,
    '"endDay',
    'This rule has no example under valid.',
    '这条规则缺少 valid 的例子。',
  ],
  'rule.example-fails': [
    change(visit, ['endDay: 2026-03-02 }', 'endDay: 2026-02-02 }']),
    visit,
    '{ startDay: 2026-03-01',
    'This example should satisfy the rule but does not.',
    '这个例子应当符合规则，实际不符合。',
  ],
  'rule.example-holds': [
    change(visit, ['invalid: { startDay: 2026-03-02', 'invalid: { startDay: 2026-02-02']),
    visit,
    '{ startDay: 2026-02-02',
    'This example should violate the rule but does not.',
    '这个例子应当违反规则，实际没有违反。',
  ],
  'rule.syntax': [rule('endDay >= '), visit, '= ¦"', 'The expression is incomplete.', '表达式不完整。'],
  'rule.text-wrong': [
    rule(`visitName == 'a`),
    visit,
    `'a`,
    `The text 'a has no closing quote or contains a character that is not allowed.`,
    `文字 'a 没有结束的引号，或含有不允许的字符。`,
  ],
  'rule.reserved': [
    rule('visitName == package'),
    visit,
    'package',
    `"package" is a reserved word and cannot be a name.`,
    '“package”是保留字，不能作名称。',
  ],
  'rule.too-large': [
    rule(
      '((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) == 1',
    ),
    visit,
    '((((((((((((((((((((1',
    'The expression is too long or nested too deeply.',
    '表达式太长或嵌套太深。',
  ],
  'rule.name-unknown': [
    rule('endDay >= startDya'),
    visit,
    'startDya',
    `There is no field "startDya".`,
    '没有名为“startDya”的字段。',
  ],
  'rule.name-not-here': [
    rule('it.siteId == siteId'),
    visit,
    'rule: "¦it.siteId',
    `"it.siteId" cannot be read here.`,
    '这里不能读取“it.siteId”。',
  ],
  'rule.name-part': [
    rule('me == null'),
    visit,
    'me =',
    `"me" is not a value: write one of its fields.`,
    '“me”不是一个值，请写出它的字段。',
  ],
  'rule.list-use': [
    rule('items == null'),
    visit,
    'items =',
    `"items" is a list of lines, not a value.`,
    '子表“items”不是一个值，只能逐行读取。',
  ],
  'rule.function-unknown': [
    rule('endDay >= todya()'),
    visit,
    'todya',
    `There is no function "todya".`,
    '没有名为“todya”的函数。',
  ],
  'rule.has': [rule('has(endDay)'), visit, 'has', 'There is no function has().', '没有 has() 函数。'],
  'rule.matches': [
    rule(`visitName.matches('a')`),
    visit,
    'visitName.matches',
    'Regular expressions cannot be used in rules.',
    '规则中不能使用正则表达式。',
  ],
  'rule.arguments': [
    rule('size(endDay) > 1'),
    visit,
    'size(endDay',
    'size() does not accept (a date).',
    'size() 不接受（日期）。',
  ],
  'rule.types': [
    rule(`visitName + 1 == 'a'`),
    visit,
    'visitName +',
    `"+" cannot be applied to a text and an integer.`,
    '“+”不能用于文字和整数。',
  ],
  'rule.date-as-text': [
    rule(`endDay > '2026-01-01'`),
    visit,
    'endDay >',
    'A date cannot be compared with a text.',
    '日期不能与文字比较。',
  ],
  'rule.date-and-datetime': [
    rule('endDay > now()'),
    visit,
    'endDay >',
    'A date cannot be compared with a date and time.',
    '日期不能与日期时间比较。',
  ],
  'rule.date-minus-date': [
    rule('endDay - startDay > 1'),
    visit,
    'endDay -',
    'Dates cannot be subtracted.',
    '日期之间不能用减号。',
  ],
  'rule.value-wrong': [
    rule(`endDay > date('2026-13-01')`),
    visit,
    'date(',
    `'2026-13-01' is not a valid value: expected a date.`,
    `'2026-13-01' 不是有效的日期。`,
  ],
  'rule.entry-unknown': [
    rule(`kind == 'plannd'`),
    visit,
    `'plannd`,
    `The dictionary has no entry "plannd".`,
    '字典中没有“plannd”。',
  ],
  'rule.result': [
    rule('visitName'),
    visit,
    'visitName"',
    'The result should be yes or no but is a text.',
    '结果应为是或否，却是文字。',
  ],
  'rule.construct': [
    rule(`{"a": 1}.a == 1`),
    visit,
    '{\\',
    `{"a": 1}.a is not allowed in rules.`,
    '规则中不能写 {"a": 1}.a。',
  ],
  'rule.not-in-rows': [
    rows('size(items) > 1'),
    visit,
    'size(items) > 1',
    'size(items) cannot be used to filter rows.',
    '筛选行时不能使用 size(items)。',
  ],
  'rule.step-reference': [
    rows('visitNo.siteName == "a"'),
    visit,
    'visitNo.siteName',
    '"visitNo" is not a reference to one record, so it has no fields.',
    '“visitNo”不是引用字段，不能读取它的字段。',
  ],
  'rule.step-twice': [
    rows('siteId.parentId.siteName == "a"'),
    visit,
    'siteId.parentId.siteName',
    'Only one reference can be followed, and "siteId.parentId" already follows one.',
    '只能经过一个引用读取，“siteId.parentId”已经是第一个。',
  ],
  'rule.reference-other': [
    rows('siteId == me.id'),
    visit,
    'siteId == me.id',
    'A reference to site cannot be compared with, or set from, a reference to bladeUser.',
    'site 的引用不能与 bladeUser 的引用比较或互相赋值。',
  ],
  'rule.below-tree': [
    rows('below(createUser, me.id)'),
    visit,
    'below',
    'below(createUser, me.id) requires two references to the same tree.',
    'below(createUser, me.id) 的两个参数须是同一个树形资源的引用。',
  ],
  'rule.parameter-key': [
    rule('parameter(visitName) > 3'),
    visit,
    'visitName) > 3',
    'parameter(visitName) requires the key of a parameter, written as a text.',
    'parameter(visitName) 的参数键名须直接写成文字。',
  ],
  'rule.parameter-unknown': [
    rule("startDay > today() + parameter('visit.dais')"),
    visit,
    "'visit.dais'",
    'There is no parameter "visit.dais".',
    '没有名为“visit.dais”的参数。',
  ],
  'rule.server-only': [
    rule('below(siteId, siteId)'),
    visit,
    'below',
    'Other records cannot be read here: below(siteId, siteId).',
    '这里不能读取别的记录：below(siteId, siteId)。',
  ],
  'rule.operator': [
    rule('endDay >= startDay AND visitName != null'),
    visit,
    'AND',
    'AND is not part of the expression language.',
    '表达式没有 AND 这种写法。',
  ],
  'rule.empty-text': [
    rule("visitName != ''"),
    visit,
    `visitName != '`,
    "A text is never empty: an empty one is stored as missing, so visitName != '' cannot be true.",
    `没有空文字：空文字存为缺值，visitName != '' 永远不成立。`,
  ],
  'rule.coalesce-mixed': [
    rule('endDay >= startDay || visitNo == "a" ?? false'),
    visit,
    'endDay >',
    '"??" requires parentheses beside && and ||.',
    '“??”与 &&、|| 一起使用时须加括号。',
  ],
  'rule.no-column': [
    change(item, ['fields:', `access: [{ role: a, where: "amount > 1.0" }]\nfields:`]),
    item,
    'amount >',
    `"amount" is not stored, so rows cannot be filtered by it.`,
    '“amount”没有存储，不能用来筛选行。',
  ],
}

const filesOf = (made: Change): Readonly<Record<string, string>> => ({
  ...sample,
  ...('files' in made ? made.files : { [made.in]: edited(made) }),
})

function compiled(made: Change): readonly Problem[] {
  const fault = 'files' in made && made.fault
  const faultOf = (file: string) => (fault && file in made.files ? { fault } : {})
  const sources = Object.entries(filesOf(made)).map(([file, text]) => ({ file, text, ...faultOf(file) }))
  return compile(sources.map(source => ({ ...source, origin: 'app' }))).problems
}

/** Line and column of `at`, which occurs once in the text; of nothing, the beginning. */
function placeOf(text: string, at: string): string {
  const [before = '', after = ''] = at.includes('¦') ? at.split('¦') : ['', at]
  const offset = text.indexOf(before + after)
  if (offset < 0 || (at && text.includes(before + after, offset + 1))) throw new Error(`Not once in the file: ${at}`)
  const lines = text.slice(0, offset + before.length).split('\n')
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`
}

function edited({ in: file, replace }: Extract<Change, { in: string }>): string {
  return replace.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The sample's ${file} does not contain: ${from}`)
    return text.replace(from, () => to)
  }, sample[file] ?? '')
}

describe('problem', () => {
  it.each(Object.entries(cases))('%s', (code, [made, file, at, en, zh]) => {
    const heading = `${file}:${placeOf(filesOf(made)[file] ?? '', at)} ${code}`
    const reports = compiled(made).map(problem =>
      (['en', 'zh'] as const).map(language => print(problem, language).split('\n').slice(0, 2).join('\n')),
    )
    expect(reports).toContainEqual([`${heading}\n  ${en}`, `${heading}\n  ${zh}`])
  })

  it('of every code has a case here and is on the reference page', () => {
    expect(Object.keys(cases).sort()).toEqual([...codes].sort())
    const page = readFileSync('docs/descriptors.md', 'utf8')
    expect(codes.filter(code => !page.includes(`| \`${code}\` |`))).toEqual([])
  })

  it('has a Chinese message', () => {
    const { problems } = compile([{ file: 'resources/a/b.yaml', text: 'title: { zh: 甲 }\n', origin: 'app' }])
    expect(problems.map(problem => print(problem, 'zh'))).toContain(
      'resources/a/b.yaml:1:8 text.language-missing\n  缺少英文（en）。\n  写成 { zh: 中文, en: English }',
    )
  })

  it('of version 1 is the only one, and names the command', () => {
    const visitOf1 = { ...sample, [visit]: (sample[visit] ?? '').replace('mixins:', 'use:').replace('sort:', 'order:') }
    const found = [{ ...sample, 'words.yaml': 'a: b\n' }, visitOf1].map(
      files => compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' }))).problems,
    )
    expect(found.map(problems => problems.map(problem => print(problem, 'zh')))).toEqual([
      [
        'words.yaml:1:1 app.version-1\n  描述文件还是语言版本 1 的写法（words.yaml）。\n  运行 npm run migrate，把它们改写成版本 2，注释和排版不变。',
      ],
      [expect.stringContaining('app.version-1\n  描述文件还是语言版本 1 的写法（use）。')],
    ])
  })

  it('hides no other: all are reported at once', () => {
    const text = `title: { zh: 甲 }\ndisplya: a\nfields:\n  a: { type: txt }\n  constructor: { type: text, required: 1, ${title} }\nlist: { columns: [b] }\n`
    const reported = compiled({ files: { 'resources/field/many.yaml': text } }).map(
      problem => print(problem).split('\n')[0],
    )
    expect(reported).toEqual([
      'resources/field/many.yaml:1:8 text.language-missing',
      'resources/field/many.yaml:2:1 key.unknown',
      'resources/field/many.yaml:4:14 field.type-unknown',
      'resources/field/many.yaml:5:3 name.reserved',
      'resources/field/many.yaml:5:40 value.type',
      'resources/field/many.yaml:6:19 field.unknown',
    ])
  })
})
