import { isDate } from '../calendar.ts'
import { formattedText } from '../formatted-text.ts'
import { upperCode } from '../text-value.ts'

/** A citizen's identity number with verified day of birth and check digit. */
export const idCard = formattedText({
  title: { zh: '身份证号', en: 'Identity number' },
  help: {
    zh: '18 位居民身份证号，含校验位',
    en: 'Resident identity number of 18 characters, with a verified check digit.',
  },
  format: 'id-card',
  maxLength: 18,
  check: isIdCard,
  checkCharacter: idCardCheck,
  normalise: upperCode,
  example: n => {
    // One day of birth has a thousand numbers.
    const days = Math.floor(n / 1000)
    const born = `${1966 + ((days + 24) % 39)}${two(1 + ((days + 2) % 12))}${two(1 + ((days + 6) % 28))}`
    const body = `110101${born}${String(n % 1000).padStart(3, '0')}`
    return body + idCardCheck(body)
  },
  personal: true,
  widest: '0'.repeat(18),
  cellWidth: 21,
})

const two = (number: number): string => String(number).padStart(2, '0')

/** Whether a text is a citizen's number: region, a day of birth that exists, and a check digit (GB 11643). */
export function isIdCard(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false
  const birth = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  return /^(1[89]|20)/.test(birth) && isDate(birth) && idCardCheck(text) === text[17]
}

/** The check digit of a citizen's number, computed from its first 17 digits. */
export function idCardCheck(text: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return '10X98765432'.charAt(sum % 11)
}
