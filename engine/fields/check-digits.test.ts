import { describe, expect, it } from 'vitest'
import { creditCheck, isCreditCode } from './credit-code/field.ts'
import { idCardCheck, isIdCard } from './id-card/field.ts'
import { plate } from './plate/field.ts'
import { isLink } from './upload.ts'
import { isWebAddress } from './url/field.ts'

describe('credit code', () => {
  it.each(['91350100M000100Y43', '91110000600037341L', '911101080828461726'])('accepts the published code %s', code => {
    expect(isCreditCode(code)).toBe(true)
  })

  it('rejects one changed character and two transposed neighbours', () => {
    const code = '91350100M000100Y43'
    const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY'
    for (let at = 0; at < 17; at++) {
      for (const sign of signs) {
        if (sign === code[at]) continue
        expect(isCreditCode(code.slice(0, at) + sign + code.slice(at + 1)), `${sign} at ${at}`).toBe(false)
      }
      const swapped = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2)
      if (swapped !== code) expect(isCreditCode(swapped), `swapped at ${at}`).toBe(false)
    }
    expect(creditCheck(code.slice(0, 17))).toBe('3')
  })
})

describe('identity number', () => {
  // The two examples of the standard.
  it.each(['11010519491231002X', '440524188001010014'])('accepts %s', number => expect(isIdCard(number)).toBe(true))

  it.each(['11010519491231002x', '110105194912310020', '11010519491331002X', '440524200102300014'])(
    'rejects %s',
    number => expect(isIdCard(number)).toBe(false),
  )

  it('rejects two transposed neighbours', () => {
    const number = '11010519491231002X'
    for (let at = 0; at < 16; at++) {
      const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2)
      if (swapped !== number) expect(isIdCard(swapped), `swapped at ${at}`).toBe(false)
    }
    expect(idCardCheck(number.slice(0, 17))).toBe('X')
  })
})

describe('vehicle plate', () => {
  it.each(['苏A12345', '京AF0236', '沪AD12345', '粤B12345F', '鄂A1234学', '粤Z1234港', '使014578', '224578使'])(
    'accepts %s',
    text => expect(plate.text.check(text)).toBe(true),
  )

  it.each(['苏A1234', '苏A1234O', '苏I12345', '沪AZ12345', '苏A123456', 'A12345', '苏a12345'])('rejects %s', text =>
    expect(plate.text.check(text)).toBe(false),
  )
})

describe('link', () => {
  it.each(['https://example.cn', 'http://192.168.1.5:8080/a?b=c#d', 'https://例子.中国/路径', 'http://[::1]/'])(
    'accepts %s in a link',
    text => expect(isWebAddress(text)).toBe(true),
  )

  it.each([
    'javascript:alert(1)',
    'https://bank.cn@evil.cn/',
    'https:evil.cn',
    'https:///evil.cn',
    'https://a\\b.cn',
    'https://a.cn/\u0000',
    'https://a.cn/"onload=',
    'data:text/html,hi',
  ])('rejects %j in a link', text => expect(isWebAddress(text)).toBe(false))

  it.each(['/files/a.png', '/image-api/2026/11/清单.png', 'https://cdn.example.cn/a.png?x=1'])(
    'recognises %s as a stored file',
    link => expect(isLink(link)).toBe(true),
  )

  it.each([
    ...[
      '//evil.cn/a.png',
      '/a/../b.png',
      '/..',
      'a.png',
      '/a"b',
      '/a<b',
      '\\\\evil\\a',
      '/%2fevil.cn/a.png',
      '/a%zz.png',
    ],
    ...['/api/blade-auth/oauth/logout', '/API/a.png', '/%61pi/a.png', '/./api/a.png', '/a/%2e%2E/api/a.png', '/health'],
    ...['/IMAGE-API/000000/a/a.png', '/image-api', '/image-api/000000/%2e%2e/a.png', '/api?a.png'],
  ])('does not recognise %j as a stored file', link => expect(isLink(link)).toBe(false))
})
