import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'

const title = 'title: { zh: 值, en: Value }'
const resource = (name: string, text: string) => ({
  file: `resources/a/${name}.yaml`,
  text: `${title}\n${text}`,
  origin: 'app' as const,
})
const depot = (more = '', field = 'type: text, required: true') =>
  resource(
    'depot',
    `display: name\nfields:\n  name: { type: text, required: true, ${title} }\n  code: { ${field}, ${title} }\n${more}`,
  )
const slip = (more = '', pattern = '{depotId.code}-{00}', reference = 'type: reference, of: depot, required: true') =>
  resource(
    'slip',
    `display: no\nfields:\n  no: { type: serial, pattern: "${pattern}", ${title} }\n  depotId: { ${reference}, ${title} }\n${more}`,
  )
const clerk = (allow: string) => ({
  file: 'roles.yaml',
  text: `clerk: { ${title}, allow: [${allow}] }\n`,
  origin: 'app' as const,
})
const problemsOf = (...sources: ReturnType<typeof resource>[]) =>
  compile(sources)
    .problems.filter(({ code }) => code.startsWith('serial.'))
    .map(({ at, code }) => `${at.file}:${at.line} ${code}`)
const rules = (...all: string[]) => `access: [${all.map(rule => `{ role: clerk, ${rule} }`).join(', ')}]\n`
const hidden = ['resources/a/slip.yaml:4 serial.part-hidden']

describe('a field of a reference in a serial number', () => {
  it.each([
    ['hides the field', rules('allow: [view], hide: [code]'), ''],
    ['masks the field', rules('allow: [view], mask: [code]'), ''],
    [
      'masks the field of a number that is masked for another',
      rules('allow: [view], mask: [code]'),
      'access: [{ role: other, allow: [view], mask: [no] }]\n',
    ],
    ['hides the reference', '', rules('allow: [view], hide: [depotId]')],
    ['hides the field in one of its rules', rules('allow: [view]', 'allow: [edit], hide: [code]'), ''],
    ['does not allow to view the records', rules('allow: [edit]'), ''],
  ])('is refused where access %s', (_what, ofDepot, ofSlip) => {
    expect(problemsOf(depot(ofDepot), slip(ofSlip))).toEqual(hidden)
  })

  it.each([
    ['no rule hides it', rules('allow: [view]'), rules('allow: [view]')],
    [
      'the number is hidden from the same role',
      rules('allow: [view], hide: [code]'),
      rules('allow: [view], hide: [no]'),
    ],
    [
      'the number is hidden from a role that may not view the records',
      rules('allow: [edit]'),
      rules('allow: [view], hide: [no]'),
    ],
  ])('is allowed where %s', (_what, ofDepot, ofSlip) => {
    expect(problemsOf(depot(ofDepot), slip(ofSlip))).toEqual([])
  })

  it('is refused where a declared role has only the code to view the numbers, but for the display field', () => {
    expect(problemsOf(clerk('slip_view'), depot(), slip())).toEqual(hidden)
    expect(problemsOf(clerk('slip_view'), depot(), slip('', '{depotId.name}-{00}'))).toEqual([])
    expect(problemsOf(clerk('slip_view, depot_view'), depot(), slip())).toEqual([])
    expect(problemsOf(clerk('depot_view'), depot(), slip())).toEqual([])
  })

  it('of a line follows the rules for the field of the master with its lines', () => {
    const line = resource(
      'slip',
      `partOf: orderId\ndisplay: no\nfields:\n  orderId: { type: reference, of: order, required: true, ${title} }\n  no: { type: serial, pattern: "{depotId.code}-{00}", ${title} }\n  depotId: { type: reference, of: depot, required: true, ${title} }\n`,
    )
    const order = (more: string) =>
      resource(
        'order',
        `display: name\nfields:\n  name: { type: text, ${title} }\n  slips: { type: children, of: slip, ${title} }\n${more}`,
      )
    const hiding = depot(rules('allow: [view], hide: [code]'))
    expect(problemsOf(hiding, line, order(''))).toEqual(hidden.map(text => text.replace(':4', ':6')))
    expect(problemsOf(hiding, line, order(rules('allow: [view], hide: [slips]')))).toEqual([])
  })

  it.each([
    ['a text', 'type: text, required: true', true],
    ['an integer', 'type: integer, required: true', true],
    ['a serial number', 'type: serial, pattern: "D{000}"', true],
    ['an optional text', 'type: text', false],
    ['a text with a condition', 'type: text, required: true, when: "name == \'a\'"', false],
    ['a computed text', 'type: text, compute: name, stored: true', false],
    ['a reference', 'type: reference, of: depot, required: true', false],
  ])('may be %s: %s', (_what, field, is) => {
    const problems = problemsOf(depot('', field), slip())
    expect(problems.length === 0).toBe(is)
    if (!is) expect(problems[0]).toContain(':4 serial.part-unfit')
  })

  it.each([
    ['a list', '{depotId.code}-{00}', 'type: reference, of: depot, many: true, required: true'],
    ['an optional reference', '{depotId.code}-{00}', 'type: reference, of: depot'],
    ['a field that is not a reference', '{no.code}-{00}', 'type: reference, of: depot, required: true'],
    ['a missing field', '{depotId.size}-{00}', 'type: reference, of: depot, required: true'],
  ])('is refused if it reads %s', (_what, pattern, reference) => {
    expect(problemsOf(depot(), slip('', pattern, reference))[0]).toContain(':4 serial.part-unfit')
  })
})

