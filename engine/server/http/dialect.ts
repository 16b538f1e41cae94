import type { Authenticator } from '../auth/authenticator.ts'
import type { SignInLock } from '../auth/sign-in-lock.ts'
import type { Database } from '../database/database.ts'
import type { Workflow } from '../processes/workflow.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'

/** The dependencies of a product's dialects: the guarded store. */
export interface DialectParts {
  readonly store: Store
  nextId(): string
  /** Checks whether another process changed the tables, and loads its Model. */
  catchUp(): Promise<void>
}

/** Those of the engine's own dialects, which sign users in and read rights. */
export interface EngineDialectParts extends DialectParts {
  readonly database: Database
  readonly authenticator: Authenticator
  readonly lock: SignInLock
  readonly workflow: Workflow
}

/** Registers endpoints over the store in the format of another protocol. */
export type Dialect = (app: App, parts: DialectParts) => void | Promise<void>
