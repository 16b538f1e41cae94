import { Dialog, IconButton, useMediaQuery } from '@mui/material'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Language } from '../model/model.ts'
import { words } from './words.ts'
import './pop-sheet.css'

/** Whether the screen is as small as a phone's. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 767.95px)', { noSsr: true })

interface WholeSheetProps {
  readonly isOpen: boolean
  readonly id?: string
  readonly title: string
  readonly language: Language
  readonly children: ReactNode
  onClose(): void
}

/** A full-screen sheet on a phone. */
export const WholeSheet = ({ isOpen, id, title, language, children, onClose }: WholeSheetProps) => (
  <Dialog
    fullScreen
    open={isOpen}
    onClose={onClose}
    slotProps={{ paper: { className: 'pop-sheet-whole', 'aria-label': title, ...(id && { id }) } }}
  >
    <header className="pop-sheet-head gap-8 fixed divided px-8 h-52">
      <IconButton aria-label={words.close[language]} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <h2 className="size-17 line-26">{title}</h2>
    </header>
    {children}
  </Dialog>
)
