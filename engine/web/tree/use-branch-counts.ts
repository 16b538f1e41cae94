import { useEffect, useMemo, useRef, useState } from 'react'
import { ofOption } from '../../fields/options.ts'
import type { BranchCounts } from '../../fields/reference/tree.tsx'
import type { Field } from '../../model/model.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { figure } from '../words/figure.ts'
import { useTreeStamp } from './use-tree-stamp.ts'

interface BranchCount {
  readonly id: string
  readonly count: number
  readonly capped: boolean
}

/** Debounce: counts of branches scrolled past in less are not fetched. */
const pause = 60

/**
 * The number of a list's records in each visible branch, with or without descendants: one request for all newly visible
 * branches. Refetched when the records or the tree change; the old counts are shown meanwhile.
 */
export function useBranchCounts({ resource }: ResourcePart, field: Field, withBelow: boolean): BranchCounts {
  const { session } = useEngine()
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({})
  const listStamp = useTreeStamp(resource.name)
  const treeStamp = useTreeStamp(ofOption(field))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamps trigger the refetch
  const see = useMemo(() => {
    const asked = new Set<string>()
    const ask = async (ids: readonly string[]) => {
      for (const id of ids) asked.add(id)
      try {
        const body = { field: field.name, ids, withBelow }
        const found = await session.call<readonly BranchCount[]>(`/api/engine/counts/${resource.name}`, {
          method: 'POST',
          body,
        })
        const known = Object.fromEntries(found.map(one => [one.id, textOf(one)]))
        setCounts(before => ({
          ...Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))),
          ...known,
        }))
      } catch {
        // A failure is not shown; the counts are requested again when the branches become visible.
        for (const id of ids) asked.delete(id)
      }
    }
    return (ids: readonly string[]) => {
      clearTimeout(timer.current)
      const wanted = ids.filter(id => !asked.has(id))
      if (wanted.length > 0) timer.current = setTimeout(() => void ask(wanted), pause)
    }
  }, [session, resource.name, field.name, withBelow, listStamp, treeStamp])
  return { of: id => counts[id], see }
}

const textOf = ({ count, capped }: BranchCount): string => `${figure(count)}${capped ? '+' : ''}`
