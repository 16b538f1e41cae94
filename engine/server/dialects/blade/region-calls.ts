import type { FastifyReply, FastifyRequest } from 'fastify'
import { displayValueOf } from '../../../model/display.ts'
import { parentFieldOf } from '../../../model/tree.ts'
import type { Row } from '../../database/shape.ts'
import { done } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import type { Store } from '../../store/operations.ts'
import { asBladePage } from './blade-page.ts'
import { assureNames, assureParameters, type BladeParts, bodyRecordOf, isSent, parameter } from './blade-parts.ts'
import { type ResourceRequest, resourceRequest, resourcesByPath, submit } from './resource-calls.ts'

const path = 'blade-system/region'
/** The parent of the top regions. */
const topCode = '00'

/**
 * `region/…`: the tree of the resource with this path, whose records the platform's clients know by their code and not by
 * their id.
 */
export function regionCalls(app: App, { store }: BladeParts): void {
  const answer =
    (work: (asked: RegionRequest) => Promise<unknown>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const resource = resourcesByPath(request.ctx.model).get(path)
      const parent = resource && parentFieldOf(resource)
      if (!parent) return reply.callNotFound()
      const asked = { ...resourceRequest(store, resource, request), tree: parent.name }
      return done(await work(asked), request.language)
    }
  const get = (name: string, work: (asked: RegionRequest) => Promise<unknown>) =>
    app.get(`/api/${path}/${name}`, answer(work))
  for (const name of ['list', 'page']) get(name, regionPage)
  for (const name of ['lazy-list', 'lazy-tree']) get(name, asked => level(asked, 'parentCode'))
  get('select', asked => level(asked, 'code'))
  get('detail', async asked => one(asked, parameter(asked.request, 'code')))
  app.post(`/api/${path}/submit`, answer(save))
  app.post(
    `/api/${path}/remove`,
    answer(async asked => {
      assureParameters(asked.request, ['id'])
      await store.remove(asked.ctx, asked.resource.name, [await idOf(asked, parameter(asked.request, 'id'))])
      return {}
    }),
  )
}

/** A request for regions, with the field that refers to the parent. */
type RegionRequest = ResourceRequest & { readonly tree: string }

async function regionPage(asked: RegionRequest): Promise<Row> {
  const { store, ctx, resource } = asked
  const page = await store.page(ctx, resource.name, asked.query())
  const records = await regions(asked, page.records)
  return asBladePage({ ...page, records })
}

/** The regions below the code in a parameter, by default the top ones. */
async function level(asked: RegionRequest, name: 'code' | 'parentCode'): Promise<Row[]> {
  const { store, ctx, resource, request, tree } = asked
  const code = parameter(request, name) || topCode
  const { [tree]: _parent, [name]: _code, ...filter } = asked.query()
  const parentId = code === topCode ? null : await idOf(asked, code)
  return regions(asked, await store.tree(ctx, resource.name, parentId, filter))
}

async function one(asked: RegionRequest, code: string): Promise<Row | undefined> {
  const { store, ctx, resource } = asked
  return (await regions(asked, [await store.get(ctx, resource.name, await idOf(asked, code))]))[0]
}

/** Changes the region with the code of the body, or adds it. */
async function save(asked: RegionRequest): Promise<Row> {
  const { request, tree } = asked
  assureNames(request.query as object, [])
  const { id: oldCode, parentId, parentCode = parentId, ...given } = bodyRecordOf(request)
  const record = Object.fromEntries(Object.entries(given).filter(([name]) => !derivedNames.includes(name)))
  if (isSent(oldCode) && String(oldCode) !== String(record['code'])) throw refuse.input({ code: codeIsIdentity })
  const id = await findId(asked, String(record['code'] ?? ''))
  const parent = parentCode === undefined ? {} : { [tree]: await parentIdOf(asked, String(parentCode)) }
  await submit(asked, { ...record, ...parent, ...(id !== undefined && { id }) })
  return { id: record['code'] }
}

/** Names of records that repeat a field. */
const derivedNames: readonly string[] = ['level', 'title', 'value', 'key']

const codeIsIdentity = {
  zh: '区划代码不能修改，请新增一个区划',
  en: 'The code of a region cannot be changed: add another region',
}

const parentIdOf = async (asked: RegionRequest, code: string): Promise<string | null> =>
  code === topCode || code === '' ? null : idOf(asked, code)

async function idOf(asked: RegionRequest, code: string): Promise<string> {
  const id = await findId(asked, code)
  if (id === undefined) throw refuse.notFound(asked.resource.title)
  return id
}

async function findId({ store, ctx, resource }: RegionRequest, code: string): Promise<string | undefined> {
  if (code === '') return undefined
  const [found] = await store.list(ctx, resource.name, { code_equal: code })
  return found && String(found['id'])
}

/** Records with their codes in place of their ids. */
async function regions(asked: RegionRequest, rows: readonly Row[]): Promise<Row[]> {
  const { tree, resource, show } = asked
  const codes = await codesOf(asked, asked.store, rows)
  return rows.map(row => {
    const { code } = row
    const parentCode = codes.get(row[tree]) ?? topCode
    const shown = show(row)
    return {
      ...shown,
      id: code,
      parentId: parentCode,
      parentCode,
      level: shown['regionLevel'],
      title: displayValueOf(resource, row),
      key: code,
      value: code,
      ...(row['hasChildren'] !== undefined && { hasChildren: row['hasChildren'] }),
    }
  })
}

/** The codes of the parents by their ids. */
async function codesOf(
  { ctx, resource, tree }: RegionRequest,
  store: Store,
  rows: readonly Row[],
): Promise<ReadonlyMap<unknown, string>> {
  const ids = [...new Set(rows.flatMap(row => (row[tree] ? [String(row[tree])] : [])))]
  const parents = ids.length === 0 ? [] : await store.list(ctx, resource.name, { id_in: ids.join(',') })
  return new Map(parents.map(({ id, code }) => [id, String(code)]))
}
