import Button from '@mui/material/Button'
import { useNotify, useRefresh } from 'ra-core'
import { type ReactNode, useMemo, useState } from 'react'
import type { Action, Move } from '../../model/model.ts'
import { wirePath } from '../../model/names.ts'
import { useEngine } from '../data/engine-context.ts'
import { Fault } from '../data/fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { MoveDialog } from './move-dialog.tsx'
import { forwardMove, isOpenStep, stepsOf } from './open-steps.ts'
import { useSurroundings } from './surroundings.ts'
import type { Values } from './versions.ts'

/** The moves and actions open to this person on this record, as buttons; what they ask, as a dialog. */
export function useSteps(
  part: ResourcePart,
  record: Values & { readonly id: string },
): { readonly buttons: readonly ReactNode[]; readonly dialog: ReactNode } {
  const { resource, language } = part
  const notify = useNotify()
  const refresh = useRefresh()
  const { session } = useEngine()
  const around = useSurroundings()
  const [asking, setAsking] = useState<Move | Action>()
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState<string>()
  const open = useMemo(
    () => stepsOf(resource).filter(step => isOpenStep(part, step, record, around())),
    [part, resource, record, around],
  )
  const forward = forwardMove(part, open)

  const take = async (step: Move | Action, input: Values) => {
    setBusy(step.name)
    setServerErrors({})
    try {
      const { method, path } = step.wire
      await session.call(`${wirePath(resource)}/${path}`, {
        method,
        body: { ...input, id: record.id, version: record['version'] },
      })
      setAsking(undefined)
      notify('notice.done', { type: 'success', messageArgs: { what: step.title[language] } })
    } catch (error) {
      setServerErrors(error instanceof Fault ? (error.body.errors ?? {}) : {})
      notify((error as Error).message, { type: 'error' })
    } finally {
      setBusy(undefined)
      refresh()
    }
  }

  return {
    // The way forward stands last, where the eye ends.
    buttons: [...open.filter(step => step !== forward), ...(forward ? [forward] : [])].map(step => (
      <Button
        key={step.name}
        variant={step === forward ? 'contained' : 'outlined'}
        color={step === forward ? 'primary' : 'inherit'}
        loading={busy === step.name}
        disabled={busy !== undefined}
        onClick={() => (step.ask ? setAsking(step) : take(step, {}))}
      >
        {step.title[language]}
      </Button>
    )),
    dialog: asking && (
      <MoveDialog
        part={part}
        record={record}
        step={asking}
        serverErrors={serverErrors}
        isBusy={busy !== undefined}
        onClose={() => setAsking(undefined)}
        onSubmit={input => take(asking, input)}
      />
    ),
  }
}
