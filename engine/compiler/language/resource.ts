import { dataScopes, operations } from '../../model/model.ts'
import { formerIdentifiersKey } from '../former-names.ts'
import { bindKeys } from './binds.ts'
import { type Keys, listOf, mapOf, objectOf, shared } from './key.ts'
import { actionKeys, lifecycleKeys } from './lifecycle.ts'
import { queryKeys } from './queries.ts'
import { ruleKeys } from './rule.ts'

/** The keys of `menu`. */
export const menuKeys: Keys = {
  under: {
    schema: { type: 'string' },
    help: {
      zh: 'menus.yaml 里的菜单组；不写则归入模块（文件夹）的组',
      en: 'A menu group of menus.yaml. Default: the group with the name of the module (folder).',
    },
    example: 'field',
  },
  icon: {
    schema: shared('icon'),
    help: { zh: 'Lucide 图标名，见 lucide.dev', en: 'The name of a Lucide icon; see lucide.dev.' },
    example: 'gavel',
  },
  order: {
    schema: { type: 'number' },
    help: { zh: '组内次序，小的在前', en: 'The position in the group, in ascending order.' },
    example: '30',
  },
}

/** The keys of `list`. */
export const listKeys: Keys = {
  columns: {
    schema: shared('names'),
    help: {
      zh: '列表显示的字段，按此顺序；timeRemaining 是剩余时限，即生命周期等待的日期还有几天，不写 columns 时自动显示',
      en: 'The fields that the list shows, in this order. `timeRemaining` is the number of days until the deadline of the lifecycle; it is shown by default if no columns are defined.',
    },
    example: '[visitNo, siteId, kind, startDay]',
  },
  search: {
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    help: {
      zh: '搜索区的字段；写在这里的文本字段可按片段检索',
      en: 'The fields of the search area. Text fields match any part of the text.',
    },
    example: '[visitNo, siteId, kind, createTime]',
  },
}

/** The keys of a group of the form. */
export const formGroupKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '分组标题', en: 'The title of the group.' },
    example: '{ zh: 基本信息, en: Basics }',
  },
  help: {
    schema: shared('bilingual'),
    help: { zh: '分组说明', en: 'A description below the title.' },
    example: '{ zh: 谁在什么时候去哪里, en: Who visits which site and when }',
  },
  fields: {
    schema: shared('names'),
    help: { zh: '组内的字段', en: 'The fields of the group.' },
    example: '[visitName, siteId]',
    required: true,
  },
}

/** The keys of an access rule. */
export const accessKeys: Keys = {
  role: {
    schema: { type: 'string', minLength: 1 },
    help: { zh: '角色别名', en: 'The alias of a role.' },
    example: 'inspector',
    required: true,
  },
  allow: {
    schema: {
      type: 'array',
      items: { anyOf: [{ enum: [...operations] }, shared('name')] },
      minItems: 1,
      uniqueItems: true,
    },
    help: {
      zh: '可做的操作、步骤、动作和绑定，默认只能查看；写绑定还须有 edit；importState 是导入新记录时连同状态',
      en: 'The operations, transitions, actions and binds that the role may perform. Default: view only. Writing a bind also requires `edit`. With `importState`, an import can set the state of new records.',
    },
    example: '[view, edit]',
  },
  where: {
    schema: shared('expression'),
    help: {
      zh: '能看到哪些记录，me 是当前用户；不写则同所属资源的规则，没有则只看到自己名下的；"true" 是全部',
      en: 'A condition on the rows that the role may access; `me` is the current user. Default: the rule of the owner resource; without one, the rows that belong to the user. `"true"` means all rows.',
    },
    example: '"createUser == me.id"',
  },
  dataScope: {
    schema: { enum: [...dataScopes] },
    help: {
      zh: '角色在本资源的数据范围：全部、本人、本部门、本部门及下级；默认同角色的 dataScope',
      en: 'The data scope of the role in this resource: all rows, those that the user created, those of the own department, or those of the department and its descendants. Default: `dataScope` of the role.',
    },
    example: 'all',
  },
  hide: {
    schema: shared('names'),
    help: { zh: '看不到的字段', en: 'Fields that the role may not view.' },
    example: '[remark]',
  },
  mask: {
    schema: shared('names'),
    help: {
      zh: '只能看到遮盖后内容的字段。目前只作标记，还不遮盖任何内容；现在就不能看的写 hide',
      en: 'Fields whose values the role may only read masked. It only marks the fields: values are not masked yet. Use `hide` for fields that the role must not view.',
    },
    example: '[remark]',
  },
}

