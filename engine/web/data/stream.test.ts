import { expect, it } from 'vitest'
import { createSession } from './session.ts'
import { readFrames, readLines } from './stream.ts'

const textOf = (...pieces: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
/** Replaces the network only. */
const answering = (answer: () => Response) =>
  createSession(() => 'en', { fetch: (async () => answer()) as typeof fetch, now: () => 0 })

it('returns each line, however the network splits the response', async () => {
  const lines: unknown[] = []
  const session = answering(() => new Response(textOf('{"total":2}\n{"i', 'd":"1"}', '\n\n{"id":"2"}\n')))
  await readLines(session, '/api/x', { method: 'POST', body: {} }, line => lines.push(line))
  expect(lines).toEqual([{ total: 2 }, { id: '1' }, { id: '2' }])
})

it('keeps the lines before a truncated one, and reports a lost connection', async () => {
  const lines: unknown[] = []
  const session = answering(() => new Response(textOf('{"id":"1"}\n{"id"')))
  await expect(readLines(session, '/api/x', {}, line => lines.push(line))).rejects.toMatchObject({ status: 0 })
  expect(lines).toEqual([{ id: '1' }])
})

it('throws the refusal of the server', async () => {
  const session = answering(() => Response.json({ code: 403, success: false, msg: '没有权限' }, { status: 403 }))
  await expect(readLines(session, '/api/x', {}, () => {})).rejects.toMatchObject({ status: 403, message: '没有权限' })
})

/** Frames as the server writes them: rows so far, length, bytes. */
function framesOf(...frames: readonly (readonly [rows: number, text: string])[]): Uint8Array {
  const parts = frames.map(([rows, text]) => {
    const bytes = new TextEncoder().encode(text)
    const head = new DataView(new ArrayBuffer(8))
    head.setUint32(0, rows)
    head.setUint32(4, bytes.length)
    return [...new Uint8Array(head.buffer), ...bytes]
  })
  return new Uint8Array(parts.flat())
}

/** An answer that the network cuts after so many bytes each time. */
const cut = (bytes: Uint8Array, size: number, headers: Record<string, string>) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size))
        controller.close()
      },
    }),
    { headers },
  )

it.each([1, 5, 8, 1000])('assembles a file from its frames, split every %i bytes', async size => {
  const bytes = framesOf([1, '甲\r\n'], [3, '乙\r\n丙\r\n'], [3, ''])
  const headers = {
    'x-total-rows': '3',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('街区.csv')}`,
  }
  const progress: unknown[] = []
  const session = answering(() => cut(bytes, size, headers))
  const file = await readFrames(session, '/api/x', {}, one => progress.push(one))
  expect(file.name).toBe('街区.csv')
  expect(await file.blob.text()).toBe('甲\r\n乙\r\n丙\r\n')
  expect(progress).toEqual([
    { rows: 1, total: 3, bytes: 5 },
    { rows: 3, total: 3, bytes: 15 },
  ])
})

it('rejects a truncated file', async () => {
  const session = answering(() => cut(framesOf([1, '甲\r\n']), 4, {}))
  await expect(readFrames(session, '/api/x', {}, () => {})).rejects.toMatchObject({ status: 0 })
})
