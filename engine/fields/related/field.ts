import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'

/** The records that refer to a record: a tab of its page, and a list that expressions read. Nothing is stored. */
export const related: FieldType<null> = {
  title: { zh: '相关记录', en: 'Related records' },
  help: {
    zh: '引用本记录的记录：详情页上的一个标签页；表达式可以读它，如 size(inspections)、inspections.exists(i, i.passed == false)。只读取相关记录的计算字段可以 stored: true',
    en: 'The records that refer to this record, shown as a tab of the detail page. Expressions read the field as a list: size(inspections), inspections.exists(i, i.passed == false). A computed field that reads only related records can have `stored: true`.',
  },
  options: {
    of: {
      schema: { type: 'string' },
      help: { zh: '引用本记录的资源', en: 'The resource whose records refer to this record.' },
      required: true,
      names: 'resource',
      example: 'entInspectLog',
    },
    by: {
      schema: { type: 'string' },
      help: {
        zh: '那个资源里指向本记录的引用字段；只有一个时可省略',
        en: 'The reference field of that resource that refers to this record. It may be omitted if there is only one.',
      },
      example: 'entId',
    },
    where: {
      schema: { type: 'string' },
      help: {
        zh: '哪些记录；it. 是那条记录，其余的名称是本记录的字段',
        en: 'A condition on the records; `it.` is such a record, other names are fields of this record.',
      },
      example: "it.letterStatus != 'draft'",
    },
    sort: {
      schema: { type: 'string', pattern: '^-?[a-z][a-zA-Z0-9]*$' },
      help: {
        zh: '标签页里的顺序，- 表示从大到小；默认是那个资源的顺序',
        en: 'The sort order in the tab; a leading - sorts in descending order. Default: the order of that resource.',
      },
      example: '-inspectTime',
    },
    columns: {
      schema: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      help: {
        zh: '标签页里显示的列，按此顺序；默认是那个资源的列表的列，不含指向本记录的引用',
        en: 'The columns that the tab shows, in this order. Default: those of the list of that resource, without the reference to this record.',
      },
      example: ['inspectTime', 'inspectResult'],
    },
  },
  value: () => ({ type: 'null' }),
  column: () => undefined,
  rule: () => undefined,
  operators: [],
  sortable: false,
  toColumn: () => undefined,
  fromColumn: () => null,
  parse: () => ({ fault: fault('value.incorrect') }),
  format: () => '',
  example: () => null,
  span: () => 24,
  given: true,
  unusedKeys: () => [
    'required',
    'unique',
    'index',
    'default',
    'keep',
    'when',
    'compute',
    'copy',
    'stored',
    'renamedFrom',
    'readOnly',
    'editableBy',
    'personal',
  ],
  large: true,
  related: true,
}
