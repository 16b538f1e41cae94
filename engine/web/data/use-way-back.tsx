import Button from '@mui/material/Button'
import { useCloseNotification, useNotify } from 'ra-core'
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
