import { foldedText } from './text-value.ts'

/** Whether a Chinese text matches letters: consecutive whole syllables, or their initials. */
export type Pinyin = (text: string, typed: string) => boolean

let known: Promise<Pinyin> | undefined

/** The pinyin of about 20,000 characters, loaded when typed letters first match no label. */
export function loadPinyin(): Promise<Pinyin> {
  known ??= import('pinyin-pro').then(
    ({ match }) =>
      (text, typed) =>
        match(text, foldedText(typed), { continuous: true }) !== null,
    (error: unknown) => {
      known = undefined
      throw error
    },
  )
  return known
}

/** Whether a text may be pinyin. */
export const isLetters = (typed: string): boolean => /^[a-z]{1,30}$/.test(foldedText(typed))
