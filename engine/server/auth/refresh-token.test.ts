import { expect, it } from 'vitest'
import { readRefreshToken, refreshToken } from './refresh-token.ts'

const secret = new TextEncoder().encode('0123456789abcdef0123456789abcdef')

it('reads its own token and no other', () => {
  const token = refreshToken(secret, 'abc', 7)
  expect(readRefreshToken(secret, token)).toEqual({ sessionId: 'abc', turn: 7 })
  for (const forged of [
    token.replace('.7.', '.8.'),
    token.replace('abc', 'abd'),
    `${token}x`,
    'abc.7',
    '',
    '..',
    'a.b.c',
  ]) {
    expect(readRefreshToken(secret, forged)).toBeUndefined()
  }
  expect(readRefreshToken(new TextEncoder().encode('another'), token)).toBeUndefined()
})
