import { Dialog, IconButton, Popover, useMediaQuery } from '@mui/material'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Language } from '../model/model.ts'
import { words } from './words.ts'
import './pop-sheet.css'

interface PopSheetProps {
  /** The element that it is attached to; closed while undefined. */
  readonly anchor: HTMLElement | undefined
  readonly title: string
  readonly language: Language
  readonly children: ReactNode
  /** Below the scrolling content. */
  readonly footer?: ReactNode
  onClose(): void
}

/** Whether the screen is as small as a phone's. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 767.95px)', { noSsr: true })

interface WholeSheetProps extends Pick<PopSheetProps, 'title' | 'language' | 'children' | 'onClose'> {
  readonly isOpen: boolean
  readonly id?: string
}

/** A full-screen sheet on a phone. */
export const WholeSheet = ({ isOpen, id, title, language, children, onClose }: WholeSheetProps) => (
  <Dialog
    fullScreen
    open={isOpen}
    onClose={onClose}
    slotProps={{ paper: { className: 'pop-sheet-whole', 'aria-label': title, ...(id && { id }) } }}
  >
    <header className="pop-sheet-head">
      <IconButton aria-label={words.close[language]} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <h2>{title}</h2>
    </header>
    {children}
  </Dialog>
)

/** The pane of a box: below it, and on a phone a full-screen sheet. */
export function PopSheet({ anchor, title, language, children, footer, onClose }: PopSheetProps) {
  const isPhone = useIsPhone()
  if (isPhone) {
    return (
      <WholeSheet isOpen={anchor !== undefined} title={title} language={language} onClose={onClose}>
        <div className="pop-sheet is-whole">{children}</div>
        {footer && <footer className="pop-sheet-foot">{footer}</footer>}
      </WholeSheet>
    )
  }
  return (
    <Popover
      open={anchor !== undefined}
      anchorEl={anchor ?? null}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transformOrigin={{ vertical: 'top', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': title } }}
      onClose={onClose}
    >
      <div className="pop-sheet">{children}</div>
      {footer && <footer className="pop-sheet-foot">{footer}</footer>}
    </Popover>
  )
}
