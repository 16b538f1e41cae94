import { displayKeyColumn } from '../../fields/display-key.ts'
import { columnOf, type Fragment, sql, word } from '../database/fragment.ts'
import { initialGramsFunction, soughtGramsFunction } from '../storage/grams.ts'

/** Letters that may be pinyin. A single letter would match most records. */
export const isPinyin = (text: string): boolean => /^[a-z]{2,30}$/i.test(text)

export interface PinyinCondition {
  readonly condition: Fragment
  /** No index supports the condition: at most a fixed number of the rows that match this one are read. */
  readonly scanned?: Fragment
}

/**
 * The conditions by which letters match a displayed text, the nearest first: as consecutive initials (`qdsx` in
 * 清溪区第三小学), as consecutive whole syllables (`sanxiao`), and as letters in their order, each the first of a syllable or
 * the next of the same (`qxsx`, `qingxsan`), at the beginning of the text, then anywhere in it.
 */
export function pinyinConditions(text: string, alias: string): PinyinCondition[] {
  const letters = text.toLowerCase()
  const key = columnOf(alias, displayKeyColumn)
  const matches = (pattern: string) => sql`${word(key)} ~ ${pattern}`
  const hasInitials = (initials: string) =>
    sql`${word(`${initialGramsFunction}(${key})`)} @> ${word(soughtGramsFunction)}(${initials}::text)`
  const syllables = syllablesIn(letters)
  const first = letters.slice(0, 1)
  const begins = sql`${word(key)} >= ${`~${first}`} and ${word(key)} < ${`~${first}~`}`
  return [
    { condition: sql`${hasInitials(letters)} and ${matches(inARow(letters))}` },
    ...(syllables.length > 1
      ? [{ condition: sql`${hasInitials(initialsOf(syllables))} and ${matches(inOrder(letters))}` }]
      : []),
    { condition: matches(inOrder(letters)), scanned: begins },
    { condition: matches(inOrder(letters)), scanned: word('true') },
  ]
}

const initialsOf = (syllables: readonly string[]) => syllables.map(syllable => syllable.slice(0, 1)).join('')

/** A pattern on a stored key, in which lower-case letters are syllables and capitals are Latin letters of the text. */
const inARow = (letters: string) =>
  [...letters].map(letter => `(~${letter}[a-z]*[0-9].|${letter.toUpperCase()})`).join('')

function inOrder(letters: string): string {
  const [first = '', ...rest] = letters
  const begins = (letter: string) => `(~${letter}|${letter.toUpperCase()})`
  return begins(first) + rest.map(letter => `(${letter}|.*${begins(letter)})`).join('')
}

const syllable = /(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?[aeiouv]+(?:ng(?![aeiouv])|n(?![aeiouv])|r(?![aeiouv]))?/y

/** The syllables of the letters, the last possibly incomplete. Empty where they are not pinyin. */
function syllablesIn(letters: string): string[] {
  const found: string[] = []
  let at = 0
  while (at < letters.length) {
    syllable.lastIndex = at
    const [one] = syllable.exec(letters) ?? [letters.slice(at)]
    const isUnfinished = /^(?:[zcs]h?|[^aeiou])$/.test(one)
    if (!/[aeiouv]/.test(one) && !(isUnfinished && found.length > 0)) return []
    found.push(one)
    at += one.length
  }
  return found
}
