/**
 * The id of the user in the readable companion of the HTTP-only session cookie: without it there is no session. It is no
 * credential.
 */
export const sessionUser = (cookies: string = document.cookie): string | undefined =>
  /(?:^|; )mingchu-session=([^;]*)/.exec(cookies)?.[1]

/** Whether the browser has a session. */
export const hasSessionMark = (cookies?: string): boolean => sessionUser(cookies) !== undefined
