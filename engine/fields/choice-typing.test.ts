import { expect, it } from 'vitest'
import { bestFirst, foundAmong, matchTyped } from './choice-typing.ts'
import { unreadChoice } from './choice-unread.ts'

const named = (...labels: readonly string[]) => labels.map(label => ({ id: label, label }))
const results = named('不符合', '基本符合', '符合', '合理缺项')
const found = (text: string) => foundAmong(results, text)
const kindOf = (...[text, all, by]: Parameters<typeof matchTyped>) => {
  const verdict = matchTyped(text, all, by)
  return verdict.kind === 'taken' ? verdict.choice.label : verdict.kind
}

it.each([
  ['an equal label before those that contain it', '符合', 'key', '符合'],
  ['a label that begins with the text before one that contains it', '合', 'key', '合理缺项'],
  ['the only match when the field loses focus', '缺', 'away', '合理缺项'],
  ['an equal label when the field loses focus', '符合', 'away', '符合'],
  ['none of several matches if no key confirmed the highlighted one', '合', 'away', 'several'],
  ['nothing for a text without a match', '否', 'key', 'unknown'],
] as const)('accepts %s', (_what, text, by, expected) => {
  expect(kindOf(text, found(text), by)).toBe(expected)
})

it('waits for the options of exactly this text, and chooses nothing if loading failed', () => {
  expect(matchTyped('符', undefined, 'key')).toEqual({ kind: 'awaited', by: 'key' })
  expect(matchTyped('符', 'failed', 'away')).toEqual({ kind: 'failed', by: 'away' })
})

it('matches pinyin only where letters are typed', () => {
  const sounds = (label: string, typed: string) => label === '符合' && typed === 'fh'
  expect(foundAmong(results, 'fh', sounds).choices).toEqual(named('符合'))
  expect(foundAmong(results, 'f1', sounds).choices).toEqual([])
})

it('keeps the order of equally good matches', () => {
  expect(bestFirst(named('甲二', '一甲', '甲一', '二甲'), '甲')).toEqual(named('甲二', '甲一', '一甲', '二甲'))
})

it.each([
  ['不符和', '没有“不符和”；相近：不符合、符合', 'No match for "不符和"; closest: 不符合, 符合'],
  ['否', '没有“否”，请从列表中选择', 'No match for "否"; choose from the list'],
])('reports the unmatched text %s with the closest choices', (text, zh, en) => {
  const verdict = matchTyped(text, found(text), 'key')
  if (verdict.kind === 'taken') throw new Error(verdict.choice.label)
  expect(unreadChoice(text, verdict).message).toEqual({ zh, en })
})

it('records how the user left a text while its options are loading', () => {
  expect(unreadChoice('符', { kind: 'awaited', by: 'away' })).toMatchObject({ unread: '符', awaited: 'away' })
})
