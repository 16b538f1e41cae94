import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import type { ReadStore, Store } from './operations.ts'
import type { OwnData } from './own-data.ts'
import type { Work } from './work.ts'

/** The arguments of a handler: the stored record, the checked input and the context. */
export interface ActionCall<Row, Input, Context = StepContext> {
  /** The record, locked until the end of the transaction. Null for an action on a collection. */
  readonly record: Row
  readonly input: Input
  readonly context: Context
}

/** What handlers may send by each port. */
export interface PortPayloads {
  readonly sms: { readonly phone: string; readonly content: string }
  readonly email: { readonly address: string; readonly subject: string; readonly content: string }
}

/**
 * What every handler may use, all within the transaction of the transition or action. No port is among it: the
 * transaction may be rolled back or run again, so what leaves it is sent after the commit.
 */
export interface StepContext {
  readonly ctx: RequestContext
  /** The store's operations with the same access checks, in this transaction. */
  readonly store: Store
  /** Stores what the port sends once the transaction is committed, and nothing if it is not. */
  send<Port extends keyof PortPayloads>(port: Port, payload: PortPayloads[Port]): Promise<void>
  /** Sets what the response contains besides the record: a URL, a list. The last call counts. */
  answer(data: unknown): void
}

/** What only handlers of the engine itself may use in addition. */
export interface EngineStepContext extends StepContext {
  /** The work in the transaction. */
  readonly work: Work
  /** Statements in the transaction, without access checks. */
  readonly queries: Queries
}

/** The arguments of a handler of a query: the checked input, and the store in a transaction that only reads. */
export interface QueryHandlerCall<Input> {
  readonly input: Input
  readonly context: { readonly ctx: RequestContext; readonly store: ReadStore }
}

/** What the descriptors declare about a handler: of a query, that it only reads. */
interface HandlerShape {
  readonly record?: unknown
  readonly input: unknown
  readonly answer?: unknown
  readonly reads?: true
}

/**
 * The handlers that a resource must have, by name. Each returns the fields to write: none without a record. One of a
 * query returns what the query declares.
 */
export type ActionHandlers<Shapes extends Readonly<Record<string, HandlerShape>>, Context = StepContext> = {
  readonly [Name in keyof Shapes]: Shapes[Name] extends { readonly reads: true }
    ? (call: QueryHandlerCall<Shapes[Name]['input']>) => Promise<Shapes[Name]['answer']>
    : Shapes[Name] extends { readonly outside: 'before' }
      ? OutsideHandler<Shapes[Name]['record'], Shapes[Name]['input'], never, WithAnswer<Context, Shapes[Name]>>
      : (
          call: ActionCall<Shapes[Name]['record'], Shapes[Name]['input'], WithAnswer<Context, Shapes[Name]>>,
        ) => Promise<Written<Shapes[Name]['record']>>
}

/** What the first part of a handler with `outside: before` reads. It is in no transaction, and the store only reads. */
export interface OutsideCall<Row, Input> {
  readonly record: Row
  readonly input: Input
  readonly ctx: RequestContext
  readonly store: ReadStore
  /** Aborted at the time limit. */
  readonly signal: AbortSignal
  /** Stores a file, whose link the step may write into a record, and returns the link. One without a record is deleted. */
  storeFile(name: string, bytes: Uint8Array): Promise<string>
}

/** A handler with `outside: before`: it asks a port before the transaction, and gets the answer within it. */
export interface OutsideHandler<Row, Input, Outside, Context = StepContext> {
  before(call: OutsideCall<Row, Input>): Promise<unknown>
  handle(call: ActionCall<Row, Input, Context> & { readonly outside: Outside }): Promise<Written<Row>>
}

type Written<Row> = [Row] extends [null] ? Readonly<Record<string, never>> : Partial<NonNullable<Row>>

/** The context of a handler whose action declares what it returns. */
type WithAnswer<Context, Shape> = Shape extends { readonly answer: infer Answer }
  ? Omit<Context, 'answer'> & { answer(data: Answer): void }
  : Context

/** A handler of any resource. The types of its record and input are known to its own resource only. */
export type Handler =
  | ((call: ActionCall<never, never>) => Promise<object>)
  | {
      before(call: OutsideCall<never, never>): Promise<unknown>
      handle(call: ActionCall<never, never> & { readonly outside: never }): Promise<object>
    }

/** An effect of a part on steps that name it under `runs`. It runs in the transaction of the step. */
export type Effect = (call: {
  readonly ctx: RequestContext
  /** As for handlers. */
  readonly store: Store
  readonly own: OwnData
  readonly resource: string
  /** The record after the step. */
  readonly record: Row
  /** The values of the arguments. */
  readonly input: Row
}) => Promise<void>

/** Effects of parts by name. */
export type Effects = Readonly<Record<string, Effect>>

/** All handlers of a product, by resource and name. */
export type Handlers = Readonly<Record<string, Readonly<Record<string, Handler>>>>

/** A handler of the engine itself. */
export type EngineHandler = (call: ActionCall<never, never, EngineStepContext>) => Promise<object>

/** The engine's handlers of its own resources, by resource and name. */
export type EngineHandlers = Readonly<Record<string, Readonly<Record<string, EngineHandler>>>>
