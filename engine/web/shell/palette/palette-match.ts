import { foldedText } from '../../../fields/text-value.ts'

/** The characters of a Chinese text that a pinyin matches, by whole syllables or by initials; null without a match. */
export type PinyinMatch = (text: string, typed: string) => readonly number[] | null

/** Where a text contains the input, and its rank: a prefix ranks first, pinyin last. */
export interface MatchedText {
  readonly places: readonly number[]
  readonly distance: number
}

/** The match of a text with the input; undefined without one. */
export function matchOf(text: string, typed: string, pinyin?: PinyinMatch): MatchedText | undefined {
  const sought = foldedText(typed)
  const at = foldedText(text).indexOf(sought)
  if (at >= 0) return { places: Array.from(sought, (_sign, index) => at + index), distance: at === 0 ? 0 : 1 }
  if (!pinyin || !/^[a-z ]+$/.test(sought)) return undefined
  const places = pinyin(text, sought.replaceAll(' ', ''))
  return places && places.length > 0 ? { places, distance: places[0] === 0 ? 2 : 3 } : undefined
}

/** A text split into marked and unmarked parts. */
export function markedPartsOf(text: string, places: readonly number[]): readonly { text: string; isMarked: boolean }[] {
  const marked = new Set(places)
  const parts: { text: string; isMarked: boolean }[] = []
  for (const [index, sign] of [...text].entries()) {
    const last = parts.at(-1)
    if (last && last.isMarked === marked.has(index)) last.text += sign
    else parts.push({ text: sign, isMarked: marked.has(index) })
  }
  return parts
}
