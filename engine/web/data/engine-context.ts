import { createContext, useContext } from 'react'
import type { Uploads } from '../../fields/uploads.ts'
import type { Connectivity } from './connection.ts'
import type { Drafts } from './drafts.ts'
import type { ListMemory } from './list-memory.ts'
import type { NestedCreation } from './nested-creation.ts'
import type { PageStates } from './page-states.ts'
import type { Preferences } from './preferences.ts'
import type { RowChanges } from './row-changes.ts'
import type { Session } from './session.ts'
import type { StoredTabs } from './stored-tabs.ts'
import type { Unsaved } from './unsaved.ts'

/** The services that every screen of the engine uses. */
export interface WebEngine {
  readonly session: Session
  /** Whether the server can be reached. */
  readonly connection: Connectivity
  readonly preferences: Preferences
  /** Unsaved input, anywhere on the page. */
  readonly unsaved: Unsaved
  /** Rows that other users changed. */
  readonly changes: RowChanges
  /** Drafts of unsaved input, across visits. */
  readonly drafts: Drafts
  /** Records that are created from within another form. */
  readonly creating: NestedCreation
  /** Files that are being uploaded. */
  readonly uploads: Uploads
  /** How each list was left. */
  readonly lists: ListMemory
  /** State of screens that their address does not contain. */
  readonly left: PageStates
  /** The opened pages, across reloads. */
  readonly tabs: StoredTabs
}

export const EngineContext = createContext<WebEngine | undefined>(undefined)

/** The engine around this screen. */
export function useEngine(): WebEngine {
  const engine = useContext(EngineContext)
  if (!engine) throw new Error('This screen requires EngineApp around it.')
  return engine
}
