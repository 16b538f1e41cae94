import type { Caller } from '../caller.ts'
import type { HistoryEntry } from './history.ts'
import type { Page } from './page.ts'
import type { QueryInput } from './query.ts'
import type { Row } from './shape.ts'

/**
 * Everything that may be done with rows, each for a caller and through the one predicate. Resources go by name;
 * records are in the forms of the wire, names of what they refer to beside them (`entIdName`).
 */
export interface Store {
  /** One page of the list, with the total counted up to a cap. */
  page(caller: Caller, resource: string, query: QueryInput): Promise<Page>
  /** The total without the cap, which may take long. */
  count(caller: Caller, resource: string, query: QueryInput): Promise<number>
  /** All that the query finds, up to a thousand. */
  list(caller: Caller, resource: string, query: QueryInput): Promise<Row[]>
  /** The first that the query finds. */
  find(caller: Caller, resource: string, query: QueryInput): Promise<Row | null>
  /** One record with its lines. */
  get(caller: Caller, resource: string, id: string): Promise<Row>
  /** The records that a reference may name, by part of their display; with `parentId`, one level of a tree. */
  options(caller: Caller, resource: string, field: string, wanted: Wanted): Promise<Option[]>
  /** What stands for records, in no order; those that the caller may not see are left out. */
  labels(caller: Caller, resource: string, ids: readonly string[]): Promise<Option[]>
  /** One level of a tree under a record, or its top; each says whether more lies below. */
  tree(caller: Caller, resource: string, parentId: string | null, query?: QueryInput): Promise<Row[]>
  /** What was changed, the latest first. */
  history(caller: Caller, resource: string, id: string): Promise<HistoryEntry[]>
  /** Stores a new record and its lines. A key given twice saves once. */
  save(caller: Caller, resource: string, record: unknown, key?: string): Promise<Row>
  /** Changes what is given of a record; with a `version` only if it is still that. */
  update(caller: Caller, resource: string, record: unknown, key?: string): Promise<Row>
  /** Deletes all of these, or none. */
  remove(caller: Caller, resource: string, ids: readonly string[]): Promise<void>
  /** Takes a record from one state to the next. */
  move(caller: Caller, resource: string, id: string, move: string, input: unknown): Promise<Done>
  /** Runs an action, on a record or on none. */
  act(caller: Caller, resource: string, id: string | null, action: string, input: unknown): Promise<Done>
}

/** What a look-up is narrowed by. */
export interface Wanted {
  /** A part of the display. */
  readonly text?: string
  /** The record as the form has it, which the reference's `where` reads; without it `where` narrows nothing. */
  readonly record?: Readonly<Record<string, unknown>>
  /** Of a tree: records right under this one, or its top. */
  readonly parentId?: string | null
}

/** A record as a choice. */
export interface Option {
  readonly id: string
  readonly name: string
  /** Of a tree: more lies below. */
  readonly hasChildren?: boolean
}

/** What a move or an action came to. */
export interface Done {
  readonly record: Row | null
  /** What the handler answered beside the record. */
  readonly answer: unknown
}
