import { Paper } from '@mui/material'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useRef } from 'react'
import type { Language } from '../../model/model.ts'
import { Floating } from '../floating.tsx'
import { useIsPhone, WholeSheet } from '../pop-sheet.tsx'
import { words } from '../words.ts'
import type { Pop } from './use-pop.ts'

/** The Popper's handle for positioning the pane. */
interface PopperHandle {
  update(): unknown
}

interface PopPaneProps {
  readonly pop: Pop
  readonly title: string
  readonly language: Language
  readonly children: ReactNode
}

/** The position of a pane: below its box, over the page and its dialogs; on a phone a full-screen sheet. */
export function PopPane({ pop, title, language, children }: PopPaneProps) {
  const isPhone = useIsPhone()
  const popper = useRef<PopperHandle>(null)
  // The calendar is drawn after the pane was positioned, and is wider.
  const follow = useCallback((paper: HTMLElement | null) => {
    const watch = new ResizeObserver(() => void popper.current?.update())
    if (paper) watch.observe(paper)
    return () => watch.disconnect()
  }, [])
  if (isPhone) {
    return (
      <WholeSheet isOpen id={pop.id} title={title} language={language} onClose={pop.close}>
        {children}
      </WholeSheet>
    )
  }
  return (
    <Floating
      open
      anchorEl={pop.anchor}
      // A dialog traps the focus, so the pane of one of its boxes must be inside it.
      container={() => pop.anchor().closest('.MuiDialog-container') ?? document.body}
      placement="bottom-start"
      className="day-pop"
      popperRef={(handle: PopperHandle | null) => {
        popper.current = handle
      }}
      popperOptions={{ strategy: 'fixed' }}
      modifiers={[
        { name: 'offset', options: { offset: [0, 4] } },
        { name: 'preventOverflow', options: { padding: 8, altAxis: true } },
      ]}
    >
      <Paper
        ref={follow}
        elevation={4}
        id={pop.id}
        role="dialog"
        aria-label={title}
        onMouseDown={keepFocus}
        onKeyDown={trapTab}
      >
        {children}
      </Paper>
    </Floating>
  )
}

/** A click in the pane leaves the focus where it is: in the box, or on the current day. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Tab cycles within the pane: it is at the page's end, where nothing follows. */
function trapTab(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled, [tabindex]')].filter(
    stop => stop.tabIndex >= 0,
  )
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = event.shiftKey ? (at <= 0 ? stops.length - 1 : at - 1) : (at + 1) % stops.length
  event.preventDefault()
  stops[next]?.focus()
}

/** The content of a pane whose code is loading or failed to load: typing in the box works all the same. */
export const waitingPane = (language: Language) =>
  function waiting(hasFailed: boolean, again: () => void) {
    return (
      <p className="day-pane-waiting" role="status">
        {hasFailed ? (
          <button type="button" className="option-retry" onClick={again}>
            {words.failed[language]}
          </button>
        ) : (
          words.loading[language]
        )}
      </p>
    )
  }
