import { describe, expect, it } from 'vitest'
import { newPasswordFault, signInPasswordFault } from './password-rule.ts'

describe('a new password', () => {
  it.each([
    ['', 'password.noNew'],
    ['Abc 12-xyz', 'password.noSpaces'],
    ['Ab1-567', 'password.length'],
    ['Ab1-5678901234567', 'password.length'],
    ['ab1-5678', 'password.mix'],
    ['Abc12345', 'password.mix'],
    ['Ab1-5678', undefined],
  ])('%j', (password, fault) => {
    expect(newPasswordFault(password)).toBe(fault)
  })
})

describe('a password at sign-in', () => {
  it.each([
    ['', 'signIn.noPassword'],
    ['a 1-b', 'signIn.noPassword'],
    ['a1-b', 'signIn.passwordLength'],
    ['a1-b5', undefined],
    ['a1-b56789012345678', 'signIn.passwordLength'],
    ['abcdef', 'signIn.passwordMix'],
    ['abc123', 'signIn.passwordMix'],
  ])('%j', (password, fault) => {
    expect(signInPasswordFault(password)).toBe(fault)
  })
})
