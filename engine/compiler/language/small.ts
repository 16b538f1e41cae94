import { dictionaryColours } from '../../model/model.ts'
import { type Keys, mapOf, objectOf, shared } from './key.ts'
import { menuKeys } from './resource.ts'

/** The keys of an entry of a dictionary. */
export const entryKeys: Keys = {
  key: {
    schema: { anyOf: [{ type: 'string', minLength: 1, maxLength: 64 }, { type: 'integer' }] },
    help: {
      zh: '数据库和接口里的值；不写则是条目名',
      en: 'The stored and transmitted value. Default: the name of the entry.',
    },
    example: '"1"',
  },
  title: {
    schema: shared('bilingual'),
    help: { zh: '显示的文字', en: 'The text that is shown.' },
    example: '{ zh: 计划内, en: Planned }',
    required: true,
  },
  aliases: {
    schema: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 64 },
      minItems: 1,
      uniqueItems: true,
    },
    help: {
      zh: '别名：导入、粘贴和搜索时也认的写法，不显示',
      en: 'Other spellings that imports, pasted cells and searches accept; never shown.',
    },
    example: '[月度计划, scheduled]',
  },
  colour: {
    schema: { type: 'string', enum: [...dictionaryColours] },
    help: { zh: '标签的颜色', en: 'The colour of the tag.' },
    example: 'blue',
  },
  sealed: {
    schema: { type: 'boolean' },
    help: {
      zh: '停用：不再可选，已有的仍显示',
      en: 'Disabled: cannot be selected any more; still shown in existing records.',
    },
    example: 'true',
  },
}

/** The keys of a dictionary's file. */
export const dictionaryKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '字典的名称', en: 'The title of the dictionary.' },
    example: '{ zh: 走访类别, en: Kind of visit }',
    required: true,
  },
  entries: {
    schema: { ...mapOf(objectOf(entryKeys)), minProperties: 1 },
    help: {
      zh: '条目，按此顺序显示；规则里写条目名',
      en: 'The entries, in display order. Rules refer to them by name.',
    },
    example: '{ planned: { key: "1", title: { zh: 计划内, en: Planned } } }',
    required: true,
  },
}

/** The keys of a mixin's file. */
export const mixinKeys: Keys = {
  fields: {
    schema: mapOf(shared('field')),
    help: { zh: '公共字段，资源用 mixins 引入', en: 'Fields that resources include with `mixins`.' },
    example: '{ remark: { type: text, title: { zh: 备注, en: Remark } } }',
    required: true,
  },
}

/** The keys of app.yaml. */
export const appKeys: Keys = {
  language: {
    schema: { const: 2 },
    help: { zh: '描述语言的版本', en: 'The version of the descriptor language.' },
    example: '2',
  },
  title: {
    schema: shared('bilingual'),
    help: { zh: '系统的名称', en: 'The title of the application.' },
    example: '{ zh: 走访管理, en: Visits }',
  },
  owner: {
    schema: { type: 'string' },
    help: { zh: '拥有其他记录的资源', en: 'The resource that owns the rows of other resources.' },
    example: 'site',
  },
}

/** The keys of a group in menus.yaml. */
export const menuGroupKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '菜单组的名称', en: 'The title of the group.' },
    example: '{ zh: 现场, en: Field work }',
    required: true,
  },
  icon: {
    schema: shared('icon'),
    help: { zh: 'Lucide 图标名', en: 'The name of a Lucide icon.' },
    example: 'map',
  },
  order: {
    schema: { type: 'number' },
    help: { zh: '次序，小的在前', en: 'Position among the groups, in ascending order.' },
    example: '10',
  },
  under: {
    schema: { type: 'string' },
    help: {
      zh: '上级菜单组；菜单组最多三级，顶部菜单算一级',
      en: 'The parent group. Groups are nested at most three levels deep, a top menu included.',
    },
    example: 'field',
  },
  top: {
    schema: { const: true },
    help: {
      zh: 'true 表示顶部菜单：在顶栏选择，侧栏随之显示其下的菜单组',
      en: 'true: a top menu. It is chosen in the top bar, and the side bar shows the groups under it.',
    },
    example: 'true',
  },
  roles: {
    schema: shared('names'),
    help: {
      zh: '能看到它的角色别名；不写则不限角色，管理员总能看到',
      en: 'Aliases of the roles that see it; by default every role. Administrators always see it.',
    },
    example: '[inspector]',
  },
}

