import { expect, it } from 'vitest'
import { nearestFirst } from './use-tree-search.ts'

it('sorts labels that begin with the text first, then higher levels', () => {
  const at = (label: string, ...path: string[]) => ({ id: label, label, path: path.map(id => ({ id, label: id })) })
  const found = [at('瘦西湖', 'a'), at('西湖街道', 'a', 'b'), at('西湖区', 'a'), at('西湖镇', 'a', 'b')]
  expect(nearestFirst(found, '西湖').map(({ label }) => label)).toEqual(['西湖区', '西湖街道', '西湖镇', '瘦西湖'])
})
