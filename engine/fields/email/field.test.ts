import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../../tests/support/sample-fields.ts'
import { fault } from '../fault.ts'
import { email, isEmail } from './field.ts'

const field = fieldNamed('email', 'email')

describe('an e-mail address', () => {
  it.each([
    ['a@example.cn', true],
    ["o'hara+tag@mail.example.com", true],
    ['a.b@example.cn', true],
    ['a..b@example.cn', false],
    ['.a@example.cn', false],
    ['"a b"@example.cn', false],
    ['a@b@example.cn', false],
    ['a@localhost', false],
    ['a@127.0.0.1', false],
    ['a@-example.cn', false],
    ['a@example..cn', false],
    ['@example.cn', false],
    [`${'a'.repeat(64)}@example.cn`, true],
    [`${'a'.repeat(65)}@example.cn`, false],
    [`a@${'b'.repeat(64)}.cn`, false],
    // RFC 6531: only servers with SMTPUTF8 deliver them.
    ['张三@example.cn', false],
    ['josé@example.cn', false],
    ['a@例子.中国', false],
    ['a@münchen.example', false],
    // The same domains in ASCII.
    ['a@xn--fsqu00a.xn--fiqs8s', true],
    ['a@xn--mnchen-3ya.example', true],
  ])('%s is valid: %s', (text, is) => {
    expect(isEmail(text)).toBe(is)
  })

  it('is stored in half width, in the case of its input, and refused with a space inside', () => {
    const value = 'Zhang.San@Example.cn'
    expect(email.normalise?.(' Ｚｈａｎｇ．San＠Example.cn\u3000', field)).toBe(value)
    expect(email.parse('Zhang.San＠Example．cn', field, sampleModel)).toEqual({ value })
    expect(email.parse('john smith@example.cn', field, sampleModel)).toEqual({ fault: fault('value.incorrect') })
    expect(email.parse('张三@example.cn', field, sampleModel)).toEqual({ fault: fault('value.incorrect') })
  })
})
