import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { SheetDialog } from '../../engine/web/components/dialog.tsx'
import { KeysShown } from '../../engine/web/frame/keys-shown.tsx'
import type { EntWarningLog } from '../../generated/types.ts'
import { useClient } from '../client.ts'
import { useVideoWords } from './video-words.ts'

interface LetterDialogProps {
  /** The record that it is about. */
  readonly of: string
  readonly ent: string
  /** When it was seen, `yyyy-MM-dd HH:mm:ss`: the problem begins with it. */
  readonly time: string
  readonly cite?: string | null
  readonly picture: ReactNode
  /** False while the alert cannot exist yet. */
  readonly isReady?: boolean
  warning(): Promise<EntWarningLog | null>
  onClose(said?: string): void
}

type Typed = Readonly<Record<'problem' | 'measure' | 'deadline' | 'cite', string>>

/** The notice that an alert leads to: the steps draft it, and here it is completed and issued. */
export function LetterDialog(props: LetterDialogProps) {
  const { of, ent, time, cite = null, picture, isReady = true, warning, onClose } = props
  const words = useVideoWords()
  const client = useClient()
  const [typed, setTyped] = useState<Typed>()
  const [fault, setFault] = useState<string>()
  const { data: letter, error } = useQuery({
    queryKey: ['letter', of],
    queryFn: async () => {
      const found = await warning()
      if (!found) return null
      // A second call finds the letter of the first.
      if (found.warningStatus === '0') await client.entWarningLog.raise({ id: found.id })
      return client.entNoticeLetter.find({ warningId: found.id })
    },
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (!letter) return
    const { problem, measure, deadline } = letter
    const at = time.slice(0, 16)
    setTyped({
      problem: problem.startsWith(at) ? problem : `${at}，${problem}`,
      measure: measure ?? '',
      deadline,
      cite: letter.cite ?? cite ?? '',
    })
  }, [letter, time, cite])
  const save = async (isIssued: boolean) => {
    if (!letter || !typed) return
    try {
      const { id } = letter
      await client.entNoticeLetter.update({ id, ...typed })
      if (isIssued) await client.entNoticeLetter.issue({ id })
      onClose(words(isIssued ? 'issued' : 'kept'))
    } catch (refused) {
      setFault((refused as Error).message)
    }
  }
  // Keys in a dialog do not reach the shortcuts of the page.
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) void save(true)
  }
  const field = (name: keyof Typed, more = {}) =>
    typed && (
      <TextField
        fullWidth
        label={words(name)}
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
      help={letter ? `${letter.letterNo} · ${ent}` : words('drafting')}
      width={1000}
      onSave={() => void save(false)}
      onClose={() => onClose()}
      foot={() => (
        <>
          {problem !== undefined && <p className="late grow">{problem}</p>}
          <Button className="tap-44-phone" disabled={!typed} onClick={() => void save(false)}>
            {words('keepDraft')}
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
      <div className="letter-columns grid py-8 gap-24 items-top one-column-phone!">
        {picture}
        <div className="stack gap-16">
          {field('problem', { multiline: true, minRows: 2, required: true })}
          {field('measure', { multiline: true, minRows: 2 })}
          {field('deadline', { type: 'date', required: true, slotProps: { inputLabel: { shrink: true } } })}
          {field('cite')}
        </div>
      </div>
    </SheetDialog>
  )
}
