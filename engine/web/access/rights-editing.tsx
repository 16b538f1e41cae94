import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { Check } from 'lucide-react'
import { useNotify, useUpdate } from 'ra-core'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { foldedText } from '../../fields/text-value.ts'
import { Segment, Segments } from '../components/segments.tsx'
import { refusalMessageOf } from '../data/request-fault.ts'
import { useUnsaved } from '../form/leave-guard.tsx'
import { type AccessWord, useAccessWords } from './access-words.ts'

type Shown = 'all' | 'granted' | 'changed'

/** The search above what is granted: by text, and all, granted or changed rows. */
export function useGrantSearch(placeholder: AccessWord) {
  const words = useAccessWords()
  const [text, setText] = useState('')
  const [shown, show] = useState<Shown>('all')
  const label = words(placeholder)
  return {
    /** The text, folded. */
    searched: foldedText(useDeferredValue(text)),
    isShown: (isGranted: boolean, isChanged: boolean) =>
      shown === 'all' || (shown === 'granted' ? isGranted : isChanged),
    tools: (
      <div className="row wrap gap-8 fixed py-8">
        <TextField
          type="search"
          className="w-200!"
          size="small"
          placeholder={label}
          value={text}
          onChange={event => setText(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': label } }}
        />
        <Segments label={label} isLabelHidden>
          {(['all', 'granted', 'changed'] as const).map(one => (
            <Segment key={one} isOn={shown === one} onChoose={() => show(one)}>
              {words(one)}
            </Segment>
          ))}
        </Segments>
      </div>
    ),
  }
}

interface UnsavedRightsProps {
  readonly className?: string
  readonly resource: string
  readonly record: { readonly id: string }
  readonly count: number
  readonly isIncomplete?: boolean
  readonly saved: AccessWord
  onSaved?(): void
  onDiscard(): void
}

/** How many changes are unsaved, with the buttons to discard and to save them. */
export function UnsavedRights({ resource, record, count, saved, ...props }: UnsavedRightsProps) {
  const words = useAccessWords()
  const notify = useNotify()
  const [update, { isPending }] = useUpdate()
  useUnsaved(true)
  const save = () =>
    update(
      resource,
      { id: record.id, data: record, previousData: { id: record.id } },
      {
        mutationMode: 'pessimistic',
        onSuccess() {
          notify(words(saved), { type: 'success' })
          props.onSaved?.()
        },
        onError: error => notify(refusalMessageOf(error) ?? String((error as Error).message), { type: 'error' }),
      },
    )
  return (
    <footer className={`row wrap gap-8 py-10 ${props.className ?? ''}`}>
      <span className="muted size-13" aria-live="polite">
        {words('unsaved', { count })}
      </span>
      <span className="push" />
      <Button variant="outlined" color="inherit" onClick={props.onDiscard}>
        {words('discard')}
      </Button>
      <Button
        variant="contained"
        startIcon={<Check />}
        loading={isPending}
        disabled={props.isIncomplete === true}
        onClick={save}
      >
        {words('save', { count })}
      </Button>
    </footer>
  )
}

/** What follows from the changes; empty rows are left out. */
export const Consequences = ({ rows }: { readonly rows: readonly (readonly [string, string, ReactNode?])[] }) => (
  <dl aria-live="polite">
    {rows.map(
      ([title, text, more]) =>
        text && (
          <div key={title} className="divided py-6">
            <dt className="muted">{title}</dt>
            <dd className="m-0">
              {text}
              {more && <small className="block muted">{more}</small>}
            </dd>
          </div>
        ),
    )}
  </dl>
)
