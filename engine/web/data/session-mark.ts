/** Whether the server left its mark beside the cookie that no script reads: without the one there is no other. */
export const hasSessionMark = (cookies: string = document.cookie): boolean => /(^|; )mingchu-session=/.test(cookies)
