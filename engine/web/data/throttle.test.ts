import { expect, it } from 'vitest'
import { throttle } from './throttle.ts'

it('permits one call, then none until the interval is over', () => {
  let now = 0
  const mayPass = throttle(2000, () => now)
  const at = (time: number) => {
    now = time
    return mayPass()
  }
  expect([at(0), at(1), at(1999), at(2000), at(3999), at(4000)]).toEqual([true, false, false, true, false, true])
})
