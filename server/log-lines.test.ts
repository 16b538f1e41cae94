import { expect, it } from 'vitest'
import { readableLine } from './log-lines.ts'

const line = (values: object) =>
  JSON.stringify({ level: 30, time: new Date(2026, 10, 23, 9, 5, 7).getTime(), pid: 1, hostname: 'host', ...values })

it('is one readable line', () => {
  expect(readableLine(line({ method: 'GET', status: 200, ms: 1.5, msg: 'request' }))).toBe(
    '09:05:07 INFO  request method=GET status=200 ms=1.5',
  )
})

it('has the lines of a message, and the stack of an error below', () => {
  expect(readableLine(line({ level: 40, msg: 'Not applied:\na.yaml:1:1 …' }))).toBe(
    '09:05:07 WARN  Not applied:\na.yaml:1:1 …',
  )
  expect(
    readableLine(
      line({ level: 50, msg: 'failed', err: { type: 'Error', message: 'no', stack: 'Error: no\n    at x' } }),
    ),
  ).toBe('09:05:07 ERROR failed\nError: no\n    at x')
})

it('does not pass on control characters of values', () => {
  expect(readableLine(line({ path: '/\u001b[2J', msg: 'request' }))).toBe('09:05:07 INFO  request path="/\\u001b[2J"')
})
