import { beforeEach, expect, it } from 'vitest'
import { Tickets } from './tickets.ts'

let now = 0
let tickets = new Tickets('a secret', () => now)
const viewing = { tenantId: '000000', userId: '1', cameraId: '2', step: 'getUrl', address: '10.0.0.1', from: 0, to: 0 }
const isOpen = (ticket: string, address = '10.0.0.1') => tickets.open(ticket, address) !== undefined

beforeEach(() => {
  now = 1_764_000_000_000
  tickets = new Tickets('a secret', () => now)
})

it('are valid for minutes, and longer while they are extended', () => {
  const ticket = tickets.issue(viewing)
  now += 170_000
  expect([isOpen(ticket), tickets.extend(ticket)]).toEqual([true, true])
  now += 170_000
  expect(isOpen(ticket)).toBe(true)
  now += 20_000
  expect([isOpen(ticket), tickets.extend(ticket)]).toEqual([false, false])
})

it('are valid at one address, which may be that of the first request', () => {
  const [bound, free] = [tickets.issue(viewing), tickets.issue({ ...viewing, address: '' })]
  expect([isOpen(bound, '10.0.0.2'), isOpen(free, '10.0.0.3'), isOpen(free)]).toEqual([false, true, false])
})

it('are valid in every process with the secret, and nowhere after their end', () => {
  const ticket = tickets.issue(viewing)
  expect(new Tickets('a secret', () => now).read(ticket)).toMatchObject(viewing)
  expect(new Tickets('another secret', () => now).read(ticket)).toBeUndefined()
  tickets.end(ticket)
  expect(isOpen(ticket)).toBe(false)
  for (let n = 0; n < 5; n++) {
    now += 100_000
    tickets.extend(tickets.issue(viewing))
    expect(isOpen(ticket)).toBe(false)
  }
})
