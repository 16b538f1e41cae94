import { describe, expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { resourceOf } from '../../../model/names.ts'
import { assureRequiredColumns, matchColumns, readMapping } from './match-columns.ts'
import { recordTargets } from './targets.ts'

const visit = `
title: { zh: 走访, en: Visit }
fields:
  number: { type: serial, pattern: "V{0000}", title: { zh: 编号, en: Number } }
  person: { type: text, required: true, title: { zh: 走访人, en: Visited by } }
  day: { type: date, required: true, default: 2026-01-01, title: { zh: 日期, en: Day } }
  note: { type: longtext, title: { zh: 备注, en: Note } }
`
const { model } = compile([{ file: 'resources/wit/visit.yaml', text: visit, origin: 'app' }])
if (!model) throw new Error('The descriptor does not compile.')
const resource = resourceOf(model, 'visit')
const match = (head: string[], map = '') => {
  const targets = recordTargets(resource, {})
  const columns = matchColumns(targets, head, readMapping(map))
  assureRequiredColumns(targets, columns, true)
  return { matched: columns.matched.map(({ source, target }) => `${source}>${target.name}`), ignored: columns.ignored }
}

describe('columns', () => {
  it.each([
    ['by name', ['person', 'day'], ['person>person', 'day>day']],
    ['by Chinese title', ['走访人', '日期'], ['走访人>person', '日期>day']],
    ['by English title, whatever its capitals and spaces', [' visited BY'], [' visited BY>person']],
    ['by a title with a mark of what is required', ['走访人*'], ['走访人*>person']],
  ])('are matched %s', (_name, head, matched) => {
    expect(match(head)).toEqual({ matched, ignored: [] })
  })

  it('are matched by the mapping before anything else', () => {
    expect(match(['who', 'person'], 'who=person')).toEqual({ matched: ['who>person'], ignored: ['person'] })
  })

  it('that no field takes, or that the server fills, are named as ignored', () => {
    expect(match(['person', 'weather', 'number'])).toEqual({
      matched: ['person>person'],
      ignored: ['weather', 'number'],
    })
  })

  it.each([
    ['a required field without a column', ['day'], '', 'Required columns are missing: Visited by'],
    [
      'two columns for one field',
      ['person', '走访人'],
      '',
      'Columns "person" and "走访人" both map to Visited by; remove one',
    ],
    [
      'no column that is known',
      ['a', 'b'],
      '',
      'No column of the header matches a field; known columns: Visited by, Day, Note',
    ],
    [
      'a mapping from nowhere',
      ['person'],
      'persn=person',
      '--map names "persn", which is not in the header; did you mean "person"?',
    ],
    [
      'a mapping to nowhere',
      ['who'],
      'who=persom',
      '--map names "persom", which is not an importable field; did you mean "person"?',
    ],
    [
      'a mapping to what the server fills',
      ['who'],
      'who=number',
      '--map names "number", which is not an importable field',
    ],
    ['a mapping without a sign', ['who'], 'who', '--map has "who"; write source=field'],
  ])('refuse %s', (_name, head, map, message) => {
    expect(() => match(head, map)).toThrow(message)
  })
})
