import type { AnyFieldType } from '../../fields/field-type.ts'
import { fieldTypes } from '../../fields/index.ts'
import { type JsonSchema, personalKinds } from '../../model/model.ts'
import { formerIdentifiersKey } from '../former-names.ts'
import { hover, type Keys, listOf, newKey, objectOf, shared } from './key.ts'

/** The keys of every field type. */
export const fieldKeys: Keys = {
  type: newKey(
    { type: 'string' },
    '字段类型，决定列、校验、输入框和显示',
    'The field type. It determines the column, the validation, the input and the display.',
    'text',
    { required: true },
  ),
  title: newKey(
    shared('bilingual'),
    '字段标题；titles.yaml 里有同名词，或字段是引用或字典时可省略',
    'The title. It may be omitted if titles.yaml contains the name, or if the field refers to a resource or dictionary.',
    '{ zh: 访客, en: Visitor }',
  ),
  help: newKey(
    shared('bilingual'),
    '填写提示',
    'A hint for entering the value.',
    '{ zh: 按证件填写, en: As on the identity card }',
  ),
  required: newKey(
    { anyOf: [{ type: 'boolean' }, shared('expression')] },
    '必填；也可写条件，对改后的记录成立时必填，缺值视为不必填',
    'Whether a value is required: always (`true`), or if a condition on the changed record is true. An unknown result means not required.',
    'true',
  ),
  unique: newKey({ type: 'boolean' }, '同一租户内不可重复', 'The value is unique within a tenant.', 'true'),
  index: newKey(
    { type: 'boolean' },
    '建索引，数据很多时也能按它排序；每个索引都会使写入变慢',
    'Creates an index, so that large tables can be sorted by the field. Every index slows down writes.',
    'true',
  ),
  default: newKey(
    {},
    '没有填写时的值，填写时可改；字典写条目名；日期、时间、数字、是否和引用可写表达式：today() + 7、me.id；经引用取值（productId.unitPrice）时，选定引用即复制一次；文字按原样存储',
    'The value that is used if none is entered; users can change it. For a dictionary, the name of an entry. For dates, times, numbers, booleans and references also an expression: today() + 7, me.id. A value read through a reference (productId.unitPrice) is copied once, when the reference is selected. Of a text, others are stored as written.',
    'none',
  ),
  keep: newKey(
    { type: 'boolean' },
    '“保存并新建”时沿用上一条的值；用于连续录入时不变的字段',
    '"Save and new" keeps the value for the next record.',
    'true',
  ),
  when: newKey(
    shared('expression'),
    '条件成立时才显示和校验；不成立时保留原值，填写别的值会被拒绝',
    'A condition. The field is shown and validated only if it is true. Otherwise the stored value is kept, and any other value is refused.',
    '"kind == \'planned\'"',
  ),
  compute: newKey(
    shared('expression'),
    '由其他字段算出的值',
    'An expression that computes the value from other fields.',
    '"visitName + \' (planned)\'"',
  ),
  copy: newKey(
    { type: 'string', pattern: '^[a-z][a-zA-Z0-9]*\\.[a-z][a-zA-Z0-9]*$' },
    '选定引用时，从所引用的记录复制的字段；只读，由服务器填写，那条记录以后的修改不影响已保存的值',
    'A field of the referenced record, whose value the server copies when the reference is selected. Read-only. Later changes of that record do not change the copy.',
    'siteId.siteName',
  ),
  stored: newKey(
    { type: 'boolean' },
    '算出的值也存入数据库，可查询和排序；和 compute 一起用。经过引用所读的记录、公式或参数改变后，由定时任务重新计算；由相关记录（related）算出的值与改变其中一条的事务一起重新计算，读取它的规则可拒绝这次改变',
    'With `compute`: stores the computed value in the database, so that it can be searched and sorted. A job recomputes it after a change of the formula, of a parameter, or of records that it reads through references. A value of related records is recomputed in the transaction that changes one of them, and rules that read the value can refuse the change.',
    'true',
  ),
  renamedFrom: formerIdentifiersKey(
    {
      zh: '改名前的名称，数据随之迁移；步骤的输入写它时，历史里的值按新名称显示',
      en: 'The former name of the field. Its data is migrated. Of an input of a step: its values in the history are shown under the new name.',
    },
    '[latestFormer, formerName]',
  ),
  readOnly: newKey(
    {
      anyOf: [
        { type: 'boolean' },
        listOf({ type: 'string' }, { minItems: 1, uniqueItems: true }),
        shared('expression'),
      ],
    },
    '只显示，不接受输入：总是（true），或在列出的状态下，或对改前的记录条件成立时。约束用户填写的值，管理员也一样；步骤的 edit、set 和处理函数不受约束。缺值视为可改',
    'The field is shown but does not accept input: always (`true`), in the listed states, or if a condition on the record before the change is true. This applies to input of all users, including administrators, but not to `edit`, `set` and handlers of steps. An unknown result means editable.',
    'true',
  ),
  editableBy: newKey(
    listOf({ type: 'string', minLength: 1 }, { minItems: 1, uniqueItems: true }),
    '只有这些角色（别名）能填写，管理员也能；其他人只读。步骤的 edit、set 和处理函数不受约束',
    'Aliases of the roles that may enter the field, in addition to administrators. For other users it is read-only. This does not apply to `edit`, `set` and handlers of steps.',
    '[inspector]',
  ),
  personal: newKey(
    { enum: [...personalKinds] },
    '个人信息的种类：电话、证件号、姓名、健康、未成年人。没有 unmask 的用户只看到遮盖后的内容；消息只发给可看原文的人，以及同一条记录里的手机号和邮箱',
    'The kind of personal data. Values are masked for users without `unmask`. Messages contain them only for users who may read them and for addresses of the same record.',
    'name',
  ),
}

/** The types that a descriptor may name, in the registry's order. */
export const describableTypes: Map<string, AnyFieldType> = new Map(
  Object.entries<AnyFieldType>(fieldTypes).filter(
    ([name]) => name !== 'id' && name !== 'bind' && name !== 'permissions',
  ),
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

/**
 * `field`, which selects by type, and one shape for each type: `field-text`, `field-date`, …; `refinedField` may lack
 * the type.
 */
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
  // The type is declared elsewhere: an option is described as in each of the types that have it.
  const helpOf = (name: string) =>
    types.flatMap(([, { options }]) => (options[name] ? [hover(options[name].help)] : []))
  const options = types.flatMap(([, type]) =>
    Object.keys(type.options).map(name => [name, { description: [...new Set(helpOf(name))].join('\n\n') }] as const),
  )
  const { type: _type, ...keys } = fieldKeys
  const whole = objectOf(keys)
  const refined: JsonSchema = {
    ...whole,
    description: hover({ zh: '对已有字段的补充', en: 'Changes to a field that a mixin or the engine declares.' }),
    properties: { ...Object.fromEntries(options), ...(whole['properties'] as JsonSchema) },
  }
  const refinedField: JsonSchema = {
    type: 'object',
    if: { required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; a schema is never awaited
    then: { $ref: '#/$defs/field' },
    else: { $ref: '#/$defs/field-refined' },
  }
  return { field, refinedField, 'field-refined': refined, ...Object.fromEntries(shapes) }
}
