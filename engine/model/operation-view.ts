import type { Bilingual } from './model.ts'

/** The resource with the operations on several records. */
export const operationResource = 'sysOperation'

export const operationKinds = ['edit', 'transition', 'action', 'delete', 'restore', 'import', 'export', 'undo'] as const
/** The kind of an operation on several records. */
export type OperationKind = (typeof operationKinds)[number]

/** `interrupted`: it is not finished, but nothing was written for a minute. */
export type OperationState = 'running' | 'finished' | 'interrupted'

/**
 * Whether an operation can be undone now: `never` for an export and for one that changed nothing, `undone` if it was
 * undone completely, `expired` after thirty days, `forbidden` without the right that made the change, `changed` if each
 * record was changed since.
 */
export type UndoState = 'possible' | 'running' | 'undone' | 'expired' | 'forbidden' | 'changed' | 'never'

/** An operation on several records, as shown on its page. */
export interface OperationView {
  readonly id: string
  readonly kind: OperationKind
  readonly resource: string
  /** Name of the transition, action or bind; for an undo, of the reverted one. */
  readonly step: string | null
  /** That of the step, otherwise of the kind; for an undo, of the reverted operation. */
  readonly title: Bilingual
  readonly userId: string
  readonly userName: string
  /** `YYYY-MM-DD HH:mm:ss` in the system's zone. */
  readonly started: string
  readonly finished: string | null
  readonly state: OperationState
  readonly meant: number
  readonly done: number
  readonly failed: number
  /** For an edit: the values that the viewer may read, by field. */
  readonly edited: Readonly<Record<string, unknown>> | null
  readonly undo: UndoState
  /** The messages that it sent, which an undo does not recall. */
  readonly messages: number
  readonly undoOf: string | null
  /** For an import: the name of its file, and whether its result can still be downloaded. */
  readonly importFile: { readonly name: string; readonly hasReport: boolean } | null
  /** For an export: its details, and its file while it is stored. */
  readonly exported: ExportedView | null
}

/** What an export contained, and whether its file is available. */
export interface ExportedView {
  readonly format: 'csv' | 'xlsx'
  readonly columns: number
  /** The conditions, in the query language of lists. */
  readonly query: Readonly<Record<string, unknown>>
  /** Rows were selected individually. */
  readonly isSelection: boolean
  /** `gone` after a day, `too-large` if it was not stored, `of-another` for viewers who did not create it. */
  readonly file: 'there' | 'gone' | 'too-large' | 'of-another'
  readonly name: string
  readonly bytes: number
}

/** The result of one record. */
export interface OperationRow {
  readonly id: string
  /** Null if the viewer may not see the record. */
  readonly display: string | null
  readonly done: boolean
  readonly reason: string | null
}

/** The records of an operation that its undo would revert, and those that it would leave unchanged. */
export interface UndoCounts {
  readonly reverted: number
  /** They were changed since, or the user may not write them any more. */
  readonly leftOut: number
  /** More records exist than were counted: both numbers are lower bounds. */
  readonly capped: boolean
}

/** The number of records that an operation would change, and their current and new values. */
export interface BulkPreview {
  readonly total: number
  /** Rows that may be seen but not changed. */
  readonly outOfReach: number
  /** For an edit, by field. */
  readonly fields: readonly FieldPreview[]
  /** For a transition, by state. */
  readonly states: readonly StatePreview[]
  /** For a deletion or restoration: the display values of the first records. */
  readonly first: readonly string[]
  /** The operation on the first records, run and rolled back. Missing for a transition or an action. */
  readonly trial?: BulkTrial
}

/** What an operation would do. */
export interface BulkTrial {
  /** The number of records on which it was run. */
  readonly tried: number
  readonly done: number
  /** Why the others stay unchanged, each with the number of records; the most frequent reasons. */
  readonly stays: readonly { readonly reason: string; readonly count: number }[]
  /** What a deletion or restoration takes along, as far as the user sees it. */
  readonly along: readonly DeletionEffect[]
}

/** Records that refer to deleted or restored ones: the same happens to them, or the reference is cleared. */
export interface DeletionEffect {
  readonly title: Bilingual
  /** The title of the cleared reference. */
  readonly field?: Bilingual
  readonly kind: 'remove' | 'restore' | 'clear'
  readonly count: number
}

/** The current values of a field, with the numbers of records. */
export interface FieldPreview {
  readonly field: string
  readonly empty: number
  /** Records that already have the new value. */
  readonly same: number
  /** Records that have another value. */
  readonly other: number
  /** For a field with few values: each other value with its count, most frequent first. */
  readonly values?: readonly { readonly value: unknown; readonly count: number }[]
}

/** The records of a bulk transition in one state, with their number. */
export interface StatePreview {
  /** Key of the current state; null if there is none. */
  readonly from: string | null
  readonly count: number
  /**
   * Why they are not changed: the transition does not start in this state, its condition is not met, or the user may
   * not change them.
   */
  readonly barred?: 'state' | 'condition' | 'reach'
}
