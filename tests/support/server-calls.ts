import type { Answer, ServerUnderTest } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

/** Calls of one user, for tests that read what is answered. */
export interface ServerCalls {
  readonly token: string
  call(method: string, path: string, body?: unknown, by?: string): Promise<Answer>
  /** The data of a successful answer; throws on an error. */
  data(method: string, path: string, body?: unknown, by?: string): Promise<Any>
  /** Stores a record of the module `city`, and returns its id. */
  save(resource: string, record: object): Promise<string>
}

/** The calls of a signed-in user; paths follow `/api/`. */
export function serverCalls(server: ServerUnderTest, token: string): ServerCalls {
  const call: ServerCalls['call'] = (method, path, body, by = token) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data: ServerCalls['data'] = async (...asked) => dataOf(await call(...asked))
  return {
    token,
    call,
    data,
    save: async (resource, record) => (await data('POST', `city/v1/${resource}/save`, record)).id,
  }
}

/** The data of a successful answer; throws on an error. */
export function dataOf({ status, body }: Answer): Any {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}

/** The lines of a streamed answer. */
export function linesOf({ status, body }: Answer): Any[] {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return String(body)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}
