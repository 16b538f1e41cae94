import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { print } from '../problem.ts'

const resource = (operations: string) => `title: { zh: 借阅, en: Loan }
fields:
  name: { type: text, required: true, title: { zh: 书名, en: Book } }
  state: { type: dictionary, of: loan_state, title: { zh: 状态, en: State } }
${operations}`
const lifecycle = (transitions: string) =>
  `lifecycle: { field: state, initial: open, final: [closed], transitions: { ${transitions} } }\n`
const title = 'title: { zh: 甲, en: A }'

function problemsOf(operations: string): string[] {
  return compile([
    { file: 'app.yaml', text: 'language: 2\ntitle: { zh: 试, en: Test }\n', origin: 'app' },
    { file: 'resources/lib/loan.yaml', text: resource(operations), origin: 'app' },
    {
      file: 'dictionaries/loan_state.yaml',
      text: `${title}\nentries:\n  open: { ${title} }\n  closed: { title: { zh: 乙, en: B } }\n`,
      origin: 'app',
    },
  ]).problems.map(problem => print(problem).split('\n')[0] ?? '')
}

const reserved =
  'view add edit delete export import history restore remove unmask get find list count exactTotal save update removeById removeByIds getByQuery getById listByQuery page'.split(
    ' ',
  )

/** A query and a bind, below the keys that contain them. */
const others = {
  queries: `{ where: "name == input.name", input: { name: { type: text, ${title} } }, returns: list, http: GET ofName }`,
  bind: `{ of: loan, self: loanId, http: [POST bindLoans, GET listLoans], ${title} }`,
}

describe('semantics 28: GET never writes, and names of operations and of v1 paths are reserved', () => {
  it.each(reserved)('%s is no name of a transition, an action, a query or a bind', name => {
    const transition = lifecycle(`${name}: { from: open, to: closed, ${title} }`)
    expect(problemsOf(transition).join()).toContain(`5:${lifecycle('').indexOf(' } }') + 1} step.name-taken`)
    expect(problemsOf(`actions: { ${name}: { handler: a, ${title} } }\n`)).toEqual([
      `resources/lib/loan.yaml:5:12 step.name-taken`,
    ])
    for (const [key, operation] of Object.entries(others))
      expect(problemsOf(`${key}: { ${name}: ${operation} }\n`).join()).toContain(
        `resources/lib/loan.yaml:5:${key.length + 5} step.name-taken`,
      )
  })

  it('one name has one meaning', () => {
    const twice = `${lifecycle(`close: { from: open, to: closed, ${title} }`)}actions: { close: { handler: a, ${title} } }\n`
    expect(problemsOf(twice)[0]).toContain('6:12 step.name-taken')
    for (const [key, operation] of Object.entries(others))
      expect(problemsOf(`actions: { close: { handler: a, ${title} } }\n${key}: { close: ${operation} }\n`)).toEqual([
        expect.stringContaining(`6:${key.length + 5} step.name-taken`),
      ])
  })

  it.each([
    ['POST save', 'http.taken'],
    ['GET', 'http.get'],
    ['DELETE undo', 'http.get'],
    ['PUT /api/lib/v1/loan/update', 'http.taken'],
    ['POST /api/engine/views', 'http.reserved'],
    ['POST /api/blade-auth/token', 'http.reserved'],
    ['POST undo/{day}', 'input.unknown'],
  ])('http: %s is a problem', (http, problem) => {
    const actions = `actions: { undo: { handler: a, http: "${http}", ${title} } }\n`
    expect(problemsOf(actions)).toEqual([`resources/lib/loan.yaml:5:38 ${problem}`])
  })

  it('http may use a reserved name where the engine has no endpoint of the method and path', () => {
    const free = lifecycle(`reinstate: { from: open, to: closed, http: POST restore, ${title} }`)
    expect(problemsOf(free)).toEqual([])
    expect(problemsOf(`actions: { undo: { handler: a, http: PUT save, ${title} } }\n`)).toEqual([])
  })

  it('two paths that differ in the names of their inputs only are one endpoint', () => {
    const input = (name: string) => `input: { ${name}: { type: text, ${title} } }, ${title}`
    const actions = `actions:\n  one: { handler: a, http: "POST at/{day}", ${input('day')} }\n  two: { handler: b, http: "POST at/{time}", ${input('time')} }\n`
    expect(problemsOf(actions)).toEqual(['resources/lib/loan.yaml:7:28 http.taken'])
  })
})
