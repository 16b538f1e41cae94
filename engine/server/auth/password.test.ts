import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isPassword, randomPassword, storedPassword } from './password.ts'
import { isStrong, weakness } from './password-policy.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe('a stored password', () => {
  it.each([
    ['plain', 'plain', 'Right-2026'],
    ['plain', 'digest', md5('Right-2026')],
    ['digest', 'plain', 'Right-2026'],
    ['digest', 'digest', md5('Right-2026').toUpperCase()],
  ])('set as %s text opens for the %s', async (set, _shown, given) => {
    const stored = await storedPassword(set === 'plain' ? 'Right-2026' : md5('Right-2026'))
    expect(stored).toMatch(/^\$argon2id\$/)
    expect(await isPassword(given, stored)).toBe(true)
    expect(await isPassword('Wrong-2026', stored)).toBe(false)
  })

  it('opens for nobody when there is none', async () => {
    expect(await isPassword('Right-2026', undefined)).toBe(false)
  })
})

describe('the password policy', () => {
  it.each([
    ['', '请输入密码且密码不能有空格'],
    ['Ab1- 5678', '请输入密码且密码不能有空格'],
    ['Ab1-567', '密码长度必须是8-16位'],
    ['Ab1-5678901234567', '密码长度必须是8-16位'],
    ['ab1-5678', '密码必须包含大小写字母、特殊字符和数字'],
    ['Ab125678', '密码必须包含大小写字母、特殊字符和数字'],
  ])('refuses "%s"', (password, sentence) => {
    expect(weakness(password)?.zh).toBe(sentence)
  })

  it('accepts what the server itself makes up', () => {
    expect(Array.from({ length: 50 }, randomPassword).every(isStrong)).toBe(true)
  })
})
