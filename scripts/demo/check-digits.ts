import { creditCheck } from '../../engine/fields/credit-code/field.ts'

/** Functions that compute the last character of a code from the text before it, by their name in `seeds/demo.yaml`. */
export const checkDigits: Readonly<Record<string, (before: string) => string>> = {
  creditCheck,
  organisationCheck: before => organisationCheck(before.slice(-8)),
  licenceCheck: before => licenceCheck(before.replace(/\D/g, '')),
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const weights = [3, 7, 9, 10, 5, 8, 4, 2]

/** The ninth character of an organisation code, which is the 17th of a credit code (GB 11714). */
function organisationCheck(body: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * signs.indexOf(body[at] ?? ''), 0)
  return '0X987654321'.charAt(sum % 11)
}

/** The check digit of a licence number: MOD 11,10 of GB/T 17710 (ISO/IEC 7064) over the 13 digits after the letters. */
export function licenceCheck(digits: string): string {
  let product = 10
  for (const digit of digits) product = (((product + Number(digit)) % 10 || 10) * 2) % 11
  return String((11 - product) % 10)
}
