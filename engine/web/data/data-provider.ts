import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider, Identifier, RaRecord } from 'ra-core'
import { newRequestKey } from './delivery.ts'
import { resourceEntryOf } from './model-source.ts'
import { pageQuery } from './page-query.ts'
import type { CallOptions, Session } from './session.ts'

/** A page as the server sends it. `total` stops at the server's cap unless an exact count is requested. */
export interface ResponsePage {
  readonly records: readonly RaRecord[]
  readonly total: number
  /** There may be more than `total`. */
  readonly capped?: boolean
  /** Fields whose values are being computed again. */
  readonly stale?: readonly string[]
}

/** react-admin's data provider over the `v1` endpoints. Filters are maps of query names (`name_like`) to texts. */
export function createDataProvider(session: Session, queries: QueryClient): DataProvider {
  const call = async <Data>(resource: string, operation: string, options: CallOptions = {}): Promise<Data> => {
    const { module } = await resourceEntryOf(session, queries, resource)
    return session.call<Data>(`/api/${module}/v1/${resource}/${operation}`, options)
  }
  const remove = (resource: string, ids: readonly Identifier[], headers: Headers) =>
    ids.length === 1
      ? call(resource, 'removeById', { method: 'DELETE', body: { id: String(ids[0]) }, headers })
      : call(resource, 'removeByIds', { method: 'DELETE', body: { ids: ids.map(String) }, headers })

  const provider: DataProvider = {
    async getList(resource, { pagination, sort, filter, signal, meta }) {
      const isBin = meta?.isBin === true
      const options = {
        query: pageQuery({ pagination, sort, filter: { ...meta?.query, ...filter } }),
        ...(signal && { signal }),
      }
      const page = isBin
        ? await session.call<ResponsePage>(`/api/engine/bin/${resource}`, options)
        : await call<ResponsePage>(resource, 'page', options)
      const place = { page: options.query.current, perPage: options.query.size }
      const { stale = [] } = page
      return {
        data: [...page.records],
        total: page.total,
        meta: { capped: page.capped === true, stale, isBin, ...place },
      }
    },
    async getOne(resource, { id, signal }) {
      const data = await call<RaRecord>(resource, 'getById', { query: { id: String(id) }, ...(signal && { signal }) })
      return { data }
    },
    async getMany(resource, { ids, signal }) {
      const query = { id_in: ids.map(String).join(',') }
      const data = await call<RaRecord[]>(resource, 'listByQuery', { query, ...(signal && { signal }) })
      return { data }
    },
    getManyReference: (resource, { target, id, filter, ...others }) =>
      provider.getList(resource, { ...others, filter: { ...filter, [target]: String(id) } }),
    async create(resource, { data, meta }) {
      const saved = await call<RaRecord>(resource, 'save', {
        method: 'POST',
        body: data,
        headers: { 'idempotency-key': newRequestKey(), ...headersOf(meta) },
      })
      return { data: { ...data, ...saved } }
    },
    async update(resource, { id, data, previousData, meta }) {
      const version = data['version'] ?? previousData?.['version']
      const body = { ...data, id: String(id), ...(version !== undefined && { version }) }
      const saved = await call<RaRecord>(resource, 'update', { method: 'PUT', body, headers: headersOf(meta) })
      return { data: { ...body, ...saved } }
    },
    async updateMany(resource, { ids, data }) {
      for (const id of ids) await provider.update(resource, { id, data, previousData: { id } })
      return { data: ids }
    },
    async delete(resource, { id, previousData, meta }) {
      await remove(resource, [id], headersOf(meta))
      return { data: previousData ?? { id } }
    },
    async deleteMany(resource, { ids, meta }) {
      await remove(resource, ids, headersOf(meta))
      return { data: ids }
    },
  } as DataProvider
  return provider
}

type Headers = Readonly<Record<string, string>>

/** The key of a request that may be retried. */
const headersOf = (meta: { readonly key?: unknown } | undefined): Headers =>
  meta?.key === undefined ? {} : { 'idempotency-key': String(meta.key) }
