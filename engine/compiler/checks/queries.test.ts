import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { print } from '../problem.ts'

const title = 'title: { zh: 样例, en: Sample }'
const problemsOf = (query: string) =>
  compile([
    { file: 'app.yaml', origin: 'app', text: `language: 2\n${title}\n` },
    {
      file: 'resources/a/visit.yaml',
      origin: 'app',
      text: `${title}
fields:
  name: { type: text, ${title} }
  day: { type: date, index: true, ${title} }
  visitId: { type: reference, of: visit, ${title} }
  visits: { type: related, of: visit, by: visitId, ${title} }
queries:
  some: ${query}
`,
    },
  ]).problems.map(problem => print(problem).split('\n')[0])
const at = (query: string, text: string) => `resources/a/visit.yaml:8:${9 + query.indexOf(text)}`
const day = `{ type: date, ${title} }`

it.each([
  ['where', `{ where: "day == input.day", input: { day: ${day} }, returns: list }`],
  [
    'columns',
    `{ where: "day == today()", columns: { late: "day < input.day" }, input: { day: ${day} }, returns: list }`,
  ],
  ['its path', `{ http: "GET of/{day}", where: "day == today()", input: { day: ${day} }, returns: list }`],
  ['its handler', `{ handler: some, input: { day: ${day} }, returns: { sum: { type: integer, ${title} } } }`],
])('accepts an input that %s reads', (_what, query) => {
  expect(problemsOf(query)).toEqual([])
})

it.each([
  ['rows', `{ where: "day == today()", input: { until: ${day} }, returns: list }`],
  ['all rows', `{ input: { until: ${day} }, returns: page }`],
  ['groups', `{ group: [name], measure: { all: count() }, input: { until: ${day} }, returns: list }`],
])('reports an input that nothing reads of a query of %s', (_what, query) => {
  expect(problemsOf(query)).toEqual([`${at(query, 'until')} query.input-unread`])
})

it('reports only the fault of an expression that may read the input', () => {
  const query = `{ where: "dya == input.day", input: { day: ${day} }, returns: list }`
  expect(problemsOf(query)).toEqual([`${at(query, 'dya')} rule.name-unknown`])
})

it('reports the fault of a default of an input', () => {
  const query = `{ where: "day == input.day", input: { day: { type: date, default: todai() + 7, ${title} } }, returns: list }`
  expect(problemsOf(query)).toEqual([`${at(query, 'todai')} rule.function-unknown`])
})

it.each([
  [
    'an input',
    `{ where: "visitId == input.of", input: { of: { type: reference, of: visit, where: "it.day == today()", ${title} } }, returns: list }`,
  ],
  [
    'a result',
    `{ handler: some, returns: { of: { type: reference, of: visit, where: "it.day == today()", ${title} } } }`,
  ],
])('reports `where` of %s, which the server does not check', (_what, query) => {
  expect(problemsOf(query)).toEqual([`${at(query, '"it.day')} input.key-unfit`])
})

it.each([
  ['related rows', `visits.exists(v, v.name == 'a')`],
  ['a referred record', `visitId.name == 'a'`],
])('semantics 27: refuses a condition on %s unless the table is small', (_what, where) => {
  const query = (more: string) => `{ where: "${where}"${more}, returns: list }`
  expect(problemsOf(query(''))).toEqual([`${at(query(''), `"${where}`)} query.unindexed`])
  expect(problemsOf(query(', small: true'))).toEqual([])
})
