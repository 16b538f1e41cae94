import { describe, expect, it } from 'vitest'
import { lineDifferences } from './line-differences.ts'

const marks = { same: ' ', removed: '-', added: '+', gap: '…' } as const
const shown = (before: string, after: string) =>
  lineDifferences(before, after).map(({ mark, text }) => marks[mark] + text)

describe('the lines in which two texts differ', () => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`)
  const text = (lines: readonly string[]) => `${lines.join('\n')}\n`

  it.each([
    ['equal texts', 'a\nb\n', 'a\nb\n', []],
    ['line ends of Windows', 'a\r\nb\r\n', 'a\nb\n', []],
    ['a new file', '', 'a\nb\n', ['+a', '+b']],
    ['a removed file', 'a\n', '', ['-a']],
    ['a changed line', 'a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
    ['a moved line', 'a\nb\nc\n', 'b\nc\na\n', ['-a', ' b', ' c', '+a']],
  ])('%s', (_name, before, after, expected) => {
    expect(shown(before, after)).toEqual(expected)
  })

  it('leaves out common lines that are far from a change', () => {
    const before = text(numbers(1, 20))
    const after = text(numbers(1, 20).flatMap(line => (line === '5' ? [] : line === '16' ? ['16', 'new'] : [line])))
    expect(shown(before, after)).toEqual([
      ...['…', ' 2', ' 3', ' 4', '-5', ' 6', ' 7', ' 8', '…'],
      ...[' 14', ' 15', ' 16', '+new', ' 17', ' 18', ' 19', '…'],
    ])
  })

  it('shows the changed part of very large texts as a whole', () => {
    const large = (suffix: string) => text(numbers(1, 3000).map(line => `${line}${suffix}`))
    const lines = shown(large('a'), large('b'))
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([6000, '-1a', '+3000b'])
  })
})
