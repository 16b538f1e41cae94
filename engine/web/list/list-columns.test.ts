import { expect, it } from 'vitest'
import type { Field, Resource } from '../../model/model.ts'
import type { ContentWidths } from './column-width.ts'
import { columnsThatFit, neededWidth, usualPlan } from './list-columns.ts'
import { queriedFields, resetQuery, sentQuery, withoutField } from './search-query.ts'

const field = (name: string, zh: string, en: string): Field => ({
  name,
  title: { zh, en },
  type: 'text',
  column: name,
  required: false,
  unique: false,
  index: false,
  readOnly: false,
  stored: false,
  options: {},
})
const letter = {
  name: 'letter',
  display: 'no',
  state: 'state',
  fields: [
    field('no', '文书编号', 'Letter no.'),
    field('problem', '存在问题', 'Problem'),
    field('deadline', '整改期限', 'Rectification deadline'),
    field('state', '状态', 'Status'),
  ],
  list: { columns: ['no', 'problem', 'deadline', 'state', 'createTime'], search: [] },
  lifecycle: {
    field: 'state',
    start: 'draft',
    end: [],
    transitions: [],
    dates: [{ at: 'deadline', reads: ['deadline'], states: [], isDeadline: true }],
  },
} as unknown as Resource
const widths: Readonly<Record<string, number>> = { no: 158, deadline: 120, state: 100, createTime: 118 }
const shown = (room: number) =>
  columnsThatFit(letter, 'zh', ({ name }) => widths[name], room).map(column => column.field.name)

it('shows every column if there is room; the least important are hidden first, the display field and the state never', () => {
  expect(shown(900)).toEqual(['no', 'problem', 'deadline', 'state', 'createTime'])
  expect(shown(750)).toEqual(['no', 'problem', 'deadline', 'state'])
  expect(shown(600)).toEqual(['no', 'deadline', 'state'])
  expect(shown(500)).toEqual(['no', 'state'])
  expect(shown(100)).toEqual(['no', 'state'])
})

it('gives the remaining time the priority of the deadline if a list shows it', () => {
  const names = ['no', 'problem', 'deadline', 'timeRemaining', 'state']
  const resource = { ...letter, list: { columns: names, search: [] } } as unknown as Resource
  const widthOf = ({ name }: Field) => ({ ...widths, timeRemaining: 120 })[name]
  const at = (room: number) => columnsThatFit(resource, 'zh', widthOf, room).map(({ field }) => field.name)
  expect(at(900)).toEqual(names)
  expect(at(720)).toEqual(['no', 'problem', 'timeRemaining', 'state'])
  expect(at(560)).toEqual(['no', 'timeRemaining', 'state'])
})

it('uses all of the available width, and no more', () => {
  for (const room of [700, 800, 960, 1160, 2400]) {
    const columns = columnsThatFit(letter, 'zh', () => undefined, room)
    expect(neededWidth(columns), `of ${room}`).toBeLessThanOrEqual(room)
    expect(neededWidth(columns), `of ${room}`).toBeGreaterThan(room - columns.length)
    expect(columns.filter(({ width }) => width === undefined)).toHaveLength(1)
  }
})

it('is never narrower than its title', () => {
  const [, , deadline] = columnsThatFit(letter, 'en', ({ name }) => widths[name], 2000)
  expect(deadline?.width).toBeGreaterThan(160)
})

it('sends no empty value, and keeps the range of creation times on a reset', () => {
  const typed = {
    no: ' ',
    problem: '冷藏',
    createTime_dategt: '2026-11-01 00:00:00',
    createTime_datelt: '',
    createTime: 'x',
  }
  expect(sentQuery(typed)).toEqual({ problem: '冷藏', createTime_dategt: '2026-11-01 00:00:00', createTime: 'x' })
  expect(resetQuery(typed)).toEqual({ createTime_dategt: '2026-11-01 00:00:00' })
  expect(resetQuery({ ...typed, parentId: '1' }, 'parentId')).toEqual({
    createTime_dategt: '2026-11-01 00:00:00',
    parentId: '1',
  })
})

it('finds the field of a condition by its name, with or without a suffix', () => {
  const query = { no: '1', deadline_ge: '2026-01-01', deadline_le: '2026-02-01', stray_like: 'x' }
  const [no, deadline] = queriedFields(letter, query)
  expect([no?.name, deadline?.name, queriedFields(letter, query).length]).toEqual(['no', 'deadline', 2])
  expect(deadline && withoutField(letter, query, deadline)).toEqual({ no: '1', stray_like: 'x' })
})

it('gives the remaining width to the longest texts, and limits other texts to the length in their descriptor', () => {
  const name = { ...field('whose', '企业', 'Whose'), options: { max: 8 } }
  const problem = { ...field('problem', '存在问题', 'Problem'), type: 'longtext' }
  const resource = {
    ...letter,
    fields: [field('no', '文书编号', 'Letter no.'), name, problem],
    list: { columns: ['no', 'whose', 'problem'], search: [] },
  } as unknown as Resource
  const widthsOf = (room: number) =>
    columnsThatFit(resource, 'zh', ({ name }) => widths[name], room, usualPlan(resource)).map(({ width }) => width)
  expect(widthsOf(1000)).toEqual([158, 140, undefined])
  expect(widthsOf(2400)).toEqual([158, 140, undefined])
  const columnsOf = (contents: ContentWidths) =>
    columnsThatFit(resource, 'zh', ({ name }) => widths[name], 1000, usualPlan(resource), contents)
  expect(columnsOf({ whose: 200, problem: 120 }).map(({ width }) => width)).toEqual([158, 200, undefined])
})
