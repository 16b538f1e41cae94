/**
 * The id of the user in the readable companion of the HTTP-only session cookie: without it there is no session. It is no
 * credential.
 */
export const sessionUser = (cookies: string = document.cookie): string | undefined =>
  /(?:^|; )mingchu-session=([^;]*)/.exec(cookies)?.[1]

const tokenKey = 'mingchu:service'

/**
 * The token of a service in the fragment of an address, which no server gets, with which a display runs for days. It is
 * taken out of the address at once; a reload of the tab keeps it, until a user signs in.
 */
export function takenToken({ hash, pathname, search }: Location): string | undefined {
  const [, given] = /^#token=(mst_[\w-]+)$/.exec(hash) ?? []
  if (given === undefined) return sessionUser() === undefined ? keptToken() : undefined
  history.replaceState(history.state, '', pathname + search)
  sessionStorage.setItem(tokenKey, given)
  return given
}

const keptToken = (): string | undefined => globalThis.sessionStorage?.getItem(tokenKey) ?? undefined

/** At a sign-out, the tab loses the token as well. */
export const forgetToken = (): void => globalThis.sessionStorage?.removeItem(tokenKey)

/** Whether the browser has a session, or this tab the token of a service. */
export const hasSessionMark = (cookies?: string): boolean =>
  sessionUser(cookies) !== undefined || keptToken() !== undefined
