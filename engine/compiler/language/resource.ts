import { dataScopes, operations } from '../../model/model.ts'
import { formerIdentifiersKey } from '../former-names.ts'
import { ruleKeys } from '../rule.ts'
import { bindKeys } from './binds.ts'
import { processKey } from './effects.ts'
import { type Keys, listOf, mapOf, newKey, objectOf, shared } from './key.ts'
import { actionKeys, lifecycleKeys } from './lifecycle.ts'
import { queryKeys } from './queries.ts'

/** The keys of `menu`. */
export const menuKeys: Keys = {
  under: newKey(
    { type: 'string' },
    'menus.yaml 里的菜单组；不写则归入模块（文件夹）的组',
    'A menu group of menus.yaml. Default: the group with the name of the module (folder).',
    'field',
  ),
  icon: newKey(shared('icon'), 'Lucide 图标名，见 lucide.dev', 'The name of a Lucide icon; see lucide.dev.', 'gavel'),
  order: newKey({ type: 'number' }, '组内次序，小的在前', 'The position in the group, in ascending order.', '30'),
}

/** The keys of `list`. */
export const listKeys: Keys = {
  columns: newKey(
    shared('names'),
    '列表显示的字段，按此顺序；timeRemaining 是剩余时限，即生命周期等待的日期还有几天，不写 columns 时自动显示。默认是八个字段，包括 display、state 和 sort 的字段',
    'The fields that the list shows, in this order. `timeRemaining` is the number of days until the deadline of the lifecycle; it is shown by default if no columns are defined. Default: eight fields, among them those of `display`, `state` and `sort`.',
    '[visitNo, siteId, kind, startDay]',
  ),
  search: newKey(
    { type: 'array', items: { type: 'string' }, uniqueItems: true },
    '搜索区的字段；写在这里的文本字段可按片段检索',
    'The fields of the search area. Text fields match any part of the text.',
    '[visitNo, siteId, kind, createTime]',
  ),
}

/** The keys of a group of the form. */
export const formGroupKeys: Keys = {
  title: newKey(shared('bilingual'), '分组标题', 'The title of the group.', '{ zh: 基本信息, en: Basics }'),
  help: newKey(
    shared('bilingual'),
    '分组说明',
    'A description below the title.',
    '{ zh: 谁在什么时候去哪里, en: Who visits which site and when }',
  ),
  fields: newKey(shared('names'), '组内的字段', 'The fields of the group.', '[visitName, siteId]', { required: true }),
}

/** The keys of an access rule. */
export const accessKeys: Keys = {
  role: newKey({ type: 'string', minLength: 1 }, '角色别名', 'The alias of a role.', 'inspector', { required: true }),
  allow: newKey(
    {
      type: 'array',
      items: { anyOf: [{ enum: [...operations] }, shared('name')] },
      minItems: 1,
      uniqueItems: true,
    },
    '可做的操作、步骤、动作和绑定，默认只能查看；写绑定还须有 edit；importState 是导入新记录时连同状态',
    'The operations, transitions, actions and binds that the role may perform. Default: view only. Writing a bind also requires `edit`. With `importState`, an import can set the state of new records. Without `unmask`, personal values are masked.',
    '[view, edit]',
  ),
  where: newKey(
    shared('expression'),
    '能看到哪些记录，me 是当前用户；不写则同所属资源的规则，没有则只看到自己名下的；"true" 是全部',
    'A condition on the rows that the role may access; `me` is the current user. Default: the rule of the owner resource; without one, the rows that belong to the user. `"true"` means all rows.',
    '"createUser == me.id"',
  ),
  dataScope: newKey(
    { enum: [...dataScopes] },
    '角色在本资源的数据范围：全部、本人、本部门、本部门及下级；默认同角色的 dataScope',
    'The data scope of the role in this resource: all rows, those that the user created, those of the own department, or those of the department and its descendants. Default: `dataScope` of the role.',
    'all',
  ),
  hide: newKey(shared('names'), '看不到的字段', 'Fields that the role may not view.', '[remark]'),
  mask: newKey(
    shared('names'),
    '角色只能看到遮盖后内容的字段，有 unmask 也一样；有 unmask 的可逐条写明理由查看原文',
    'Fields whose values the role reads masked, even with `unmask`, which then permits to reveal single values for a reason.',
    '[remark]',
  ),
}

