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
    en: 'One or several records of another resource; with `tree`, selected from the tree.',
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
        en: 'The records that may be selected: a CEL expression, where `it` is the candidate.',
      },
      example: 'it.entId == entId',
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
  parse: (text, field) => {
    const ids = isMany(field) ? splitList(text) : [text.trim()]
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
