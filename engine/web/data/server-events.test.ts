import { expect, it } from 'vitest'
import { eventIn, streamPath } from './server-events.ts'

it.each([
  ['{"revision":"a1"}', { revision: 'a1' }],
  ['{"cursor":"7.1","changed":[]}', { cursor: '7.1', changed: [] }],
  ['', undefined],
  [':', undefined],
  ['{"beat":1}', undefined],
  ['{"revision":7}', undefined],
])('reads of the line %j the event %j', (line, event) => {
  expect(eventIn(line)).toEqual(event)
})

it('requests the latest of many resources, and the changes since the last position', () => {
  expect(streamPath(['notices'], [], undefined)).toBe('/api/engine/events?topics=notices')
  expect(streamPath(['notices'], ['one', 'two'], '7.1')).toBe(
    '/api/engine/events?topics=notices&resources=one,two&after=7.1',
  )
  const many = Array.from({ length: 60 }, (_, n) => `n${n}`)
  expect(streamPath(['notices'], many, undefined)).toBe(
    `/api/engine/events?topics=notices&resources=${many.slice(10).join(',')}`,
  )
})
