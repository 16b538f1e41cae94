import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from '../words/i18n.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import './dialog.css'

export interface SheetDialogProps {
  readonly title: ReactNode
  /** One line under the title. */
  readonly help?: ReactNode
  /** 1000 for a record with lines or a table, 800 for a record, 480 for the input of a transition; 20 % to register. */
  readonly width: 1000 | 800 | 480 | 'max(20%, 320px)'
  /** Unsaved input would be lost: closing asks first. */
  readonly isUnsaved?: boolean
  /** Work is running that closing would not stop: the dialog remains open. */
  readonly isBusy?: boolean
  /** Its content cannot be shown again: neither Escape nor a click outside closes it, only its buttons do. */
  readonly isShownOnce?: boolean
  /** The buttons, the safe one left of the filled one; `close` asks first if input would be lost. */
  foot?(close: () => void): ReactNode
  /** Ctrl+S, or Cmd+S. */
  onSave?(): void
  onClose(): void
  readonly children: ReactNode
}

/** A dialog, full-screen on a phone. The focus moves to its first field. */
export function SheetDialog(props: SheetDialogProps) {
  const { title, help, width, isUnsaved, isBusy, isShownOnce, foot, onSave, onClose, children } = props
  const translate = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const [isLeaving, setLeaving] = useState(false)
  // State, because the dialog renders its content after itself.
  const [content, setContent] = useState<HTMLElement | null>(null)
  useFirstField(content)
  const close = () => {
    if (isBusy) return
    if (isUnsaved) setLeaving(true)
    else onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Key events of this dialog do not reach the form that opened it.
    event.stopPropagation()
    if (!onSave || event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    onSave()
  }
  return (
    <Dialog
      open
      fullScreen={isPhone}
      maxWidth={false}
      aria-labelledby={`${id}-title`}
      onClose={isShownOnce ? undefined : close}
      onKeyDown={onKeyDown}
      onSubmit={stop}
      onPaste={stop}
      onFocus={stop}
      onBlur={stop}
      slotProps={{ paper: { className: 'sheet-dialog', style: isPhone ? {} : { width } } }}
    >
      <DialogTitle id={`${id}-title`} className="sheet-dialog-title">
        {title}
        {help && <span className="sheet-dialog-help block line-20 mt-2 regular">{help}</span>}
        <IconButton aria-label={translate('dialog.close')} className="sheet-dialog-close" onClick={close}>
          <X size={isPhone ? 20 : 16} />
        </IconButton>
      </DialogTitle>
      <DialogContent ref={setContent}>{children}</DialogContent>
      {foot && <DialogActions className="sheet-dialog-foot">{foot(close)}</DialogActions>}
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onDiscard={onClose} />}
    </Dialog>
  )
}

/** React events bubble to the component parents, although the dialog is elsewhere in the DOM. */
const stop = (event: SyntheticEvent) => event.stopPropagation()

const fields =
  'input:not([type=hidden]):not(:disabled):not([tabindex="-1"]), textarea:not(:disabled):not([aria-hidden]), [role=combobox], [tabindex="0"]'

/** Focuses the first field as soon as there is one, unless another element of the dialog has the focus. */
function useFirstField(place: HTMLElement | null): void {
  useEffect(() => {
    if (!place) return
    const settle = () => {
      if (place.contains(document.activeElement)) return true
      const first = place.querySelector<HTMLElement>(fields)
      first?.focus()
      return first !== null
    }
    if (settle()) return
    const watch = new MutationObserver(() => settle() && watch.disconnect())
    watch.observe(place, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [place])
}
