import { split } from '../../../fields/listed.ts'

/** Several texts in one cell, or the one that there is. */
export const joined = (texts: readonly string[], value: unknown): string =>
  Array.isArray(value) ? texts.join('; ') : (texts[0] ?? '')

/** Whether a text among others in one cell would be read back as one: it holds no sign that parts them. */
export const isOneOfSeveral = (text: string): boolean => {
  const [first, ...more] = split(text)
  return first === text && more.length === 0
}
