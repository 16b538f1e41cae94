import type { ListPosition } from '../../model/list-position.ts'
import type { BulkPreview } from '../../model/operation-view.ts'
import type { Related } from '../../model/related.ts'
import type { Caller } from '../auth/caller.ts'
import type { Row } from '../database/shape.ts'
import type { Refusal } from '../errors/refuse.ts'
import type { BranchCount, BranchesAsked } from './branch-counts.ts'
import type { PreviewedDoing, Selected, Undoing } from './bulk-doing.ts'
import type { HistoryEntry, HistoryPart } from './history.ts'
import type { Page } from './page.ts'
import type { Step } from './paths.ts'
import type { QueryInput } from './query.ts'
import type { SelectionPart } from './selection.ts'
import type { RowStream, StreamWanted } from './stream.ts'

/**
 * Everything that may be done with rows, each for a caller and through the one predicate. Resources go by name;
 * records are in the forms of the wire, names of what they refer to beside them (`entIdName`).
 */
export interface Store {
  /** The same store for requests that are part of an operation on several records, whose id their history carries. */
  within(operation: string): Store
  /** What an operation would do to which rows, counted. */
  preview(caller: Caller, resource: string, selected: Selected, doing: PreviewedDoing): Promise<BulkPreview>
  /**
   * Reverts what an operation did to these records, those that are still at the version that it left; says of each
   * whether it was reverted. Throws where the database refuses one of them, and none is reverted.
   */
  undo(caller: Caller, resource: string, undoing: Undoing, ids: readonly string[], key?: string): Promise<Outcomes>
  /** One page of the list, with the total counted up to a cap. */
  page(caller: Caller, resource: string, query: QueryInput): Promise<Page>
  /** The total without the cap, which may take long. */
  count(caller: Caller, resource: string, query: QueryInput): Promise<number>
  /** All that the query finds, up to a thousand. */
  list(caller: Caller, resource: string, query: QueryInput): Promise<Row[]>
  /** Opens the rows that the caller may export, to be read to the last one by short statements. */
  stream(caller: Caller, resource: string, wanted: StreamWanted): Promise<RowStream>
  /** The first that the query finds. */
  find(caller: Caller, resource: string, query: QueryInput): Promise<Row | null>
  /** One record with its lines. */
  get(caller: Caller, resource: string, id: string): Promise<Row>
  /** The records that a reference may name, by part of their display; with `parentId`, one level of a tree. */
  options(caller: Caller, resource: string, field: string, wanted: Wanted): Promise<Option[]>
  /** What a record would copy from the one that a reference of it names. */
  copied(caller: Caller, resource: string, reference: string, id: string): Promise<Row>
  /** The records that texts mean for a reference, as an import resolves them, in one query for all. */
  meant(caller: Caller, resource: string, field: string, wanted: TextsWanted): Promise<Meant[]>
  /** What stands for records, in no order; those that the caller may not see are left out. */
  labels(caller: Caller, resource: string, ids: readonly string[]): Promise<Option[]>
  /** Records of a tree by part of their display, each with the way to it. */
  findInTree(caller: Caller, resource: string, text: string): Promise<Option[]>
  /** A few records by part of what stands for them, the nearest first. */
  search(caller: Caller, resource: string, text: string): Promise<Option[]>
  /** All that lies below a record of a tree, up to ten thousand, in the order of each level. */
  wholeBelow(caller: Caller, resource: string, parentId: string): Promise<TreeOption[]>
  /** How many records lie in branches of a tree that they refer to; empty branches are left out. */
  branchCounts(caller: Caller, resource: string, asked: BranchesAsked): Promise<BranchCount[]>
  /** A thousand of one level of a tree, under a record or at its top, from a place on; each says whether more lies below. */
  tree(caller: Caller, resource: string, parentId: string | null, query?: QueryInput, from?: number): Promise<Row[]>
  /** What was changed, the latest first; before an entry, those that are older. */
  history(caller: Caller, resource: string, id: string, part?: HistoryPart): Promise<HistoryEntry[]>
  /** What refers to a record, of all that the caller may view; of a tree, with what refers to what lies below it. */
  related(caller: Caller, resource: string, id: string, withBelow?: boolean): Promise<Related[]>
  /** What stands before and after a record in the list that a query gives, and its place there. */
  listPosition(caller: Caller, resource: string, id: string, query: QueryInput): Promise<ListPosition>
  /** Stores a new record and its lines. A key given twice saves once. */
  save(caller: Caller, resource: string, record: unknown, key?: string): Promise<Row>
  /** Changes what is given of a record; with a `version` only if it is still that. */
  update(caller: Caller, resource: string, record: unknown, key?: string): Promise<Row>
  /**
   * Changes the same fields of several records in one transaction, each tried by itself. Undefined where they have to be
   * changed one by one; throws where one of them met the database's refusal, and none is changed. By a key that was given
   * before, those that are changed already are done.
   */
  updateTogether(
    caller: Caller,
    resource: string,
    ids: readonly string[],
    values: Row,
    key?: string,
  ): Promise<Outcomes | undefined>
  /** The same for a move. */
  moveTogether(
    caller: Caller,
    resource: string,
    ids: readonly string[],
    move: string,
    input: unknown,
    key?: string,
  ): Promise<Outcomes | undefined>
  /** What was answered the first time that a key came with this body; undefined where it did not come yet. */
  answered<Answer extends object>(
    caller: Caller,
    resource: string,
    key: string,
    body: unknown,
  ): Promise<Answer | undefined>
  /** What was answered the first time that a key came with this body: this, if it is the first. */
  first<Answer extends object>(
    caller: Caller,
    resource: string,
    key: string,
    body: unknown,
    answer: Answer,
  ): Promise<Answer>
  /** Deletes all of these, or none; those that a key deleted before are deleted. */
  remove(caller: Caller, resource: string, ids: readonly string[], key?: string): Promise<void>
  /** One page of what was deleted, the newest deletion first. */
  bin(caller: Caller, resource: string, query: QueryInput): Promise<Page>
  /** Brings back all of these with the lines that went with them, or none; those that a key brought back before are back. */
  restore(caller: Caller, resource: string, ids: readonly string[], key?: string): Promise<void>
  /** Ids of what a query finds, a part at a time, for work on each of them. */
  selection(caller: Caller, resource: string, part: SelectionPart): Promise<string[]>
  /** What stands for rows, deleted ones too; those that the caller may not see are left out. */
  displays(caller: Caller, resource: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Takes a record from one state to the next. A key given twice takes it once. */
  move(caller: Caller, resource: string, id: string, move: string, input: unknown, key?: string): Promise<Done>
  /** Runs an action, on a record or on none. A key given twice runs it once. */
  act(caller: Caller, resource: string, id: string | null, action: string, input: unknown, key?: string): Promise<Done>
}

/** What became of each of several records by its id: null where it is done, else why it is not. */
export type Outcomes = ReadonlyMap<string, Refusal | null>

/** What a look-up is narrowed by. */
export interface Wanted {
  /** A part of the display. */
  readonly text?: string
  /** The record as the form has it, which the reference's `where` reads; without it `where` narrows nothing. */
  readonly record?: Readonly<Record<string, unknown>>
  /** Of a tree: records right under this one, or its top. */
  readonly parentId?: string | null
  /** Of such a level: how many of its records are passed over. */
  readonly from?: number
  /** Ids that come first, where they may be chosen and no text narrows: those chosen lately. */
  readonly first?: readonly string[]
}

/** Texts that are given for a reference. */
export interface TextsWanted {
  readonly texts: readonly string[]
  /** The record as the form has it, which the reference's `where` reads. */
  readonly record?: Readonly<Record<string, unknown>>
}

/** What one text means for a reference. */
export interface Meant {
  readonly text: string
  /** How many records it means; any number but one is no answer. */
  readonly count: number
  /** The one record that it means. */
  readonly option?: Option
  /** Those that it may have meant, at most three, the most likely first. */
  readonly candidates?: readonly Option[]
}

/** A record as a choice. */
export interface Option {
  readonly id: string
  readonly name: string
  /** Its state, as its column holds it. */
  readonly state?: string
  /** What stands for whose it is, where a search tells apart by it. */
  readonly ownerName?: string
  /** Of a tree: more lies below. */
  readonly hasChildren?: boolean
  /** Of a tree: the way to it, from the top down and without itself. */
  readonly path?: readonly Step[]
}

/** A record of a tree as a choice, under its parent. */
export interface TreeOption extends Option {
  readonly parentId: string
}

/** What a move or an action came to. */
export interface Done {
  readonly record: Row | null
  /** What the handler answered beside the record. */
  readonly answer: unknown
}