/** The keys of an entry of `unique`. */
export const uniqueKeys: Keys = {
  fields: newKey(
    { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
    '合在一起不可重复的字段；有一个没有值的记录不参与',
    'The fields whose combination of values is unique. Records in which one of them has no value are not compared.',
    '[siteId, startDay]',
    { required: true },
  ),
  during: newKey(
    { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2, uniqueItems: true },
    '时间段的开始与结束字段：fields 相同的记录，时间段不可重叠。日期包含首尾两天；日期时间和时间不含结束的一刻；没有结束即一直有效；没有开始，或结束早于开始的记录不参与',
    'The start and end fields of a period. The periods of records with equal `fields` may not overlap. Dates include both days; datetimes and times exclude the end. A period without an end is unbounded. Records without a start, and records that end before they start, are not compared.',
    '[startDay, endDay]',
  ),
  where: newKey(
    shared('expression'),
    '只在满足条件的记录之间不可重复；条件由本记录存储的字段和固定值组成',
    'Restricts uniqueness to the records that satisfy this condition. It may use stored fields of the record and constants.',
    `"state != 'done'"`,
  ),
  message: newKey(
    shared('bilingual'),
    '重复时的提示',
    'The error message for a duplicate.',
    '{ zh: 这家单位当天已有走访, en: A site can have only one visit per day }',
  ),
}

/** The keys of `allowIf`. */
export const allowIfKeys: Keys = {
  edit: newKey(
    shared('expression'),
    '成立时才可编辑，缺值视为不成立；明细、批量修改、导入更新和恢复历史版本都受此限制',
    'The record can be edited only if this is true; an unknown result means no. It also applies to lines, bulk edits, updates by an import and the restoration of versions.',
    `"state != 'done'"`,
  ),
  delete: newKey(
    shared('expression'),
    '成立时才可删除；从回收站恢复也按此条件',
    'The record can be deleted only if this is true. The condition also applies to restoring it from the recycle bin.',
    `"state == 'draft'"`,
  ),
}

/** The keys of `against`. */
export const againstKeys: Keys = {
  record: newKey(
    { type: 'string' },
    '指向那条记录的引用字段',
    'The reference field that names the other record.',
    'siteId',
    { required: true },
  ),
  fields: newKey(
    shared('names'),
    '对照哪些字段，默认两边同名同类型的全部字段',
    'The fields that are compared. Default: all fields that both have with the same name and type.',
    '[phone]',
  ),
}

/** The keys of `dialect`. */
export const dialectKeys: Keys = {
  blade: newKey(
    { type: 'string', pattern: '^blade-(?!auth(/|$))[a-z]+(-[a-z]+)*(/[a-z]+(-[a-z]+)*){0,2}$' },
    '原平台接口的路径：/api/ 之后、接口名之前的部分。由此提供 list、page、detail、submit、update、remove、select；树形资源还有 lazy-list、tree、lazy-tree、parent-list、parent-tree、child-list、listAll',
    'The path of the endpoints on the original platform: the part between /api/ and the name of the endpoint. Endpoints: list, page, detail, submit, update, remove, select; for a tree also lazy-list, tree, lazy-tree, parent-list, parent-tree, child-list, listAll.',
    'blade-field/visit',
  ),
}

/** The keys of a resource's file. */
export const resourceKeys: Keys = {
  title: newKey(shared('bilingual'), '资源的名称', 'The title of the resource.', '{ zh: 走访, en: Visit }', {
    required: true,
  }),
  titles: newKey(
    shared('bilingual'),
    '名称的复数，用于菜单、列表、导入、导出和回收站；不写时中文同 title，英文按规则得出（Visit → Visits）',
    'The plural title, for menus, lists, imports, exports and recycle bins. Default: the Chinese title, and the regular English plural (Visit, Visits).',
    '{ zh: 走访, en: Visits }',
  ),
  help: newKey(
    shared('bilingual'),
    '一句话说明用途，列表为空时显示',
    'A one-line description, shown in an empty list.',
    '{ zh: 到现场走访的记录, en: Records of visits on site }',
  ),
  retention: newKey(
    shared('bilingual'),
    '依法必须保存的记录：写明依据。删除一个人的个人信息时，这里的记录保留并列出',
    'The law that requires the records to be kept. The erasure of a person leaves them as they are, and lists them with this ground.',
    '{ zh: 依法保存两年, en: Kept for two years by law }',
  ),
  menu: newKey(
    { anyOf: [objectOf(menuKeys), { const: false }] },
    '菜单位置；false 表示不进菜单',
    'The position in the menu. `false`: no menu entry.',
    '{ under: field, icon: footprints, order: 10 }',
  ),
  screens: newKey(
    { const: false },
    'false 表示网页上没有它的页面：不进菜单和搜索，访问地址时说明原因；接口仍然可用',
    '`false`: the resource has no screens. It appears neither in the menu nor in the search, and its address shows an explanation. Its endpoints remain available.',
    'false',
  ),
  mixins: newKey(
    shared('names'),
    '引入的公共内容（mixins/ 下的文件名），在前面；再写同一个键是细化；只有一层',
    'The mixins that the resource includes: names of files in mixins/. Their content precedes that of the resource, which can refine it key by key. Mixins cannot include mixins.',
    '[siteRecord]',
  ),
  owner: newKey(
    { type: 'string' },
    '记录归谁：指向 app.yaml 里 owner 资源的字段，行权限由此得出',
    'The field that refers to the owner resource of app.yaml. It determines row access.',
    'siteId',
  ),
  display: newKey(
    { type: 'string' },
    '代表一条记录的字段，用于引用、标签页和面包屑',
    'The field that identifies a record in references, tabs and breadcrumbs.',
    'visitNo',
  ),
  state: newKey(
    { type: 'string' },
    '表示记录状态的字典字段，显示在标题旁、手机列表每行右上角和全局搜索里；有生命周期时就是它的字段，不必写',
    'The dictionary field that contains the state of a record. It is shown next to the title, at the top right of rows on a phone, and in the global search. Default: the field of the lifecycle.',
    'state',
  ),
  sort: newKey(
    { type: 'string', pattern: '^-?[a-z][a-zA-Z0-9]*(, *-?[a-z][a-zA-Z0-9]*)*$' },
    '默认排序字段，前面加 - 为倒序；值相同的记录再按逗号后的字段排',
    'The default sort field; a leading - sorts in descending order. Fields after a comma sort records with the same value.',
    '-createTime',
  ),
  fields: newKey(
    mapOf(shared('field')),
    '字段，按此顺序显示',
    'The fields, in display order.',
    '{ visitName: { type: text, required: true, title: { zh: 访客, en: Visitor } } }',
  ),
  rules: newKey(
    listOf(objectOf(ruleKeys)),
    '保存前的规则',
    'Validation rules, checked before a record is saved.',
    '[{ rule: "size(visitName) > 1", message: { zh: 名字太短, en: The name is too short }, valid: { visitName: Ann }, invalid: { visitName: A } }]',
  ),
  unique: newKey(
    listOf({ anyOf: [uniqueKeys['fields']?.schema ?? {}, objectOf(uniqueKeys)] }, { minItems: 1 }),
    '合在一起不可重复的字段：同一租户内，明细在其主记录内；由数据库保证，删除的记录不算。单个字段用字段的 unique',
    'Sets of fields whose combinations of values are unique within a tenant; for lines, within the parent record. The database enforces this; deleted records do not count. For a single field, use the key `unique` of the field.',
    '[[siteId, startDay], { fields: [siteId, kind], where: "kind != null" }, { fields: [visitName], during: [startDay, endDay] }]',
  ),
  list: newKey(
    objectOf(listKeys),
    '列表页',
    'The list page.',
    '{ columns: [visitNo, siteId, kind], search: [visitNo, siteId] }',
  ),
  form: newKey(
    listOf(objectOf(formGroupKeys), { minItems: 1 }),
    '表单的分组',
    'The field groups of the form.',
    '[{ title: { zh: 基本信息, en: Basics }, fields: [visitName, siteId] }, { fields: [startDay, endDay] }]',
  ),
  lifecycle: newKey(
    objectOf(lifecycleKeys),
    '生命周期：状态字段和状态间的步骤',
    'The lifecycle: the state field and the transitions between states.',
    '{ field: state, initial: draft, final: [done], transitions: { send: { from: draft, to: sent, title: { zh: 发出, en: Send } }, finish: { from: sent, to: done, title: { zh: 完成, en: Finish } } } }',
  ),
  actions: newKey(
    mapOf(objectOf(actionKeys)),
    '不改变状态的步骤：写入字段、改写或生成别的记录、发送消息，或由程序里的处理函数执行',
    'Actions: steps that do not change the state. They write fields, have effects on other records, or call a handler in TypeScript.',
    '{ remind: { handler: remind, title: { zh: 提醒, en: Remind } } }',
  ),
  queries: newKey(
    mapOf(objectOf(queryKeys)),
    '查询：只读的接口，遵守与列表相同的数据权限',
    'Queries: read-only endpoints with the same row access as lists.',
    `{ ofSite: { where: "siteId == input.siteId", input: { siteId: { type: reference, of: site } }, returns: list } }`,
  ),
  bind: newKey(
    mapOf(objectOf(bindKeys)),
    '绑定：本资源的一条记录和另一资源的许多记录的关联，单独存成一张表；表达式可以读它：siteId in sites 看 id，size(sites)、sites.exists(s, s.parentId == siteId) 读记录。少量的用 many: true 的引用',
    'Binds: links from a record to many records of another resource, stored in a separate table. Expressions can read their ids (siteId in sites) and their records (size(sites), sites.exists(s, s.parentId == siteId)). For a few links, use a reference with `many: true`.',
    '{ sites: { of: site, http: [POST bindSites, GET listSites] } }',
  ),
  access: newKey(
    listOf(objectOf(accessKeys)),
    '各角色能看到的行和字段',
    'Access rules: the operations, rows and fields that each role may access.',
    '[{ role: inspector, allow: [view, edit], where: "createUser == me.id" }]',
  ),
  allowIf: newKey(
    objectOf(allowIfKeys),
    '编辑和删除的条件，按修改前的记录判断，对所有人有效（包括管理员）；流转不受限制',
    'Conditions for editing and deleting, evaluated on the record before the change. They apply to every user, including administrators, but not to transitions.',
    `{ edit: "state != 'done'", delete: "state != 'done'" }`,
  ),
  against: newKey(
    objectOf(againstKeys),
    '与另一条记录对照：表单和详情在同名字段下显示那条记录现在的值，不同的标出；只显示用户有权看到的',
    'Another record for comparison: forms and details show its present value below the field of the same name, and mark where the two differ. Only values that the user may view are shown.',
    '{ record: siteId, fields: [phone] }',
  ),
  partOf: newKey(
    { type: 'string' },
    '本资源是明细：指向主表的字段；权限、版本和删除都随主表',
    'The field that refers to the parent record. The records of the resource are then lines of that record, which determines their permissions, version and deletion.',
    'visitId',
  ),
  tree: newKey(
    { type: 'string' },
    '本资源是树：指向上级的字段',
    'The field that refers to the parent. The records then form a tree.',
    'parentId',
  ),
  approval: newKey(
    processKey,
    '审批流程：`processes/<key>.bpmn` 的流程编号。新记录提交时启动；办理期间记录不能修改和删除',
    'The process that decides about a record, by the id in `processes/<key>.bpmn`. A new record starts it; while it runs, the record can be neither changed nor deleted.',
    'visitApproval',
  ),
  guard: newKey(
    { type: 'string', enum: ['authority', 'descriptors'] },
    'authority 表示记录会给出权限：谁也不能写出超出自己的权限，也不能改动权限更多的人或角色；descriptors 表示记录来自描述文件的字典或菜单，只能修改标题、颜色、图标、顺序和停用；无论从哪里写入都适用',
    '`authority`: the rows grant rights. Users can neither grant more rights than they have, nor modify users or roles with more rights. `descriptors`: the rows come from the dictionaries or the menu of the descriptors. Only titles, colours, icons, order and sealing can be edited. Both apply to every write path.',
    'authority',
  ),
  shared: newKey({ type: 'boolean' }, '所有租户共用的数据', 'The rows are shared by all tenants.', 'true'),
  platform: newKey(
    { type: 'boolean' },
    'true 表示所有租户共用的数据只属于平台：只有平台所在租户的用户可以查看和修改；须同时写 shared: true',
    '`true`: the shared rows belong to the platform. Only users of the tenant of the platform can view and change them. Requires `shared: true`.',
    'true',
  ),
  readOnly: newKey(
    { type: 'boolean' },
    'true 表示记录只由系统和处理程序写入：没有新增、编辑、删除、导入的接口（调用返回 405）、按钮和权限码，只能查看和导出；动作仍然可用',
    '`true`: only the system and handlers write the rows. There are endpoints, buttons and permission codes for viewing and exporting, but not for adding, editing, deleting and importing (405). Actions remain available.',
    'true',
  ),
  own: newKey(
    shared('names'),
    '用户对自己创建的记录不需要权限码的操作和动作：view、export 或动作。只凭它可见的列表不在菜单里',
    'What users may do without its permission code with the rows that they created: `view`, `export` or actions. A list that is visible by it alone is not in the menu.',
    '[view]',
  ),
  code: newKey(
    { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)*$' },
    '权限码的前缀，默认是资源名',
    'The prefix of the permission codes. Default: the name of the resource.',
    'visit',
  ),
  path: newKey(
    { type: 'string', pattern: '^(/[a-zA-Z0-9-]+)+$' },
    '页面地址，默认是 /模块/资源名',
    'The path of the list page. Default: /module/name.',
    '/field/visits',
  ),
  dialect: newKey(
    objectOf(dialectKeys),
    '除 v1 外，还按其他协议提供的接口',
    'Endpoints in other protocols, in addition to those of v1.',
    '{ blade: blade-field/visit }',
  ),
  renamedFrom: formerIdentifiersKey(
    { zh: '改名前的资源名，数据随之迁移', en: 'The former name of the resource. Its data is migrated.' },
    '[latestFormer, formerName]',
  ),
}
