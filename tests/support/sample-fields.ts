import { type FieldTypeName, fieldTypes, typeOf } from '../../engine/fields/index.ts'
import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { snake } from '../../engine/model/names.ts'

/** A field as the compiler builds it. */
export function fieldNamed(name: string, type: FieldTypeName, more: Partial<Field> = {}): Field {
  const field: Field = {
    name,
    title: { zh: '名称', en: 'Name' },
    type,
    required: false,
    unique: false,
    index: false,
    readOnly: false,
    stored: false,
    options: {},
    ...more,
  }
  return typeOf(field).column(field) === undefined ? field : { ...field, column: snake(name) }
}

/** Types with options, as a list, to a tree. */
const special = {
  text: [
    fieldNamed('text', 'text'),
    fieldNamed('textCode', 'text', { options: { max: 20, spaces: 'strip', only: 'code', min: 6 } }),
  ],
  integer: [fieldNamed('integer', 'integer', { options: { min: 0, unit: 'kg' } })],
  decimal: [fieldNamed('decimal', 'decimal', { options: { scale: 3 } })],
  money: [fieldNamed('money', 'money', { options: { unit: { zh: '元', en: 'CNY' } } })],
  date: [fieldNamed('date', 'date'), fieldNamed('datePast', 'date', { options: { past: true } })],
  dictionary: [
    fieldNamed('dictionary', 'dictionary', { options: { of: 'colour' } }),
    fieldNamed('dictionaryMany', 'dictionary', { options: { of: 'colour', many: true } }),
  ],
  reference: [
    fieldNamed('reference', 'reference', { options: { of: 'thing' } }),
    fieldNamed('referenceMany', 'reference', { options: { of: 'thing', many: true } }),
    fieldNamed('referenceTree', 'reference', { options: { of: 'place' } }),
    fieldNamed('referenceTreeMany', 'reference', { options: { of: 'place', many: true } }),
  ],
  children: [fieldNamed('children', 'children', { options: { of: 'line', min: 1 } })],
  // No part of a record.
  related: [],
  bind: [],
  permissions: [fieldNamed('permissions', 'permissions', { options: { many: true } })],
  phone: [fieldNamed('phone', 'phone'), fieldNamed('phoneLandline', 'phone', { options: { landline: true } })],
  image: [
    fieldNamed('image', 'image'),
    fieldNamed('imageMany', 'image', { options: { many: true, accept: ['jpg', 'png'], maxSize: 0.5, count: 2 } }),
  ],
  file: [fieldNamed('file', 'file'), fieldNamed('fileMany', 'file', { options: { many: true } })],
  serial: [fieldNamed('serial', 'serial', { options: { pattern: 'ZG{yyyy}{MM}-{0000}' }, readOnly: true })],
  id: [fieldNamed('id', 'id', { readOnly: true })],
} as const satisfies Partial<Record<FieldTypeName, readonly Field[]>>

/** Every field type as a descriptor may use it. */
export const sampleFields = {
  ...(Object.fromEntries(
    (Object.keys(fieldTypes) as FieldTypeName[]).map(type => [type, [fieldNamed(type, type)]]),
  ) as unknown as Record<FieldTypeName, readonly Field[]>),
  ...special,
}

/** The Model of the fields above. */
export const sampleModel: Model = {
  language: 2,
  revision: 'sample',
  title: { zh: '样例', en: 'Sample' },
  menus: [],
  pages: [],
  dictionaries: {
    colour: {
      code: 'colour',
      title: { zh: '颜色', en: 'Colour' },
      entries: [
        { name: 'red', key: '1', title: { zh: '红', en: 'Red' }, colour: 'red', sealed: false },
        { name: 'blue', key: '2', title: { zh: '蓝', en: 'Blue' }, colour: 'blue', sealed: false },
        { name: 'faded', key: '3', title: { zh: '褪色', en: 'Faded' }, sealed: true },
      ],
    },
  },
  parameters: [],
  roles: [],
  messages: {},
  charts: {},
  boards: {},
  resources: {
    thing: resourceNamed('thing', [fieldNamed('name', 'text')]),
    place: {
      ...resourceNamed('place', [
        fieldNamed('name', 'text'),
        fieldNamed('parentId', 'reference', { options: { of: 'place' } }),
      ]),
      tree: 'parentId',
    },
    line: {
      ...resourceNamed('line', [
        fieldNamed('masterId', 'reference', { required: true, options: { of: 'sample' } }),
        fieldNamed('product', 'text', { required: true }),
        fieldNamed('price', 'money', { options: { min: 0 } }),
      ]),
      partOf: { field: 'masterId', resource: 'sample' },
    },
    sample: resourceNamed(
      'sample',
      Object.values(sampleFields)
        .flat()
        .filter(field => field.name !== 'id'),
    ),
  },
}

function resourceNamed(name: string, fields: readonly Field[]): Resource {
  return {
    name,
    module: 'sample',
    title: { zh: name, en: name },
    titles: { zh: name, en: name },
    table: name,
    code: name,
    path: `/sample/${name}`,
    shared: false,
    fields,
    display: fields[0]?.name ?? 'id',
    sort: { field: 'id', descending: true },
    rules: [],
    list: { columns: [], search: [] },
    form: [],
    actions: [],
    queries: [],
    binds: [],
    access: [],
  }
}
