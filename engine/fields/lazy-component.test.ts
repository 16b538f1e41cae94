import { expect, it, vi } from 'vitest'
import { codeLimit, loadedInTime } from './lazy-component.tsx'

it('fails when code has not arrived within the limit', async () => {
  vi.useFakeTimers()
  const late = loadedInTime(() => new Promise(() => undefined))
  const refused = expect(late).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(codeLimit)
  await refused
  vi.useRealTimers()
  await expect(loadedInTime(async () => 7)).resolves.toBe(7)
})
