import { useEffect, useState } from 'react'
import { foldedText } from './written.ts'

/** Whether a Chinese text answers to letters: to whole syllables in a row, or to their initials. */
export type Pinyin = (text: string, typed: string) => boolean

let known: Promise<Pinyin> | undefined

/** The pinyin of some 20,000 characters, fetched when letters are first typed that nothing is written with. */
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

/** Whether that may be pinyin. */
export const isLetters = (typed: string): boolean => /^[a-z]{1,30}$/.test(foldedText(typed))

/** The same for what is drawn; undefined until it is wanted and there, or where it does not come. */
export function usePinyin(typed: string): Pinyin | undefined {
  const [pinyin, setPinyin] = useState<{ readonly answers: Pinyin }>()
  const isWanted = isLetters(typed)
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    loadPinyin().then(
      answers => isGone || setPinyin({ answers }),
      // Without it a box still finds by what is written.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isWanted])
  return pinyin?.answers
}
