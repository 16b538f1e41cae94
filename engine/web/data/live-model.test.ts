import { expect, it } from 'vitest'
import { revisionIn } from './live-model.ts'
import { throttle } from './throttle.ts'

it.each([
  ['{"revision":"a1"}', 'a1'],
  ['', undefined],
  [':', undefined],
  ['{"beat":1}', undefined],
  ['{"revision":7}', undefined],
])('reads of the line %j the revision %j', (line, revision) => {
  expect(revisionIn(line)).toBe(revision)
})

it('lets one through, then none until the time is over', () => {
  let now = 0
  const mayPass = throttle(2000, () => now)
  const at = (time: number) => {
    now = time
    return mayPass()
  }
  expect([at(0), at(1), at(1999), at(2000), at(3999), at(4000)]).toEqual([true, false, false, true, false, true])
})
