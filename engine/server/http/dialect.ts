import type { Authenticator } from '../auth/authenticator.ts'
import type { SignInLock } from '../auth/sign-in-lock.ts'
import type { Database } from '../database/database.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import type { Programs } from './programs.ts'

/** The dependencies of a product's dialects: the guarded store, and what programs send. */
export interface DialectParts extends Programs {
  readonly store: Store
  nextId(): string
  /** Checks whether another process changed the tables, and loads its Model. */
  catchUp(): Promise<void>
}

/** Those of the engine's own dialects, which sign users in and read rights. */
export interface EngineDialectParts extends Omit<DialectParts, keyof Programs> {
  readonly database: Database
  readonly authenticator: Authenticator
  readonly lock: SignInLock
}

/** Registers endpoints over the store in the format of another protocol. */
export type Dialect = (app: App, parts: DialectParts) => void | Promise<void>
