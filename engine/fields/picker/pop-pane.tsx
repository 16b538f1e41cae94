import { Paper } from '@mui/material'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Language } from '../../model/model.ts'
import { Floating } from '../floating.tsx'
import { useIsPhone, WholeSheet } from '../pop-sheet.tsx'
import { words } from '../words.ts'
import type { Pop } from './use-pop.ts'

interface PopPaneProps {
  readonly pop: Pop
  readonly title: string
  readonly language: Language
  readonly children: ReactNode
}

/** The pane of a box; on a phone a full-screen sheet. */
export function PopPane({ pop, title, language, children }: PopPaneProps) {
  const isPhone = useIsPhone()
  if (isPhone) {
    return (
      <WholeSheet isOpen id={pop.id} title={title} language={language} onClose={pop.close}>
        {children}
      </WholeSheet>
    )
  }
  return (
    <Floating anchor={pop.anchor} className="day-pop z-1300">
      <Paper elevation={4} id={pop.id} role="dialog" aria-label={title} onMouseDown={keepFocus} onKeyDown={trapTab}>
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
      <p className="day-pane-waiting centered quiet size-13 max-full square-320 mx-auto" role="status">
        {hasFailed ? (
          <button type="button" className="accent" onClick={again}>
            {words.failed[language]}
          </button>
        ) : (
          words.loading[language]
        )}
      </p>
    )
  }
