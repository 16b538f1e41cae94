import { expect, it } from 'vitest'
import { bestFirst, foundAmong, matchTyped } from './choice-typing.ts'
import { unreadChoice } from './choice-unread.ts'

const named = (...labels: readonly string[]) => labels.map(label => ({ id: label, label }))
const results = named('不符合', '基本符合', '符合', '合理缺项')
const found = (text: string) => foundAmong(results, text)
const kindOf = (text: string) => {
  const verdict = matchTyped(text, found(text))
  return verdict.kind === 'taken' ? verdict.choice.label : verdict.kind
}

it.each([
  ['an equal label before those that contain it', '符合', '符合'],
  ['the only match', '缺', '合理缺项'],
  ['none of several matches', '合', 'several'],
  ['nothing for a text without a match', '否', 'unknown'],
] as const)('accepts %s', (_what, text, expected) => {
  expect(kindOf(text)).toBe(expected)
})

it('waits for the options of exactly this text, and chooses nothing if loading failed', () => {
  expect(matchTyped('符', undefined)).toEqual({ kind: 'awaited' })
  expect(matchTyped('符', 'failed')).toEqual({ kind: 'failed' })
})

it('proposes nothing that is not similar, even of few choices', () => {
  expect(foundAmong(named('是', '否'), '龙晓燕').near).toEqual([])
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
  const verdict = matchTyped(text, found(text))
  if (verdict.kind === 'taken') throw new Error(verdict.choice.label)
  expect(unreadChoice(text, verdict).message).toEqual({ zh, en })
})

it('records that a text is awaited, and that it has several matches', () => {
  expect(unreadChoice('符', { kind: 'awaited' })).toMatchObject({ unread: '符', awaited: true })
  const verdict = matchTyped('合', found('合'))
  if (verdict.kind === 'taken') throw new Error(verdict.choice.label)
  expect(unreadChoice('合', verdict)).toMatchObject({ unread: '合', several: true, candidates: { length: 3 } })
})
