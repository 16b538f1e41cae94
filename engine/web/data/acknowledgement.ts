import { acknowledgedHeader } from '../../model/warning.ts'
import { RequestFault, type WarningView } from './request-fault.ts'

/** A warning that the user is asked about: with the number of records that it concerns, if there are several. */
export interface PendingWarning {
  readonly name: string
  readonly text: string
  readonly count?: number
}

/** The question about the warnings of a change. One at a time; others wait. */
export interface Acknowledgement {
  /** Asks the user; false if they return to their input. */
  ask(warnings: readonly PendingWarning[]): Promise<boolean>
  /** What the user is asked now. */
  asked(): readonly PendingWarning[] | undefined
  answer(isAcknowledged: boolean): void
  watch(listener: () => void): () => void
}

export function createAcknowledgement(): Acknowledgement {
  const listeners = new Set<() => void>()
  let waiting: readonly { readonly warnings: readonly PendingWarning[]; answer(isAcknowledged: boolean): void }[] = []
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask: warnings =>
      new Promise(answer => {
        waiting = [...waiting, { warnings, answer }]
        notify()
      }),
    asked: () => waiting[0]?.warnings,
    answer(isAcknowledged) {
      const [first, ...others] = waiting
      waiting = others
      first?.answer(isAcknowledged)
      notify()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The warnings, each once. */
export const distinctWarnings = (warnings: readonly WarningView[]): readonly PendingWarning[] => [
  ...new Map(warnings.map(({ name, text }) => [name, { name, text }])).values(),
]

/**
 * Sends a change, and again with the names of its warnings if the user acknowledges them. Others may follow: those of
 * the record after those of the step.
 */
export async function sendAcknowledged<Result>(
  { ask }: Acknowledgement,
  send: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const names = new Set<string>()
  for (;;) {
    try {
      return await send(acknowledging(names))
    } catch (error) {
      const warnings = warningsIn(error)
      if (!warnings || !(await ask(distinctWarnings(warnings)))) throw error
      for (const { name } of warnings) names.add(name)
    }
  }
}

/** The header with acknowledged warnings; none without them. */
export const acknowledging = (names: ReadonlySet<string>): Readonly<Record<string, string>> =>
  names.size === 0 ? {} : { [acknowledgedHeader]: [...names].join() }

/** The warnings for which a change was refused. */
export const warningsIn = (error: unknown): readonly WarningView[] | undefined =>
  error instanceof RequestFault ? error.body.warnings : undefined
