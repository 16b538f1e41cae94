import type { Bilingual, Resource, Step } from '../../../model/model.ts'
import type { Access } from '../../auth/access.ts'
import type { Row } from '../../database/shape.ts'
import type { LineInput, StoredRecord } from '../plan-lines.ts'
import type { Prepared } from '../prepare.ts'
import type { KnownIds } from '../references.ts'
import type { ChildPart } from '../referring.ts'
import type { Work } from '../work.ts'
import type { PastVersion } from '../write-row.ts'

/**
 * What the origin of a change decides (semantics 26). `isEntered`: locks, `allowIf` and invisible references apply to its
 * values. `filling`: what is filled in. `recording`: `recorded` in the history and as an event; `pending` in the history
 * only, invisible until it is published; `initial`: neither, for rows that no user wrote.
 */
export const origins = {
  save: { isEntered: true, filling: 'given', recording: 'recorded' },
  step: { isEntered: false, filling: 'given', recording: 'recorded' },
  effect: { isEntered: false, filling: 'given', recording: 'recorded' },
  import: { isEntered: true, filling: 'given', recording: 'recorded' },
  // All or nothing: the rows are published together at its end.
  'import-whole': { isEntered: true, filling: 'given', recording: 'pending' },
  undo: { isEntered: false, filling: 'stored', recording: 'recorded' },
  system: { isEntered: false, filling: 'given', recording: 'initial' },
  seed: { isEntered: false, filling: 'initial', recording: 'initial' },
  // Random records: they do not keep the rules of others.
  demonstration: { isEntered: false, filling: 'initial', recording: 'initial' },
} as const

/** Who requests a change of rows. */
export type WriteOrigin = keyof typeof origins

/** The deletion of records, which remain with their history, or its reversal. */
export type Deletion = 'remove' | 'restore'

/** Where the changes of one write belong. */
export interface WriteTarget {
  readonly resource: Resource
  readonly origin: WriteOrigin
  /** The changes delete or restore locked records with their lines. */
  readonly deletion?: Deletion | undefined
  /** What the rows must satisfy after the change. Without it, they may become invisible to the actor. */
  readonly access?: Access | undefined
  /** Records of the same transaction to which the changes may refer. */
  readonly known?: KnownIds
}

/** The history entry of a change, besides the changed values. */
export interface WriteStep {
  readonly operation: string
  readonly input?: Row
  /** The id of the entry, which effects and automatic steps name as their cause. */
  readonly id?: string
  readonly causeId?: string
  /** The warnings of the rules of the step. */
  readonly warnings?: Prepared['warnings']
}

/** A requested change of a record. */
export interface WriteRequest {
  /** Null for a new record. */
  readonly before: StoredRecord | null
  /** Of a new record, if it has one already. */
  readonly id?: string
  /** The values that a client entered. */
  readonly entered?: Row
  /** Those that it sent of fields that the server writes. */
  readonly readOnly?: Row
  /** The values of the descriptors, a handler, an undo or a job. */
  readonly set?: Row
  readonly lines?: ReadonlyMap<string, LineInput>
  readonly links?: Prepared['links']
  /** The version, authors and times of a new record that is written with its past. */
  readonly past?: PastVersion
  /** The change as it is, where the values were computed before. */
  readonly prepared?: Prepared
  readonly step?: Partial<WriteStep>
  /** The step that makes the change. */
  readonly of?: Step
  /** The fields to which the descriptor alone gives a value. */
  readonly chosen?: ReadonlySet<string>
  /** The title of the operation, with which a refused automatic step is reported. Without it, none is made. */
  readonly title?: Bilingual
  /** What the change causes in other records. */
  effects?(work: Work, change: PlannedWrite): Promise<void>
}

/** What a client entered, until its values are computed. */
export interface EnteredChange extends WriteRequest {
  values: Row
  lineInputs: ReadonlyMap<string, LineInput>
}

/** A valid change. Only checks that need the database remain. */
export interface PlannedWrite extends Prepared, Omit<WriteRequest, 'before' | 'id' | 'prepared' | 'step'> {
  after: Row
  changed: ReadonlySet<string>
  parts: Prepared['parts']
  warnings?: Prepared['warnings']
  readonly id: string
  readonly before: Row | null
  readonly stored: StoredRecord | null
  readonly step: WriteStep & { readonly id: string }
  /** The record after its automatic steps. */
  auto?: StoredRecord | undefined
}

/** The changes of one resource that a transaction writes together. */
export interface WriteScope extends WriteTarget {
  readonly work: Work
  readonly recording: (typeof origins)[WriteOrigin]['recording']
}

/** The deletions or restorations of one resource, and how they change other records. */
export interface DeletionScope extends WriteScope {
  readonly deletion: Deletion
  readonly ids: readonly string[]
  /** The ids of the lines that were deleted or restored with the records. */
  readonly lines: ReadonlyMap<ChildPart, readonly string[]>
  /** The history entry of each. */
  readonly entryOf: ReadonlyMap<string, string>
  write(work: Work, target: WriteTarget, changes: readonly WriteRequest[]): Promise<unknown>
}

/** The deletion or restoration of a locked row. */
export const deletionOf = (record: Row, causeId?: string): WriteRequest => ({
  before: { record, lines: new Map() },
  ...(causeId !== undefined && { step: { causeId } }),
})

/** The same as a guard evaluates it. */
export const rowChangeOf = (row: Row | null, deletion: Deletion) =>
  deletion === 'remove' ? { before: row, after: null } : { before: null, after: row }

export const isNew = ({ before }: Pick<PlannedWrite, 'before'>): boolean => before === null

/** A feature of records. Each of its functions is called at its place in the list of aspects. */
export interface Aspect {
  /** Completes or refuses what a client entered, before values are computed. */
  entered?(work: Work, target: WriteTarget, change: EnteredChange): Promise<void> | void
  /** Refuses a computed change. */
  planned?(work: Work, target: WriteTarget, change: PlannedWrite, entered: EnteredChange): Promise<void> | void
  /** Completes or refuses changes in their transaction, before the rows are written. */
  before?(writing: WriteScope, changes: PlannedWrite[]): Promise<void> | void
  /** Follows the rows that were written, in their transaction. `all` includes steps that changed no value. */
  after?(writing: WriteScope, written: readonly PlannedWrite[], all: readonly PlannedWrite[]): Promise<void> | void
  /** Refuses the deletion or restoration of records in its transaction, before they are written. */
  deleting?(deletion: DeletionScope, changes: readonly PlannedWrite[]): Promise<void> | void
  /** Follows the deletion or restoration of records. */
  deleted?(deletion: DeletionScope): Promise<void> | void
  /** Whether a new record without lines can be written by one statement: `before` and `after` have nothing to do. */
  isPlain?(work: Work, resource: Resource, change: PlannedWrite): boolean
  /** The statement of a plain change does what `before` does. */
  readonly isInStatement?: true
  /** Whether the change of a stored record is written alone, because its validity depends on others of the write. */
  isAlone?(work: Work, resource: Resource, change: PlannedWrite): boolean
}
