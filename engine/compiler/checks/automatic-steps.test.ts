import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { print } from '../problem.ts'
import type { Source } from '../source.ts'

const loan = (step: string, more = '', fields = '') => `title: { zh: 借阅, en: Loan }
fields:
  title: { type: text, title: { zh: 书名, en: Book } }
  backBy: { type: date, title: { zh: 应还日, en: Back by } }
  left: { type: integer, compute: "daysBetween(today(), backBy)", title: { zh: 剩余, en: Left } }
  state: { type: dictionary, of: loan_state }${fields && `\n${fields}`}
lifecycle:
  field: state
  initial: lent
  final: [late]
  transitions:
    lapse: ${step}
${more}`

const problemsOf = (step: string, more?: string, others: readonly Source[] = [], fields?: string) =>
  compile([
    ...others,
    { file: 'app.yaml', origin: 'app', text: 'language: 2\ntitle: { zh: 样例, en: Sample }\n' },
    { file: 'roles.yaml', origin: 'app', text: 'clerk: { title: { zh: 文员, en: Clerk } }\n' },
    {
      file: 'dictionaries/loan_state.yaml',
      origin: 'app',
      text: 'title: { zh: 状态, en: State }\nentries:\n  lent: { title: { zh: 借出, en: Lent } }\n  late: { title: { zh: 超期, en: Late } }\n',
    },
    {
      file: 'resources/lib/note.yaml',
      origin: 'app',
      text: 'title: { zh: 便条, en: Note }\nfields: { text: { type: text, title: { zh: 内容, en: Text } } }\n',
    },
    { file: 'resources/lib/loan.yaml', origin: 'app', text: loan(step, more, fields) },
  ]).problems.map(problem => print(problem).split('\n')[0])

const title = 'title: { zh: 超期, en: Lapse }'

it('accepts a step after a day or time of the record', () => {
  for (const after of ['backBy', '"backBy + days(3)"', 'createTime', '"createTime + hours(2)"'])
    expect(problemsOf(`{ from: lent, to: late, after: ${after}, ${title} }`)).toEqual([])
})

/** The position of a text in the step. */
const at = (step: string, text: string) => `resources/lib/loan.yaml:12:${12 + step.indexOf(text)}`

it.each([
  'if: "me.id != createUser"',
  'set: { title: "me.tenantId" }',
  'creates: { of: note, with: { text: "me.tenantId" } }',
])('semantics 8: a job has no `me.`, which is a problem at its column: %s', key => {
  const step = `{ from: lent, to: late, after: backBy, ${key}, ${title} }`
  expect(problemsOf(step)).toEqual([`${at(step, 'me.')} rule.name-not-here`])
})

it('is no step of lines, which only their record writes', () => {
  const page = `title: { zh: 页, en: Page }
partOf: loanId
fields:
  loanId: { type: reference, of: loan, required: true, title: { zh: 借阅, en: Loan } }
  text: { type: text, title: { zh: 内容, en: Text } }
actions:
  clean: { auto: true, if: "text == 'x'", set: { text: "'y'" }, title: { zh: 清理, en: Clean } }
`
  const lines = { file: 'resources/lib/page.yaml', origin: 'app' as const, text: page }
  const pages = '  pages: { type: children, of: page, columns: [text], title: { zh: 页, en: Pages } }'
  const step = `{ from: lent, to: late, after: backBy, ${title} }`
  const found = problemsOf(step, '', [lines], pages)
  expect(found).toEqual(['resources/lib/page.yaml:7:18 step.auto'])
})

it('has no preview of its messages, because no user sees it', () => {
  const message = {
    file: 'messages/lapsed.yaml',
    origin: 'app' as const,
    text: 'title: { zh: 超期, en: Lapsed }\nof: loan\ntext: { zh: 超期, en: Overdue }\nto: { all: [createUser] }\n',
  }
  const sends = 'sends: [{ message: lapsed }, { message: lapsed, preview: look }]'
  for (const when of ['after: backBy', `auto: true, if: "title == 'x'"`]) {
    const step = `{ from: lent, to: late, ${when}, ${sends}, ${title} }`
    expect(problemsOf(step, '', [message])).toEqual([`${at(step, 'preview')} step.automatic`])
  }
  expect(problemsOf(`{ from: lent, to: late, ${sends}, ${title} }`, '', [message])).toEqual([])
})

it.each([
  ['a text', 'title', 'due.unfit', 'title'],
  ['the clock', '"today() + days(3)"', 'due.unfit', '"today'],
  ['a computed value without a column', '"backBy + days(left)"', 'rule.not-in-rows', 'days(left)'],
])('refuses a time that is %s', (_what, after, code, text) => {
  const step = `{ from: lent, to: late, after: ${after}, ${title} }`
  expect(problemsOf(step)).toEqual([`${at(step, text)} ${code}`])
})

