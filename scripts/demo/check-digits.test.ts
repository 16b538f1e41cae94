import { describe, expect, it } from 'vitest'
import { isCreditCode } from '../../engine/fields/credit-code/field.ts'
import { checkDigits, licenceCheck } from './check-digits.ts'

describe('check digits of a demonstration', () => {
  // Licence numbers that companies have published.
  it.each([
    ['1110807121565', '0'],
    ['1110505087691', '9'],
    ['1330108011171', '9'],
    ['1330186011241', '2'],
    ['1110505036344', '3'],
    ['1110117215047', '5'],
  ])('ends the food licence %s with %s', (body, check) => {
    expect(licenceCheck(body)).toBe(check)
    expect(checkDigits['licenceCheck']?.(`JY${body}`)).toBe(check)
  })

  it('ends an organisation code and a credit code', () => {
    expect(checkDigits['organisationCheck']?.('9111010833035219')).toBe('9')
    expect(checkDigits['creditCheck']?.('91110108330352199')).toBe('7')
    expect(isCreditCode('911101083303521997')).toBe(true)
  })
})
