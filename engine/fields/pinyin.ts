import { useEffect, useState } from 'react'
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

/** The same for components; undefined until it is needed and loaded, or where loading failed. */
export function usePinyin(typed: string): Pinyin | undefined {
  const [pinyin, setPinyin] = useState<{ readonly answers: Pinyin }>()
  const isWanted = isLetters(typed)
  useEffect(() => {
    if (!isWanted) return
    let hasFailed = false
    loadPinyin().then(
      answers => hasFailed || setPinyin({ answers }),
      // Without it, boxes still match the written labels.
      () => undefined,
    )
    return () => {
      hasFailed = true
    }
  }, [isWanted])
  return pinyin?.answers
}
