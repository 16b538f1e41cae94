import { describe, expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { resourceOf } from '../../../model/names.ts'
import { assureRequiredColumns, guessColumns, matchColumns, proposedColumns, readMapping } from './match-columns.ts'
import { recordTargets } from './targets.ts'

const visit = `
title: { zh: 走访, en: Visit }
fields:
  number: { type: serial, pattern: "V{0000}", title: { zh: 编号, en: Number } }
  person: { type: text, required: true, title: { zh: 走访人, en: Visited by } }
  day: { type: date, required: true, default: 2026-01-01, title: { zh: 日期, en: Day } }
  note: { type: longtext, title: { zh: 备注, en: Note } }
`
const spelt = `
title: { zh: 走访, en: Visit }
fields:
  person: { type: text, title: { zh: 走访人, en: Visited by } }
  durationMinutes: { type: integer, unit: { zh: 分钟, en: min }, title: { zh: 时长, en: Duration } }
  marketId: { type: reference, of: market, title: { zh: 所属集市, en: Held in } }
  day: { type: date, title: { zh: 日期, en: Day } }
`
const market = 'title: { zh: 市场, en: Market }\nfields:\n  name: { type: text, title: { zh: 名称, en: Name } }\n'
const twins = `
title: { zh: 价格, en: Price }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  cost: { type: money, title: { zh: 价格（元）, en: Cost } }
  rate: { type: money, title: { zh: 价格（美元）, en: Rate } }
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
    ['by English title, regardless of case and spaces', [' visited BY'], [' visited BY>person']],
    ['by a title with the mark of a required field', ['走访人*'], ['走访人*>person']],
  ])('are matched %s', (_name, head, matched) => {
    expect(match(head)).toEqual({ matched, ignored: [] })
  })

  it.each([
    ['visited_by', 'person'],
    ['Visited-By', 'person'],
    ['VisitedBy', 'person'],
    ['visited by *', 'person'],
    ['duration_minutes', 'durationMinutes'],
    ['Duration minutes', 'durationMinutes'],
    ['时长（分钟）', 'durationMinutes'],
    ['Duration (min)', 'durationMinutes'],
    ['时长[分]*', 'durationMinutes'],
    ['market_id', 'marketId'],
    ['market', 'marketId'],
    ['Day', 'day'],
  ])('are matched with another spelling of words: %s', (head, name) => {
    const { model } = compile([
      { file: 'resources/wit/visit.yaml', text: spelt, origin: 'app' },
      { file: 'resources/wit/market.yaml', text: market, origin: 'app' },
    ])
    const targets = model ? recordTargets(resourceOf(model, 'visit'), {}) : []
    expect(matchColumns(targets, [head], new Map()).matched.map(({ target }) => target.name)).toEqual([name])
  })

  it('are not matched by a spelling that two fields share', () => {
    const { model } = compile([{ file: 'resources/wit/price.yaml', text: twins, origin: 'app' }])
    const targets = model ? recordTargets(resourceOf(model, 'price'), {}) : []
    expect(matchColumns(targets, ['价格'], new Map()).matched).toEqual([])
    expect(matchColumns(targets, ['价格（元）'], new Map()).matched.map(({ target }) => target.name)).toEqual(['cost'])
  })

  it('with another spelling leave a field to the column that is written exactly', () => {
    const { model } = compile([{ file: 'resources/wit/price.yaml', text: twins, origin: 'app' }])
    const targets = model ? recordTargets(resourceOf(model, 'price'), {}) : []
    const { matched, ignored } = matchColumns(targets, ['Name (short)', 'name'], new Map())
    expect(matched.map(({ source, target }) => [source, target.name])).toEqual([['name', 'name']])
    expect(ignored).toEqual(['Name (short)'])
    expect(guessColumns(targets, ['Name (short)', 'name'], new Map())).toEqual({ 1: 'name' })
    expect(guessColumns(targets, ['Name (short)'], new Map())).toEqual({ 0: 'name' })
  })

  it('without a field have the field that they resemble as a proposal, and are not assigned', () => {
    const targets = recordTargets(resource, {})
    const proposed = (head: string[], columns: Record<string, string>) =>
      proposedColumns(targets, head, columns).map(({ source, target }) => [source, target.name])
    expect(proposed(['visted by', 'weather', ''], {})).toEqual([['visted by', 'person']])
    expect(proposed(['走访日期', 'visted by'], { 0: 'person' })).toEqual([])
  })

  it('are matched by the mapping before anything else', () => {
    expect(match(['who', 'person'], 'who=person')).toEqual({ matched: ['who>person'], ignored: ['person'] })
  })

  it('with an empty field in the mapping are ignored, though they have the name of a field', () => {
    expect(match(['person', 'day'], 'day=')).toEqual({ matched: ['person>person'], ignored: ['day'] })
    expect(match(['Visited by', 'person'], 'person=').matched).toEqual(['Visited by>person'])
  })

  it('that match no field, or that the server fills, are named as ignored', () => {
    expect(match(['person', 'weather', 'number'])).toEqual({
      matched: ['person>person'],
      ignored: ['weather', 'number'],
    })
  })

  it.each([
    ['a mapping from an unknown column', ['person'], 'persn=person', 'map.unknown-source'],
    ['a mapping to an unknown field', ['who'], 'who=persom', 'map.unknown-field'],
    ['a mapping to a field that the server fills', ['who'], 'who=number', 'map.unknown-field'],
    ['a mapping without an equals sign', ['who'], 'who', 'map.malformed'],
    ['a mapping without a column', ['who'], '=person', 'map.malformed'],
    ['a mapping that ignores a required column', ['person', 'day'], 'person=', 'columns.missing'],
  ])('refuse %s', (_name, head, map, code) => {
    expect(() => match(head, map)).toThrow(expect.objectContaining({ code }))
  })
})
