import { expect, it } from 'vitest'
import { qrModules } from './qr-modules.ts'

it('returns a square of modules of a short text, and nothing of one that is too long', () => {
  const rows = qrModules('otpauth://totp/a')
  expect([rows?.length, rows?.every(row => row.length === 21)]).toEqual([21, true])
  expect(qrModules('x'.repeat(230))).toHaveLength(53)
  expect(qrModules('x'.repeat(231))).toBe(undefined)
})
