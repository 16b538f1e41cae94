import { operations } from '../../model/model.ts'
import { type Keys, listOf, mapOf, objectOf, shared } from './key.ts'
import { actionKeys, lifecycleKeys } from './lifecycle.ts'

/** The keys of `menu`. */
export const menuKeys: Keys = {
  under: {
    schema: { type: 'string' },
    help: {
      zh: 'menus.yaml 里的菜单组；不写则归入模块（文件夹）的组',
      en: "A group of menus.yaml; left out, the group of the module, which is the folder's name.",
    },
    example: 'field',
  },
  icon: {
    schema: shared('icon'),
    help: { zh: 'Lucide 图标名，见 lucide.dev', en: 'The name of a Lucide icon, see lucide.dev.' },
    example: 'gavel',
  },
  order: {
    schema: { type: 'number' },
    help: { zh: '组内次序，小的在前', en: 'Place within the group, small ones first.' },
    example: '30',
  },
}

/** The keys of a rule. */
export const ruleKeys: Keys = {
  that: {
    schema: shared('expression'),
    help: {
      zh: '保存前必须成立的条件；所读的字段有变化时才检查，缺值时放行',
      en: 'What must hold before a record is saved. It runs when a field that it reads changes; a missing value passes.',
    },
    example: '"endDay >= startDay"',
    required: true,
  },
  say: {
    schema: shared('bilingual'),
    help: { zh: '不成立时的提示', en: 'The message when it does not hold.' },
    example: '{ zh: 结束日期不能早于开始日期, en: The end cannot lie before the start }',
    required: true,
  },
  holds: {
    schema: examplesShape(),
    help: {
      zh: '成立的例子，编译时验证；没写的字段视为缺值',
      en: 'Examples for which it holds, proved when compiled. What is not given is missing.',
    },
    example: '{ startDay: 2026-03-01, endDay: 2026-03-02 }',
  },
  fails: {
    schema: examplesShape(),
    help: {
      zh: '不成立的例子；不读时钟的规则，成立与不成立的例子都要有',
      en: 'Examples for which it does not hold. A rule that reads no clock requires both kinds.',
    },
    example: '{ startDay: 2026-03-02, endDay: 2026-03-01 }',
  },
}

function examplesShape() {
  const one = { type: 'object' }
  return { anyOf: [one, { type: 'array', items: one, minItems: 1 }] }
}

/** The keys of `list`. */
export const listKeys: Keys = {
  columns: {
    schema: shared('names'),
    help: {
      zh: '列表显示的字段，按此顺序；timeLeft 是剩余时限，即生命周期等待的日期还有几天，不写 columns 时自动显示',
      en: 'The fields that the list shows, in this order. `timeLeft` is how many days are left until the day that the lifecycle waits for; where no columns are said, it is there by itself.',
    },
    example: '[visitNo, siteId, kind, startDay]',
  },
  search: {
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    help: {
      zh: '搜索区的字段；写在这里的文本字段可按片段检索',
      en: 'The fields of the search area; text fields named here are found by any part of them.',
    },
    example: '[visitNo, siteId, kind, createTime]',
  },
}

/** The keys of a group of the form. */
export const formGroupKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '分组标题', en: "The group's title." },
    example: '{ zh: 基本信息, en: Basics }',
  },
  help: {
    schema: shared('bilingual'),
    help: { zh: '分组说明', en: 'A line under the title.' },
    example: '{ zh: 谁在什么时候去哪里, en: Who goes where and when }',
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
    help: { zh: '角色别名', en: "A role's alias." },
    example: 'inspector',
    required: true,
  },
  may: {
    schema: {
      type: 'array',
      items: { anyOf: [{ enum: [...operations] }, shared('name')] },
      minItems: 1,
      uniqueItems: true,
    },
    help: {
      zh: '可做的操作、步骤和动作，默认只能查看',
      en: 'What the role may do: operations, moves and actions; only view by default.',
    },
    example: '[view, edit]',
  },
  rows: {
    schema: shared('expression'),
    help: {
      zh: '能看到哪些记录，me 是当前用户；不写则同所属资源的规则，没有则只看到自己名下的；"true" 是全部',
      en: 'Which rows it sees, where `me` is the caller; left out: those that the owner resource shows it, else its own. `"true"` is all of them.',
    },
    example: '"createUser == me.id"',
  },
  hide: {
    schema: shared('names'),
    help: { zh: '看不到的字段', en: 'Fields that it does not see.' },
    example: '[remark]',
  },
}

