import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { print } from '../problem.ts'

const title = 'title: { zh: 甲, en: A }'
const field = (name: string, was = '') => `  ${name}: { type: text, ${was}${title} }\n`
const step = (name: string, was = '') => `  ${name}: { edit: [name], ${was}${title} }\n`
const link = (name: string, was = '') => `  ${name}: { of: site, http: [POST bindIt, GET listIt]${was} }\n`
const visit = 'resources/field/visit.yaml'
const base = {
  'app.yaml': `language: 2\n${title}\n`,
  'resources/field/site.yaml': `${title}\nfields:\n${field('name')}`,
  [visit]: `${title}\nfields:\n${field('name')}${field('note')}`,
}

function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries({ ...base, ...files }).map(([file, text]) => ({ file, text, origin: 'app' as const }))
  return compile(sources)
    .problems.filter(({ severity }) => severity !== 'warning')
    .map(problem => print(problem).split('\n')[0] ?? '')
}

/** The visit with these lines, where `¦` marks the position of a problem. */
const visitWith = (marked: string) => ({ [visit]: marked.replace('¦', '') })
function positionIn(marked: string): string {
  const lines = marked.slice(0, marked.indexOf('¦')).split('\n')
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`
}

const [present, twice] = ['renamed-from.present', 'renamed-from.twice']

const body = (fields: string, more = '') => `${title}\nfields:\n${fields}${more}`

it.each([
  ['of a resource, if an existing resource has it', `renamedFrom: [old, ¦site]\n${body(field('name'))}`, present],
  ['of a resource, if it is its present name', `renamedFrom: ¦visit\n${body(field('name'))}`, present],
  [
    'of a field, if an existing field has it',
    body(field('name') + field('note', 'renamedFrom: [old, ¦name], ')),
    present,
  ],
  ['of a field, if it is its present name', body(field('name', 'renamedFrom: [¦name], ')), present],
  [
    'of a field, if an existing field has it and it is not the last former name',
    body(field('name', 'renamedFrom: title1, ') + field('note', 'renamedFrom: [old, ¦name], ')),
    present,
  ],
  [
    'of two fields',
    body(field('name', 'renamedFrom: [one, two], ') + field('note', 'renamedFrom: [three, ¦two], ')),
    twice,
  ],
  [
    'of two steps',
    body(
      field('name'),
      `actions:\n${step('send', 'renamedFrom: [post], ')}${step('call', 'renamedFrom: [ring, ¦post], ')}`,
    ),
    twice,
  ],
  [
    'of an input, if an existing input of the step has it',
    body(
      field('name'),
      `actions:\n  send: { edit: [name], ${title}, input: { why: { type: text, ${title} }, how: { type: text, renamedFrom: ¦why, ${title} } } }\n`,
    ),
    present,
  ],
  [
    'of a step, if an existing bind has it',
    body(field('name'), `bind:\n${link('sites')}actions:\n${step('send', 'renamedFrom: [post, ¦sites], ')}`),
    present,
  ],
  [
    'of a bind, if an existing step has it',
    body(field('name'), `bind:\n${link('sites', ', renamedFrom: [places, ¦send]')}actions:\n${step('send')}`),
    present,
  ],
  [
    'of a bind, if an existing field has it',
    body(field('name'), `bind:\n${link('sites', ', renamedFrom: [places, ¦name]')}`),
    present,
  ],
])('semantics 20: a former name is refused: %s', (_part, marked, code) => {
  expect(problemsOf(visitWith(marked))).toEqual([`${visit}:${positionIn(marked)} ${code}`])
})

it('semantics 20: two resources have no former name in common', () => {
  const [one, other] = [
    `renamedFrom: old\n${body(field('name'))}`,
    `renamedFrom: [former, old]\n${body(field('name'))}`,
  ]
  expect(problemsOf({ 'resources/field/post.yaml': one, [visit]: other })).toEqual([`${visit}:1:23 ${twice}`])
})

it.each([
  ['of a field', body(field('name', 'renamedFrom: title1, '))],
  [
    'a list of a resource, of a field, of a step and of a bind',
    `renamedFrom: [call, trip]\n${body(
      field('name', 'renamedFrom: [a, b], '),
      `bind:\n${link('sites', ', renamedFrom: [c, d]')}actions:\n${step('send', 'renamedFrom: [e, f], ')}`,
    )}`,
  ],
  ['of a chain of renames', body(field('name', 'renamedFrom: [note, a], ') + field('note', 'renamedFrom: [b, c], '))],
  [
    'of two fields that exchange their names',
    body(field('name', 'renamedFrom: [note, a], ') + field('note', 'renamedFrom: [name, b], ')),
  ],
])('semantics 20: former names are accepted: %s', (_names, text) => {
  expect(problemsOf(visitWith(text))).toEqual([])
})
