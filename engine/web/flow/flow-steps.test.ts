import { expect, it } from 'vitest'
import type { FlowHistoryEntry } from '../../model/flow-views.ts'
import { durationText, entriesAt, flowMarks, flowSteps, momentsOf } from './flow-steps.ts'

const entry = (element: string, kind: string, startedAt: string, endedAt: string): FlowHistoryEntry => ({
  element,
  kind,
  name: element,
  startedAt,
  ...(endedAt && { endedAt }),
})
/** An application that was returned once and is looked at again. */
const returned = [
  entry('start', 'startEvent', '2026-11-23 09:00:00', '2026-11-23 09:00:00'),
  entry('submitted', 'sequenceFlow', '2026-11-23 09:00:00', '2026-11-23 09:00:00'),
  entry('approve', 'userTask', '2026-11-23 09:00:00', '2026-11-23 15:28:00'),
  entry('agreed', 'exclusiveGateway', '2026-11-23 15:28:00', '2026-11-23 15:28:00'),
  entry('revise', 'userTask', '2026-11-23 15:28:00', '2026-11-24 08:00:00'),
  entry('approve', 'userTask', '2026-11-24 08:00:00', ''),
]

it('draws flows as lines, and an element by its last entry', () => {
  expect(Object.fromEntries(flowMarks(returned))).toEqual({
    start: 'done',
    submitted: 'line',
    approve: 'running',
    agreed: 'done',
    revise: 'done',
  })
})

it('replays what was reached at a time, with what ran then as running', () => {
  expect(momentsOf(returned)).toHaveLength(3)
  expect(Object.fromEntries(flowMarks(entriesAt(returned, '2026-11-23 09:00:00')))).toEqual({
    start: 'done',
    submitted: 'line',
    approve: 'running',
  })
})

it('lists what people read, without gateways and flows', () => {
  expect(flowSteps(returned).map(({ element }) => element)).toEqual(['start', 'approve', 'revise', 'approve'])
})

it('writes a duration in its two largest units', () => {
  expect(durationText('2026-11-23 09:00:00', '2026-11-23 15:28:59', 'zh')).toBe('6 小时 28 分')
  expect(durationText('2026-11-23 09:00:00', '2026-11-25 09:10:00', 'en')).toBe('2 d')
  expect(durationText('2026-11-23 09:00:00', '2026-11-23 09:00:20', 'en')).toBe('')
})
