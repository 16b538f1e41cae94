import { expect, it } from 'vitest'
import { withSharedLists } from './shared-lists.ts'

const long = Array.from({ length: 100 }, (_, index) => String(index))
const short = ['1']

it('binds a long list once', () => {
  const text = 'select $1, $2, $3 where a = any($2) and b = $4 or b = any($5) limit $10 -- $6 $7 $8 $9'
  const values = ['a', long, 'b', 'b', long, 1, 2, 3, long, 4]
  expect(withSharedLists(text, values)).toEqual({
    text: 'select $1, $2, $3 where a = any($2) and b = $4 or b = any($2) limit $8 -- $5 $6 $7 $2',
    values: ['a', long, 'b', 'b', 1, 2, 3, 4],
  })
})

it.each([
  ['short lists', [short, short]],
  ['equal lists in different objects', [long, [...long]]],
  ['values that are not lists', ['a', 'a']],
])('leaves %s unchanged', (_what, values) => {
  expect(withSharedLists('select $1, $2', values)).toEqual({ text: 'select $1, $2', values })
})