/** What a transition of notes, which a step causes, has besides its states, and what its own effects do. */
const causing = (transition: string, lapse: string) =>
  compile([
    { file: 'app.yaml', origin: 'app', text: 'language: 2\ntitle: { zh: 样例, en: Sample }\n' },
    {
      file: 'dictionaries/loan_state.yaml',
      origin: 'app',
      text: 'title: { zh: 状态, en: State }\nentries:\n  lent: { title: { zh: 借出, en: Lent } }\n  late: { title: { zh: 超期, en: Late } }\n',
    },
    {
      file: 'resources/lib/letter.yaml',
      origin: 'app',
      text: `title: { zh: 信函, en: Letter }
fields:
  text: { type: text, title: { zh: 内容, en: Text } }
  byId: { type: integer, default: me.id, title: { zh: 写信人, en: Writer } }
`,
    },
    {
      file: 'resources/lib/note.yaml',
      origin: 'app',
      text: `title: { zh: 便条, en: Note }
fields:
  text: { type: text, title: { zh: 内容, en: Text } }
  loanId: { type: reference, of: loan, title: { zh: 借阅, en: Loan } }
  nextId: { type: reference, of: note, title: { zh: 下一张, en: Next } }
  state: { type: dictionary, of: loan_state }
lifecycle:
  field: state
  initial: lent
  final: [late]
  transitions:
    close: { from: lent, to: late, ${transition}, title: { zh: 关闭, en: Close } }
    pass: { from: lent, to: late, updates: { record: nextId, transition: close }, title: { zh: 转交, en: Pass on } }
`,
    },
    {
      file: 'resources/lib/loan.yaml',
      origin: 'app',
      text: loan(`{ from: lent, to: late, ${lapse}, ${title} }`),
    },
  ]).problems.map(problem =>
    print(problem, 'en')
      .split('\n')
      .slice(0, 2)
      .map(line => line.replace(/:\d+ /, ' ')),
  )

describe('semantics 8: what a step without a user causes does not read `me.`', () => {
  const close = (name: string) => `updates: { of: note, where: "it.loanId == id", transition: ${name} }`
  const reads = (text: string) => [
    [
      'resources/lib/loan.yaml:12 effect.reads-user',
      `  No user runs an automatic step, but "note.close", which it causes, reads "${text}".`,
    ],
  ]

  it.each([
    ['its condition', 'if: "me.id != createUser"', 'me.id'],
    ['its values', 'set: { text: "me.tenantId" }', 'me.tenantId'],
    [
      'the records that it writes',
      'updates: { of: loan, where: "it.createUser == me.id", with: { title: text } }',
      'me.id',
    ],
    [
      'the records that it creates',
      'creates: { of: letter, with: { text: "me.tenantId", byId: "null" } }',
      'me.tenantId',
    ],
  ])('%s', (_what, transition, text) => {
    expect(causing(transition, `after: backBy, ${close('close')}`)).toEqual(reads(text))
    expect(causing(transition, `auto: true, if: "title == 'x'", ${close('close')}`)).toEqual(reads(text))
    // At any depth.
    expect(causing(transition, `after: backBy, ${close('pass')}`)).toEqual(reads(text))
    // The step of a user causes it for that user.
    expect(causing(transition, close('close'))).toEqual([])
  })

  it('the defaults of the records that it creates', () => {
    const unset = [
      [
        'resources/lib/loan.yaml:12 effect.default-user',
        '  No user runs an automatic step, so the default "me.id" of "letter.byId" has no value.',
      ],
    ]
    const write = (values: string) => `creates: { of: letter, with: { ${values} } }`
    expect(causing('set: { text: text }', `after: backBy, ${write('text: title')}`)).toEqual(unset)
    expect(causing(write('text: text'), `after: backBy, ${close('close')}`)).toEqual(unset)
    expect(causing(write('text: text'), `after: backBy, ${write('text: title, byId: "null"')}`)).toEqual([])
    expect(causing(write('text: text'), write('text: title'))).toEqual([])
  })
})

it('is not granted, and no effect makes it', () => {
  const lapse = `{ from: lent, to: late, after: backBy, ${title} }`
  expect(problemsOf(lapse, 'access: [{ role: clerk, allow: [view, lapse] }]\n')).toEqual([
    'resources/lib/loan.yaml:13:39 allow.automatic',
  ])
  const all =
    'actions: { all: { updates: { of: loan, where: "it.title == title", transition: lapse }, title: { zh: 全, en: All } } }\n'
  expect(problemsOf(lapse, all)).toEqual(['resources/lib/loan.yaml:13:80 effect.transition'])
})
