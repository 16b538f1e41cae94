import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { sample } from './language/sample.ts'
import { print } from './problem.ts'
import { codes, type ProblemCode } from './problem-messages.ts'

/** The change of the sample: texts replaced in one file, or whole files added. */
type Change =
  | { readonly in: string; readonly replace: readonly (readonly [from: string, to: string])[] }
  | { readonly files: Readonly<Record<string, string>> }

const visit = 'resources/field/visit.yaml'
const site = 'resources/field/site.yaml'
const item = 'resources/field/visitItem.yaml'
const kind = 'dictionaries/visit_kind.yaml'
const title = 'title: { zh: 甲, en: A }'
const change = (file: string, ...replace: (readonly [string, string])[]): Change => ({ in: file, replace })
const rule = (that: string) => change(visit, ['"endDay >= startDay"', JSON.stringify(that)])
const rows = (text: string) => change(visit, ['"createUser == me.id"', JSON.stringify(text)])

/** One way to cause each problem, with the first line and message of its report. */
const cases: Readonly<Record<ProblemCode, readonly [Change, at: string, message: string]>> = {
  'file.misplaced': [
    { files: { 'resources/visit.yaml': `title: { zh: 甲, en: A }\n` } },
    'resources/visit.yaml:1:1',
    `The file "resources/visit.yaml" is not in a folder that is read.`,
  ],
  'file.name': [
    {
      files: {
        'resources/field/Visit_a.yaml': `title: { zh: 甲, en: A }\nfields:\n  a: { type: text, title: { zh: 甲, en: A } }\n`,
      },
    },
    'resources/field/Visit_a.yaml:1:1',
    `A file or folder cannot be named "Visit_a".`,
  ],
  'app.version-1': [
    change('app.yaml', ['language: 2', 'language: 1']),
    'app.yaml:1:1',
    'The descriptors are written in version 1 of the language (language: 1).',
  ],
  'yaml.syntax': [
    change(visit, ['display: visitNo', `display: "visitNo`]),
    'resources/field/visit.yaml:6:18',
    'Invalid YAML: a quote, bracket, comma or colon is missing.',
  ],
  'yaml.key-twice': [
    change(visit, ['display: visitNo', `display: visitNo\ndisplay: visitNo`]),
    'resources/field/visit.yaml:7:1',
    `"display" is defined twice.`,
  ],
  'yaml.alias': [
    change(visit, ['display: visitNo', 'display: &a visitNo']),
    'resources/field/visit.yaml:6:10',
    'Anchors, aliases and tags are not supported (&a).',
  ],
  'key.unknown': [
    change(visit, ['display: visitNo', 'dispaly: visitNo']),
    'resources/field/visit.yaml:6:1',
    `There is no key "dispaly" here.`,
  ],
  'key.missing': [
    change(kind, [`title: { zh: 走访类别, en: Kind of visit }\n`, '']),
    'dictionaries/visit_kind.yaml:1:1',
    `"title" is missing.`,
  ],
  'value.missing': [
    change(visit, ['display: visitNo', 'display:']),
    'resources/field/visit.yaml:6:9',
    'The value is missing; expected a text.',
  ],
  'value.type': [
    change(visit, ['required: true, max: 50', 'required: 1, max: 50']),
    'resources/field/visit.yaml:11:38',
    'Expected true or false, found a number.',
  ],
  'value.choice': [
    change(kind, ['colour: blue', 'colour: blu']),
    'dictionaries/visit_kind.yaml:3:65',
    `"blu" is not one of the choices.`,
  ],
  'value.form': [
    change(visit, ['icon: footprints', 'icon: Foot_prints']),
    'resources/field/visit.yaml:3:29',
    `"Foot_prints" has the wrong format.`,
  ],
  'value.empty': [
    change(visit, ['columns: [visitNo, siteId, kind, startDay, state, total]', 'columns: []']),
    'resources/field/visit.yaml:26:12',
    'The value cannot be empty.',
  ],
  'value.long': [
    change(kind, [`key: "1"`, `key: "11111111111111111111111111111111111111111111111111111111111111111"`]),
    'dictionaries/visit_kind.yaml:3:19',
    'The value is too long: at most 64 characters.',
  ],
  'value.small': [
    change(item, ['type: money, title: { zh: 单价', 'type: decimal, scale: -1, title: { zh: 单价']),
    'resources/field/visitItem.yaml:7:34',
    'The value cannot be less than 0.',
  ],
  'value.large': [
    change(item, ['type: money, title: { zh: 单价', 'type: decimal, scale: 9, title: { zh: 单价']),
    'resources/field/visitItem.yaml:7:34',
    'The value cannot be greater than 8.',
  ],
  'list.item-twice': [
    change(visit, ['columns: [visitNo, siteId', 'columns: [visitNo, visitNo, siteId']),
    'resources/field/visit.yaml:26:22',
    `"visitNo" occurs twice in this list.`,
  ],
  'text.language-missing': [
    change(site, ['title: { zh: 地点, en: Site }', 'title: { zh: 地点 }']),
    'resources/field/site.yaml:1:8',
    'The English text (en) is missing.',
  ],
  'text.comma': [
    change(site, ['en: Site }', 'en: Site, or place }']),
    'resources/field/site.yaml:1:28',
    `The comma ended the text, so "or place" was read as a key.`,
  ],
  'title.missing': [
    change(site, [', title: { zh: 名称, en: Name }', '']),
    'resources/field/site.yaml:6:3',
    `"siteName" has no title.`,
  ],
  'name.form': [
    change(site, ['siteName: {', 'site_name: {']),
    'resources/field/site.yaml:6:3',
    `"site_name" cannot be a name.`,
  ],
  'name.reserved': [
    change(item, ['  itemName', `  size: { type: text, title: { zh: 规格, en: Size } }\n  itemName`]),
    'resources/field/visitItem.yaml:5:3',
    `The name "size" is reserved.`,
  ],
  'name.long': [
    change(item, [
      '  itemName',
      `  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: { type: text, title: { zh: 甲, en: A } }\n  itemName`,
    ]),
    'resources/field/visitItem.yaml:5:3',
    `The name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long.`,
  ],
  'renamed-from.present': [
    change(item, ['itemName: { type: text', 'itemName: { type: text, renamedFrom: price']),
    'resources/field/visitItem.yaml:5:40',
    `"price" still exists, so it cannot be a former name.`,
  ],
  'resource.unknown': [
    change(item, ['of: visit', 'of: vist']),
    'resources/field/visitItem.yaml:4:35',
    `There is no resource "vist".`,
  ],
  'resource.name-twice': [
    {
      files: {
        'resources/other/Site.yaml': `title: { zh: 甲, en: A }\nfields:\n  a: { type: text, title: { zh: 甲, en: A } }\n`,
      },
    },
    'resources/other/Site.yaml:1:1',
    `The resource "Site" is already defined in resources/field/site.yaml.`,
  ],
  'resource.code-twice': [
    change(site, ['display:', `code: visit\ndisplay:`]),
    'resources/field/site.yaml:3:7',
    `The permission code "visit" is already used by resources/field/visit.yaml.`,
  ],
  'resource.path-twice': [
    change(site, ['display:', `path: /field/visit\ndisplay:`]),
    'resources/field/site.yaml:3:7',
    `The path "/field/visit" is already used by resources/field/visit.yaml.`,
  ],
  'dialect.path-twice': [
    {
      files: {
        'resources/field/trip.yaml': `${title}\ndialect: { blade: blade-field/site }\nfields: { a: { type: text, ${title} } }\n`,
        'resources/field/tour.yaml': `${title}\ndialect: { blade: blade-field/site }\nfields: { a: { type: text, ${title} } }\n`,
      },
    },
    'resources/field/trip.yaml:2:19',
    'The path "blade-field/site" is already used by resources/field/tour.yaml.',
  ],
  'resource.fields-missing': [
    { files: { 'resources/field/nothing.yaml': `title: { zh: 甲, en: A }\n` } },
    'resources/field/nothing.yaml:1:1',
    'A resource requires at least one field.',
  ],
  'dictionary.unknown': [
    change(visit, ['of: visit_kind', 'of: visit_kin']),
    'resources/field/visit.yaml:12:33',
    `There is no dictionary "visit_kin".`,
  ],
  'dictionary.entry-unknown': [
    change(visit, ['default: planned', 'default: plannd']),
    'resources/field/visit.yaml:12:54',
    `The dictionary has no entry "plannd".`,
  ],
  'dictionary.entry-sealed': [
    change(kind, ['en: Planned }, ', 'en: Planned }, sealed: true, ']),
    'dictionaries/visit_kind.yaml:3:65',
    '"planned" cannot be sealed: it is an initial value, a default or the result of a transition of visit.kind.',
  ],
  'dictionary.alias-taken': [
    change(kind, ['colour: red', 'colour: red, aliases: [ad hoc, PLANNED]']),
    'dictionaries/visit_kind.yaml:4:85',
    `The alias "PLANNED" is already the key, title, name or alias of another entry.`,
  ],
  'dictionary.key-twice': [
    change(kind, [`key: "2"`, `key: "1"`]),
    'dictionaries/visit_kind.yaml:4:18',
    `The key "1" is already used by another entry.`,
  ],
  'dictionary.unused': [
    { files: { 'dictionaries/other.yaml': `title: { zh: 甲, en: A }\nentries:\n  a: { title: { zh: 甲, en: A } }\n` } },
    'dictionaries/other.yaml:1:1',
    `No field uses the dictionary "other".`,
  ],
  'mixin.unknown': [
    change(visit, ['mixins: [siteRecord]', 'mixins: [siteRecord, siteRecrd]']),
    'resources/field/visit.yaml:4:22',
    `There is no mixin "siteRecrd".`,
  ],
  'menu.unknown': [
    change(visit, ['under: field', 'under: feild']),
    'resources/field/visit.yaml:3:16',
    `There is no menu group "feild".`,
  ],
  'menu.cycle': [
    change('menus.yaml', ['icon: map, order: 10', 'icon: map, under: tasks']),
    'menus.yaml:1:63',
    'The menu group "field" is under itself.',
  ],
  'menu.deep': [
    change('menus.yaml', [
      'icon: map, order: 10 }',
      `icon: map, under: a }\na: { ${title}, under: b }\nb: { ${title} }`,
    ]),
    'menus.yaml:4:66',
    'The menu group "tasks" is too deep: groups are nested at most 3 levels deep.',
  ],
  'menu.top-under': [
    change('menus.yaml', ['under: field, ', 'under: field, top: true, ']),
    'menus.yaml:2:78',
    'The top menu "tasks" cannot have a parent.',
  ],
  'role.unknown': [
    change('menus.yaml', ['roles: [inspector]', 'roles: [inspektor]']),
    'menus.yaml:2:81',
    'No descriptor mentions a role "inspektor".',
  ],
  'path.reserved': [
    change('pages.yaml', ['path: /field/today', 'path: /api/today']),
    'pages.yaml:1:16',
    'The path "/api/today" is reserved.',
  ],
  'page.path-twice': [
    change('pages.yaml', ['path: /field/today', 'path: /field/visit']),
    'pages.yaml:1:16',
    'The path "/field/visit" is already used in resources/field/visit.yaml.',
  ],
  'page.screen-or-link': [
    change('pages.yaml', [', screen: Today', '']),
    'pages.yaml:1:1',
    'The page "today" requires either `screen` or `link`.',
  ],
  'page.link-unsafe': [
    change('pages.yaml', ['https://weather.example.cn/', 'javascript:alert(1)']),
    'pages.yaml:2:95',
    '"javascript:alert(1)" cannot be a link.',
  ],
  'page.code-unknown': [
    change('pages.yaml', ['visit_view', 'visit_veiw']),
    'pages.yaml:1:101',
    'There is no permission code "visit_veiw".',
  ],
  'field.type-unknown': [
    change(visit, ['startDay: { type: date', 'startDay: { type: dat']),
    'resources/field/visit.yaml:13:21',
    `There is no field type "dat".`,
  ],
  'field.unknown': [
    change(visit, ['columns: [visitNo, siteId, kind', 'columns: [visitNo, siteIdd, kind']),
    'resources/field/visit.yaml:26:22',
    `There is no field "siteIdd".`,
  ],
  'field.refined-type': [
    change(visit, ['  endDay: {', '  remark: { type: text, max: 9 }\n  endDay: {']),
    'resources/field/visit.yaml:14:19',
    'The type of the field "remark" is determined by mixins/siteRecord.yaml.',
  ],
  'mixin.role-twice': [
    {
      files: {
        'mixins/one.yaml': 'access: [{ role: inspector, allow: [view] }]\n',
        'mixins/two.yaml': 'access: [{ role: inspector, allow: [add] }]\n',
        [site]: `${sample[site] ?? ''}mixins: [one, two]\n`,
      },
    },
    'resources/field/site.yaml:10:15',
    'The mixin one has access rules for the role "inspector" too.',
  ],
  'access.twice': [
    change(visit, ['allowIf: {', '  - { role: inspector, allow: [export, edit] }\nallowIf: {']),
    'resources/field/visit.yaml:66:5',
    'Two rules allow "edit" to the role "inspector".',
  ],
  'field.name-twice': [
    {
      files: {
        'mixins/again.yaml': `fields:\n  remark: { type: text }\n`,
        [visit]: (sample[visit] ?? '').replace('mixins: [siteRecord]', 'mixins: [siteRecord, again]'),
      },
    },
    'resources/field/visit.yaml:4:22',
    `The field "remark" is already defined in siteRecord.`,
  ],
  'field.name-taken': [
    change(visit, ['  visitName: {', `  siteIdName: { type: text, title: { zh: 甲, en: A } }\n  visitName: {`]),
    'resources/field/visit.yaml:11:3',
    `"siteIdName" is taken: the display text of the reference "siteId" is returned under this name.`,
  ],
  'parameter.value-or-values': [
    change('parameters.yaml', ['type: integer, ', 'type: integer, values: [{ from: 2026-01-01, value: 1 }], ']),
    'parameters.yaml:1:81',
    'The parameter "visit.days" has either one value or dated values.',
  ],
  'parameter.unfit': [
    change('parameters.yaml', ['value: 3', 'value: three']),
    'parameters.yaml:1:107',
    '"three" is not a value of the type integer.',
  ],
  'parameter.day-twice': [
    change('parameters.yaml', ['from: 2026-01-01', 'from: 2024-01-01']),
    'parameters.yaml:2:113',
    'The parameter "visit.limit" has two values from 2024-01-01.',
  ],
  'default.unfit': [
    change(item, ['min: 1,', 'min: 1, default: many,']),
    'resources/field/visitItem.yaml:6:60',
    `"many" is not a valid value of this field.`,
  ],
  'default.reads': [
    change(visit, ['startDay: { type: date,', 'startDay: { type: date, default: "today() + (endDay - startDay)",']),
    'resources/field/visit.yaml:13:48',
    `A default cannot read "endDay".`,
  ],
  'default.reference': [
    change(visit, ['  endDay: {', `  byId: { type: reference, of: site, default: me.id, ${title} }\n  endDay: {`]),
    'resources/field/visit.yaml:14:47',
    `This is a record of "bladeUser", not of "site".`,
  ],
  'option.unfit': [
    change(visit, ['visitName: { type: text,', 'visitName: { type: text, pattern: "(a+)+",']),
    'resources/field/visit.yaml:11:37',
    `The value of "pattern" is invalid.`,
  ],
  'column.unfit': [
    change(visit, ['columns: [visitNo, siteId, kind', 'columns: [visitNo, items, kind']),
    'resources/field/visit.yaml:26:22',
    `"items" cannot be a column of a list.`,
  ],
  'column.no-clock': [
    change(
      visit,
      ['columns: [visitNo, siteId, kind', 'columns: [visitNo, timeRemaining, kind'],
      ['  due: { draft: endDay, sent: endDay }\n  opens: { at: startDay, in: [sent] }\n', ''],
    ),
    'resources/field/visit.yaml:26:22',
    'There is no deadline to count down to.',
  ],
  'due.unfit': [
    change(visit, ['due: { draft: endDay,', 'due: { draft: kind,']),
    'resources/field/visit.yaml:37:17',
    `"kind" is neither a date nor a time.`,
  ],
  'search.unfit': [
    change(visit, ['search: [visitNo', 'search: [items, visitNo']),
    'resources/field/visit.yaml:27:12',
    `"items" cannot be searched.`,
  ],
  'sort.unfit': [
    change(visit, ['sort: -createTime', 'sort: items']),
    'resources/field/visit.yaml:7:7',
    `"items" cannot be used for sorting.`,
  ],
  'display.unfit': [
    change(visit, ['display: visitNo', 'display: items']),
    'resources/field/visit.yaml:6:10',
    `"items" cannot be the display field.`,
  ],
  'state.unfit': [
    change(visit, ['display: visitNo', 'display: visitNo\nstate: visitNo']),
    'resources/field/visit.yaml:7:8',
    `"visitNo" cannot be the state of a record.`,
  ],
  'form.unfit': [
    change(visit, ['fields: [items,', 'fields: [createTime, items,']),
    'resources/field/visit.yaml:31:14',
    `"createTime" is set by the system and cannot be in a form.`,
  ],
  'index.unfit': [
    change(item, ['amount: { type: money,', 'amount: { type: money, index: true,']),
    'resources/field/visitItem.yaml:8:33',
    `"index" is not allowed for "amount".`,
  ],
  'keep.unfit': [
    change(visit, ['compute: "items', 'keep: true, compute: "items']),
    'resources/field/visit.yaml:17:31',
    `"keep" is not allowed for "total".`,
  ],
  'stored.idle': [
    change(item, ['price: { type: money,', 'price: { type: money, stored: true,']),
    'resources/field/visitItem.yaml:7:33',
    '`stored` is for computed fields only.',
  ],
  'compute.stored-clock': [
    change(visit, [
      '  total: { type: money,',
      '  left: { type: integer, compute: "daysBetween(startDay, today())", stored: true, title: { zh: 天, en: Days } }\n  total: { type: money,',
    ]),
    'resources/field/visit.yaml:17:35',
    '"left" stores its value, which does not follow the clock: it cannot read today() or now().',
  ],
  'compute.cycle': [
    change(item, ['price: { type: money,', `price: { type: money, compute: "amount",`]),
    'resources/field/visitItem.yaml:7:34',
    'These computed fields depend on each other: price → amount → price.',
  ],
  'reference.cycle': [
    change(site, ['parentId: { type: reference,', 'parentId: { type: reference, required: true,']),
    'resources/field/site.yaml:7:3',
    'Required references form a cycle, so no record can be created: site → site.',
  ],
  'owner.unfit': [
    change(visit, ['owner: siteId', 'owner: kind']),
    'resources/field/visit.yaml:5:8',
    `"kind" does not refer to site.`,
  ],
  'owner.missing': [
    { files: { 'app.yaml': `language: 2\n` } },
    'resources/field/visit.yaml:5:8',
    'app.yaml defines no owner resource, so records cannot have an owner.',
  ],
  'partOf.unfit': [
    change(item, ['partOf: visitId', 'partOf: itemName']),
    'resources/field/visitItem.yaml:2:9',
    `"itemName" is not a reference to a parent record.`,
  ],
  'readOnly.unused': [
    change(visit, ['display: visitNo', 'display: visitNo\nreadOnly: true']),
    'resources/field/visit.yaml:20:1',
    'A read-only resource cannot have rules: users do not write its rows.',
  ],
  'platform.not-shared': [
    change(visit, ['display: visitNo', 'display: visitNo\nplatform: true']),
    'resources/field/visit.yaml:7:11',
    'Only rows that all tenants share can belong to the platform.',
  ],
  'guard.line': [
    change(item, ['partOf: visitId', 'partOf: visitId\nguard: authority']),
    'resources/field/visitItem.yaml:3:8',
    'Lines cannot have their own guard.',
  ],
  'tree.unfit': [
    change(site, ['tree: parentId', 'tree: siteName']),
    'resources/field/site.yaml:4:7',
    `"siteName" does not refer to this resource itself.`,
  ],
  'children.unfit': [
    change(visit, ['of: visitItem, columns: [itemName, count, price, amount]', 'of: site']),
    'resources/field/visit.yaml:16:32',
    `"site" is not part of visit.`,
  ],
  'lifecycle.field-unfit': [
    change(visit, ['field: state', 'field: visitName']),
    'resources/field/visit.yaml:34:10',
    `"visitName" cannot contain the state.`,
  ],
  'state.unknown': [
    change(visit, ['to: done', 'to: don']),
    'resources/field/visit.yaml:43:11',
    `The dictionary has no state "don".`,
  ],
  'state.unreachable': [
    change('dictionaries/visit_state.yaml', ['  done:', `  lost: { key: "9", title: { zh: 甲, en: A } }\n  done:`]),
    'resources/field/visit.yaml:34:10',
    `No transition leads to the state "lost".`,
  ],
  'state.dead-end': [
    change(visit, ['from: [draft, sent]', 'from: draft']),
    'resources/field/visit.yaml:40:30',
    `No transition leaves the state "sent".`,
  ],
  'primary.unfit': [
    change(visit, ['      to: done', '      to: done\n      primary: [inspector]']),
    'resources/field/visit.yaml:44:17',
    `The role "inspector" may not perform "finish".`,
  ],
  'step.name-taken': [
    change(visit, ['send: {', 'save: {'], ['edit, send]', 'edit]']),
    'resources/field/visit.yaml:40:5',
    `"save" has another meaning and cannot be the name of a transition or action.`,
  ],
  'action.collection': [
    change(visit, [`remind: { if: "state != 'done'"`, `remind: { on: collection, handler: a, if: "state != 'done'"`]),
    'resources/field/visit.yaml:51:45',
    'An action with `on: collection` has no record, so it cannot use "state".',
  ],
  'action.returns': [
    change(visit, [`remind: { if`, `remind: { returns: { a: { type: text, title: { zh: 甲, en: A } } }, if`]),
    'resources/field/visit.yaml:51:22',
    '"remind" has no handler, so nothing gives what it `returns`.',
  ],
  'query.unindexed': [
    change(visit, [`"state != 'done' && siteId == input.siteId"`, `"remark == 'a'"`]),
    'resources/field/visit.yaml:69:24',
    'No condition of `where` is supported by an index, so it would read the whole table.',
  ],
  'query.unused': [
    change(visit, ['returns: page', 'returns: count, sort: -createTime']),
    'resources/field/visit.yaml:69:141',
    '"sort" has no effect on this query.',
  ],
  'query.column': [
    change(visit, ['returns: page', 'returns: page, columns: { a: "days(1)" }']),
    'resources/field/visit.yaml:69:148',
    'The result of this expression cannot be transmitted.',
  ],
  'http.taken': [
    change(visit, [`finish:\n`, `finish:\n      http: POST send\n`]),
    'resources/field/visit.yaml:42:13',
    `The endpoint "POST send" is already used.`,
  ],
  'http.get': [
    change(visit, [`finish:\n`, `finish:\n      http: GET\n`]),
    'resources/field/visit.yaml:42:13',
    'A transition or an action writes, so its method cannot be GET or DELETE.',
  ],
  'http.reserved': [
    change(visit, [`finish:\n`, `finish:\n      http: POST /api/engine/bulk\n`]),
    'resources/field/visit.yaml:42:13',
    'The path "/api/engine/bulk" belongs to the engine.',
  ],
  'input.unknown': [
    change(visit, [`finish:\n`, `finish:\n      http: POST finish/{idd}\n`]),
    'resources/field/visit.yaml:42:13',
    'There is no input "idd".',
  ],
  'step.message-alone': [
    change(visit, [`      if: "size(items) > 0"\n`, '']),
    'resources/field/visit.yaml:47:16',
    'Without `if`, the `message` is never shown.',
  ],
  'step.rule-enters-nothing': [
    change(visit, [
      '      set: { remark: input.summary }',
      `      rules: [{ rule: "size(visitName) > 1", message: { zh: 短, en: Short } , valid: { visitName: Ann }, invalid: { visitName: A } }]`,
    ]),
    'resources/field/visit.yaml:46:23',
    'The rule reads nothing that is entered in this step.',
  ],
  'step.writes-state': [
    change(visit, [`remind: { if`, `remind: { edit: [state], if`]),
    'resources/field/visit.yaml:51:20',
    `"state" is the lifecycle's state; only transitions change it.`,
  ],
  'input.edited': [
    change(visit, ['edit: { items: { columns: [itemName, count] } }', 'edit: [summary, items]']),
    'resources/field/visit.yaml:44:16',
    `"summary" is already in \`edit\`.`,
  ],
  'edit.no-lines': [
    change(visit, ['edit: { items: { columns: [itemName, count] } }', 'edit: { endDay: { add: true } }']),
    'resources/field/visit.yaml:45:30',
    `"endDay" has no lines, so \`add\` has no effect.`,
  ],
  'edit.add-incomplete': [
    change(visit, [
      'edit: { items: { columns: [itemName, count] } }',
      'edit: { items: { columns: [count], add: true } }',
    ]),
    'resources/field/visit.yaml:45:47',
    'A new line requires "itemName", which is not in `columns`.',
  ],
  'set.unfit': [
    change(visit, ['set: { remark: input.summary }', `set: { total: "1.0" }`]),
    'resources/field/visit.yaml:46:14',
    `"total" cannot be set.`,
  ],
  'effect.record-or-of': [
    change(visit, ['{ record: siteId, with', '{ with']),
    'resources/field/visit.yaml:62:9',
    'The records are named either by `record`, or by `of` and `where`.',
  ],
  'effect.record': [
    change(visit, ['record: siteId', 'record: visitName']),
    'resources/field/visit.yaml:62:19',
    '"visitName" is not a reference to one record.',
  ],
  'effect.transition': [
    change(visit, ['limit: 10', 'transition: delivr']),
    'resources/field/visit.yaml:63:76',
    '"supply" has no transition "delivr".',
  ],
  'effect.guarded': [
    change('resources/field/supply.yaml', ['owner: siteId', 'shared: true']),
    'resources/field/visit.yaml:55:11',
    'A step cannot write records of "supply": they grant rights, or belong to all tenants.',
  ],
  'effect.line': [
    change(visit, ['of: supply', 'of: supplyItem']),
    'resources/field/visit.yaml:55:11',
    '"supplyItem" is a line of "supply" and has no record of its own.',
  ],
  'effect.list': [
    change(visit, ['each: items', 'each: itmes']),
    'resources/field/visit.yaml:58:48',
    '"itmes" is not a field of lines of this record.',
  ],
  'effect.lines': [
    change(visit, ['day: today() + 7', 'day: { each: items, with: {} }']),
    'resources/field/visit.yaml:58:15',
    '{ each, where, with } is for fields of lines only, and they take nothing else: "day".',
  ],
  'effect.copy': [
    change(visit, ['fields: [siteId]', 'fields: [siteId, items]']),
    'resources/field/visit.yaml:57:24',
    '"items" has another type in "supply" and cannot be copied.',
  ],
  'effect.required': [
    change(visit, ['fields: [siteId]', 'if: true']),
    'resources/field/visit.yaml:55:7',
    'The required field "siteId" of "supply" gets no value.',
  ],
  'effect.reference': [
    change(visit, ['fields: [siteId]', 'if: true'], ['day: today() + 7', 'siteId: id, day: today() + 7']),
    'resources/field/visit.yaml:58:23',
    'This is a record of "visit", not of "site".',
  ],
  'copy.unfit': [
    change(visit, ['endDay: { type: date,', 'endDay: { type: date, copy: siteId.siteName,']),
    'resources/field/visit.yaml:14:31',
    `"siteId.siteName" cannot be copied into this field.`,
  ],
  'allowIf.line': [
    change(item, ['partOf: visitId', `partOf: visitId\nallowIf: { edit: "count > 0" }`]),
    'resources/field/visitItem.yaml:3:10',
    'Lines cannot have their own allowIf.',
  ],
  'allow.unknown': [
    change(visit, ['edit, send]', 'edit, sned]']),
    'resources/field/visit.yaml:65:49',
    `There is no operation "sned".`,
  ],
  'rule.restates': [
    change(visit, [`"endDay >= startDay"`, `"visitName != null"`]),
    'resources/field/visit.yaml:20:11',
    `This rule only repeats required of "visitName".`,
  ],
  'rule.examples-missing': [
    change(visit, [`    valid: { startDay: 2026-03-01, endDay: 2026-03-02 }\n`, '']),
    'resources/field/visit.yaml:20:11',
    'This rule has no example under valid.',
  ],
  'rule.example-fails': [
    change(visit, ['endDay: 2026-03-02 }', 'endDay: 2026-02-02 }']),
    'resources/field/visit.yaml:22:12',
    'This example should satisfy the rule but does not.',
  ],
  'rule.example-holds': [
    change(visit, ['invalid: { startDay: 2026-03-02', 'invalid: { startDay: 2026-02-02']),
    'resources/field/visit.yaml:23:14',
    'This example should violate the rule but does not.',
  ],
  'rule.syntax': [rule('endDay >= '), 'resources/field/visit.yaml:20:22', 'The expression is incomplete.'],
  'rule.text-wrong': [
    rule(`visitName == 'a`),
    'resources/field/visit.yaml:20:25',
    `The text 'a has no closing quote or contains a character that is not allowed.`,
  ],
  'rule.reserved': [
    rule('visitName == package'),
    'resources/field/visit.yaml:20:25',
    `"package" is a reserved word and cannot be a name.`,
  ],
  'rule.too-large': [
    rule(
      '((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) == 1',
    ),
    'resources/field/visit.yaml:20:52',
    'The expression is too long or nested too deeply.',
  ],
  'rule.name-unknown': [
    rule('endDay >= startDya'),
    'resources/field/visit.yaml:20:22',
    `There is no field "startDya".`,
  ],
  'rule.name-not-here': [
    rule('it.siteId == siteId'),
    'resources/field/visit.yaml:20:12',
    `"it.siteId" cannot be read here.`,
  ],
  'rule.name-part': [
    rule('me == null'),
    'resources/field/visit.yaml:20:12',
    `"me" is not a value: write one of its fields.`,
  ],
  'rule.list-use': [
    rule('items == null'),
    'resources/field/visit.yaml:20:12',
    `"items" is a list of lines, not a value.`,
  ],
  'rule.function-unknown': [
    rule('endDay >= todya()'),
    'resources/field/visit.yaml:20:22',
    `There is no function "todya".`,
  ],
  'rule.has': [rule('has(endDay)'), 'resources/field/visit.yaml:20:12', 'There is no function has().'],
  'rule.matches': [
    rule(`visitName.matches('a')`),
    'resources/field/visit.yaml:20:12',
    'Regular expressions cannot be used in rules.',
  ],
  'rule.arguments': [rule('size(endDay) > 1'), 'resources/field/visit.yaml:20:12', 'size() does not accept (a date).'],
  'rule.types': [
    rule(`visitName + 1 == 'a'`),
    'resources/field/visit.yaml:20:12',
    `"+" cannot be applied to a text and an integer.`,
  ],
  'rule.date-as-text': [
    rule(`endDay > '2026-01-01'`),
    'resources/field/visit.yaml:20:12',
    'A date cannot be compared with a text.',
  ],
  'rule.date-and-datetime': [
    rule('endDay > now()'),
    'resources/field/visit.yaml:20:12',
    'A date cannot be compared with a date and time.',
  ],
  'rule.date-minus-date': [
    rule('endDay - startDay > 1'),
    'resources/field/visit.yaml:20:12',
    'Dates cannot be subtracted.',
  ],
  'rule.value-wrong': [
    rule(`endDay > date('2026-13-01')`),
    'resources/field/visit.yaml:20:21',
    `'2026-13-01' is not a valid value: expected a date.`,
  ],
  'rule.entry-unknown': [
    rule(`kind == 'plannd'`),
    'resources/field/visit.yaml:20:20',
    `The dictionary has no entry "plannd".`,
  ],
  'rule.result': [
    rule('visitName'),
    'resources/field/visit.yaml:20:12',
    'The result should be yes or no but is a text.',
  ],
  'rule.construct': [
    rule(`{"a": 1}.a == 1`),
    'resources/field/visit.yaml:20:12',
    `{"a": 1}.a is not allowed in rules.`,
  ],
  'rule.not-in-rows': [
    rows('size(items) > 1'),
    'resources/field/visit.yaml:65:64',
    'size(items) cannot be used to filter rows.',
  ],
  'rule.step-reference': [
    rows('visitNo.siteName == "a"'),
    'resources/field/visit.yaml:65:64',
    '"visitNo" is not a reference to one record, so it has no fields.',
  ],
  'rule.step-twice': [
    rows('siteId.parentId.siteName == "a"'),
    'resources/field/visit.yaml:65:64',
    'Only one reference can be followed, and "siteId.parentId" already follows one.',
  ],
  'rule.reference-other': [
    rows('siteId == me.id'),
    'resources/field/visit.yaml:65:64',
    'A reference to site cannot be compared with, or set from, a reference to bladeUser.',
  ],
  'rule.below-tree': [
    rows('below(createUser, me.id)'),
    'resources/field/visit.yaml:65:64',
    'below(createUser, me.id) requires two references to the same tree.',
  ],
  'rule.server-only': [
    rule('siteId.siteName != visitName'),
    'resources/field/visit.yaml:20:12',
    'Other records cannot be read here: siteId.siteName.',
  ],
  'rule.operator': [
    rule('endDay >= startDay AND visitName != null'),
    'resources/field/visit.yaml:20:31',
    'AND is not part of the expression language.',
  ],
  'rule.empty-text': [
    rule("visitName != ''"),
    'resources/field/visit.yaml:20:12',
    "A text is never empty: an empty one is stored as missing, so visitName != '' cannot be true.",
  ],
  'rule.coalesce-mixed': [
    rule('endDay >= startDay || visitNo == "a" ?? false'),
    'resources/field/visit.yaml:20:12',
    '"??" requires parentheses beside && and ||.',
  ],
  'rule.no-column': [
    change(item, ['fields:', `access: [{ role: a, where: "amount > 1.0" }]\nfields:`]),
    'resources/field/visitItem.yaml:3:29',
    `"amount" is not stored, so rows cannot be filtered by it.`,
  ],
}

function problemsOf(made: Change): string[] {
  const files = 'files' in made ? { ...sample, ...made.files } : { ...sample, [made.in]: edited(made) }
  return compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' }))).problems.map(problem =>
    print(problem),
  )
}

function edited({ in: file, replace }: Extract<Change, { in: string }>): string {
  return replace.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The sample's ${file} does not contain: ${from}`)
    return text.replace(from, () => to)
  }, sample[file] ?? '')
}

describe('problem', () => {
  it.each(Object.entries(cases))('%s', (code, [made, at, message]) => {
    const said = problemsOf(made).map(text => text.split('\n').slice(0, 2).join('\n'))
    expect(said).toContain(`${at} ${code}\n  ${message}`)
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
    const reported = problemsOf({ files: { 'resources/field/many.yaml': text } }).map(line => line.split('\n')[0])
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
