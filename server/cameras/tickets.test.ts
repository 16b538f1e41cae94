import { expect, it } from 'vitest'
import { Tickets } from './tickets.ts'

const viewing = { tenantId: '000000', userId: '1', cameraId: '2', step: 'getUrl', address: '10.0.0.1', from: 0, to: 0 }

it('are valid for minutes at one address with one secret, longer while they are extended, and never after their end', () => {
  let now = 1_764_000_000_000
  const tickets = new Tickets('a secret', () => now)
  const isOpen = (ticket: string, address = '10.0.0.1') => tickets.open(ticket, address) !== undefined
  const [bound, free] = [tickets.issue(viewing), tickets.issue({ ...viewing, address: '' })]
  expect([isOpen(bound, '10.0.0.2'), isOpen(free, '10.0.0.3'), isOpen(free)]).toEqual([false, true, false])
  expect(new Tickets('a secret', () => now).read(bound)).toMatchObject(viewing)
  expect(new Tickets('another secret', () => now).read(bound)).toBeUndefined()
  now += 170_000
  expect([isOpen(bound), tickets.extend(bound)]).toEqual([true, true])
  now += 170_000
  expect([isOpen(bound), isOpen(free, '10.0.0.3')]).toEqual([true, false])
  tickets.end(bound)
  for (let n = 0; n < 5; n++) {
    now += 100_000
    tickets.extend(tickets.issue(viewing))
    expect(isOpen(bound)).toBe(false)
  }
})
