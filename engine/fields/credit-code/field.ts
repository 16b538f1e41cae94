import { formattedText } from '../formatted-text.ts'
import { upperCode } from '../text-value.ts'

/** A unified social credit code with a verified check character. */
export const creditCode = formattedText({
  title: { zh: '统一社会信用代码', en: 'Credit code' },
  help: {
    zh: '18 位统一社会信用代码，含校验位',
    en: 'Unified social credit code of 18 characters, with a verified check digit.',
  },
  format: 'credit-code',
  maxLength: 18,
  check: isCreditCode,
  checkCharacter: creditCheck,
  normalise: upperCode,
  example: n => {
    const body = `91320100MA1${String(n % 1_000_000).padStart(6, '0')}`
    return body + creditCheck(body)
  },
  widest: '0'.repeat(18),
  cellWidth: 21,
})

/** Whether a text is a unified social credit code: 18 characters, the last of which is the check character (GB 32100). */
export function isCreditCode(text: string): boolean {
  return /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text) && creditCheck(text) === text[17]
}

/** The check character of a credit code, from its first 17 characters. */
export function creditCheck(text: string): string {
  // GB 32100-2015: letters without I, O, S, V and Z, which resemble digits.
  const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  let sum = 0
  let weight = 1
  for (const character of text.slice(0, 17)) {
    sum += characters.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return characters.charAt((31 - (sum % 31)) % 31)
}
