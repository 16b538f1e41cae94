import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ListPosition } from '../../model/list-position.ts'
import type { Resource } from '../../model/model.ts'
import { addressOf } from '../data/addresses.ts'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import type { Position } from '../data/list-memory.ts'
import { useListPosition } from '../data/use-list-position.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { useTab } from '../frame/tab-context.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'

/** The position of a record in the list that it was opened from, with links to its neighbours. */
export function Neighbours({ resource, record, size }: { resource: Resource; record: Stored; size: number }) {
  const translate = useTranslation(recordWords)
  const found = useNeighbours(resource.name, record)
  const navigate = useNavigate()
  const tab = useTab()
  const isGoing = useRef(false)
  const go = async (step: 1 | -1) => {
    if (!found || isGoing.current) return
    isGoing.current = true
    const to = await found.towards(step).finally(() => {
      isGoing.current = false
    })
    // Replaces this page, so that back leads to the list and no trail of tabs remains.
    if (to) void navigate(addressOf(resource, 'show', to), { replace: true, state: { leaves: tab?.page } })
  }
  const toPrevious = () => void go(-1)
  const toNext = () => void go(1)
  const { hasPrevious = false, hasNext = false } = found ?? {}
  useShortcut({ keys: 'left', title: translate('detail.previous'), when: hasPrevious }, toPrevious)
  useShortcut({ keys: 'k', title: translate('detail.previous'), when: hasPrevious }, toPrevious)
  useShortcut({ keys: 'right', title: translate('detail.next'), when: hasNext }, toNext)
  useShortcut({ keys: 'j', title: translate('detail.next'), when: hasNext }, toNext)
  if (!found) return null
  const { at, total, capped, isFound } = found
  const all = `${figure(total)}${capped ? '+' : ''}`
  const place = at === null ? (isFound && capped ? all : '—') : figure(at)
  return (
    <div className="neighbours row gap-2 muted size-13 num nowrap min-h-52-phone py-0-phone pr-8-phone pl-16-phone ruled-phone">
      <span className="mr-6 mr-auto-phone" data-hint={isFound ? '' : translate('detail.placeNone')}>
        {translate('detail.place', { at: place, total: all })}
      </span>
      <span data-hint={translate('detail.previous')}>
        <IconButton aria-label={translate('detail.previous')} disabled={!hasPrevious} onClick={toPrevious}>
          <ArrowUp size={size} />
        </IconButton>
      </span>
      <span data-hint={translate('detail.next')}>
        <IconButton aria-label={translate('detail.next')} disabled={!hasNext} onClick={toNext}>
          <ArrowDown size={size} />
        </IconButton>
      </span>
    </div>
  )
}

/** The position of a record in the list from which it was opened. */
interface NeighbourRecords extends Position {
  /** Whether the list still finds the record. */
  readonly isFound: boolean
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** The previous and the next record; null if there is none. */
  towards(step: 1 | -1): Promise<string | null>
}

/** Milliseconds for which a response is reused when the user moves to the next record. */
const fresh = 2000

/**
 * The neighbours of a record in the list from which it was opened, by the list's own query. A record that was changed
 * while it was open keeps its former neighbours as long as they are in the list: a user who works through a list sorted
 * by state is not moved by the state that they set.
 */
function useNeighbours(resource: string, { id, version }: Stored): NeighbourRecords | undefined {
  const { lists } = useEngine()
  const { queryOf, fetch } = useListPosition(resource)
  const seen = lists.positionOf(resource, id)
  const { data, isPending } = useQuery({ ...queryOf(id), enabled: seen !== undefined })
  const opened = useRef<{ readonly id: string; readonly version: unknown; readonly led: ListPosition }>(undefined)
  if (data && opened.current?.id !== id) opened.current = { id, version, led: data }
  if (!seen) return undefined
  const before = opened.current?.id === id && opened.current.version !== version ? opened.current.led : undefined
  const known = data ?? seen
  return {
    at: known.at,
    total: known.total,
    capped: known.capped,
    isFound: data?.isFound ?? true,
    // Until the response arrives, the stored position is used, so that no key press is lost.
    hasPrevious: hasAny(before?.previous, known.previous) || (isPending && (known.at ?? 0) > 1),
    hasNext: hasAny(before?.next, known.next) || (isPending && known.at !== null && known.at < known.total),
    async towards(step) {
      const led = idAt(before, step)
      if (led && (await fetch(led))?.isFound) return led
      // If the connection is lost or the record was deleted, the last known neighbours are used.
      return idAt((await fetch(id, fresh)) ?? known, step)
    },
  }
}

const hasAny = (...ids: readonly (string | null | undefined)[]) => ids.some(id => typeof id === 'string')

const idAt = (found: Partial<Pick<ListPosition, 'previous' | 'next'>> | undefined, step: 1 | -1): string | null =>
  (step === 1 ? found?.next : found?.previous) ?? null
