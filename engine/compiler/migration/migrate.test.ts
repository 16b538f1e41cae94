import { describe, expect, it } from 'vitest'
import type { Source } from '../source.ts'
import { migrateAll } from './migrate.ts'

const resource = 'resources/field/visit.yaml'
const version1: Source = { file: 'app.yaml', text: 'language: 1\n', origin: 'app' }

/** The text of a file of a version 1 folder after the migration, which changes nothing when it is repeated. */
function migrated(text: string, file = resource, others: Readonly<Record<string, string>> = {}): string {
  const more = Object.entries(others).map(([name, other]): Source => ({ file: name, text: other, origin: 'app' }))
  const after = migrateAll([{ file, text, origin: 'app' }, version1, ...more])
  const again = migrateAll(after.map(({ source }) => source))
  for (const [index, { source }] of again.entries()) expect(source).toBe(after[index]?.source)
  return after[0]?.source.text ?? ''
}

const problemsOf = (text: string, file = resource, others: readonly Source[] = []) =>
  migrateAll([{ file, text, origin: 'app' }, ...others]).flatMap(({ problems }) =>
    problems.map(({ at, code, message }) => `${at.file}:${at.line}:${at.column} ${code}\n${message.zh}\n${message.en}`),
  )

/** A name, the text of version 1, and that of version 2. */
const cases: readonly (readonly [name: string, before: string, after: string])[] = [
  ['flow maps on one line', '{ use: [a], order: -day, was: old }', '{ mixins: [a], sort: -day, renamedFrom: old }'],
  [
    'comments between keys and after the renamed key',
    '# use: that\nuse: # the mixins\n  # moves: these\n  - a # last: one\norder: day # order: of the list\n',
    '# use: that\nmixins: # the mixins\n  # moves: these\n  - a # last: one\nsort: day # order: of the list\n',
  ],
  [
    'quoted keys',
    '"use": [a]\n\'order\': day\n"\\u0077as": old\n',
    '"mixins": [a]\n\'sort\': day\n"renamedFrom": old\n',
  ],
  [
    'comparisons with an empty text, in each style of text',
    `use: [a]\nrules:\n  - that: "a != ''"\n  - that: 'b == "" || '''' != a'\n  - that: ''''' == c'\n  - that: a != ''\ntitle: { zh: "!= ''", en: a }\n`,
    `mixins: [a]\nrules:\n  - rule: "a != null"\n  - rule: 'b == null || null != a'\n  - rule: 'null == c'\n  - rule: a != null\ntitle: { zh: "!= ''", en: a }\n`,
  ],
  ['keys of JSON', '{"use": ["a"], "order":"day"}', '{"mixins": ["a"], "sort":"day"}'],
  ['explicit keys', '? use\n: [a]\n? order\n: day\n', '? mixins\n: [a]\n? sort\n: day\n'],
  ['a value on the next line', 'order:\n  -day\nuse:\n  [a,\n   b]\n', 'sort:\n  -day\nmixins:\n  [a,\n   b]\n'],
  ['a list at the indentation of its key', 'use:\n- a\n- b\norder: day\n', 'mixins:\n- a\n- b\nsort: day\n'],
  ['CRLF', 'use: [a]\r\n\r\norder: day\r\n', 'mixins: [a]\r\n\r\nsort: day\r\n'],
  ['a BOM', '\ufeffuse: [a]\norder: day\n', '\ufeffmixins: [a]\nsort: day\n'],
  ['tabs after values', 'use: [a]\t\norder: day\t# by day\n', 'mixins: [a]\t\nsort: day\t# by day\n'],
  [
    'spaces before the colon and at the end of lines',
    'use : [a]  \norder:   day  \n',
    'mixins : [a]  \nsort:   day  \n',
  ],
  ['no line break at the end', 'order: day', 'sort: day'],
  ['a document marker', '---\norder: day\n...\n', '---\nsort: day\n...\n'],
  [
    'anchors',
    'use: &names [a]\nfields: &all\n  a: &one { type: date, sort: true }\n',
    'mixins: &names [a]\nfields: &all\n  a: &one { type: date, index: true }\n',
  ],
  [
    'the order of a menu, which does not sort rows',
    'menu: { order: 10 }\norder: a\n',
    'menu: { order: 10 }\nsort: a\n',
  ],
  [
    'fields with the names of keys',
    'fields:\n  moves: { type: text, was: run }\n  sort: { type: date, sort: true }\n  order: { type: text }\n  start: { type: date }\n  use: { type: text }\n  ask: { type: text }\n  that: { type: text, title: { zh: that, en: say } }\n',
    'fields:\n  moves: { type: text, renamedFrom: run }\n  sort: { type: date, index: true }\n  order: { type: text }\n  start: { type: date }\n  use: { type: text }\n  ask: { type: text }\n  that: { type: text, title: { zh: that, en: say } }\n',
  ],
  [
    'values and lists with the names of keys',
    'order: order\ndisplay: start\nlist: { columns: [next, use, timeLeft], search: [timeLeft] }\nform: [{ fields: [moves, run] }]\n',
    'sort: order\ndisplay: start\nlist: { columns: [next, use, timeRemaining], search: [timeLeft] }\nform: [{ fields: [moves, run] }]\n',
  ],
  [
    'quoted names of columns',
    'list:\n  columns:\n    - "timeLeft" # counts down\n    - \'timeLeft\'\n',
    'list:\n  columns:\n    - "timeRemaining" # counts down\n    - \'timeRemaining\'\n',
  ],
  [
    'rules, and fields with their names in examples',
    'rules:\n  - that: "that != say"\n    say: { zh: 甲, en: that }\n    holds: { that: 1, say: 2 }\n    fails: [{ that: 1, say: 1 }, { holds: 2 }]\n',
    'rules:\n  - rule: "that != say"\n    message: { zh: 甲, en: that }\n    valid: { that: 1, say: 2 }\n    invalid: [{ that: 1, say: 1 }, { holds: 2 }]\n',
  ],
  [
    'texts of several lines that look like keys',
    'help:\n  zh: |\n    that: a\n    use: b\n  en: >-\n    moves:\n      next: c\norder: "a\n  use: b"\n',
    'help:\n  zh: |\n    that: a\n    use: b\n  en: >-\n    moves:\n      next: c\nsort: "a\n  use: b"\n',
  ],
  [
    'a lifecycle, and transitions with the names of keys',
    'lifecycle:\n  field: state\n  start: draft\n  end: [done]\n  moves:\n    next: { from: start, next: moves, run: ask, wire: PUT }\n    end: { from: [a, b], next: end, ask: [start, next] }\n',
    'lifecycle:\n  field: state\n  initial: draft\n  final: [done]\n  transitions:\n    next: { from: start, to: moves, handler: ask, http: PUT }\n    end: { from: [a, b], to: end, edit: [start, next] }\n',
  ],
  [
    'inputs, and inputs with the names of keys',
    'lifecycle:\n  moves:\n    a:\n      ask:\n        next: { type: date, sort: true, was: run }\n        sort: { type: text }\n      set: { next: input.next, run: input.sort }\n',
    'lifecycle:\n  transitions:\n    a:\n      input:\n        next: { type: date, index: true, renamedFrom: run }\n        sort: { type: text }\n      set: { next: input.next, run: input.sort }\n',
  ],
  [
    'empty inputs, lists and maps',
    'actions:\n  a: { run: a, ask: [] }\n  b: { run: b, ask: {} }\nlifecycle: { moves: {} }\n',
    'actions:\n  a: { handler: a, edit: [] }\n  b: { handler: b, input: {} }\nlifecycle: { transitions: {} }\n',
  ],
  [
    'actions whose handler has their name',
    'actions:\n  run: { if: "a", ask: [b] }\n  plain: {title: { zh: 甲, en: A }}\n  empty: {}\n  spaced: { }\n  block: # as before\n    # asks for a phone\n    wire: PUT # not POST\n    ask: { a: { type: text } }\n  lines: {\n    title: { zh: 甲, en: A } }\n',
    'actions:\n  run: { handler: run, if: "a", edit: [b] }\n  plain: {handler: plain, title: { zh: 甲, en: A }}\n  empty: { handler: empty }\n  spaced: { handler: spaced }\n  block: # as before\n    # asks for a phone\n    handler: block\n    http: PUT # not POST\n    input: { a: { type: text } }\n  lines: { handler: lines,\n    title: { zh: 甲, en: A } }\n',
  ],
  [
    'an action in a file without other words of version 1',
    'actions: { a: { if: b } }\n',
    'actions: { a: { handler: a, if: b } }\n',
  ],
  [
    'CRLF where an entry is added',
    'actions:\r\n  a:\r\n    if: b\r\n',
    'actions:\r\n  a:\r\n    handler: a\r\n    if: b\r\n',
  ],
  [
    'access as a block and as a flow map',
    'access:\n  - role: may\n    may: [view, rows]\n    rows: "rows == me.id"\n  - { role: rows, may: [view], hide: [may] }\n',
    'access:\n  - role: may\n    allow: [view, rows]\n    where: "rows == me.id"\n  - { role: rows, allow: [view], hide: [may] }\n',
  ],
  [
    'Chinese keys',
    'fields:\n  使用: { type: text, was: 旧 }\nlifecycle: { moves: { 下发: { from: 草稿, next: 已下发 } } }\n',
    'fields:\n  使用: { type: text, renamedFrom: 旧 }\nlifecycle: { transitions: { 下发: { from: 草稿, to: 已下发 } } }\n',
  ],
  [
    'values with an invalid shape',
    'use:\nfields: [a]\nrules: { that: a }\norder: [b]\n',
    'mixins:\nfields: [a]\nrules: { that: a }\nsort: [b]\n',
  ],
  ['an empty file', '', ''],
  ['a comment alone', '# use: [a]\n', '# use: [a]\n'],
]

