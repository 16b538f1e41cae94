import type { Model } from '../../model/model.ts'
import type { Caller } from '../auth/caller.ts'
import type { Store } from './operations.ts'

/** What a handler is given: the record as stored, the input as checked, and what it may work with. */
export interface ActionCall<Row, Input, Context = StepContext> {
  /** The record, locked until the end; null for an action that was called without an id. */
  readonly record: Row
  readonly input: Input
  readonly context: Context
}

/** What the engine hands to every handler; all of it within the transaction of the move or action. */
export interface StepContext {
  readonly caller: Caller
  readonly model: Model
  readonly now: Date
  /** The same operations as outside, held to the same rights, in this transaction. */
  readonly store: Store
  /** What the call answers beside the record: an address, a list. The last one given counts. */
  answer(data: unknown): void
}

/** The handlers that a resource owes, by name, each giving back the fields to write. */
export type ActionHandlers<
  Shapes extends Readonly<Record<string, { readonly record: unknown; readonly input: unknown }>>,
  Context = StepContext,
> = {
  readonly [Name in keyof Shapes]: (
    call: ActionCall<Shapes[Name]['record'], Shapes[Name]['input'], Context>,
  ) => Promise<Partial<NonNullable<Shapes[Name]['record']>>>
}

/** A handler as the store knows it: of some record and some input, which only its own resource can tell. */
export type Handler = (call: ActionCall<never, never>) => Promise<object>

/** Every handler of a product: by resource, then by name. */
export type Handlers = Readonly<Record<string, Readonly<Record<string, Handler>>>>
