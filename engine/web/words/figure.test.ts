import { expect, it } from 'vitest'
import { figure } from './figure.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [10000, '10,000'],
  [1234567, '1,234,567'],
])('writes %s as %s', (count, text) => {
  expect(figure(count)).toBe(text)
})
