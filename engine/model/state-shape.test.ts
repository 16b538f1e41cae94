import { expect, it } from 'vitest'
import type { Dictionary, DictionaryColour, Lifecycle, Transition } from './model.ts'
import { stateShapes } from './state-shape.ts'

const entry = (name: string, colour?: DictionaryColour) => ({
  name,
  key: name,
  title: { zh: name, en: name },
  sealed: false,
  ...(colour && { colour }),
})
const dictionary: Dictionary = {
  code: 'letter',
  title: { zh: '信', en: 'Letter' },
  entries: [
    entry('draft', 'grey'),
    entry('issued', 'blue'),
    entry('overdue', 'red'),
    entry('handled', 'purple'),
    entry('closed', 'green'),
    entry('refused', 'red'),
    entry('stray'),
  ],
}
const transition = (from: string[], next: string): Transition => ({
  name: `to-${next}`,
  title: { zh: next, en: next },
  from,
  to: next,
  input: [],
  edit: [],
  set: {},
  http: { method: 'POST', path: next },
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
    transition(['handled'], 'issued'),
    transition(['handled'], 'closed'),
    transition(['handled'], 'refused'),
  ],
}

it('derives every shape from the transitions that lead to the state', () => {
  expect(Object.fromEntries(stateShapes(lifecycle, dictionary))).toEqual({
    draft: { kind: 'start', share: 0, colour: 'grey' },
    issued: { kind: 'between', share: 1 / 3, colour: 'blue' },
    overdue: { kind: 'late', share: 2 / 3, colour: 'red' },
    handled: { kind: 'between', share: 2 / 3, colour: 'purple' },
    closed: { kind: 'done', share: 1, colour: 'green' },
    refused: { kind: 'failed', share: 1, colour: 'red' },
    stray: { kind: 'between', share: 0, colour: 'grey' },
  })
})
