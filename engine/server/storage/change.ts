import type { Bilingual } from '../../model/model.ts'

/** What a change means for the rows that are there. The last two are never applied without a yes. */
export type ChangeMark = 'additive' | 'rename' | 'index' | 'breaks-rows' | 'data-losing'

/** One step from the database as it is to what the Model wants. */
export interface Change {
  readonly mark: ChangeMark
  readonly what: Bilingual
  readonly statements: readonly string[]
  /** Values that only the server can compute; it does so before the statements. */
  readonly fill?: KeyFill
  /** Rows that break, or values that are lost. */
  readonly count?: number
  /** Run by itself after the transaction of all others: what takes long and locks nothing. */
  readonly apart: boolean
  /** The Model can be served without it: a column too many, a promise that some rows do not keep. */
  readonly canWait: boolean
  /** Counts again, under a lock, the rows that break, so that no row written meanwhile is lost silently. */
  readonly recount?: Counting
}

/** Computes the pinyin keys of a table's rows, whatever they are now. */
export interface KeyFill {
  readonly table: string
  readonly from: string
  readonly key: readonly string[]
}

export interface Counting {
  readonly table: string
  /** A statement in the names of the database as it is; answers one `count`. */
  readonly sql: string
}

/** A change before its rows are counted. */
export interface Draft extends Omit<Change, 'count' | 'apart' | 'canWait'> {
  readonly phase: Phase
  readonly apart?: true
  readonly canWait?: true
  readonly counting?: Counting
  /** The mark when rows break. */
  readonly otherwise?: ChangeMark
  /** There is nothing to do when no row breaks. */
  readonly onlyIfAny?: true
}

/** The order in which changes are made: what stands in the way goes first, what others stand on comes before them. */
export const phases = [
  'drop-references',
  'drop-indexes',
  'rename',
  'functions',
  'tables',
  'columns',
  'mend',
  'keys',
  'references',
  'drop',
  'names',
  'fill',
  'indexes',
  'validate',
] as const
export type Phase = (typeof phases)[number]

/** True for what is never applied silently. */
export const isLoss = ({ mark }: Change): boolean => mark === 'breaks-rows' || mark === 'data-losing'
