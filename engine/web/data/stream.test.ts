import { expect, it } from 'vitest'
import { createSession } from './session.ts'
import { readLines } from './stream.ts'

const textOf = (...pieces: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
/** Stands in for the network alone. */
const answering = (answer: () => Response) =>
  createSession(() => 'en', { fetch: (async () => answer()) as typeof fetch, now: () => 0 })

it('gives a line for each line, however the network cut them', async () => {
  const lines: unknown[] = []
  const session = answering(() => new Response(textOf('{"total":2}\n{"i', 'd":"1"}', '\n\n{"id":"2"}\n')))
  await readLines(session, '/api/x', { method: 'POST', body: {} }, line => lines.push(line))
  expect(lines).toEqual([{ total: 2 }, { id: '1' }, { id: '2' }])
})

it('keeps what came before a line that breaks off, and says that the server went away', async () => {
  const lines: unknown[] = []
  const session = answering(() => new Response(textOf('{"id":"1"}\n{"id"')))
  await expect(readLines(session, '/api/x', {}, line => lines.push(line))).rejects.toMatchObject({ status: 0 })
  expect(lines).toEqual([{ id: '1' }])
})

it('throws what the server said where it refuses', async () => {
  const session = answering(() => Response.json({ code: 403, success: false, msg: '没有权限' }, { status: 403 }))
  await expect(readLines(session, '/api/x', {}, () => {})).rejects.toMatchObject({ status: 403, message: '没有权限' })
})
