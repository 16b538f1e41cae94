import { Button, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { SheetDialog } from '../../engine/web/components/dialog.tsx'
import { KeysShown } from '../../engine/web/frame/keys-shown.tsx'
import { useClient } from '../client.ts'
import { CaptureFrame } from './capture-frame.tsx'
import type { Capture } from './captures.ts'
import { useReviewWords } from './review-words.ts'

interface LetterDialogProps {
  readonly capture: Capture
  readonly detection: string
  /** The capture is approved, so that its alert exists. */
  readonly isReady: boolean
  onClose(said?: string): void
}

/** The notice that an approved capture leads to: the steps draft it, and here it is completed and issued. */
export function LetterDialog({ capture, detection, isReady, onClose }: LetterDialogProps) {
  const words = useReviewWords()
  const client = useClient()
  const [typed, setTyped] = useState<{
    readonly problem: string
    readonly measure: string
    readonly deadline: string
    readonly cite: string
  }>()
  const [fault, setFault] = useState<string>()
  const { data: letter, error } = useQuery({
    queryKey: ['captureReview', 'letter', capture.id],
    queryFn: async () => {
      const warning = await client.entWarningLog.find({ captureId: capture.id })
      if (!warning) return null
      // A second call finds the letter of the first.
      if (warning.warningStatus === '0') await client.entWarningLog.raise({ id: warning.id })
      return client.entNoticeLetter.find({ warningId: warning.id })
    },
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (!letter) return
    const time = String(capture.shotTime).slice(0, 16)
    const problem = letter.problem.startsWith(time) ? letter.problem : `${time}，${letter.problem}`
    setTyped({
      problem,
      measure: letter.measure ?? '',
      deadline: letter.deadline,
      cite: letter.cite ?? capture.cite ?? '',
    })
  }, [letter, capture])
  const save = async (isIssued: boolean) => {
    if (!letter || !typed) return
    try {
      const { id } = letter
      await client.entNoticeLetter.update({ id, ...typed })
      if (isIssued) await client.entNoticeLetter.issue({ id })
      onClose(words(isIssued ? 'issued' : 'keep'))
    } catch (refused) {
      setFault(refused instanceof Error ? refused.message : String(refused))
    }
  }
  // Keys in a dialog do not reach the shortcuts of the page.
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) void save(true)
  }
  const field = (name: keyof NonNullable<typeof typed>, label: string, more = {}) =>
    typed && (
      <TextField
        fullWidth
        label={label}
        onKeyDown={onKeyDown}
        value={typed[name]}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        {...more}
      />
    )
  const problem = fault ?? error?.message
  return (
    <SheetDialog
      title={words('letter')}
      help={letter ? `${letter.letterNo} · ${capture.entIdName ?? ''}` : words('loading')}
      width={1000}
      onSave={() => void save(false)}
      onClose={() => onClose()}
      foot={() => (
        <>
          {problem !== undefined && <p className="late grow">{problem}</p>}
          <Button
            variant="outlined"
            color="inherit"
            className="tap-44-phone"
            disabled={!typed}
            onClick={() => void save(false)}
          >
            {words('keep')}
          </Button>
          <Button
            variant="contained"
            className="tap-44-phone"
            disabled={!typed}
            startIcon={<Send size={16} />}
            endIcon={<KeysShown keys="mod+enter" />}
            onClick={() => void save(true)}
          >
            {words('issue')}
          </Button>
        </>
      )}
    >
      <div className="review-letter">
        <CaptureFrame capture={capture} label={detection} />
        <div className="stack gap-16">
          {field('problem', words('problem'), { multiline: true, minRows: 2, required: true })}
          {field('measure', words('measure'), { multiline: true, minRows: 2 })}
          {field('deadline', words('deadline'), {
            type: 'date',
            required: true,
            slotProps: { inputLabel: { shrink: true } },
          })}
          {field('cite', words('cite'))}
        </div>
      </div>
    </SheetDialog>
  )
}
