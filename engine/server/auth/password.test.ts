import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { passwordFault } from '../../fields/password/policy.ts'
import { isPassword, randomPassword, storedPassword } from './password.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe('a stored password', () => {
  it.each([
    ['plain', 'plain', 'Right-2026'],
    ['plain', 'digest', md5('Right-2026')],
    ['digest', 'plain', 'Right-2026'],
    ['digest', 'digest', md5('Right-2026').toUpperCase()],
  ])('set as %s matches the %s, and no other password', async (set, _shown, given) => {
    const stored = await storedPassword(set === 'plain' ? 'Right-2026' : md5('Right-2026'))
    expect(stored).toMatch(/^\$argon2id\$/)
    expect(await isPassword(given, stored)).toBe(true)
    expect(await isPassword('Wrong-2026', stored)).toBe(false)
  })

  it('rejects every password when none is stored', async () => {
    expect(await isPassword('Right-2026', undefined)).toBe(false)
  })
})

it('generates only passwords that the policy accepts', () => {
  expect(Array.from({ length: 50 }, randomPassword).flatMap(password => passwordFault(password) ?? [])).toEqual([])
})