describe('the migration keeps the layout of', () => {
  it.each(cases)('%s', (_name, before, after) => {
    expect(migrated(before)).toBe(after)
  })
})

describe('the migration leaves unchanged', () => {
  const version2: readonly (readonly [name: string, text: string])[] = [
    ['an action without a handler', 'mixins: [a]\nactions: { a: { title: { zh: 甲, en: A } } }\n'],
    ['an action of version 2 in a file without other words', 'actions: { a: { sends: { message: b } } }\n'],
    ['the order of related rows', 'sort: day\nfields: { a: { type: related, of: b, sort: -day } }\n'],
    [
      'a condition that reads the clock',
      'fields: { day: { type: date } }\nlifecycle: { field: s, initial: a, final: [b], transitions: { t: { from: a, to: b, if: "day < today()" } } }\n',
    ],
    [
      'a field with the former name of the column',
      'fields: { timeLeft: { type: text } }\nlist: { columns: [timeLeft] }\n',
    ],
  ]
  it.each(version2)('%s', (_name, text) => {
    expect(migrated(text)).toBe(text)
  })

  it.each([
    'dictionaries/use.yaml',
    'menus.yaml',
    'pages.yaml',
    'parameters.yaml',
    'titles.yaml',
    'seeds/demo.yaml',
    'resources/notes.md',
  ])('%s', file => {
    const text = 'use: { order: 1, was: 2, start: 3, rules: [{ that: a }] }\norder: 1\n'
    expect(migrated(text, file)).toBe(text)
  })

  it('app.yaml without a language, where no word is of version 1', () => {
    const sources: Source[] = [
      { file: 'app.yaml', text: 'title: { zh: 甲, en: A }\n', origin: 'app' },
      { file: resource, text: 'actions: { a: { title: { zh: 甲, en: A } } }\n', origin: 'app' },
    ]
    expect(migrateAll(sources).map(({ source }) => source)).toEqual(sources)
  })
})

