import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useSay } from '../i18n.ts'
import './row-check.css'

/** Chooses one row, or gives it back. */
export function RowCheck({ record }: { record: Readonly<Record<string, unknown>> }) {
  const say = useSay()
  const { selectedIds, onToggleItem } = useListContext()
  const id = String(record['id'])
  return (
    // The target is as high as the row, so that a near miss does not open it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the box from reaching the row
    <label className="row-check" onClick={event => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={say('list.selectRow')}
        checked={selectedIds.includes(id)}
        onChange={() => onToggleItem(id)}
      />
    </label>
  )
}

/** Chooses all rows of the page; half on while some of them are chosen. */
export function PageCheck() {
  const say = useSay()
  const { data = [], selectedIds, onSelect } = useListContext()
  const box = useRef<HTMLInputElement>(null)
  const here = data.map(({ id }) => id)
  const chosen = here.filter(id => selectedIds.includes(id)).length
  const isAll = here.length > 0 && chosen === here.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !isAll
  }, [chosen, isAll])
  const toggle = () => {
    const elsewhere = selectedIds.filter(id => !here.includes(id))
    onSelect(isAll ? elsewhere : [...elsewhere, ...here])
  }
  return (
    <label className="row-check">
      <input ref={box} type="checkbox" aria-label={say('list.selectPage')} checked={isAll} onChange={toggle} />
    </label>
  )
}