/** The keys of an entry of `unique`. */
export const uniqueKeys: Keys = {
  fields: {
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
    help: {
      zh: '合在一起不可重复的字段；有一个没有值的记录不参与',
      en: 'The fields whose combination of values is unique. Records in which one of them has no value are not compared.',
    },
    example: '[siteId, startDay]',
    required: true,
  },
  during: {
    schema: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2, uniqueItems: true },
    help: {
      zh: '时间段的开始与结束字段：fields 相同的记录，时间段不可重叠。日期包含首尾两天；日期时间和时间不含结束的一刻；没有结束即一直有效；没有开始，或结束早于开始的记录不参与',
      en: 'The start and end fields of a period. The periods of records with equal `fields` may not overlap. Dates include both days; datetimes and times exclude the end. A period without an end is unbounded. Records without a start, and records that end before they start, are not compared.',
    },
    example: '[startDay, endDay]',
  },
  where: {
    schema: shared('expression'),
    help: {
      zh: '只在满足条件的记录之间不可重复；条件由本记录存储的字段和固定值组成',
      en: 'Restricts uniqueness to the records that satisfy this condition. It may use stored fields of the record and constants.',
    },
    example: `"state != 'done'"`,
  },
  message: {
    schema: shared('bilingual'),
    help: { zh: '重复时的提示', en: 'The error message for a duplicate.' },
    example: '{ zh: 这家单位当天已有走访, en: A site can have only one visit per day }',
  },
}

/** The keys of `allowIf`. */
export const allowIfKeys: Keys = {
  edit: {
    schema: shared('expression'),
    help: {
      zh: '成立时才可编辑，缺值视为不成立；明细、批量修改、导入更新和恢复历史版本都受此限制',
      en: 'The record can be edited only if this is true; an unknown result means no. It also applies to lines, bulk edits, updates by an import and the restoration of versions.',
    },
    example: `"state != 'done'"`,
  },
  delete: {
    schema: shared('expression'),
    help: {
      zh: '成立时才可删除；从回收站恢复也按此条件',
      en: 'The record can be deleted only if this is true. The condition also applies to restoring it from the recycle bin.',
    },
    example: `"state == 'draft'"`,
  },
}

/** The keys of `dialect`. */
export const dialectKeys: Keys = {
  blade: {
    schema: { type: 'string', pattern: '^blade-(?!auth(/|$))[a-z]+(-[a-z]+)*(/[a-z]+(-[a-z]+)*)?$' },
    help: {
      zh: '原平台接口的路径：/api/ 之后、接口名之前的部分。由此提供 list、page、detail、submit、update、remove、select；树形资源还有 lazy-list、tree、lazy-tree、parent-list、parent-tree、child-list、listAll',
      en: 'The path of the endpoints on the original platform: the part between /api/ and the name of the endpoint. Endpoints: list, page, detail, submit, update, remove, select; for a tree also lazy-list, tree, lazy-tree, parent-list, parent-tree, child-list, listAll.',
    },
    example: 'blade-field/visit',
  },
}