describe('app.yaml', () => {
  const withWords: Source = { file: resource, text: 'use: [a]\n', origin: 'app' }
  const appAfter = (text: string) => migrateAll([{ file: 'app.yaml', text, origin: 'app' }, withWords])[0]?.source.text
  it.each([
    ['names version 2', 'language: 1 # of the descriptors\n', 'language: 2 # of the descriptors\n'],
    [
      'gets the key first, below the comment',
      '# app\ntitle: { zh: 甲, en: A }\n',
      '# app\nlanguage: 2\ntitle: { zh: 甲, en: A }\n',
    ],
    ['gets the key in braces', '{ title: { zh: 甲, en: A } }', '{ language: 2, title: { zh: 甲, en: A } }'],
    [
      'gets the key after a BOM',
      '\ufefftitle: { zh: 甲, en: A }\r\n',
      '\ufefflanguage: 2\r\ntitle: { zh: 甲, en: A }\r\n',
    ],
  ])('%s', (_name, before, after) => {
    expect(appAfter(before)).toBe(after)
  })
})

describe('files with another name', () => {
  const renamed = (file: string, text: string) => migrateAll([{ file, text, origin: 'app' }])[0]?.source

  it('are titles.yaml, with its schema for editors', () => {
    const text = (name: string) =>
      `# yaml-language-server: $schema=schemas/${name}.schema.json\n# Titles, as in words.schema.json\nuse: { zh: 用, en: words.schema.json }\n`
    expect(renamed('words.yaml', text('words'))).toEqual({ file: 'titles.yaml', text: text('titles'), origin: 'app' })
  })

  it('are the steps, unchanged', () => {
    expect(renamed('steps/0001-a.sql', 'select 1;\r\n')).toEqual({
      file: 'migrations/0001-a.sql',
      text: 'select 1;\r\n',
      origin: 'app',
    })
  })

  it('are refused where the new file exists', () => {
    const titles: Source = { file: 'titles.yaml', text: '', origin: 'app' }
    expect(problemsOf('a: { zh: 甲, en: A }\n', 'words.yaml', [titles])).toEqual([
      'words.yaml:1:1 migration.file-twice\n“words.yaml”和“titles.yaml”同时存在。\nBoth "words.yaml" and "titles.yaml" exist.',
    ])
  })
})

