import { askedAhead } from './data/ahead.ts'
import { browserLine, type Line } from './data/line.ts'
import { indexPath, partPath, viewsPath } from './data/paths.ts'
import { createPreferences, type Preferences } from './data/preferences.ts'
import { createSession, type Session } from './data/session.ts'
import { hasSessionMark } from './data/session-mark.ts'

/** What a page begins with, before its code is there. */
export interface Start {
  readonly preferences: Preferences
  readonly line: Line
  readonly session: Session
  readonly page: FirstPage
}

/** What an address says before the screens are there: whose page it is, and whether it is the list. */
interface FirstPage {
  readonly entity?: string
  readonly isList: boolean
}

/**
 * Takes up the session and asks for what the address will need, so that its screen finds that there or on its way. It
 * imports next to nothing: it runs while the rest of the program is still being fetched.
 */
export function startEngine(address: string): Start {
  const preferences = createPreferences('mingchu:choices')
  const { line, fetch } = browserLine()
  const session = createSession(() => preferences.read().language, { fetch, now: Date.now })
  const page = pageAt(address)
  return { preferences, line, session: hasSessionMark() ? askedAhead(session, wantedBy(page)) : session, page }
}

function pageAt(address: string): FirstPage {
  const [, entity, more] = /^\/(\w+)(\/.+)?/.exec(address) ?? []
  return entity === undefined || entity === 'login' ? { isList: false } : { entity, isList: more === undefined }
}

const wantedBy = ({ entity, isList }: FirstPage): readonly string[] => [
  indexPath,
  ...(entity === undefined ? [] : [partPath(entity)]),
  ...(entity === undefined || !isList ? [] : [viewsPath(entity)]),
]
