import type { ListPosition } from '../../model/list-position.ts'
import type { MessagePreview } from '../../model/message-preview.ts'
import type { BulkPreview } from '../../model/operation-view.ts'
import type { Related } from '../../model/related.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import type { Refusal } from '../errors/refuse.ts'
import type { BranchCount, BranchCountsInput } from './branch-counts.ts'
import type { HistoryEntry, HistoryPart } from './history.ts'
import type { Performed } from './idempotency.ts'
import type { RecordPage } from './page.ts'
import type { PathStep } from './paths.ts'
import type { QueryInput } from './query.ts'
import type { PreviewedOperation, SelectedRows, SelectionPart } from './selection.ts'
import type { RowStream, StreamWanted } from './stream.ts'

/**
 * All operations on rows, each in the context of a request and through the access predicate. Resources are given by
 * name. Records are in the form of the HTTP API, with the names of their references (`entIdName`).
 */
export interface Store {
  /** Runs operations as they would run, and rolls all of them back. */
  check<Result>(
    ctx: RequestContext,
    resource: string,
    several: (store: Store, queries: Queries) => Promise<Result>,
  ): Promise<Result>
  /** How many rows an operation would change, and their values and states. */
  preview(
    ctx: RequestContext,
    resource: string,
    selected: SelectedRows,
    bulkOperation: PreviewedOperation,
  ): Promise<BulkPreview>
  /**
   * Reverts the changes of an operation to those of the records that are still at the version that it wrote. Returns
   * for each whether it was reverted. Throws where the database refuses one of them, and none is reverted.
   */
  undo(
    ctx: RequestContext,
    resource: string,
    operation: string,
    ids: readonly string[],
    key?: string,
  ): Promise<Outcomes>
  /** One page of the list, with the total counted up to a cap. */
  page(ctx: RequestContext, resource: string, query: QueryInput): Promise<RecordPage>
  /** The total without the cap, which may take long. */
  count(ctx: RequestContext, resource: string, query: QueryInput): Promise<number>
  /** All records that the query finds, up to a thousand. */
  list(ctx: RequestContext, resource: string, query: QueryInput): Promise<Row[]>
  /** The result of a query that the descriptor declares, for texts of an address. */
  query(ctx: RequestContext, resource: string, query: string, given: QueryInput): Promise<QueryAnswer>
  /** Ends the claims that the actor has by a query with `claims`. */
  release(ctx: RequestContext, resource: string, query: string): Promise<void>
  /** Opens a stream of the rows that the actor may export. It reads all of them by short statements. */
  stream(ctx: RequestContext, resource: string, wanted: StreamWanted): Promise<RowStream>
  /** The first record that the query finds. */
  find(ctx: RequestContext, resource: string, query: QueryInput): Promise<Row | null>
  /** One record with its lines; with the name of a step, one on which the actor may take it. */
  get(ctx: RequestContext, resource: string, id: string, step?: string): Promise<Row>
  /** The whole values of masked fields of a record, for a reason; an act of the audit log, as is its refusal. */
  reveal(ctx: RequestContext, resource: string, id: string, fields: readonly string[], reason: string): Promise<Row>
  /** The records that a reference may name, by part of their display text. With `parentId`, one level of a tree. */
  options(ctx: RequestContext, resource: string, field: string, wanted: Wanted): Promise<ReferenceOption[]>
  /** The record that a save would choose now for a reference with `pick`; undefined if the actor may not see it. */
  nextPick(ctx: RequestContext, resource: string, field: string, record: Row): Promise<ReferenceOption | undefined>
  /** The values that expressions of a resource read from records of another, by id, as far as the actor may read them. */
  targets(
    ctx: RequestContext,
    resource: string,
    target: string,
    ids: readonly string[],
  ): Promise<Readonly<Record<string, Row>>>
  /** The records that texts mean for a reference, resolved as in an import, in one query for all. */
  meant(ctx: RequestContext, resource: string, field: string, wanted: TextsWanted): Promise<ResolvedText[]>
  /** The labels of records, in no order. Records that the actor may not see are left out. */
  labels(ctx: RequestContext, resource: string, ids: readonly string[]): Promise<ReferenceOption[]>
  /** Records of a tree by part of their display text, each with its path. */
  findInTree(ctx: RequestContext, resource: string, text: string): Promise<ReferenceOption[]>
  /** A few records by part of their label, the nearest first. */
  search(ctx: RequestContext, resource: string, text: string): Promise<ReferenceOption[]>
  /** All descendants of a record of a tree, up to ten thousand, in the order of each level. */
  wholeBelow(ctx: RequestContext, resource: string, parentId: string): Promise<TreeOption[]>
  /** The number of records in branches of a tree that they refer to. Empty branches are left out. */
  branchCounts(ctx: RequestContext, resource: string, asked: BranchCountsInput): Promise<BranchCount[]>
  /**
   * A thousand records of one level of a tree, under a record or at the top, from an offset. Each has whether it has
   * children.
   */
  tree(
    ctx: RequestContext,
    resource: string,
    parentId: string | null,
    query?: QueryInput,
    from?: number,
  ): Promise<Row[]>
  /** The history, the latest change first, or the entries older than a given one. */
  history(ctx: RequestContext, resource: string, id: string, part?: HistoryPart): Promise<HistoryEntry[]>
  /**
   * The records that refer to a record, of all that the actor may view. Of a tree, optionally with those that refer to
   * descendants.
   */
  related(ctx: RequestContext, resource: string, id: string, withBelow?: boolean): Promise<Related[]>
  /** One page of a query of the records of a related field; of a tree, with `below: 'true'` also of descendants. */
  relatedPage(ctx: RequestContext, resource: string, id: string, list: string, query: QueryInput): Promise<RecordPage>
  /** The records before and after a record in the list of a query, and its position there. */
  listPosition(ctx: RequestContext, resource: string, id: string, query: QueryInput): Promise<ListPosition>
  /** Runs several operations in one transaction: all of them are made, or none. */
  together<Result>(ctx: RequestContext, resource: string, several: (store: Store) => Promise<Result>): Promise<Result>
  /** Stores a new record and its lines. Idempotent for a key. */
  save(ctx: RequestContext, resource: string, record: unknown, key?: string): Promise<Row>
  /** Changes the given fields of a record. With a `version`, only if the record still has it. */
  update(ctx: RequestContext, resource: string, record: unknown, key?: string): Promise<Row>
  /**
   * Replaces the links of a bind that the actor sees, as a new version of the left record, and calls `recorded` in its
   * transaction if they change. Idempotent for a key.
   */
  bind(
    ctx: RequestContext,
    resource: string,
    bind: string,
    input: LinksInput,
    recorded: (queries: Queries) => Promise<void>,
    key?: string,
  ): Promise<Row>
  /** The records that a bind links to a record, or their ids. */
  links(ctx: RequestContext, resource: string, bind: string, id: string): Promise<QueryAnswer>
  /** All of them to which the actor may refer, as choices. */
  linkedChoices(ctx: RequestContext, resource: string, bind: string, id: string): Promise<ReferenceOption[]>
  /**
   * Changes the same fields of several records in one transaction, each checked separately. Undefined where they have
   * to be changed one by one. Throws where the database refuses one of them, and none is changed. Records that the key
   * has already changed are skipped.
   */
  updateTogether(
    ctx: RequestContext,
    resource: string,
    ids: readonly string[],
    values: Row,
    key?: string,
  ): Promise<Outcomes | undefined>
  /** Runs a transition of several records in one transaction, under the same conditions. */
  transitionTogether(
    ctx: RequestContext,
    resource: string,
    ids: readonly string[],
    transition: string,
    input: unknown,
    key?: string,
  ): Promise<Outcomes | undefined>
  /** What the first request with this key and body did. Undefined where there was none. */
  performed(ctx: RequestContext, resource: string, key: string, body: unknown): Promise<Performed | undefined>
  /** What the first request with this key and body did: the given, if this is the first. */
  first(ctx: RequestContext, resource: string, key: string, body: unknown, performed: Performed): Promise<Performed>
  /** Deletes all of the records, or none. Records that the key has already deleted count as deleted. */
  remove(ctx: RequestContext, resource: string, ids: readonly string[], key?: string): Promise<void>
  /** One page of the deleted records, the newest deletion first. */
  bin(ctx: RequestContext, resource: string, query: QueryInput): Promise<RecordPage>
  /**
   * Restores all of the records with the lines deleted with them, or none. Records that the key has already restored
   * count as restored.
   */
  restore(ctx: RequestContext, resource: string, ids: readonly string[], key?: string): Promise<void>
  /** Ids of the records that a query finds, in batches, for work on each of them. */
  selection(ctx: RequestContext, resource: string, part: SelectionPart): Promise<string[]>
  /** The labels of rows, deleted ones too. Rows that the actor may not see are left out. */
  displays(ctx: RequestContext, resource: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Runs a transition of a record from one state to the next. Idempotent for a key. */
  transition(
    ctx: RequestContext,
    resource: string,
    id: string,
    transition: string,
    input: unknown,
    key?: string,
  ): Promise<StepOutcome>
  /** Runs an action, with or without a record. Idempotent for a key. */
  act(
    ctx: RequestContext,
    resource: string,
    id: string | null,
    action: string,
    input: unknown,
    key?: string,
  ): Promise<StepOutcome>
  /** The messages that a step would send about a record, by the path of its preview. */
  messages(ctx: RequestContext, resource: string, id: string, preview: string): Promise<MessagePreview[]>
}

/** The result of a declared query. */
export interface QueryAnswer {
  readonly data: unknown
  /** More rows exist than a list contains. */
  readonly more?: true
}

const readOperations = [
  'page',
  'count',
  'list',
  'query',
  'find',
  'get',
  'labels',
  'displays',
  'selection',
  'tree',
  'wholeBelow',
  'branchCounts',
  'history',
  'related',
  'relatedPage',
] as const satisfies readonly (keyof Store)[]

/** The operations that only read, for handlers of queries and for jobs outside their steps. */
export type ReadStore = Pick<Store, (typeof readOperations)[number]>

/** The reading operations of a store, without the others. */
export const readStoreOf = (store: Store): ReadStore =>
  Object.fromEntries(readOperations.map(name => [name, store[name]])) as unknown as ReadStore

/** The result for each of several records by its id: null where it succeeded, else the refusal. */
export type Outcomes = ReadonlyMap<string, Refusal | null>

/** The filters of a look-up. */
export interface Wanted {
  /** The step whose input the reference is. */
  readonly step?: string
  /** A part of the display text. */
  readonly text?: string
  /** The record as in the form, which the reference's `where` reads. Without it `where` does not filter. */
  readonly record?: Readonly<Record<string, unknown>>
  /** Of a tree: children of this record, or the top level. */
  readonly parentId?: string | null
  /** Of such a level: the number of records to skip. */
  readonly from?: number
  /** Ids that come first, where they may be chosen and no text filters: those chosen recently. */
  readonly first?: readonly string[]
}

/** Texts for a reference. */
export interface TextsWanted {
  /** The step whose input the reference is. */
  readonly step?: string
  readonly texts: readonly string[]
  /** The record as in the form, which the reference's `where` reads. */
  readonly record?: Readonly<Record<string, unknown>>
}

/** What one text means for a reference. */
export interface ResolvedText {
  readonly text: string
  /** The number of records that it matches. Only one is a result. */
  readonly count: number
  /** The one record that it means. */
  readonly option?: ReferenceOption
  /** Records that it may mean, at most three, the most likely first. */
  readonly candidates?: readonly ReferenceOption[]
}

/** A record as a choice. */
export interface ReferenceOption {
  readonly id: string
  readonly name: string
  /** Its state, as stored in its column. */
  readonly state?: string
  /** The label of its owner, where a search needs it to distinguish records. */
  readonly ownerName?: string
  /** Of a tree: it has children. */
  readonly hasChildren?: boolean
  /** Of a tree: the path to it, from the top, without itself. */
  readonly path?: readonly PathStep[]
}

/** A record of a tree as a choice, under its parent. */
export interface TreeOption extends ReferenceOption {
  readonly parentId: string
}

/** The result of a transition or an action. */
export interface StepOutcome {
  readonly record: Row | null
  /** What the handler returned besides the record. */
  readonly answer: unknown
  /** The records that it created, or that an earlier step had created, of those that the actor may view. */
  readonly creates?: readonly CreatedRecord[]
}

/** The links that a request wants a record to have. */
export interface LinksInput {
  readonly id: string
  readonly ids: readonly string[]
  /** The version that was read, where the client sent it. */
  readonly version?: unknown
}

/** A record that a step created. */
export interface CreatedRecord {
  readonly resource: string
  readonly id: string
  readonly name: string
  /** An earlier step of the same record had created it. */
  readonly existed: boolean
}
