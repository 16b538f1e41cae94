import type { Bilingual } from '../model/model.ts'
import { filledPath } from '../model/names.ts'
import { Failure } from './failure.ts'

export type { MessagePreview } from '../model/message-preview.ts'

/** The address of the server and the credentials. */
export interface Connection {
  /** `https://example.org`; empty in a page of the same server. */
  readonly baseUrl: string
  /** The access token, or a function that returns it for each request. */
  readonly token?: string | (() => string | undefined)
  readonly language?: keyof Bilingual
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** One page of a list. */
export interface Page<Record> {
  readonly records: readonly Record[]
  readonly total: number
  /** More records match than were counted: paging ends at the total. */
  readonly capped: boolean
  readonly current: number
  readonly size: number
  readonly pages: number
  /** Fields whose stored values are being computed again: rows are not sorted or filtered by them. */
  readonly stale?: readonly string[]
}

/** The operations on records of every resource. Those of a read-only one have no others. */
export interface ReadRecords<Record, Query> {
  page(query?: Query): Promise<Page<Record>>
  /** All records that match the query, up to a thousand. */
  list(query?: Query): Promise<readonly Record[]>
  /** The first record that matches the query. */
  find(query: Query): Promise<Record | null>
  /** One record with its lines. */
  get(id: string): Promise<Record>
  /** The total without a cap, which may be slow. */
  count(query?: Query): Promise<number>
}

/** The operations on records that users may write. */
export interface Records<Record, Save, Update, Query> extends ReadRecords<Record, Query> {
  /** Stores a new record; `key` makes it idempotent. */
  save(record: Save, key?: string, acknowledged?: AcknowledgedNames): Promise<Record>
  /** Changes the given fields; with `version` only if the record still has that version. */
  update(record: Update, key?: string, acknowledged?: AcknowledgedNames): Promise<Record>
  /** Deletes all of these records, or none. */
  remove(ids: string | readonly string[]): Promise<void>
}

/** The names of the warnings that the user has acknowledged (`Failure.warnings`), or all. */
export type AcknowledgedNames = readonly string[] | 'all'

/** A transition or an action; `key` makes it idempotent. */
export type StepCall<Input, Answer> = (input: Input, key?: string, acknowledged?: AcknowledgedNames) => Promise<Answer>

/** A declared query. */
export type QueryCall<Input, Answer> = (input?: Input) => Promise<Answer>

/** A declared query with a required input. */
export type RequiredQueryCall<Input, Answer> = (input: Input) => Promise<Answer>

/** The rows of a list, at most a thousand; `more` if there are others. */
export type RowList<Row> = readonly Row[] & { readonly more?: true }

/** The inputs of a query and the filters of its list; an input hides the filter of the same name. */
export type WithInput<Input, Filters> = Input & Omit<Filters, keyof Input>

/** The paths of all endpoints, as listed by the generated client. */
export type Calls = Readonly<
  Record<string, { readonly path: string; readonly steps: Readonly<Record<string, readonly [Method, string]>> }>
>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Input = Readonly<Record<string, unknown>>
type How = readonly [key?: string, acknowledged?: AcknowledgedNames]
type Call = (method: Method, last: string, input: unknown, ...how: How) => Promise<unknown>

/** Creates the client described by its type from a table of paths. */
export function connect<Client>(connection: Connection, calls: Calls): Client {
  const resources = Object.entries(calls).map(([name, { path, steps }]) => {
    const call: Call = (method, last, ...sent) =>
      send(connection, method, last.startsWith('/') ? last : `${path}/${last}`, ...sent)
    const taken = Object.entries(steps).map(([step, [method, last]]) => [
      step,
      (input: Input = {}, ...how: How) => call(method, ...filledPath(last, input), ...how),
    ])
    return [name, { ...recordsOf(call), ...Object.fromEntries(taken) }]
  })
  return Object.fromEntries(resources) as Client
}

function recordsOf(call: Call): Readonly<Record<keyof Records<never, never, never, never>, unknown>> {
  return {
    page: (query?: Input) => call('GET', 'page', query),
    list: (query?: Input) => call('GET', 'listByQuery', query),
    find: (query: Input) => call('GET', 'getByQuery', query),
    get: (id: string) => call('GET', 'getById', { id }),
    count: (query?: Input) => call('GET', 'exactTotal', query),
    save: (record: Input, ...how: How) => call('POST', 'save', record, ...how),
    update: (record: Input, ...how: How) => call('PUT', 'update', record, ...how),
    remove: (ids: string | readonly string[]) => call('DELETE', 'removeByIds', { ids: [ids].flat() }),
  }
}

async function send(
  connection: Connection,
  method: Method,
  path: string,
  input: unknown,
  key?: string,
  acknowledged?: AcknowledgedNames,
) {
  const { baseUrl, token, language, fetch: ask = fetch } = connection
  const bearer = typeof token === 'function' ? token() : token
  const inQuery = method === 'GET'
  const response = await ask(`${baseUrl}${path}${inQuery ? queryString(input as Input | undefined) : ''}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(!inQuery && { 'content-type': 'application/json' }),
      ...(bearer && { 'blade-auth': `bearer ${bearer}` }),
      ...(language && { 'accept-language': language }),
      ...(key && { 'idempotency-key': key }),
      ...(acknowledged && { acknowledged: [acknowledged].flat().join() }),
    },
    ...(!inQuery && { body: JSON.stringify(input) }),
  })
  return dataOf(response)
}

async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const answer: unknown = isJson(response) ? JSON.parse(text) : {}
  const { data, more, msg, errors, warnings, reason } = answer as Refused & {
    readonly data?: unknown
    readonly more?: true
  }
  if (response.ok) return more && Array.isArray(data) ? Object.assign(data, { more }) : data
  throw new Failure(response.status, msg ?? response.statusText, errors, data, reason, warnings)
}

interface Refused {
  readonly msg?: string
  readonly errors?: Readonly<Record<string, string>>
  readonly warnings?: Failure['warnings']
  readonly reason?: string
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false

/** Lists are joined by commas; undefined values are omitted. */
function queryString(query: Input = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const pairs = given.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
