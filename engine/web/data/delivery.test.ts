import { describe, expect, it } from 'vitest'
import { createDelivery, hasSameContent, type Sent, type Stored } from './delivery.ts'
import { RequestFault } from './request-fault.ts'

interface PendingRequest {
  readonly isNew: boolean
  readonly body: Readonly<Record<string, unknown>>
}

/** A server with given responses, which records its requests. */
function line(...answers: readonly (Error | 'stored')[]) {
  const sent: Sent<PendingRequest>[] = []
  let count = 0
  const delivery = createDelivery<PendingRequest, Stored>(
    async attempt => {
      const answer = answers[sent.push(attempt) - 1]
      if (answer instanceof Error) throw answer
      return { ...attempt.body, id: '1' }
    },
    () => `key ${++count}`,
  )
  return { sent, delivery }
}
const request = { isNew: true, body: { name: '米' } }

describe('a pending save', () => {
  it.each([
    ['there is no response', new RequestFault('notice.network', 0)],
    ['a gateway does not reach the server', new RequestFault('', 502)],
    ['the server is unavailable', new RequestFault('', 503)],
  ])('is retried with the same key when %s', async (_when, fault) => {
    const { sent, delivery } = line(fault, fault, 'stored')
    await expect(delivery.send(request)).rejects.toBe(fault)
    await expect(delivery.settle()).rejects.toBe(fault)
    expect(delivery.unanswered()).toMatchObject(request)
    await expect(delivery.settle()).resolves.toMatchObject({ id: '1' })
    expect(sent.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 1'])
    expect(delivery.unanswered()).toBeUndefined()
  })

  it('ends when the server refuses it, and the next save has a new key', async () => {
    const { sent, delivery } = line(new RequestFault('', 400), 'stored')
    await expect(delivery.send(request)).rejects.toThrow()
    expect(delivery.unanswered()).toBeUndefined()
    await delivery.send(request)
    expect(sent.map(({ key }) => key)).toEqual(['key 1', 'key 2'])
  })

  it('refuses another save until it is settled', async () => {
    const { delivery } = line(new RequestFault('', 0))
    await expect(delivery.send(request)).rejects.toThrow()
    await expect(async () => delivery.send({ isNew: true, body: { name: '面' } })).rejects.toThrow(/not settled/)
  })

  it('is equal to one with the same content and another version', () => {
    expect(hasSameContent({ name: '米', id: '1', version: 2 }, { version: 1, name: '米' })).toBe(true)
    expect(hasSameContent({ name: '米' }, { name: '面' })).toBe(false)
  })
})
