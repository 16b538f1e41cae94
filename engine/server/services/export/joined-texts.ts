import { splitList } from '../../../fields/one-or-many.ts'

/** Several texts in one cell, or the only one. */
export const joined = (texts: readonly string[], value: unknown): string =>
  Array.isArray(value) ? texts.join('; ') : (texts[0] ?? '')

/** Whether a text in a list in one cell is read back as one item: it contains no separator. */
export const isOneOfSeveral = (text: string): boolean => {
  const [first, ...more] = splitList(text)
  return first === text && more.length === 0
}
