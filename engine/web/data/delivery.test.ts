import { describe, expect, it } from 'vitest'
import { RequestFault } from './request-fault.ts'
import { createSubmission, hasSameContent, type Sent, type Stored } from './submission.ts'

interface PendingRequest {
  readonly isNew: boolean
  readonly body: Readonly<Record<string, unknown>>
}

/** A server with given responses, which records its requests. */
function line(...answers: readonly (Error | 'stored')[]) {
  const sent: Sent<PendingRequest>[] = []
  let count = 0
  const submission = createSubmission<PendingRequest, Stored>(
    async attempt => {
      const answer = answers[sent.push(attempt) - 1]
      if (answer instanceof Error) throw answer
      return { ...attempt.body, id: '1' }
    },
    () => `key ${++count}`,
  )
  return { sent, submission }
}
const request = { isNew: true, body: { name: '米' } }

describe('a wish to save', () => {
  it.each([
    ['there is no response', new RequestFault('notice.network', 0)],
    ['the way to the server is broken', new RequestFault('', 502)],
    ['the server is away', new RequestFault('', 503)],
  ])('is sent again by the same key when %s', async (_when, fault) => {
    const { sent, submission } = line(fault, fault, 'stored')
    await expect(submission.send(request)).rejects.toBe(fault)
    await expect(submission.settle()).rejects.toBe(fault)
    expect(submission.unanswered()).toMatchObject(request)
    await expect(submission.settle()).resolves.toMatchObject({ id: '1' })
    expect(sent.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 1'])
    expect(submission.unanswered()).toBeUndefined()
  })

  it('is over when the server says no; what follows is a new wish', async () => {
    const { sent, submission } = line(new RequestFault('', 400), 'stored')
    await expect(submission.send(request)).rejects.toThrow()
    expect(submission.unanswered()).toBeUndefined()
    await submission.send(request)
    expect(sent.map(({ key }) => key)).toEqual(['key 1', 'key 2'])
  })

  it('is never followed by another while it is open', async () => {
    const { submission } = line(new RequestFault('', 0))
    await expect(submission.send(request)).rejects.toThrow()
    await expect(async () => submission.send({ isNew: true, body: { name: '面' } })).rejects.toThrow(/not settled/)
  })

  it('is the same whatever the version it starts from, and another with another content', () => {
    expect(hasSameContent({ name: '米', id: '1', version: 2 }, { version: 1, name: '米' })).toBe(true)
    expect(hasSameContent({ name: '米' }, { name: '面' })).toBe(false)
  })
})
