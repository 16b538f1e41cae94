import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import type { Store } from './operations.ts'

/** The arguments of a handler: the stored record, the checked input and the context. */
export interface ActionCall<Row, Input, Context = StepContext> {
  /** The record, locked until the end of the transaction. Null for an action on a collection. */
  readonly record: Row
  readonly input: Input
  readonly context: Context
}

/** What every handler may use, all within the transaction of the transition or action. */
export interface StepContext {
  readonly ctx: RequestContext
  /** The store's operations with the same access checks, in this transaction. */
  readonly store: Store
  /** Sets what the response contains besides the record: a URL, a list. The last call counts. */
  answer(data: unknown): void
}

/** What handlers of the engine itself may use besides. */
export interface EngineStepContext extends StepContext {
  /** Statements in the transaction, without access checks. */
  readonly queries: Queries
}

/** The handlers that a resource must have, by name. Each returns the fields to write: none without a record. */
export type ActionHandlers<
  Shapes extends Readonly<Record<string, { readonly record: unknown; readonly input: unknown }>>,
  Context = StepContext,
> = {
  readonly [Name in keyof Shapes]: (
    call: ActionCall<Shapes[Name]['record'], Shapes[Name]['input'], WithAnswer<Context, Shapes[Name]>>,
  ) => Promise<Written<Shapes[Name]['record']>>
}

type Written<Row> = [Row] extends [null] ? Readonly<Record<string, never>> : Partial<NonNullable<Row>>

/** The context of a handler whose action declares what it returns. */
type WithAnswer<Context, Shape> = Shape extends { readonly answer: infer Answer }
  ? Omit<Context, 'answer'> & { answer(data: Answer): void }
  : Context

/** A handler of any resource. The types of its record and input are known to its own resource only. */
export type Handler = (call: ActionCall<never, never, EngineStepContext>) => Promise<object>

/** All handlers of a product, by resource and name. */
export type Handlers = Readonly<Record<string, Readonly<Record<string, Handler>>>>
