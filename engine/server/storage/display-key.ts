import { convert, pinyin } from 'pinyin-pro'

/** Version of `displayKeyOf`: with another version the planner computes all stored keys again. */
export const displayKeyVersion = 1

/**
 * Number of characters of a text used in its key. Keys then have at most 12 bytes per character, which fits into a
 * B-tree.
 */
const longest = 64

/**
 * The key by which a text is sorted and found by pinyin, compared bytewise (`collate "C"`): digits, then Latin letters,
 * then Chinese by pinyin and tone. A Chinese character becomes `~`, its syllable, its tone and itself (`~qing1清`), a
 * Latin letter a capital, and a number starts with the count of its digits, so that 第2 sorts before 第10. Lower-case
 * letters occur only in syllables, on which the search by pinyin relies.
 */
export function displayKeyOf(text: string): string {
  const known = keys.get(text)
  if (known !== undefined) return known
  if (keys.size >= mostKeys) keys.clear()
  const key = newKeyOf(text)
  keys.set(text, key)
  return key
}

/** The latest keys: the rows of an import or of a seed repeat their texts. */
const keys = new Map<string, string>()
const mostKeys = 2_000

function newKeyOf(text: string): string {
  const characters = [...text.normalize('NFKC').toUpperCase()].slice(0, longest)
  const plain = characters.join('')
  const syllables = /\p{Script=Han}/u.test(plain) ? pinyin(plain, { type: 'array', segmentit: 1 }) : []
  let key = ''
  let digits = ''
  for (const [index, character] of characters.entries()) {
    if (/[0-9]/.test(character)) digits += character
    else {
      key += numberKey(digits)
      digits = ''
      key += characterKey(character, syllables[index] ?? character)
    }
  }
  return key + numberKey(digits)
}

function characterKey(character: string, syllable: string): string {
  if (character === '~') return '-'
  // A character without a syllable is its own.
  const numbered = syllable === character ? '' : withNumber(syllable)
  return /^[a-z]+[0-9]$/.test(numbered) ? `~${numbered}${character}` : character
}

const numberedSyllables = new Map<string, string>()

/** A syllable with the number of its tone: `lv4` of `lǜ`. There are about 1,400, and the conversion is slow. */
function withNumber(syllable: string): string {
  const known = numberedSyllables.get(syllable)
  if (known !== undefined) return known
  const numbered = convert(syllable, { format: 'symbolToNum' }).replaceAll('ü', 'v')
  numberedSyllables.set(syllable, numbered)
  return numbered
}

function numberKey(digits: string): string {
  if (digits === '') return ''
  const plain = digits.replace(/^0+(?=.)/, '')
  return plain.length < 9 ? `${plain.length}${plain}` : `9${plain.length}${plain}`
}
