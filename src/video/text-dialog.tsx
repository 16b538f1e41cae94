import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { SheetDialog } from '../../engine/web/components/dialog.tsx'
import { useVideoWords } from './video-words.ts'

interface TextDialogProps {
  readonly title: string
  readonly help?: string
  readonly label: string
  readonly hint?: string
  readonly max: number
  /** The words of a checkbox, and whether it is checked at first. */
  readonly check?: { readonly label: string; readonly isOn: boolean; readonly isFixed?: boolean } | undefined
  /** The words of the button. */
  readonly action: string
  /** Above the text. */
  readonly children?: ReactNode
  /** Closes the dialog, or throws what is shown in it. */
  onSubmit(text: string, isChecked: boolean): Promise<void>
  onClose(): void
}

/** Asks for one text, and perhaps for a yes. */
export function TextDialog(props: TextDialogProps) {
  const { title, help, label, hint, max, check, action, children, onSubmit, onClose } = props
  const words = useVideoWords()
  const form = useId()
  const [text, setText] = useState('')
  const [isOn, setOn] = useState(check?.isOn ?? false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const isEmpty = text.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || isBusy) return
    setBusy(true)
    setFault(undefined)
    await onSubmit(text.trim(), isOn).catch((error: Error) => {
      setFault(error.message)
      setBusy(false)
    })
  }
  return (
    <SheetDialog
      title={title}
      help={help}
      width={480}
      isBusy={isBusy}
      onClose={onClose}
      foot={close => (
        <>
          <Button onClick={close}>{words('back')}</Button>
          <Button type="submit" form={form} variant="contained" loading={isBusy} disabled={isEmpty}>
            {action}
          </Button>
        </>
      )}
    >
      <form id={form} className="stack gap-12" onSubmit={event => void submit(event)}>
        {children}
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          label={label}
          error={fault !== undefined}
          helperText={fault ?? hint}
          value={text}
          slotProps={{ htmlInput: { maxLength: max } }}
          onChange={({ target }) => setText(target.value)}
        />
        {check && (
          <FormControlLabel
            control={<Checkbox checked={isOn} disabled={check.isFixed === true} />}
            label={check.label}
            onChange={(_event, next) => setOn(next)}
          />
        )}
      </form>
    </SheetDialog>
  )
}
