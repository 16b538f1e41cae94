// GB 32100-2015: letters without I, O, S, V and Z, which resemble digits.
const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/**
 * Whether a text is a unified social credit code: 18 characters, the last of which is the check character (GB 32100).
 */
export function isCreditCode(text: string): boolean {
  return /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text) && creditCheck(text) === text[17]
}

/** The check character of a credit code, from its first 17 characters. */
export function creditCheck(text: string): string {
  let sum = 0
  let weight = 1
  for (const sign of text.slice(0, 17)) {
    sum += signs.indexOf(sign) * weight
    weight = (weight * 3) % 31
  }
  return signs.charAt((31 - (sum % 31)) % 31)
}
