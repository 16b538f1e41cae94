import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Option } from '../../fields/field-web.ts'
import { ofOption } from '../../fields/options.ts'
import type { BranchCounts } from '../../fields/reference/tree.tsx'
import { TreeBrowser } from '../../fields/reference/tree-browser.tsx'
import { useLabels } from '../../fields/reference/use-labels.ts'
import type { TreeSource } from '../../fields/reference/use-tree.ts'
import type { Field } from '../../model/model.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { SearchQuery } from '../list/search-query.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { includesDescendants, isOwnTree, queriedBranches, withBranch } from './tree-fields.ts'
import { useBranchActions } from './use-branch-actions.tsx'
import { useBranchMove } from './use-branch-move.ts'

export interface BranchTreeProps {
  readonly part: ResourcePart
  /** The field that refers to the tree. */
  readonly field: Field
  readonly query: SearchQuery
  /** Higher on touch screens. */
  readonly rowHeight?: number
  onSearch(query: SearchQuery): void
}

/** A tree whose selected branch filters the list. */
export function BranchTree({ part, field, query, rowHeight, onSearch }: BranchTreeProps) {
  const translate = useTranslation(partWords)
  const { resource, language, sources } = part
  const isOwn = isOwnTree(resource, field)
  const branchResource = ofOption(field)
  const ids = queriedBranches(query, field)
  const labels = useLabels(sources, branchResource, ids, undefined, true)
  const [withBelow, setWithBelow] = useState(!isOwn)
  const isWith = includesDescendants(query, field) ?? withBelow
  const source = useMemo<TreeSource>(
    () =>
      isOwn
        ? {
            level: (parent, from) => sources.branch(branchResource, parent, from),
            find: search => sources.find(branchResource, search),
            below: parent => sources.below(branchResource, parent),
          }
        : {
            level: (parent, from) => sources.level(field, parent, undefined, from),
            find: search => sources.options(field, search),
          },
    [isOwn, branchResource, field, sources],
  )
  const counts = useBranchCounts(part, field, isWith)
  const [made, setMade] = useState<Option>()
  const actions = useBranchActions(part, setMade)
  const { move } = useBranchMove(part)
  const choose = (option: Option | undefined) => {
    if (option) labels.keep([option])
    onSearch(withBranch(query, field, option?.id, isWith))
  }
  return (
    <>
      <TreeBrowser
        source={source}
        language={language}
        label={isOwn ? resource.titles[language] : field.title[language]}
        chosen={labels.of(ids)}
        isMany={false}
        whole={translate('tree.whole')}
        stamp={useTreeStamp(branchResource)}
        {...(made && { shown: made })}
        {...(rowHeight !== undefined && { rowHeight })}
        counts={counts}
        {...(isOwn && { onMore: actions.open })}
        {...(isOwn && actions.mayMove && { onMove: (branch, to) => void move(branch, to) })}
        onWhole={() => choose(undefined)}
        onToggle={choose}
      />
      <footer className="tree-pane-foot ruled row fixed px-4 h-48">
        <FormControlLabel
          control={<Checkbox checked={isWith} />}
          label={translate('tree.withBelow')}
          onChange={(_event, isOn) => {
            setWithBelow(isOn)
            if (ids[0] !== undefined) onSearch(withBranch(query, field, ids[0], isOn))
          }}
        />
      </footer>
      {actions.shown}
    </>
  )
}

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
function useBranchCounts({ resource }: ResourcePart, field: Field, withBelow: boolean): BranchCounts {
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

/** Changes whenever records of the resource may have changed on this page. */
function useTreeStamp(resource: string): unknown {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return
        if (mutation.options.mutationKey?.[0] === resource) {
          void queries.invalidateQueries({ queryKey: [resource, 'branch'] })
        }
      }),
    [queries, resource],
  )
  // Sends no request: an invalidation of the resource's data invalidates this too.
  return useQuery({ queryKey: [resource, 'branch'], queryFn: () => Date.now(), staleTime: Number.POSITIVE_INFINITY })
    .data
}
