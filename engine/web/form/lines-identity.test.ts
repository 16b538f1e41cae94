import { expect, it } from 'vitest'
import type { FormLine } from './lines-columns.ts'
import { followed, noLinesKnown } from './lines-identity.ts'

const [a, b, c]: readonly FormLine[] = [{ item: '甲' }, { item: '乙' }, { id: '7', item: '丙' }]
const known = followed(
  noLinesKnown,
  [a, b, c].filter(line => line !== undefined),
)

it.each<readonly [string, readonly (FormLine | undefined)[], readonly number[]]>([
  ['are moved', [c, a, b], [2, 0, 1]],
  ['are removed', [a, c], [0, 2]],
  ['get a new one among them', [a, { item: '新' }, b, c], [0, 3, 1, 2]],
  ['are computed again, each in its place', [a, { item: '乙', amount: 2 }, { id: '7', amount: 3 }], [0, 1, 2]],
  ['are refetched, one by its id', [{ id: '7' }, { id: '8' }], [2, 3]],
  ['are filled beyond their end', [a, { item: '贴' }, c, { item: '入' }], [0, 1, 2, 3]],
])('lines keep their identity when they %s', (_what, lines, identities) => {
  expect(
    followed(
      known,
      lines.filter(line => line !== undefined),
    ).identities,
  ).toEqual(identities)
})

it('never assigns the number of a removed line to another', () => {
  const fewer = followed(known, known.lines.slice(0, 2))
  expect(followed(fewer, [...fewer.lines, { item: '新' }]).identities).toEqual([0, 1, 3])
})