/** The keys of a page's `menu`. */
export const pageMenuKeys: Keys = {
  ...menuKeys,
  under: {
    schema: { type: 'string' },
    help: { zh: 'menus.yaml 里的菜单组；不写则在最上一级', en: 'A group of menus.yaml. Default: the top level.' },
    example: 'field',
  },
}

/** The keys of a page in pages.yaml. */
export const pageKeys: Keys = {
  path: {
    schema: { type: 'string', pattern: '^(/|(/[a-zA-Z0-9-]+)+)$' },
    help: { zh: '页面地址', en: 'The address of the page.' },
    example: '/field/today',
    required: true,
  },
  title: {
    schema: shared('bilingual'),
    help: { zh: '页面名称，用于菜单、标签页和搜索', en: 'The title in the menu, in tabs and in the search.' },
    example: '{ zh: 今日, en: Today }',
    required: true,
  },
  menu: {
    schema: objectOf(pageMenuKeys),
    help: { zh: '菜单位置；不写则不进菜单', en: 'The position in the menu. Default: none.' },
    example: '{ under: field, icon: sun, order: 1 }',
  },
  code: {
    schema: { type: 'string', pattern: '^[a-z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)?$' },
    help: {
      zh: '打开所需的权限码：资源的权限码，或页面自己的“名称_view”；signedIn 表示登录即可（默认），anyone 表示无需登录',
      en: 'The permission code that opens it: one of a resource, or an own one that ends in `_view`. `signedIn` (the default): every user; `anyone`: without signing in.',
    },
    example: 'visit_view',
  },
  tab: {
    schema: { type: 'string', enum: ['keep', 'none'] },
    help: { zh: 'none 表示不占标签页，离开即关闭', en: 'none: the page gets no tab and closes when it is left.' },
    example: 'none',
  },
  frame: {
    schema: { type: 'string', enum: ['shell', 'bare'] },
    help: {
      zh: 'shell 在应用框架内（默认），bare 占满窗口；链接则分别是嵌入和新窗口',
      en: '`shell` (the default): inside the application; `bare`: the whole window. A link is embedded or opens in a new window.',
    },
    example: 'bare',
  },
  screen: {
    schema: { type: 'string', pattern: '^[A-Z][a-zA-Z0-9]*$' },
    help: {
      zh: '手写页面的名称，由 src/screens.tsx 提供；与 link 二选一',
      en: 'The name of the hand-written screen, which src/screens.tsx supplies. Either this or `link`.',
    },
    example: 'Today',
  },
  link: {
    schema: { type: 'string', minLength: 1 },
    help: {
      zh: '外部网址（http 或 https）；与 screen 二选一',
      en: 'The http or https address of another site. Either this or `screen`.',
    },
    example: 'https://maps.example.cn/',
  },
}

/** The keys of a parameter in parameters.yaml. */
export const parameterKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '参数名称', en: 'The title of the parameter.' },
    example: '{ zh: 每页条数, en: Rows per page }',
    required: true,
  },
  value: {
    schema: shared('value'),
    help: { zh: '初始值，管理员可改', en: 'The initial value; administrators can change it.' },
    example: '"20"',
    required: true,
  },
  remark: {
    schema: { type: 'string' },
    help: { zh: '备注', en: 'A note for administrators.' },
    example: '最多 200',
  },
}
