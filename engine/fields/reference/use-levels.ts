import { useCallback, useEffect, useState } from 'react'
import type { Branch, FieldSources } from '../field-web.ts'

type Level = readonly Branch[] | 'loading' | 'failed'
type Levels = Readonly<Record<string, Level>>

/** What stands for the parent of the first level. */
export const root = ''

/** A row of a tree as it is drawn: a branch, or what is said in place of a level's branches. */
export type TreeRow =
  | { readonly depth: number; readonly branch: Branch }
  | {
      readonly depth: number
      readonly branch?: never
      readonly parent: string
      readonly level: 'loading' | 'failed' | 'empty'
    }

/** The levels of a tree resource that were asked for, by their parents. */
export function useLevels(
  sources: FieldSources,
  resource: string,
): { readonly levels: Levels; readonly load: (parent: string) => void } {
  const [levels, setLevels] = useState<Levels>({})
  const load = useCallback(
    (parent: string) => {
      const put = (level: Level) => setLevels(before => ({ ...before, [parent]: level }))
      put('loading')
      sources.branch(resource, parent === root ? undefined : parent).then(put, () => put('failed'))
    },
    [sources, resource],
  )
  useEffect(() => load(root), [load])
  return { levels, load }
}

/** The rows to draw, in order: each branch, and under an open one those of its level. */
export function rowsOf(levels: Levels, open: ReadonlySet<string>, parent = root, depth = 0): TreeRow[] {
  const level = levels[parent] ?? 'loading'
  if (typeof level === 'string') return [{ depth, parent, level }]
  if (level.length === 0) return [{ depth, parent, level: 'empty' }]
  return level.flatMap(branch => [
    { depth, branch },
    ...(open.has(branch.id) ? rowsOf(levels, open, branch.id, depth + 1) : []),
  ])
}
