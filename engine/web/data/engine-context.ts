import { createContext, useContext } from 'react'
import type { Uploads } from '../../fields/uploads.ts'
import type { Connection } from './connection.ts'
import type { Creating } from './creating.ts'
import type { Drafts } from './drafts.ts'
import type { LeftScreens } from './left-screens.ts'
import type { ListMemory } from './list-memory.ts'
import type { Preferences } from './preferences.ts'
import type { Session } from './session.ts'
import type { Unsaved } from './unsaved.ts'

/** What every screen of the engine stands on. */
export interface Engine {
  readonly session: Session
  /** Whether the server can be reached. */
  readonly connection: Connection
  readonly preferences: Preferences
  /** What was typed and not saved, anywhere on the page. */
  readonly unsaved: Unsaved
  /** What was typed and not saved, over visits. */
  readonly drafts: Drafts
  /** Records that are made in the midst of another form. */
  readonly creating: Creating
  /** Files on their way to the server. */
  readonly uploads: Uploads
  /** How each list was left. */
  readonly lists: ListMemory
  /** What screens had that no address tells. */
  readonly left: LeftScreens
}

export const EngineContext = createContext<Engine | undefined>(undefined)

/** The engine around this screen. */
export function useEngine(): Engine {
  const engine = useContext(EngineContext)
  if (!engine) throw new Error('This screen stands outside of EngineApp.')
  return engine
}
