import type { CallOptions, Session } from './session.ts'

/**
 * `fetch` with the page's session, for the generated client: an expired token is renewed, and a refusal is a
 * `RequestFault`, as in every other request of the web.
 */
export const sessionFetch =
  ({ stream }: Session): typeof fetch =>
  (address, { method, headers, body, signal } = {}) =>
    stream(String(address), signal ?? undefined, {
      headers: Object.fromEntries(new Headers(headers)),
      ...(isMethod(method) && { method }),
      ...(typeof body === 'string' && { body: JSON.parse(body) }),
    })

const isMethod = (method: string | undefined): method is NonNullable<CallOptions['method']> =>
  method !== undefined && ['GET', 'POST', 'PUT', 'DELETE'].includes(method)
