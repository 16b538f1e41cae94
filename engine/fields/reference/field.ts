import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { isId } from '../id/id-text.ts'
import { asList, listOperators, type OneOrMany, schemaOf, splitList, textsOf } from '../one-or-many.ts'
import { isMany, many } from '../options.ts'

/** Another record by its id; a field that refers to a tree resource is chosen from the tree. */
export const reference: FieldType<OneOrMany> = {
  title: { zh: '引用', en: 'Reference' },
  help: {
    zh: '指向另一个资源的记录；如果它是树（tree），输入时按树选择',
    en: 'One or several records of another resource. If that resource is a tree (`tree`), users select from the tree.',
  },
  options: {
    of: {
      schema: { type: 'string' },
      help: { zh: '资源名', en: 'The name of the resource.' },
      required: true,
      names: 'resource',
      example: 'entType',
    },
    many,
    where: {
      schema: { type: 'string' },
      help: {
        zh: '哪些记录可选：CEL 表达式，it 是候选记录',
        en: 'A condition on the records that can be selected: a CEL expression, in which `it` is the candidate.',
      },
      example: 'it.entId == entId',
    },
    pick: {
      schema: { enum: ['first'] },
      help: {
        zh: 'first：保存时由系统选 where 和 sort 下的第一条，如当日适用的价格；where 读的字段变了或还没有值时重选，之后不再自己变。readOnly 则不能另选',
        en: '`first`: on save, the server selects the first record by `where` and `sort`, such as the price that applies on a day. It selects again only when a field that `where` reads changes or the value is missing. With `readOnly`, users cannot select another one.',
      },
      example: 'first',
    },
    sort: {
      schema: { type: 'string' },
      help: {
        zh: '配合 pick：按哪个字段排，“-”开头为降序；不写用那个资源自己的 sort',
        en: 'With `pick`: the field by which the records are sorted; a leading `-` sorts in descending order. Default: the `sort` of their resource.',
      },
      example: '-createTime',
    },
    onDelete: {
      schema: { enum: ['refuse', 'clear', 'cascade'] },
      help: {
        zh: '所引用的记录被删除时：refuse 不许删除，clear 清空本字段，cascade 连本记录一起删除（要有它的删除权限，恢复时一起恢复）。不写：必填的 refuse，其余保留原值',
        en: 'What happens when the referenced record is deleted. `refuse`: the deletion is refused. `clear`: the field is cleared. `cascade`: this record is deleted too, which requires the right to delete it, and is restored together with the referenced record. Default: `refuse` if the field is required; otherwise the value is kept.',
      },
      example: 'cascade',
    },
  },
  value: field => schemaOf({ type: 'string', format: 'id' }, isMany(field)),
  column: field => (isMany(field) ? 'bigint[]' : 'bigint'),
  rule: field => (isMany(field) ? 'list<int>' : 'int'),
  operators: ['equals', 'notEquals', 'oneOf', 'isNull', 'notNull'],
  operatorsOfMany: listOperators,
  sortable: true,
  normalise: (value, field) => asList(value, isMany(field)),
  toColumn: value => value,
  fromColumn: (raw, field) => textsOf(raw, isMany(field)),
  parse: (text, field, _model, split = splitList) => {
    const ids = isMany(field) ? split(text) : [text.trim()]
    const wrong = ids.find(id => !isId(id))
    if (wrong !== undefined || ids.length === 0) return { fault: fault('value.incorrect') }
    return { value: isMany(field) ? [...new Set(ids)] : String(ids[0]) }
  },
  // A record contains the names of its references; the value alone has only the id.
  format: value => [value].flat().join(', '),
  example: (field, _model, n) => {
    const id = String(1_123_598_821_738_675_201n + BigInt(n))
    return isMany(field) ? [id] : id
  },
  span: () => 8,
  chosen: true,
  reference: true,
  expressionAsDefault: true,
}
