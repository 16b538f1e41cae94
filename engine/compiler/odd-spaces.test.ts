import { expect, it } from 'vitest'
import { oddSpacesIn } from './odd-spaces.ts'

it.each([
  'title: { zh: 全角\u3000空格, en: No\u00a0break }',
  'title:\n  zh: 全角\u3000空格\n  en: No\u00a0break',
  'rule: "a == \'\u3000\'"',
  "pattern: 'A\u00a0B'",
  'fields: # all\u3000fields\n  # a\u00a0b: c',
  'help: |\n  one\u00a0two: three\n\n  four\u00a0five: six\ndisplay: a',
  '\ufefftitle: a',
])('leaves these characters in texts and comments: %j', text => {
  expect(oddSpacesIn(text)).toEqual([])
})

it('finds the first one of each line', () => {
  const text = 'display: a\u3000\nmax:\u00a05\u00a0\nhelp: |\n  a\u3000b\nlist: { columns: [a,\u200bb] }\n'
  expect(oddSpacesIn(text).map(({ offset, words }) => [offset, words])).toEqual([
    [10, { found: 'U+3000' }],
    [16, { found: 'U+00A0' }],
    [text.indexOf('\u200b'), { found: 'U+200B', remove: 'true' }],
  ])
})
