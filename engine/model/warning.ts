import type { Bilingual } from './model.ts'

/** A rule with `level: warning` that a record breaks. */
export interface Warning {
  /** By which it is acknowledged: another rule, or another text, has another name. */
  readonly name: string
  readonly text: Bilingual
  /** What the rule reads: fields, inputs of a step, and fields of lines (`lines.0.price`). */
  readonly fields: readonly string[]
}

/** A warning in the history of a change. */
export interface RecordedWarning extends Warning {
  /** The user of the change acknowledged it; otherwise the change had no user to confirm it. */
  readonly isAcknowledged: boolean
}

/** The names of the warnings that a request acknowledges; `unasked` where no user can be asked. */
export type Acknowledged = ReadonlySet<string> | 'all' | 'unasked'

/** The header with the names, separated by commas, or `all`. */
export const acknowledgedHeader = 'acknowledged'

export const unacknowledged = (warnings: readonly Warning[], acknowledged: Acknowledged): readonly Warning[] =>
  typeof acknowledged === 'string' ? [] : warnings.filter(({ name }) => !acknowledged.has(name))