/** The keys of `allowIf`. */
export const allowIfKeys: Keys = {
  edit: {
    schema: shared('expression'),
    help: {
      zh: '成立时才可编辑，缺值视为不成立；明细、批量修改、导入更新和恢复历史版本都受此限制',
      en: 'The record can be edited only while this is true; unknown refuses. Lines, bulk edits, imports that update and restored versions are edits too.',
    },
    example: `"state != 'done'"`,
  },
  delete: {
    schema: shared('expression'),
    help: {
      zh: '成立时才可删除；从回收站恢复也按此条件',
      en: 'The record can be deleted only while this is true. Restoring it from the bin has the same condition.',
    },
    example: `"state == 'draft'"`,
  },
}

/** The keys of a resource's file. */
export const resourceKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '资源的名称', en: 'What the resource is called.' },
    example: '{ zh: 走访, en: Visit }',
    required: true,
  },
  titles: {
    schema: shared('bilingual'),
    help: {
      zh: '名称的复数，用于菜单、列表、导入、导出和回收站；不写时中文同 title，英文按规则得出（Visit → Visits）',
      en: 'The title in the plural, for menus, lists, imports, exports and recycle bins. Left out: `zh` of `title`, and the regular English plural (Visit, Visits).',
    },
    example: '{ zh: 走访, en: Visits }',
  },
  help: {
    schema: shared('bilingual'),
    help: { zh: '一句话说明用途，列表为空时显示', en: 'One line on what it is for, shown where a list is empty.' },
    example: '{ zh: 到现场走访的记录, en: What was seen on site }',
  },
  menu: {
    schema: { anyOf: [objectOf(menuKeys), { const: false }] },
    help: { zh: '菜单位置；false 表示不进菜单', en: 'Its place in the menu; false for none.' },
    example: '{ under: field, icon: footprints, order: 10 }',
  },
  screens: {
    schema: { const: false },
    help: {
      zh: 'false 表示网页上没有它的页面：不进菜单和搜索，访问地址时说明原因；接口仍然可用',
      en: 'false: the web has no screens of it. It is in no menu and no search, and its address shows a sentence instead; its calls stay.',
    },
    example: 'false',
  },
  use: {
    schema: shared('names'),
    help: {
      zh: '引入的公共字段（mixins/ 下的文件名），只有一层',
      en: 'Mixins whose fields come first: names of files in mixins/. One level only.',
    },
    example: '[siteRecord]',
  },
  owner: {
    schema: { type: 'string' },
    help: {
      zh: '记录归谁：指向 app.yaml 里 owner 资源的字段，行权限由此得出',
      en: 'Whose row it is: the field that refers to the owner resource of app.yaml. Row rules derive from it.',
    },
    example: 'siteId',
  },
  display: {
    schema: { type: 'string' },
    help: {
      zh: '代表一条记录的字段，用于引用、标签页和面包屑',
      en: 'The field that represents a record in references, tabs and breadcrumbs.',
    },
    example: 'visitNo',
  },
  state: {
    schema: { type: 'string' },
    help: {
      zh: '表示记录状态的字典字段，显示在标题旁、手机列表每行右上角和全局搜索里；有生命周期时就是它的字段，不必写',
      en: 'The dictionary field that says how it stands with a record: shown beside its title, at the top right of its row on a phone, and in the search over everything. Where there is a lifecycle it is that one, and need not be said.',
    },
    example: 'state',
  },
  order: {
    schema: { type: 'string', pattern: '^-?[a-z][a-zA-Z0-9]*$' },
    help: {
      zh: '默认排序字段，前面加 - 为倒序',
      en: 'The order of a list: a field, with - before it from last to first.',
    },
    example: '-createTime',
  },
  fields: {
    schema: mapOf(shared('field')),
    help: { zh: '字段，按此顺序显示', en: 'The fields, in the order in which they are shown.' },
    example: '{ visitName: { type: text, required: true, title: { zh: 访客, en: Visitor } } }',
  },
  rules: {
    schema: listOf(objectOf(ruleKeys)),
    help: { zh: '保存前的规则', en: 'Rules that a record must keep to be saved.' },
    example:
      '[{ that: "size(visitName) > 1", say: { zh: 名字太短, en: The name is too short }, holds: { visitName: Ann }, fails: { visitName: A } }]',
  },
  list: {
    schema: objectOf(listKeys),
    help: { zh: '列表页', en: 'The list.' },
    example: '{ columns: [visitNo, siteId, kind], search: [visitNo, siteId] }',
  },
  form: {
    schema: listOf(objectOf(formGroupKeys), { minItems: 1 }),
    help: { zh: '表单的分组', en: 'The groups of the form.' },
    example: '[{ title: { zh: 基本信息, en: Basics }, fields: [visitName, siteId] }, { fields: [startDay, endDay] }]',
  },
  lifecycle: {
    schema: objectOf(lifecycleKeys),
    help: {
      zh: '生命周期：状态字段和状态间的步骤',
      en: 'The lifecycle: a field that holds the state, and the moves between states.',
    },
    example:
      '{ field: state, start: draft, end: [done], moves: { send: { from: draft, next: sent, title: { zh: 发出, en: Send } }, finish: { from: sent, next: done, title: { zh: 完成, en: Finish } } } }',
  },
  actions: {
    schema: mapOf(objectOf(actionKeys)),
    help: {
      zh: '描述文件说不清的动作，由程序实现',
      en: 'What no descriptor can express: each requires a handler in TypeScript.',
    },
    example: '{ remind: { run: remind, title: { zh: 提醒, en: Remind } } }',
  },
  access: {
    schema: listOf(objectOf(accessKeys)),
    help: { zh: '各角色能看到的行和字段', en: 'Which rows and fields a role sees.' },
    example: '[{ role: inspector, may: [view, edit], rows: "createUser == me.id" }]',
  },
  allowIf: {
    schema: objectOf(allowIfKeys),
    help: {
      zh: '编辑和删除的条件，按修改前的记录判断，对所有人有效（包括管理员）；流转不受限制',
      en: 'Conditions for editing and deleting, evaluated on the record before. They bind every user, administrators included. Moves are not affected.',
    },
    example: `{ edit: "state != 'done'", delete: "state != 'done'" }`,
  },
  partOf: {
    schema: { type: 'string' },
    help: {
      zh: '本资源是明细：指向主表的字段；权限、版本和删除都随主表',
      en: 'These are lines: the field that refers to their master, whose rights, version and deletion are theirs.',
    },
    example: 'visitId',
  },
  tree: {
    schema: { type: 'string' },
    help: { zh: '本资源是树：指向上级的字段', en: 'The records form a tree: the field that refers to the parent.' },
    example: 'parentId',
  },
  shared: {
    schema: { type: 'boolean' },
    help: { zh: '所有租户共用的数据', en: 'The rows are for all tenants.' },
    example: 'true',
  },
  code: {
    schema: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9]*$' },
    help: {
      zh: '权限码的前缀，默认是资源名',
      en: "The first part of its permission codes; the resource's name by default.",
    },
    example: 'visit',
  },
  path: {
    schema: { type: 'string', pattern: '^(/[a-zA-Z0-9-]+)+$' },
    help: { zh: '页面地址，默认是 /模块/资源名', en: 'The path of its list; /module/name by default.' },
    example: '/field/visits',
  },
  was: {
    schema: shared('name'),
    help: { zh: '改名前的资源名，数据随之迁移', en: "The resource's former name; its data move with it." },
    example: 'formerVisit',
  },
}
