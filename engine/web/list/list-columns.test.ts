import { expect, it } from 'vitest'
import type { Field, Resource } from '../../model/model.ts'
import { columnsThatFit, needed, usualPlan } from './list-columns.ts'
import { fieldsAsked, resetQuery, sentQuery, withoutField } from './search-query.ts'
import { grown } from './text-needs.ts'

const field = (name: string, zh: string, en: string): Field => ({
  name,
  title: { zh, en },
  type: 'text',
  column: name,
  required: false,
  unique: false,
  sort: false,
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
  lifecycle: { field: 'state', start: 'draft', end: [], moves: [] },
} as unknown as Resource
const widths: Readonly<Record<string, number>> = { no: 158, deadline: 120, state: 100, createTime: 118 }
const shown = (room: number) =>
  columnsThatFit(letter, 'zh', ({ name }) => widths[name], room).map(column => column.field.name)

it('shows every column where there is room, the last leaving first, never what names the record or its state', () => {
  expect(shown(900)).toEqual(['no', 'problem', 'deadline', 'state', 'createTime'])
  expect(shown(750)).toEqual(['no', 'problem', 'deadline', 'state'])
  expect(shown(600)).toEqual(['no', 'problem', 'state'])
  expect(shown(100)).toEqual(['no', 'state'])
})

it('takes no more than the room where short texts leave it to others', () => {
  const needs = { no: 60, problem: 200, deadline: 90, state: 90, createTime: 90 }
  for (const room of [700, 800, 960, 1160]) {
    const columns = columnsThatFit(letter, 'zh', () => undefined, room, usualPlan(letter), { now: needs, first: needs })
    expect(needed(columns), `of ${room}`).toBeLessThanOrEqual(room)
  }
})

it('is never narrower than its title', () => {
  const [, , deadline] = columnsThatFit(letter, 'en', ({ name }) => widths[name], 2000)
  expect(deadline?.width).toBeGreaterThan(180)
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

it('knows the field of a condition by its name, with or without a suffix', () => {
  const query = { no: '1', deadline_ge: '2026-01-01', deadline_le: '2026-02-01', stray_like: 'x' }
  const [no, deadline] = fieldsAsked(letter, query)
  expect([no?.name, deadline?.name, fieldsAsked(letter, query).length]).toEqual(['no', 'deadline', 2])
  expect(deadline && withoutField(letter, query, deadline)).toEqual({ no: '1', stray_like: 'x' })
})

it('gives columns of words what their longest texts need, and the rest to long words', () => {
  const widthsOf = (room: number, needs: Readonly<Record<string, number>>) => {
    const problem = { ...field('problem', '存在问题', 'Problem'), type: 'longtext' }
    const resource = {
      ...letter,
      fields: [field('no', '文书编号', 'Letter no.'), field('whose', '企业', 'Whose'), problem],
      list: { columns: ['no', 'whose', 'problem'], search: [] },
    } as unknown as Resource
    const columns = columnsThatFit(resource, 'zh', ({ name }) => widths[name], room, usualPlan(resource), {
      now: needs,
      first: needs,
    })
    return columns.map(({ width }) => width)
  }
  expect(widthsOf(1000, { whose: 230, problem: 500 })).toEqual([158, 230, undefined])
  // A single name of a mile takes no more than reads well.
  expect(widthsOf(1000, { whose: 2000, problem: 500 })).toEqual([158, 320, undefined])
  // Where room is scarce both are cut alike, and short texts not at all.
  expect(widthsOf(682, { whose: 230, problem: 500 })).toEqual([158, 200, undefined])
  expect(widthsOf(682, { whose: 100, problem: 500 })).toEqual([158, 100, undefined])
  // A wide screen moves all columns apart, and no further than reads well.
  expect(widthsOf(1072, { whose: 230, problem: 500 })).toEqual([178, 250, undefined])
  expect(widthsOf(2400, { whose: 230, problem: 500 })).toEqual([254, 326, undefined])
})

it('lets the person leave first, and any column sooner than cut a name', () => {
  const resource = {
    ...letter,
    fields: [field('no', '文书编号', 'Letter no.'), field('whose', '企业', 'Whose'), field('deadline', '期限', 'Due')],
    list: { columns: ['no', 'whose', 'createUser', 'deadline'], search: [] },
  } as unknown as Resource
  const shown = (room: number, whose: number, later = whose) =>
    columnsThatFit(resource, 'zh', ({ name }) => widths[name], room, usualPlan(resource), {
      first: { whose },
      now: { whose: later },
    }).map(column => column.field.name)
  const beside = 124 + 158 + 120
  expect(shown(beside + 100 + 200, 200)).toEqual(['no', 'whose', 'createUser', 'deadline'])
  expect(shown(beside + 100 + 199, 200)).toEqual(['no', 'whose', 'deadline'])
  expect(shown(beside + 100, 100)).toEqual(['no', 'whose', 'deadline'])
  expect(shown(beside + 100 + 100, 100, 200), 'no column leaves while pages are turned').toContain('createUser')
})

it('measures references by their names, and never narrows a column again', () => {
  const whose = field('whose', '企业', 'Whose')
  const long = grown({}, [whose], [{ id: '1', whose: '7', whoseName: '一二三四五六七八九十' }])
  expect(long['whose']).toBeGreaterThan(140)
  expect(grown(long, [whose], [{ id: '2', whose: '8', whoseName: '一' }])).toBe(long)
})