describe('a migration reports', () => {
  it.each([
    [
      'a key that is defined twice',
      'use: [a]\n\nuse: [b]\n',
      `${resource}:3:1 yaml.key-twice\n“use”写了两次。\n"use" is defined twice.`,
    ],
    [
      'invalid YAML',
      'use: [a]\norder: "day\n',
      `${resource}:2:8 yaml.quote-open\n引号 " 没有结束。\nThe quote " is not closed.`,
    ],
  ])('%s, and changes nothing', (_name, text, problem) => {
    const [file] = migrateAll([{ file: resource, text, origin: 'app' }])
    expect(file?.refused).toBe(true)
    expect(file?.source.text).toBe(text)
    expect(problemsOf(text)).toEqual([problem])
  })

  it.each([
    [
      'a former key next to the present one',
      'use: [a]\nmixins: [b]\norder: day\n',
      'use: [a]\nmixins: [b]\nsort: day\n',
      `${resource}:1:1 migration.key-twice\n这里同时有“use”和“mixins”。\nBoth "use" and "mixins" are defined here.`,
    ],
    [
      'ask of a single field',
      'actions: { a: { run: a, ask: day } }\n',
      'actions: { a: { handler: a, ask: day } }\n',
      `${resource}:1:25 migration.ask\nask 既不是列表也不是映射。\n\`ask\` is neither a list nor a map.`,
    ],
    [
      'an action by GET',
      'actions: { a: { run: a, wire: "GET list/{day}" } }\n',
      'actions: { a: { handler: a, http: "GET list/{day}" } }\n',
      `${resource}:1:25 migration.get\n“GET list/{day}”：GET 不再写入数据，流转和动作不能用 GET 或 DELETE。\n"GET list/{day}": GET never writes, so a transition or an action cannot use GET or DELETE.`,
    ],
    [
      'an alias',
      'use: &a [b]\norder: day\nform: *a\n',
      'mixins: &a [b]\nsort: day\nform: *a\n',
      `${resource}:3:7 yaml.alias\n不支持锚点、别名和标签（*a）。\nAnchors, aliases and tags are not supported (*a).`,
    ],
  ])('%s, and converts the rest', (_name, before, after, problem) => {
    expect(problemsOf(before)).toContain(problem)
    expect(migrateAll([{ file: resource, text: before, origin: 'app' }])[0]?.source.text).toBe(after)
  })
})

