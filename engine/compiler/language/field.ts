import type { AnyFieldType } from '../../fields/field-type.ts'
import { fieldTypes } from '../../fields/index.ts'
import type { JsonSchema } from '../../model/model.ts'
import { hover, type Keys, objectOf, shared } from './key.ts'

/** The keys of every field type. */
export const fieldKeys: Keys = {
  type: {
    schema: { type: 'string' },
    help: { zh: '字段类型，决定列、校验、输入框和显示', en: 'The type of field: its column, checks, input and looks.' },
    example: 'text',
    required: true,
  },
  title: {
    schema: shared('bilingual'),
    help: {
      zh: '字段标题；words.yaml 里有同名词，或字段是引用或字典时可省略',
      en: 'The title. May be left out where words.yaml has the name, or where the field refers to a resource or dictionary.',
    },
    example: '{ zh: 访客, en: Visitor }',
  },
  help: {
    schema: shared('bilingual'),
    help: { zh: '填写提示', en: 'A hint for the person who fills it in.' },
    example: '{ zh: 按证件填写, en: As on the identity card }',
  },
  required: {
    schema: { type: 'boolean' },
    help: { zh: '必填', en: 'A value must be given.' },
    example: 'true',
  },
  unique: {
    schema: { type: 'boolean' },
    help: { zh: '同一租户内不可重复', en: 'No two records of a tenant share a value.' },
    example: 'true',
  },
  sort: {
    schema: { type: 'boolean' },
    help: {
      zh: '建索引，数据很多时也能按它排序；每个索引都会使写入变慢',
      en: 'An index of its own, so that large tables can be sorted by it. Every index makes writing slower.',
    },
    example: 'true',
  },
  default: {
    schema: {},
    help: {
      zh: '新记录的初始值，填写时可改；字典写条目名；日期、时间和引用可写表达式：now()、today() + 7、me.id',
      en: "The value of a new record, which users may change. Of a dictionary, its entry's name; of dates, times and references also an expression: now(), today() + 7, me.id.",
    },
    example: 'none',
  },
  keep: {
    schema: { type: 'boolean' },
    help: {
      zh: '“保存并新建”时沿用上一条的值；用于连续录入时不变的字段',
      en: 'Save and new keeps the value for the next record: for what stays the same while many are entered.',
    },
    example: 'true',
  },
  when: {
    schema: shared('expression'),
    help: {
      zh: '条件成立时才显示和校验；不成立时保留原值',
      en: 'Shown and checked only while this holds; the value is kept meanwhile.',
    },
    example: '"kind == \'planned\'"',
  },
  compute: {
    schema: shared('expression'),
    help: { zh: '由其他字段算出的值', en: 'The value is computed from other fields.' },
    example: '"visitName + \' (planned)\'"',
  },
  copy: {
    schema: { type: 'string', pattern: '^[a-z][a-zA-Z0-9]*\\.[a-z][a-zA-Z0-9]*$' },
    help: {
      zh: '选定引用时，从所引用的记录复制的字段；只读，由服务器填写，那条记录以后的修改不影响已保存的值',
      en: 'Copied from the record that a reference names, when the reference is chosen. Read-only and filled in by the server; later changes of that record do not change it.',
    },
    example: 'siteId.siteName',
  },
  stored: {
    schema: { type: 'boolean' },
    help: {
      zh: '算出的值也存入数据库，可查询和排序；和 compute 一起用',
      en: 'A computed value is kept in the database too, to be searched and sorted. Goes with `compute`.',
    },
    example: 'true',
  },
  was: {
    schema: shared('name'),
    help: { zh: '改名前的名称，数据随之迁移', en: "The field's former name; its data move with it." },
    example: 'formerName',
  },
  readOnly: {
    schema: { type: 'boolean' },
    help: { zh: '只显示，不接受输入', en: 'Shown, never taken from input.' },
    example: 'true',
  },
}

/** The types that a descriptor may name, in the registry's order. */
export const describableTypes: ReadonlyMap<string, AnyFieldType> = new Map(
  Object.entries<AnyFieldType>(fieldTypes).filter(([name]) => name !== 'id'),
)

/** The keys of one type in addition to the common ones. */
export function typeKeys(type: AnyFieldType): Keys {
  return Object.fromEntries(
    Object.entries(type.options).map(([name, { schema, help, example, required }]) => [
      name,
      { schema, help, example: JSON.stringify(example), ...(required && { required }) },
    ]),
  )
}

/** `field`, which selects by type, and one shape for each type: `field-text`, `field-date`, … */
export function fieldShapes(): Record<string, JsonSchema> {
  const types = [...describableTypes]
  const field: JsonSchema = {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        description: hover(fieldKeys['type']?.help ?? { zh: '', en: '' }),
        oneOf: types.map(([name, type]) => ({
          const: name,
          title: `${type.title.zh} ${type.title.en}`,
          description: hover(type.help),
        })),
      },
    },
    allOf: types.map(([name]) => ({
      if: { properties: { type: { const: name } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; a schema is never awaited
      then: { $ref: `#/$defs/field-${name}` },
    })),
  }
  const shapes = types.map(([name, type]): [string, JsonSchema] => [
    `field-${name}`,
    { ...objectOf({ ...fieldKeys, ...typeKeys(type) }), description: hover(type.help) },
  ])
  return { field, ...Object.fromEntries(shapes) }
}
