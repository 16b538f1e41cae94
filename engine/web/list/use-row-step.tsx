import { useNotify } from 'ra-core'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Action, Move } from '../../model/model.ts'
import { wirePath } from '../../model/names.ts'
import { useEngine } from '../data/engine-context.ts'
import { Fault } from '../data/fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useFresh } from '../data/use-fresh.ts'
import { forwardMove, isOpenStep, stepsOf } from '../record/open-steps.ts'
import { useSurroundings } from '../record/surroundings.ts'

const MoveDialog = lazy(() => import('../record/move-dialog.tsx').then(found => ({ default: found.MoveDialog })))

type Step = Move | Action
type Values = Readonly<Record<string, unknown>>

/** The moves and actions that one row allows, the one that leads on, and the way through them. */
export interface RowStep {
  readonly steps: readonly Step[]
  readonly forward: Move | undefined
  readonly isBusy: boolean
  /** What the step that was begun asks. */
  readonly dialog: ReactNode
  begin(step: Step): void
}

/** What can be done with one row of a list as it stands. */
export function useRowStep(part: ResourcePart, record: Values): RowStep {
  const { resource, language } = part
  const { session } = useEngine()
  const notify = useNotify()
  const refresh = useFresh()
  const around = useSurroundings()
  const [asking, setAsking] = useState<Step>()
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const steps = useMemo(
    () => stepsOf(resource).filter(step => isDone(step) && isOpenStep(part, step, record, around())),
    [part, resource, record, around],
  )
  const take = async (step: Step, input: Values) => {
    setBusy(true)
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
      setBusy(false)
      refresh()
    }
  }
  return {
    steps,
    forward: forwardMove(part, steps),
    isBusy,
    begin: step => (step.ask ? setAsking(step) : void take(step, {})),
    dialog: asking && (
      <Suspense>
        <MoveDialog
          part={part}
          record={record}
          step={asking}
          serverErrors={serverErrors}
          isBusy={isBusy}
          onClose={() => setAsking(undefined)}
          onSubmit={input => void take(asking, input)}
        />
      </Suspense>
    ),
  }
}

/** Whether a step does something; a question with an answer has no button. */
export const isDone = ({ wire }: Step): boolean => wire.method !== 'GET'
