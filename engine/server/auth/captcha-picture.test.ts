import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { captchaSize, drawCaptcha, randomCaptchaText } from './captcha-picture.ts'

it('draws a PNG of 130 by 48 pixels that is not blank and differs each time', () => {
  const text = randomCaptchaText()
  const [one, other] = [drawCaptcha(text), drawCaptcha(text)]
  expect(text).toMatch(/^[2-8a-z]{5}$/)
  expect(one.readUInt32BE(16)).toBe(130)
  expect(one.readUInt32BE(20)).toBe(48)
  expect(one.equals(other)).toBe(false)
  const rows = inflateSync(one.subarray(41, 41 + one.readUInt32BE(33)))
  expect(rows).toHaveLength((captchaSize.width + 1) * captchaSize.height)
  expect(rows.filter(grey => grey > 0 && grey < 100).length).toBeGreaterThan(200)
})
