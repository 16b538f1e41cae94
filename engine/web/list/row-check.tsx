import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../words/i18n.ts'
import { useSelection } from './selection.ts'
import './row-check.css'

interface RowCheckProps {
  readonly isChosen: boolean
  /** Translated once by the list, for all rows. */
  readonly label: string
  onToggle(): void
}

/** The checkbox of one row. */
export function RowCheck({ isChosen, label, onToggle }: RowCheckProps) {
  return (
    // The target is as high as the row, so that a near miss does not open it.
    <label className="row-check block press">
      <input
        className="block round-4 paper press"
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={onToggle}
      />
    </label>
  )
}

/** The checkbox of all rows of the page; indeterminate while only some are selected. */
export function PageCheck() {
  const translate = useTranslation()
  const { data = [] } = useListContext()
  const { ids, includes, select } = useSelection()
  const box = useRef<HTMLInputElement>(null)
  const here = data.map(({ id }) => String(id))
  const chosen = here.filter(includes).length
  const isWhole = here.length > 0 && chosen === here.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !isWhole
  }, [chosen, isWhole])
  const toggle = () => {
    const elsewhere = ids.filter(id => !here.includes(id))
    select(isWhole ? elsewhere : [...elsewhere, ...here])
  }
  return (
    <label className="row-check block press">
      <input
        className="block round-4 paper press"
        ref={box}
        type="checkbox"
        aria-label={translate('list.selectPage')}
        checked={isWhole}
        onChange={toggle}
      />
    </label>
  )
}
