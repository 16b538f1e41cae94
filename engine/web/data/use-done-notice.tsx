import Button from '@mui/material/Button'
import { useCloseNotification, useNotify } from 'ra-core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'
import { workWords } from '../words/work-words.ts'

import { operationAddress } from './addresses.ts'

/** A completed change and its undo. */
export interface DoneNotice {
  readonly message: WordKey
  readonly messageArgs?: Readonly<Record<string, unknown>>
  /** Missing where it cannot be undone. */
  readonly undo?: () => void
  /** The operation, whose page has the result of each record. */
  readonly operation?: string
  /** The address of a record that the message names. */
  readonly address?: string
}

const undoFor = 8000

/** Shows a success message with its undo for eight seconds. */
export function useDoneNotice(): (done: DoneNotice) => void {
  const notify = useNotify()
  return ({ message, messageArgs, undo, operation, address }) =>
    notify(message, {
      type: 'success',
      autoHideDuration: undoFor,
      messageArgs: { ...messageArgs },
      ...((undo || operation !== undefined || address !== undefined) && {
        action: <DoneActions undo={undo} operation={operation} address={address} />,
      }),
    })
}

/** Shows a waiting message in place of the undo, until the promise settles. */
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

interface DoneActionsProps {
  readonly undo: (() => void) | undefined
  readonly operation: string | undefined
  readonly address: string | undefined
}

function DoneActions({ undo, operation, address }: DoneActionsProps) {
  const translate = useTranslation(workWords)
  const close = useCloseNotification()
  const navigate = useNavigate()
  const act = (then: () => void) => () => {
    close()
    then()
  }
  return (
    <>
      {undo && (
        <Button variant="text" size="small" onClick={act(undo)}>
          {translate('bulk.undo')}
        </Button>
      )}
      {address !== undefined && (
        <Button variant="text" size="small" onClick={act(() => navigate(address))}>
          {translate('notice.open')}
        </Button>
      )}
      {operation !== undefined && (
        <Button variant="text" size="small" onClick={act(() => navigate(operationAddress(operation)))}>
          {translate('operations.details')}
        </Button>
      )}
    </>
  )
}
