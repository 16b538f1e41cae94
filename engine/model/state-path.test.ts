import { describe, expect, it } from 'vitest'
import type { Lifecycle, Transition } from './model.ts'
import { statePath } from './state-path.ts'

const transition = (from: string[], to: string): Transition => ({
  name: `to-${to}`,
  title: { zh: to, en: to },
  from,
  to,
  input: [],
  edit: [],
  set: {},
  http: { method: 'POST', path: to },
})
const lifecycle: Lifecycle = {
  field: 'state',
  initial: 'draft',
  final: ['closed', 'refused'],
  dates: [],
  transitions: [
    transition(['draft'], 'issued'),
    transition(['issued'], 'overdue'),
    transition(['issued', 'overdue'], 'handled'),
    transition(['handled'], 'closed'),
    transition(['handled'], 'refused'),
  ],
}
const path = ['draft', 'issued', 'handled', 'closed']

describe('the path of a lifecycle', () => {
  it.each([
    ['issued', { states: path, passed: 1 }],
    ['closed', { states: path, passed: 3 }],
    ['overdue', { states: path, passed: 2, side: 'overdue' }],
    ['refused', { states: path, passed: 3, side: 'refused' }],
  ])('is the declared one, with the state %s on it or apart', (now, shown) => {
    expect(statePath({ ...lifecycle, path }, now)).toEqual(shown)
  })

  it.each([
    ['issued', { states: ['draft', 'issued', 'handled', 'closed'], passed: 1 }],
    ['overdue', { states: ['draft', 'issued', 'overdue', 'handled', 'closed'], passed: 2 }],
    ['refused', { states: ['draft', 'issued', 'handled', 'refused'], passed: 3 }],
  ])('is the shortest one through %s without a declaration', (now, shown) => {
    expect(statePath(lifecycle, now)).toEqual(shown)
  })
})
