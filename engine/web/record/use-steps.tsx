import { useNotify } from 'ra-core'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Action, Move } from '../../model/model.ts'
import { wirePath } from '../../model/names.ts'
import { useEngine } from '../data/engine-context.ts'
import { Fault } from '../data/fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useFresh } from '../data/use-fresh.ts'
import type { Values } from '../history/versions.ts'
import { forwardMove, isOpenStep, stepsOf } from './open-steps.ts'
import { useSurroundings } from './surroundings.ts'

const MoveDialog = lazy(() => import('./move-dialog.tsx').then(found => ({ default: found.MoveDialog })))

/** The moves and actions that one record allows, the one that leads on, and the way through them. */
export interface Steps {
  readonly open: readonly (Move | Action)[]
  readonly forward: Move | undefined
  /** The step that is on its way. */
  readonly busy: string | undefined
  /** What the step that was begun asks. */
  readonly dialog: ReactNode
  begin(step: Move | Action): void
}

/** What this person can do with one record as it stands, in a list's row as on its own page. */
export function useSteps(part: ResourcePart, record: Values): Steps {
  const { resource, language } = part
  const { session } = useEngine()
  const notify = useNotify()
  const refresh = useFresh()
  const around = useSurroundings()
  const [asking, setAsking] = useState<Move | Action>()
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState<string>()
  const open = useMemo(
    () => stepsOf(resource).filter(step => isOpenStep(part, step, record, around())),
    [part, resource, record, around],
  )
  const take = async (step: Move | Action, input: Values) => {
    setBusy(step.name)
    setServerErrors({})
    try {
      const { method, path } = step.wire
      const body = { ...input, id: record['id'], version: record['version'] }
      await session.call(`${wirePath(resource)}/${path}`, { method, body })
      setAsking(undefined)
      notify('notice.done', { type: 'success', messageArgs: { what: step.title[language] } })
    } catch (error) {
      setServerErrors(error instanceof Fault ? (error.body.errors ?? {}) : {})
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
    } finally {
      setBusy(undefined)
      refresh()
    }
  }
  return {
    open,
    forward: forwardMove(part, open),
    busy,
    begin: step => (step.ask ? setAsking(step) : void take(step, {})),
    dialog: asking && (
      <Suspense>
        <MoveDialog
          part={part}
          record={record}
          step={asking}
          serverErrors={serverErrors}
          isBusy={busy !== undefined}
          onClose={() => setAsking(undefined)}
          onSubmit={input => void take(asking, input)}
        />
      </Suspense>
    ),
  }
}
