import { useEffect, useState } from 'react'
import { isLetters, loadPinyin, type Pinyin } from './pinyin.ts'

/** The matching of pinyin for a component; undefined until it is needed and loaded, or where loading failed. */
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
