import { match } from 'pinyin-pro'
import { expect, it } from 'vitest'
import { markedPartsOf, matchOf } from './palette-match.ts'

const pinyin = (text: string, typed: string) => match(text, typed, { continuous: true })

it.each([
  ['责令改正通知书', '改正', [2, 3], 1],
  ['责令改正通知书', '责令', [0, 1], 0],
  ['责令改正通知书', 'zlgz', [0, 1, 2, 3], 2],
  ['责令改正通知书', 'tzs', [4, 5, 6], 3],
  ['责令改正通知书', 'zheling', [0, 1], 2],
  ['责令改正通知书', 'ze ling', [0, 1], 2],
  ['Notice letter', 'LETTER', [7, 8, 9, 10, 11, 12], 1],
])('searches %s for %s', (text, typed, places, distance) => {
  const found = matchOf(text, typed, pinyin)
  if (typed === 'zheling') expect(found).toBeUndefined()
  else expect(found).toEqual({ places, distance })
})

it.each([
  ['责令改正通知书', '企业'],
  ['责令改正通知书', 'zlgzs'],
  ['Notice letter', 'tzs'],
])('does not find in %s the text %s', (text, typed) => {
  expect(matchOf(text, typed, pinyin)).toBeUndefined()
})

it('does not match pinyin until it is loaded', () => {
  expect(matchOf('责令改正通知书', 'zlzg')).toBeUndefined()
})

it('splits a text where its marks begin and end', () => {
  expect(markedPartsOf('责令改正', [2, 3])).toEqual([
    { text: '责令', isMarked: false },
    { text: '改正', isMarked: true },
  ])
})