describe('a field that a role may not read is reported where another one gets its value by', () => {
  const note = (word: string, more = '') =>
    resource(
      'slip',
      `display: name\nfields:\n  name: { type: text, ${title} }\n  depotId: { type: reference, of: depot, ${title} }\n` +
        `  secret: { type: text, ${title} }\n  rank: { type: integer, ${title} }\n  note: { type: text, ${word} ${title} }\n  lines: { type: children, of: line, ${title} }\n${more}${rules('allow: [view], hide: [secret, rank, lines]')}`,
    )
  const line = resource(
    'line',
    `partOf: slipId\nfields:\n  slipId: { type: reference, of: slip, required: true, ${title} }\n  part: { type: text, ${title} }\n`,
  )
  const action = (text: string) => note('', `actions: { send: { ${title}, ${text} } }\n`)
  const bin = resource(
    'bin',
    `display: name\nfields:\n  name: { type: text, ${title} }\n  depotId: { type: reference, of: depot, ${title} }\n  note: { type: text, ${title} }\n  secret: { type: text, ${title} }\n  parts: { type: children, of: part, ${title} }\n`,
  )
  const part = resource(
    'part',
    `partOf: binId\nfields:\n  binId: { type: reference, of: bin, required: true, ${title} }\n  note: { type: text, ${title} }\n`,
  )
  const reported = (slip: ReturnType<typeof resource>) =>
    compile([slip, line, bin, part, depot(rules('allow: [view], hide: [code]'), 'type: text')])
      .problems.filter(({ code }) => code !== 'role.unknown' && code !== 'partOf.unlisted')
      .map(({ code, message }) => [code, ...[...message.en.matchAll(/"([^"]+)"/g)].map(([, name]) => name)])

  it.each<[word: string, slip: ReturnType<typeof resource>, of: string, into: string]>([
    ['copy', note('copy: depotId.code,'), 'depot.code', 'slip.note'],
    ['default', note('default: depotId.code,'), 'depot.code', 'slip.note'],
    [
      'default of the same record',
      note(`${title} }\n  grade: { type: integer, default: "rank + 1",`),
      'slip.rank',
      'slip.grade',
    ],
    [
      'default, through a computed value',
      note(
        `${title} }\n  twice: { type: integer, compute: "rank + rank", ${title} }\n  grade: { type: integer, default: "twice + 1",`,
      ),
      'slip.rank',
      'slip.grade',
    ],
    [
      'the where of pick',
      note(`${title} }\n  pickId: { type: reference, of: depot, pick: first, where: "it.code == name",`),
      'depot.code',
      'slip.pickId',
    ],
    [
      'the sort of pick',
      note(`${title} }\n  pickId: { type: reference, of: depot, pick: first, sort: -code,`),
      'depot.code',
      'slip.pickId',
    ],
    ['set', action('set: { note: secret }'), 'slip.secret', 'slip.note'],
    ['set, through a reference', action('set: { note: depotId.code }'), 'depot.code', 'slip.note'],
    ['with of updates', action('updates: { record: depotId, with: { name: secret } }'), 'slip.secret', 'depot.name'],
    ['fields of creates', action('creates: { of: bin, fields: [secret] }'), 'slip.secret', 'bin.secret'],
    ['with of creates', action('creates: { of: bin, with: { note: secret } }'), 'slip.secret', 'bin.note'],
    [
      'with of creates for each row',
      action('creates: { of: bin, each: lines, with: { note: it.part } }'),
      'line.part',
      'bin.note',
    ],
    [
      'lines of creates',
      action('creates: { of: bin, with: { parts: { each: lines, with: { note: it.part } } } }'),
      'line.part',
      'part.note',
    ],
  ])('%s', (_word, slip, of, into) => {
    expect(reported(slip)).toEqual([['value.source-hidden', 'clerk', of, into]])
  })

  it('nothing where the role does not read the value either', () => {
    const both = { ...note('copy: depotId.code,') }
    expect(reported({ ...both, text: both.text.replace('hide: [secret', 'hide: [note, secret') })).toEqual([])
    expect(reported(note('compute: secret,'))).toEqual([])
  })
})
