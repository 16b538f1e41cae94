import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { print } from '../problem.ts'
import { readMappingFile, writeMappingFile } from './mapping-file.ts'

const stall = `
title: { zh: 摊位, en: Stall }
renamedFrom: booth
fields:
  name: { type: text, unique: true, renamedFrom: label, title: { zh: 名, en: Name } }
  rent: { type: money, title: { zh: 租金, en: Rent } }
  items: { type: children, of: stallItem, title: { zh: 货, en: Items } }
`
const item = `
title: { zh: 货, en: Item }
partOf: stallId
fields:
  stallId: { type: reference, of: stall, required: true }
  price: { type: money, renamedFrom: cost, title: { zh: 价, en: Price } }
`
const { model } = compile([
  { file: 'resources/wit/stall.yaml', text: stall, origin: 'app' },
  { file: 'resources/wit/stallItem.yaml', text: item, origin: 'app' },
])
if (!model) throw new Error('The descriptors do not compile.')
const read = (text: string) => readMappingFile({ file: 'm.yaml', text }, model)

it('reads columns, matching and options, by present and by former names', () => {
  const text = `resource: booth
columns: { 摊名: label, 备注: null, 租金: rent, 价格: items.cost }
match: { by: label, mode: update, emptyClears: true }
options: { dayOrder: day-first, empty: ["NULL"] }
`
  expect(read(text)).toEqual({
    mapping: {
      resource: 'stall',
      columns: { 摊名: 'name', 备注: null, 租金: 'rent', 价格: 'items.price' },
      match: { by: 'name', mode: 'update', emptyClears: true },
      options: { dayOrder: 'day-first', empty: ['NULL'] },
    },
    problems: [],
  })
})

it('is unchanged after it is written and read again', () => {
  const mapping = {
    resource: 'stall',
    columns: { yes: 'name', '1': null, 'a: b #c': 'rent' },
    match: { by: 'name', mode: 'both' as const },
    options: { separators: ['\n', ';'], empty: ['~', 'null', '\\N'], decimal: 'comma' as const },
  }
  expect(read(writeMappingFile(mapping))).toEqual({ mapping, problems: [] })
})

it.each([
  ['an unknown resource', 'resource: stal\n', 'm.yaml:1:11 mapping.unknown\n  There is no "stal".\n  Expected: stall.'],
  ['a missing resource', 'columns: {}\n', 'm.yaml:1:1 mapping.resource-missing\n  `resource` is missing.'],
  [
    'an unknown field',
    'resource: stall\ncolumns:\n  a: nam\n',
    'm.yaml:3:6 mapping.unknown\n  There is no "nam".\n  Expected: name.',
  ],
  [
    'an unknown key',
    'resource: stall\ncolums: {}\n',
    'm.yaml:2:1 mapping.unknown\n  There is no "colums".\n  Expected: columns.',
  ],
  [
    'an invalid option',
    'resource: stall\noptions: { dayOrder: dmy }\n',
    'm.yaml:2:22 mapping.invalid\n  The value is invalid.\n  Expected: day-first or month-first.',
  ],
  [
    'a match without a field',
    'resource: stall\nmatch: { mode: both }\n',
    'm.yaml:2:8 mapping.by-missing\n  `by` is missing in `match`.',
  ],
  [
    'an invalid mode',
    'resource: stall\nmatch: { by: name, mode: all }\n',
    'm.yaml:2:26 mapping.invalid\n  The value is invalid.\n  Expected: update or both.',
  ],
  ['a list of columns', 'resource: stall\ncolumns: [a]\n', 'm.yaml:2:10 mapping.no-map\n  columns is not a map.'],
  [
    'invalid YAML',
    'resource: [stall\n',
    'm.yaml:1:17 yaml.bracket-open\n  A "]" is missing here: the "[" before it is not closed.\n  Write "]" here.',
  ],
])('reports %s with its location', (_name, text, problem) => {
  expect(read(text).problems.map(one => print(one, 'en'))).toEqual([problem])
})

it('reports every problem, in both languages', () => {
  const { problems } = read('resource: stall\ncolumns: { a: nam, b: rnt }\noptions: { order: x }\n')
  expect(problems.map(({ at: { column }, message: { zh } }) => [column, zh])).toEqual([
    [15, '没有“nam”。'],
    [23, '没有“rnt”。'],
    [12, '没有“order”。'],
  ])
})