/** The keys of a resource's file. */
export const resourceKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '资源的名称', en: 'The title of the resource.' },
    example: '{ zh: 走访, en: Visit }',
    required: true,
  },
  titles: {
    schema: shared('bilingual'),
    help: {
      zh: '名称的复数，用于菜单、列表、导入、导出和回收站；不写时中文同 title，英文按规则得出（Visit → Visits）',
      en: 'The plural title, for menus, lists, imports, exports and recycle bins. Default: the Chinese title, and the regular English plural (Visit, Visits).',
    },
    example: '{ zh: 走访, en: Visits }',
  },
  help: {
    schema: shared('bilingual'),
    help: { zh: '一句话说明用途，列表为空时显示', en: 'A one-line description, shown in an empty list.' },
    example: '{ zh: 到现场走访的记录, en: Records of visits on site }',
  },
  menu: {
    schema: { anyOf: [objectOf(menuKeys), { const: false }] },
    help: { zh: '菜单位置；false 表示不进菜单', en: 'The position in the menu. `false`: no menu entry.' },
    example: '{ under: field, icon: footprints, order: 10 }',
  },
  screens: {
    schema: { const: false },
    help: {
      zh: 'false 表示网页上没有它的页面：不进菜单和搜索，访问地址时说明原因；接口仍然可用',
      en: '`false`: the resource has no screens. It appears neither in the menu nor in the search, and its address shows an explanation. Its endpoints remain available.',
    },
    example: 'false',
  },
  mixins: {
    schema: shared('names'),
    help: {
      zh: '引入的公共内容（mixins/ 下的文件名），在前面；再写同一个键是细化；只有一层',
      en: 'The mixins that the resource includes: names of files in mixins/. Their content precedes that of the resource, which can refine it key by key. Mixins cannot include mixins.',
    },
    example: '[siteRecord]',
  },
  owner: {
    schema: { type: 'string' },
    help: {
      zh: '记录归谁：指向 app.yaml 里 owner 资源的字段，行权限由此得出',
      en: 'The field that refers to the owner resource of app.yaml. It determines row access.',
    },
    example: 'siteId',
  },
  display: {
    schema: { type: 'string' },
    help: {
      zh: '代表一条记录的字段，用于引用、标签页和面包屑',
      en: 'The field that identifies a record in references, tabs and breadcrumbs.',
    },
    example: 'visitNo',
  },
  state: {
    schema: { type: 'string' },
    help: {
      zh: '表示记录状态的字典字段，显示在标题旁、手机列表每行右上角和全局搜索里；有生命周期时就是它的字段，不必写',
      en: 'The dictionary field that contains the state of a record. It is shown next to the title, at the top right of rows on a phone, and in the global search. Default: the field of the lifecycle.',
    },
    example: 'state',
  },
  sort: {
    schema: { type: 'string', pattern: '^-?[a-z][a-zA-Z0-9]*$' },
    help: {
      zh: '默认排序字段，前面加 - 为倒序',
      en: 'The default sort field; a leading - sorts in descending order.',
    },
    example: '-createTime',
  },
  fields: {
    schema: mapOf(shared('field')),
    help: { zh: '字段，按此顺序显示', en: 'The fields, in display order.' },
    example: '{ visitName: { type: text, required: true, title: { zh: 访客, en: Visitor } } }',
  },
  rules: {
    schema: listOf(objectOf(ruleKeys)),
    help: { zh: '保存前的规则', en: 'Validation rules, checked before a record is saved.' },
    example:
      '[{ rule: "size(visitName) > 1", message: { zh: 名字太短, en: The name is too short }, valid: { visitName: Ann }, invalid: { visitName: A } }]',
  },
  unique: {
    schema: listOf({ anyOf: [uniqueKeys['fields']?.schema ?? {}, objectOf(uniqueKeys)] }, { minItems: 1 }),
    help: {
      zh: '合在一起不可重复的字段：同一租户内，明细在其主记录内；由数据库保证，删除的记录不算。单个字段用字段的 unique',
      en: 'Sets of fields whose combinations of values are unique within a tenant; for lines, within the parent record. The database enforces this; deleted records do not count. For a single field, use the key `unique` of the field.',
    },
    example:
      '[[siteId, startDay], { fields: [siteId, kind], where: "kind != null" }, { fields: [visitName], during: [startDay, endDay] }]',
  },
  list: {
    schema: objectOf(listKeys),
    help: { zh: '列表页', en: 'The list page.' },
    example: '{ columns: [visitNo, siteId, kind], search: [visitNo, siteId] }',
  },
  form: {
    schema: listOf(objectOf(formGroupKeys), { minItems: 1 }),
    help: { zh: '表单的分组', en: 'The field groups of the form.' },
    example: '[{ title: { zh: 基本信息, en: Basics }, fields: [visitName, siteId] }, { fields: [startDay, endDay] }]',
  },
  lifecycle: {
    schema: objectOf(lifecycleKeys),
    help: {
      zh: '生命周期：状态字段和状态间的步骤',
      en: 'The lifecycle: the state field and the transitions between states.',
    },
    example:
      '{ field: state, initial: draft, final: [done], transitions: { send: { from: draft, to: sent, title: { zh: 发出, en: Send } }, finish: { from: sent, to: done, title: { zh: 完成, en: Finish } } } }',
  },
  actions: {
    schema: mapOf(objectOf(actionKeys)),
    help: {
      zh: '不改变状态的步骤：写入字段、改写或生成别的记录、发送消息，或由程序里的处理函数执行',
      en: 'Actions: steps that do not change the state. They write fields, have effects on other records, or call a handler in TypeScript.',
    },
    example: '{ remind: { handler: remind, title: { zh: 提醒, en: Remind } } }',
  },
  queries: {
    schema: mapOf(objectOf(queryKeys)),
    help: {
      zh: '查询：只读的接口，遵守与列表相同的数据权限',
      en: 'Queries: read-only endpoints with the same row access as lists.',
    },
    example: `{ ofSite: { where: "siteId == input.siteId", input: { siteId: { type: reference, of: site } }, returns: list } }`,
  },
  bind: {
    schema: mapOf(objectOf(bindKeys)),
    help: {
      zh: '绑定：本资源的一条记录和另一资源的许多记录的关联，单独存成一张表；表达式可以读它：siteId in sites 看 id，size(sites)、sites.exists(s, s.parentId == siteId) 读记录。少量的用 many: true 的引用',
      en: 'Binds: links from a record to many records of another resource, stored in a separate table. Expressions can read their ids (siteId in sites) and their records (size(sites), sites.exists(s, s.parentId == siteId)). For a few links, use a reference with `many: true`.',
    },
    example: '{ sites: { of: site, http: [POST bindSites, GET listSites] } }',
  },
  access: {
    schema: listOf(objectOf(accessKeys)),
    help: {
      zh: '各角色能看到的行和字段',
      en: 'Access rules: the operations, rows and fields that each role may access.',
    },
    example: '[{ role: inspector, allow: [view, edit], where: "createUser == me.id" }]',
  },
  allowIf: {
    schema: objectOf(allowIfKeys),
    help: {
      zh: '编辑和删除的条件，按修改前的记录判断，对所有人有效（包括管理员）；流转不受限制',
      en: 'Conditions for editing and deleting, evaluated on the record before the change. They apply to every user, including administrators, but not to transitions.',
    },
    example: `{ edit: "state != 'done'", delete: "state != 'done'" }`,
  },
  partOf: {
    schema: { type: 'string' },
    help: {
      zh: '本资源是明细：指向主表的字段；权限、版本和删除都随主表',
      en: 'The field that refers to the parent record. The records of the resource are then lines of that record, which determines their permissions, version and deletion.',
    },
    example: 'visitId',
  },
  tree: {
    schema: { type: 'string' },
    help: {
      zh: '本资源是树：指向上级的字段',
      en: 'The field that refers to the parent. The records then form a tree.',
    },
    example: 'parentId',
  },
  guard: {
    schema: { type: 'string', enum: ['authority', 'descriptors'] },
    help: {
      zh: 'authority 表示记录会给出权限：谁也不能写出超出自己的权限，也不能改动权限更多的人或角色；descriptors 表示记录来自描述文件的字典或菜单，只能修改标题、颜色、图标、顺序和停用；无论从哪里写入都适用',
      en: '`authority`: the rows grant rights. Users can neither grant more rights than they have, nor modify users or roles with more rights. `descriptors`: the rows come from the dictionaries or the menu of the descriptors. Only titles, colours, icons, order and sealing can be edited. Both apply to every write path.',
    },
    example: 'authority',
  },
  shared: {
    schema: { type: 'boolean' },
    help: { zh: '所有租户共用的数据', en: 'The rows are shared by all tenants.' },
    example: 'true',
  },
  platform: {
    schema: { type: 'boolean' },
    help: {
      zh: 'true 表示所有租户共用的数据只属于平台：只有平台所在租户的用户可以查看和修改；须同时写 shared: true',
      en: '`true`: the shared rows belong to the platform. Only users of the tenant of the platform can view and change them. Requires `shared: true`.',
    },
    example: 'true',
  },
  readOnly: {
    schema: { type: 'boolean' },
    help: {
      zh: 'true 表示记录只由系统和处理程序写入：没有新增、编辑、删除、导入的接口、按钮和权限码，只能查看和导出；动作仍然可用',
      en: '`true`: only the system and handlers write the rows. There are endpoints, buttons and permission codes for viewing and exporting, but not for adding, editing, deleting and importing. Actions remain available.',
    },
    example: 'true',
  },
  code: {
    schema: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9]*$' },
    help: {
      zh: '权限码的前缀，默认是资源名',
      en: 'The prefix of the permission codes. Default: the name of the resource.',
    },
    example: 'visit',
  },
  path: {
    schema: { type: 'string', pattern: '^(/[a-zA-Z0-9-]+)+$' },
    help: { zh: '页面地址，默认是 /模块/资源名', en: 'The path of the list page. Default: /module/name.' },
    example: '/field/visits',
  },
  dialect: {
    schema: objectOf(dialectKeys),
    help: {
      zh: '除 v1 外，还按其他协议提供的接口',
      en: 'Endpoints in other protocols, in addition to those of v1.',
    },
    example: '{ blade: blade-field/visit }',
  },
  renamedFrom: formerIdentifiersKey(
    { zh: '改名前的资源名，数据随之迁移', en: 'The former name of the resource. Its data is migrated.' },
    '[latestFormer, formerName]',
  ),
}
