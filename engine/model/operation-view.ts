import type { Bilingual } from './model.ts'

/** What an operation on several records does. */
export type OperationKind = 'edit' | 'transition' | 'action' | 'delete' | 'restore' | 'import' | 'export' | 'undo'

export const operationKinds: readonly OperationKind[] = [
  'edit',
  'transition',
  'action',
  'delete',
  'restore',
  'import',
  'export',
  'undo',
]

/** `interrupted`: it is not finished, and nothing was written for a minute. */
export type OperationState = 'running' | 'finished' | 'interrupted'

/**
 * Whether an operation can be undone now: `never` of an export and of what changed nothing, `undone` where all of it
 * was, `expired` after thirty days, `forbidden` without the right that made the change, `changed` where each record was
 * changed since.
 */
export type UndoState = 'possible' | 'running' | 'undone' | 'expired' | 'forbidden' | 'changed' | 'never'

/** An operation on several records, as the page of recent operations shows it. */
export interface OperationView {
  readonly id: string
  readonly kind: OperationKind
  readonly resource: string
  /** Name of the transition or the action; of an undo, of what it reverted. */
  readonly step: string | null
  readonly userId: string
  readonly userName: string
  /** `YYYY-MM-DD HH:mm:ss` in the system's zone. */
  readonly started: string
  readonly finished: string | null
  readonly state: OperationState
  readonly meant: number
  readonly done: number
  readonly failed: number
  /** Of an edit: the values by field that the viewer may read. */
  readonly edited: Readonly<Record<string, unknown>> | null
  readonly undo: UndoState
  readonly undoOf: string | null
  /** Of an undo: the kind of what it reverted. */
  readonly undoneKind: OperationKind | null
  /** Of an import: its file's name, and whether its result can still be downloaded. */
  readonly importFile: { readonly name: string; readonly hasReport: boolean } | null
  /** Of an export: what it was, and the file for as long as it is kept. */
  readonly exported: ExportedView | null
}

export interface ExportedView {
  readonly format: 'csv' | 'xlsx'
  readonly columns: number
  /** The conditions, in the query language of lists. */
  readonly query: Readonly<Record<string, unknown>>
  /** Rows were chosen one by one. */
  readonly isSelection: boolean
  /** `gone` after a day, `too-large` where it was not kept, `of-another` for who did not make it. */
  readonly file: 'there' | 'gone' | 'too-large' | 'of-another'
  readonly name: string
  readonly bytes: number
}

/** What became of one record. */
export interface OperationRow {
  readonly id: string
  /** Null where the viewer may not see the record. */
  readonly display: string | null
  readonly done: boolean
  readonly reason: string | null
}

/** How many records an operation would change, and from what to what. */
export interface BulkPreview {
  readonly total: number
  /** Rows that may be seen and not changed. */
  readonly outOfReach: number
  /** Of an edit, by field. */
  readonly fields: readonly FieldPreview[]
  /** Of a transition, by state. */
  readonly states: readonly StatePreview[]
  /** Of a deletion or restoration: the display values of the first ones. */
  readonly first: readonly string[]
  /** Of a restoration. */
  readonly restoring?: RestorePreview
}

/** What a restoration brings back, and what it cannot. */
export interface RestorePreview {
  /** Records that come back. */
  readonly back: number
  /** Lines that come back with them. */
  readonly lines: number
  /** Why the others stay, each with the number of records; a record may be among several. */
  readonly stays: readonly StayPreview[]
}

export interface StayPreview {
  /** What it refers to is deleted, its value belongs to another record by now, or its state or rule excludes it. */
  readonly why: 'gone' | 'taken' | 'rule'
  /** Title of the field. */
  readonly field?: Bilingual
  readonly count: number
}

/** How many records have which value of a field now. */
export interface FieldPreview {
  readonly field: string
  readonly empty: number
  /** Have the new value already. */
  readonly same: number
  /** Have another value. */
  readonly other: number
  /** Of a field with few values: each other value with its count, the most frequent first. */
  readonly values?: readonly { readonly value: unknown; readonly count: number }[]
}

export interface StatePreview {
  /** Key of the state now; null where there is none. */
  readonly from: string | null
  readonly count: number
  /** Why they stay: the transition does not begin in this state, its condition is not met, or they are out of reach. */
  readonly barred?: 'state' | 'condition' | 'reach'
}