describe('the migration declares', () => {
  const dictionary =
    'title: { zh: 状态, en: State }\nentries:\n  open: {}\n  late: { colour: red }\n  done: { colour: green }\n'
  const loan = (lifecycle: string) =>
    `use: [dated]\nfields:\n  state: { type: dictionary, of: loan_state }\n  nextOn: { type: datetime }\n  count: { type: integer }\n${lifecycle}`
  const others = {
    'mixins/dated.yaml': 'fields: { backBy: { type: date } }\n',
    'dictionaries/loan_state.yaml': dictionary,
  }
  const block = (moves: string, end = '  end: [done] # at rest\n') =>
    loan(`lifecycle:\n  field: state\n  start: open\n${end}  # The steps.\n  moves:\n${moves}`)
  const linesAdded = (text: string) => {
    const before = text.split('\n').length
    const after = migrated(text, resource, others).split('\n')
    return after.filter(line => /^ *(due|opens):/.test(line)).concat(after.length - before > 0 ? [] : ['no line'])
  }
  const transition = (name: string, next: string, condition: string, from = 'open') =>
    `    ${name}: { from: ${from}, next: ${next}, if: "${condition}" }\n`

  it.each([
    ['a deadline', transition('lapse', 'late', 'backBy < today()'), ['  due: { open: backBy }']],
    [
      'a deadline among other conditions',
      transition('lapse', 'late', 'count > 2 && backBy < today()'),
      ['  due: { open: backBy }'],
    ],
    [
      'a deadline on the right of the comparison',
      transition('lapse', 'late', 'today() > backBy'),
      ['  due: { open: backBy }'],
    ],
    [
      'a deadline of two states',
      transition('lapse', 'late', 'nextOn <= now()', '[open, "on"]'),
      ['  due: { open: nextOn, on: nextOn }'],
    ],
    [
      'the first day on which a transition is possible',
      transition('close', 'done', 'now() >= nextOn'),
      ['  opens: { at: nextOn, in: [open] }'],
    ],
    [
      'a deadline and a first day',
      transition('a', 'done', 'nextOn <= now()') + transition('b', 'late', 'backBy < today()'),
      ['  due: { open: backBy }', '  opens: { at: nextOn, in: [open] }'],
    ],
    [
      'a first day of two transitions',
      transition('a', 'done', 'nextOn < now()') + transition('b', 'open', 'nextOn < now()', 'late'),
      ['  opens: { at: nextOn, in: [open, late] }'],
    ],
    ['no deadline for a condition without the current time', transition('a', 'late', 'backBy < nextOn'), ['no line']],
    ['no deadline for a field with an offset in days', transition('a', 'late', 'backBy + 3 < today()'), ['no line']],
    ['no deadline for the current day with an offset', transition('a', 'late', 'today() - 3 > backBy'), ['no line']],
    [
      'no deadline for a comparison inside a text',
      transition('a', 'late', "count == size('backBy < today()')"),
      ['no line'],
    ],
    ['no deadline for an input', transition('a', 'late', 'input.backBy < today()'), ['no line']],
    ['no deadline for a number', transition('a', 'late', 'count > 3'), ['no line']],
  ])('%s', (_name, moves, lines) => {
    expect(linesAdded(block(moves))).toEqual(lines)
  })

  const lapse = transition('lapse', 'late', 'backBy < today()')
  const lapsed = lapse.replace('next', 'to')
  const rest = (keys: string, moves = lapsed) =>
    migrated(block(lapse), resource, others).split('lifecycle')[0] +
    `lifecycle:\n  field: state\n${keys}  # The steps.\n  transitions:\n${moves}`
  it.each([
    [
      'after the comment of the final states',
      '  end: [done] # at rest\n',
      '  initial: open\n  final: [done] # at rest\n  due: { open: backBy }\n',
    ],
    [
      'after a block list',
      '  end:\n    - done\n    - late # too\n',
      '  initial: open\n  final:\n    - done\n    - late # too\n  due: { open: backBy }\n',
    ],
    [
      'after a flow list on two lines',
      '  end: [\n    done ]\n',
      '  initial: open\n  final: [\n    done ]\n  due: { open: backBy }\n',
    ],
    ['after the initial state if there are no final states', '', '  initial: open\n  due: { open: backBy }\n'],
  ])('is added %s', (_name, end, keys) => {
    expect(migrated(block(lapse, end), resource, others)).toBe(rest(keys))
  })

  it('it in braces, with the line breaks of Windows, and at the end of a file', () => {
    const inBraces = (words: readonly string[], due: string) =>
      `fields: { backBy: { type: date }, s: { type: dictionary, of: loan_state } }\nlifecycle: { field: s, ${words[0]}: open, ${words[1]}: [done]${due}, ${words[2]}: { a: { from: open, ${words[3]}: late, if: "backBy < today()" } } }`
    const [former, present] = [
      ['start', 'end', 'moves', 'next'],
      ['initial', 'final', 'transitions', 'to'],
    ]
    expect(migrated(inBraces(former, ''), resource, others)).toBe(inBraces(present, ', due: { open: backBy }'))
    const windows = block(lapse).replaceAll('\n', '\r\n')
    expect(migrated(windows, resource, others)).toBe(
      rest('  initial: open\n  final: [done] # at rest\n  due: { open: backBy }\n').replaceAll('\n', '\r\n'),
    )
    const last = loan(`lifecycle:\n  moves:\n${lapse}  field: state\n  end: [done]`)
    expect(migrated(last, resource, others)).toMatch(/\n {2}final: \[done\]\n {2}due: \{ open: backBy \}$/)
  })

  it('nothing that is already declared, and reports what it cannot declare', () => {
    const text = block(
      lapse +
        transition('again', 'late', 'nextOn < now()') +
        transition('a', 'done', 'nextOn < now()') +
        transition('b', 'done', 'today() > backBy'),
    )
    const files = Object.entries(others).map(([file, other]): Source => ({ file, text: other, origin: 'app' }))
    expect(problemsOf(text, resource, files)).toEqual([
      `${resource}:13:42 migration.due\n“nextOn”也是状态 open 的期限，但每个状态只能有一个期限。\n"nextOn" is another deadline of open; a state has only one.`,
      `${resource}:15:38 migration.opens\n状态 open 的步骤从“backBy”起才可做，但一个生命周期只能有一个 opens。\nThe transitions of open are possible from "backBy" on; a lifecycle has only one \`opens\`.`,
    ])
  })
})
