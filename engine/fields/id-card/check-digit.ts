import { isDate } from '../calendar.ts'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Whether a text is a citizen's identity number: region, an existing day of birth and a check digit (GB 11643). */
export function isIdCard(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false
  const birth = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  return /^(1[89]|20)/.test(birth) && isDate(birth) && idCardCheck(text) === text[17]
}

/** The check digit of an identity number, from its first 17 digits. */
export function idCardCheck(text: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return '10X98765432'.charAt(sum % 11)
}
