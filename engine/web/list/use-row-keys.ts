import type { RaRecord } from 'ra-core'
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { type ShownKeys, useShortcut, useShownKeys } from '../frame/shortcuts.ts'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'

interface RowKeys {
  readonly scroller: { readonly current: HTMLElement | null }
  readonly data: readonly RaRecord[]
  /** Scrolls to a row that is not rendered. */
  show(index: number): void
  open(id: string): void
  /** Undefined without the right. */
  readonly edit: ((id: string) => void) | undefined
  /** Toggles the selection of a row; undefined if no operation applies. */
  readonly toggle: ((id: string) => void) | undefined
}

const page = 10

/** Keyboard navigation of the rows: one row has the focus, and only one is a tab stop. */
export function useRowKeys({ scroller, data, show, open, edit, toggle }: RowKeys) {
  const translate = useTranslation()
  const [current, setCurrent] = useState(0)
  const [wanted, setWanted] = useState<number>()
  const last = data.length - 1
  const go = (index: number) => {
    const next = Math.min(Math.max(index, 0), last)
    setCurrent(next)
    show(next)
    setWanted(next)
  }
  // A row outside of the view can take the focus once it is rendered.
  useEffect(() => {
    if (wanted === undefined) return
    const id = String(data[wanted]?.id ?? '')
    const focus = () => {
      const row = scroller.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
      row?.focus({ preventScroll: false })
      if (row) setWanted(undefined)
      return row !== undefined && row !== null
    }
    if (focus()) return
    const frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [wanted, data, scroller])

  const steps: Readonly<Record<string, () => number>> = {
    ArrowDown: () => current + 1,
    ArrowUp: () => current - 1,
    PageDown: () => current + page,
    PageUp: () => current - page,
    Home: () => 0,
    End: () => last,
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    const row = target.closest('tr')
    const id = row?.dataset['id']
    if (!row || !event.currentTarget.contains(row) || id === undefined) return
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      go(step())
    } else if (target === row && event.key === 'Enter') {
      event.preventDefault()
      open(id)
    } else if (target === row && event.key === 'e' && edit) {
      event.preventDefault()
      edit(id)
    } else if (target === row && event.key === ' ' && toggle) {
      event.preventDefault()
      toggle(id)
    }
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).closest('tr')?.dataset['id']
    const index = data.findIndex(record => String(record.id) === id)
    if (index >= 0) setCurrent(index)
  }
  const mayEdit = edit !== undefined
  const maySelect = toggle !== undefined
  const hasRows = last >= 0
  useShownKeys(
    'row',
    useMemo(() => (hasRows ? rowKeys(translate, mayEdit, maySelect) : []), [translate, hasRows, mayEdit, maySelect]),
  )
  const isWithin = () => scroller.current?.querySelector('tbody')?.contains(document.activeElement) === true
  useShortcut({ keys: 'j', title: translate('list.nextRow'), when: last >= 0 }, () =>
    go(isWithin() ? current + 1 : current),
  )
  useShortcut({ keys: 'k', title: translate('list.previousRow'), when: last >= 0 }, () =>
    go(isWithin() ? current - 1 : current),
  )
  useShownKeys(
    'page',
    useMemo(() => (hasRows ? headKeys(translate) : []), [translate, hasRows]),
  )
  return { current: Math.min(current, Math.max(last, 0)), onKeyDown, onFocus }
}

/** The entries of the shortcut sheet for a focused row. */
const rowKeys = (translate: (key: WordKey) => string, mayEdit: boolean, maySelect: boolean): ShownKeys => [
  ['enter', translate('list.openRow')],
  ...(mayEdit ? ([['e', translate('list.editRow')]] as const) : []),
  ...(maySelect ? ([['space', translate('list.selectRow')]] as const) : []),
  ['home', translate('list.endRows')],
  ['end', translate('list.endRows')],
]

const headKeys = (translate: (key: WordKey) => string): ShownKeys => [
  ['alt+left', translate('list.columnWidth')],
  ['alt+right', translate('list.columnWidth')],
]
