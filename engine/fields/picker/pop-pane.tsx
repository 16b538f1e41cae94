import { Paper, Popper } from '@mui/material'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useRef } from 'react'
import type { Language } from '../../model/model.ts'
import { useIsPhone, WholeSheet } from '../pop-sheet.tsx'
import { words } from '../words.ts'
import type { Pop } from './use-pop.ts'

/** What knows where the pane lies. */
interface Placed {
  update(): unknown
}

interface PopPaneProps {
  readonly pop: Pop
  readonly title: string
  readonly language: Language
  readonly children: ReactNode
}

/** The place of a pane: below its box, over the page and its dialogs; on a phone a whole sheet. */
export function PopPane({ pop, title, language, children }: PopPaneProps) {
  const isPhone = useIsPhone()
  const popper = useRef<Placed>(null)
  // Its calendar comes later than its place was sought, and is wider.
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
    <Popper
      open
      anchorEl={pop.anchor}
      // A dialog holds the focus within itself: what hangs at one of its boxes must be a part of it.
      container={() => pop.anchor().closest('.MuiDialog-container') ?? document.body}
      placement="bottom-start"
      className="day-pop"
      popperRef={(placed: Placed | null) => {
        popper.current = placed
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
    </Popper>
  )
}

/** What is pressed in the pane leaves the keys where they are: in the box, or at the day they walked to. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Tab goes round in the pane: it stands at the page's end, where nothing follows. */
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

/** What stands in a pane whose code is on its way, or did not come: the box takes what is typed all the same. */
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
