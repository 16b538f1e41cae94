import { expect } from 'vitest'
import type { Notice } from '../../engine/model/notice.ts'

/** An open event stream, like the one of a page. */
export interface EventListener {
  /** All that was received. */
  text(): string
  /** The changed rows of a resource in the order in which they were reported. */
  ids(resource: string): string[]
  /** The received notices, in order. */
  notices(): Notice[]
  /** The first and the last position. */
  firstCursor(): string
  cursor(): string
  until(isReached: () => boolean): Promise<void>
  /** Waits until a row was reported so many times; other rows may arrive before. */
  reports(resource: string, id: string | undefined, times?: number): Promise<void>
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>
  stop(): Promise<void>
}

interface Line {
  readonly cursor?: string
  readonly changed?: readonly { readonly resource: string; readonly ids: readonly string[] }[]
  readonly topics?: { readonly notices?: readonly Notice[] }
}

/** Opens the event stream with a query, and returns once its position is known. */
export async function listenToEvents(address: string, token: string, query: string): Promise<EventListener> {
  const aborting = new AbortController()
  const response = await fetch(`${address}/api/engine/events?${query}`, {
    headers: { 'blade-auth': `bearer ${token}` },
    signal: aborting.signal,
  })
  expect(response.status).toBe(200)
  let received = ''
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of response.body ?? []) received += decoder.decode(chunk, { stream: true })
  })().catch(() => undefined)
  const lines = (): Line[] =>
    received
      .slice(0, received.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
  const cursors = () => lines().flatMap(({ cursor }) => cursor ?? [])
  const listener: EventListener = {
    text: () => received,
    ids: resource =>
      lines().flatMap(({ changed = [] }) => changed.filter(one => one.resource === resource).flatMap(({ ids }) => ids)),
    notices: () => lines().flatMap(({ topics }) => topics?.notices ?? []),
    firstCursor: () => cursors()[0] ?? '',
    cursor: () => cursors().at(-1) ?? '',
    reports: (resource, id, times = 1) =>
      listener.until(() => listener.ids(resource).filter(one => one === id).length >= times),
    until: isReached => expect.poll(isReached, { timeout: 10_000, interval: 20 }).toBe(true),
    ended: () => reading,
    async stop() {
      aborting.abort()
      await reading
    },
  }
  await listener.until(() => listener.cursor() !== '')
  return listener
}
