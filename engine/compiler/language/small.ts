import { dictionaryColours } from '../../model/model.ts'
import { type Keys, mapOf, objectOf, shared } from './key.ts'

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
    help: { zh: '公共字段，资源用 use 引入', en: 'Fields that resources include with `use`.' },
    example: '{ remark: { type: text, title: { zh: 备注, en: Remark } } }',
    required: true,
  },
}

/** The keys of app.yaml. */
export const appKeys: Keys = {
  language: {
    schema: { const: 1 },
    help: { zh: '描述语言的版本', en: 'The version of the descriptor language.' },
    example: '1',
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
