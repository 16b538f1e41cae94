/** Whether the readable companion of the HTTP-only session cookie exists: without it there is no session. */
export const hasSessionMark = (cookies: string = document.cookie): boolean => /(^|; )mingchu-session=/.test(cookies)
