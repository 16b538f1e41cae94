import Button from '@mui/material/Button'
import { useCloseNotification, useNotify } from 'ra-core'
import { useEffect } from 'react'
import { useSay } from '../i18n.ts'
import type { WordKey } from '../words/words.ts'

/** What was done, and how it is undone. */
export interface Done {
  readonly message: WordKey
  readonly messageArgs?: Readonly<Record<string, unknown>>
  /** What it was done to, beside the button. */
  readonly what?: string
  /** Left out where there is no way back. */
  readonly undo?: () => void
}

const undoFor = 8000

/** Says that something was done, with the way back beside it for eight seconds. */
export function useWayBack(): (done: Done) => void {
  const notify = useNotify()
  return ({ message, messageArgs, what, undo }) =>
    notify(message, {
      type: 'success',
      autoHideDuration: undoFor,
      messageArgs: { ...messageArgs },
      ...(undo && { action: <WayBack what={what} undo={undo} /> }),
    })
}

/** Says what is waited for, in the place of the way back that was taken, until that is over. */
export function useWaiting(): (message: WordKey, over: Promise<unknown>) => void {
  const notify = useNotify()
  return (message, over) => notify(message, { type: 'warning', autoHideDuration: null, action: <Until over={over} /> })
}

function Until({ over }: { over: Promise<unknown> }) {
  const close = useCloseNotification()
  useEffect(() => {
    void over.then(close, close)
  }, [over, close])
  return null
}

function WayBack({ what, undo }: { what: string | undefined; undo(): void }) {
  const say = useSay()
  const close = useCloseNotification()
  return (
    <>
      {what !== undefined && <span>{what}</span>}
      <Button
        variant="text"
        size="small"
        onClick={() => {
          close()
          undo()
        }}
      >
        {say('bulk.undo')}
      </Button>
    </>
  )
}
