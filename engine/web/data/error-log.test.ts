import { afterEach, expect, it, vi } from 'vitest'
import { type ErrorEntry, recordErrors, storedErrors, uploadErrors } from './error-log.ts'

afterEach(() => vi.unstubAllGlobals())

it('uploads errors in groups that the server accepts, and keeps those that were not sent', async () => {
  const entry = { url: '/', type: 'error', message: `x${'😀'.repeat(3000)}`, stack: '厨'.repeat(5000), info: '' }
  let text = JSON.stringify(Array.from({ length: 25 }, (_, n) => ({ ...entry, time: String(25 - n) })))
  vi.stubGlobal('localStorage', { getItem: () => text, setItem: (_key: string, value: string) => (text = value) })
  vi.stubGlobal('window', new EventTarget())
  const groups: (readonly ErrorEntry[])[] = []
  const send = async (group: readonly ErrorEntry[]) => {
    if (groups.length === 4) throw new Error('The server does not respond.')
    groups.push(group)
  }
  await expect(uploadErrors(send)).rejects.toThrow()
  const sent = groups.flat()
  expect(Math.max(...groups.map(group => Buffer.byteLength(JSON.stringify(group))))).toBeLessThan(65_536)
  expect(sent.every(({ message }) => message.length <= 2000 && !/\p{Surrogate}/u.test(message))).toBe(true)
  expect(sent.map(({ time }) => Number(time))).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(storedErrors()).toHaveLength(5)
})

it('records errors, and no layouts that took a second frame', () => {
  let text = ''
  vi.stubGlobal('localStorage', { getItem: () => text, setItem: (_key: string, value: string) => (text = value) })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/wel' } }))
  recordErrors()
  for (const message of ['ResizeObserver loop completed with undelivered notifications.', 'boom'])
    window.dispatchEvent(Object.assign(new Event('error'), { message, filename: 'a.js' }))
  expect(storedErrors().map(({ message, url }) => [message, url])).toEqual([['boom', '/wel']])
})
