import IconButton from '@mui/material/IconButton'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Resource } from '../../model/model.ts'
import { addressOf } from '../data/addresses.ts'
import type { Stored } from '../data/delivery.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { useTab } from '../frame/tab-context.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { useNeighbours } from './use-neighbours.ts'

/** The position of a record in the list that it was opened from, with links to its neighbours. */
export function Neighbours({ resource, record, size }: { resource: Resource; record: Stored; size: number }) {
  const translate = useTranslation()
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
    <div className="neighbours row gap-2 muted size-13 num nowrap">
      <span data-hint={isFound ? '' : translate('detail.placeNone')}>
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
