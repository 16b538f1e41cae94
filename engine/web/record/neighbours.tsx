import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useDataProvider } from 'ra-core'
import { useNavigate } from 'react-router'
import type { Page } from '../data/data-provider.ts'
import { useEngine } from '../data/engine-context.ts'
import type { Position } from '../data/list-memory.ts'
import { useSay } from '../i18n.ts'
import { useShortcut } from '../shell/shortcuts.ts'
import { useTab } from '../shell/tab-context.ts'

/** Where a record stands in the list that it was opened from, and the ways to those beside it. */
export function Neighbours({ resource, id, size }: { resource: string; id: string; size: number }) {
  const say = useSay()
  const found = useNeighbours(resource, id)
  const navigate = useNavigate()
  const tab = useTab()
  // In the place of this one, so that back leads to the list and no trail of tabs is left.
  const open = (to?: string) =>
    to && navigate(`/${resource}/${encodeURIComponent(to)}/show`, { replace: true, state: { leaves: tab?.page } })
  const toPrevious = () => open(found?.previous)
  const toNext = () => open(found?.next)
  const [hasPrevious, hasNext] = [found?.previous !== undefined, found?.next !== undefined]
  useShortcut({ keys: 'arrowleft', title: say('detail.previous'), when: hasPrevious }, toPrevious)
  useShortcut({ keys: 'k', title: say('detail.previous'), when: hasPrevious }, toPrevious)
  useShortcut({ keys: 'arrowright', title: say('detail.next'), when: hasNext }, toNext)
  useShortcut({ keys: 'j', title: say('detail.next'), when: hasNext }, toNext)
  if (!found) return null
  const { at, total, capped } = found
  const all = `${total.toLocaleString('en')}${capped ? '+' : ''}`
  return (
    <div className="neighbours">
      <span>{say('detail.place', { at: at.toLocaleString('en'), total: all })}</span>
      <Tooltip title={say('detail.previous')}>
        <span>
          <IconButton aria-label={say('detail.previous')} disabled={!hasPrevious} onClick={toPrevious}>
            <ArrowUp size={size} />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={say('detail.next')}>
        <span>
          <IconButton aria-label={say('detail.next')} disabled={!hasNext} onClick={toNext}>
            <ArrowDown size={size} />
          </IconButton>
        </span>
      </Tooltip>
    </div>
  )
}

/** The place of a record with both neighbours: those on the page that was seen are known, others are asked for. */
function useNeighbours(resource: string, id: string): Position | undefined {
  const { lists } = useEngine()
  const position = lists.positionOf(resource, id)
  const { at, total, previous, next } = position ?? { at: 0, total: 0 }
  const before = useAt(resource, at - 1, position !== undefined && previous === undefined && at > 1)
  const after = useAt(resource, at + 1, position !== undefined && next === undefined && at < total)
  if (!position) return undefined
  const beside = (known: string | undefined, asked: string | undefined) => {
    const one = known ?? asked
    // What moved in the list since may stand beside itself.
    return one === id ? undefined : one
  }
  const [toPrevious, toNext] = [beside(previous, before), beside(next, after)]
  return { ...position, ...(toPrevious && { previous: toPrevious }), ...(toNext && { next: toNext }) }
}

/** What stands at a place of the list as it was asked last; the memory learns it. */
function useAt(resource: string, at: number, isAsked: boolean): string | undefined {
  const { lists } = useEngine()
  const provider = useDataProvider()
  const place = lists.placeOf(resource)
  const { sort, filter } = place ?? {}
  return (
    useQuery({
      queryKey: [resource, 'at', at, sort, filter],
      enabled: isAsked && place !== undefined,
      queryFn: async ({ signal }) => {
        const { data, total } = await provider.getList<Page['records'][number]>(resource, {
          pagination: { page: at, perPage: 1 },
          sort: { ...(sort ?? { field: 'id', order: 'ASC' }) },
          filter: { ...filter },
          signal,
        })
        const id = data[0] && String(data[0].id)
        if (id !== undefined) lists.seen(resource, at, id, total ?? at)
        return id ?? null
      },
    }).data ?? undefined
  )
}
