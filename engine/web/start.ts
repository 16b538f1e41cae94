import type { Language } from '../model/model.ts'
import { browserConnection, type Connectivity } from './data/connection.ts'
import type { ListViews } from './data/list-views.ts'
import type { ModelPart } from './data/model-source.ts'
import { pageQuery } from './data/page-query.ts'
import { indexPath, openPagesPath, pagePath, partPath, viewsPath } from './data/paths.ts'
import { createPreferences, type Preferences } from './data/preferences.ts'
import { type Prefetch, prefetchOf } from './data/prefetch.ts'
import { type GuessedRoute, guessedRoute } from './data/routes.ts'
import { createSession, type Session } from './data/session.ts'
import { hasSessionMark, takenToken } from './data/session-mark.ts'
import { storedShell } from './data/stored-shell.ts'
import { browserTabs } from './data/tab-channel.ts'
import { firstPage } from './list/initial-page.ts'
import { rowsThatFit } from './list/page-size.ts'
import { fetchMessages, type Messages } from './words/messages.ts'

/** The data that is requested before the application's code is loaded. */
export interface Start {
  readonly preferences: Preferences
  readonly connection: Connectivity
  readonly session: Session
  /** The texts of the user's language. */
  readonly messages: Promise<Messages>
  /** Whether the session of an earlier page was restored. */
  readonly isOpen: Promise<boolean>
  /** Resolves once the data of the address is requested, or soon: other code that runs before would delay the requests. */
  readonly asked: Promise<unknown>
  readonly address: Address
}

/** What an address means before the screens are loaded: the guessed resource, and whether it is the list. */
interface Address {
  readonly pathname: string
  readonly search: string
  readonly guess?: GuessedRoute
  readonly isList: boolean
}

/** Resolves once no other system is signing a user in by this address. */
export async function signedOn({ pathname, search, hash }: Location): Promise<void> {
  const given = new URLSearchParams(hash.includes('ticket=') ? hash.slice(1) : search)
  if (!(given.has('sso') && given.has('ticket')) && !(pathname === '/login' && given.has('state'))) return
  const { signOn } = await import('./sign-in/sign-on.ts')
  await signOn(given, createPreferences('mingchu:choices').read().language)
}

/**
 * Restores the session and requests the data of the address, so that its screen finds it loaded or loading. It
 * imports little: it runs while the rest of the code is loading. Responses with one of `silentCodes` are rejected without
 * a message.
 */
export function startEngine(location: Location, silentCodes: readonly number[] = []): Start {
  const { pathname, search } = location
  const serviceToken = takenToken(location)
  const preferences = createPreferences('mingchu:choices')
  const { connection, fetch } = browserConnection()
  const language = (): Language => preferences.read().language
  const prefetch = prefetchOf(
    createSession(language, {
      ...{ fetch, now: Date.now, tabs: browserTabs(), lastInput: lastInput() },
      ...{ serviceToken, silentCodes },
    }),
  )
  const guess = guessedRoute(pathname, storedShell())
  const address = { pathname, search, ...(guess && { guess }), isList: guess?.screen === 'list' }
  const isOpen = hasSessionMark() ? prefetch.session.resume() : Promise.resolve(false)
  if (!hasSessionMark()) void prefetch.ask(openPagesPath)
  const all = isOpen
    .then(isOpen => (isOpen ? askFor(prefetch, address, preferences) : undefined))
    .catch(() => undefined)
  // On a slower line, code runs while they are answered.
  const asked = Promise.race([all, new Promise(resolve => setTimeout(resolve, 50))])
  const common = { preferences, connection, session: prefetch.session, isOpen, asked, address }
  return { ...common, messages: asked.then(() => fetchMessages(language())) }
}

/** Returns when the user last used a key or a pointer; opening the page is an input too. */
function lastInput(): () => number {
  let at = Date.now()
  for (const kind of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
    window.addEventListener(kind, () => (at = Date.now()), { capture: true, passive: true })
  return () => at
}

/** Sends dependent requests in sequence and the others at once. A failure is handled where the response is taken. */
async function askFor({ ask, session }: Prefetch, { guess, isList, search }: Address, preferences: Preferences) {
  const entity = session.mustChangePassword() || session.mustEnrol() ? undefined : guess?.entity
  const part = entity === undefined ? undefined : ask<ModelPart>(partPath(entity))
  const views = entity === undefined || !isList ? undefined : ask<ListViews>(viewsPath(entity))
  // The server takes longest for the index, which no request waits for.
  void ask(indexPath)
  if (entity === undefined || !part || !views) return
  const resource = (await part).model.resources[entity]
  const fitting = resource && rowsThatFit(resource, preferences.read().density, window)
  const page = fitting && firstPage(resource, await views, search, fitting)
  if (page) void ask(pagePath(resource), pageQuery(page))
}
