import type { FastifyRequest } from 'fastify'
import { resourceOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { menuRowId } from '../../live/described-rows.ts'
import {
  assureNames,
  assureParameters,
  type BladeParts,
  bodyRecordOf,
  idsOf,
  isSent,
  parameter,
} from './blade-parts.ts'
import { fromBladeRecord, rootId } from './blade-record.ts'
import { nested } from './blade-tree.ts'
import { decidedByDescriptors, type MenuRecord, menuRecords, menuResource, withTableIds } from './menu-records.ts'

const path = '/api/blade-system/menu'

/**
 * `menu/…` of the screen that edits the menu: rows are edits over the descriptors and added entries, and buttons, which
 * have no rows, are read-only.
 */
export function menuRecordCalls(app: App, { store }: BladeParts): void {
  const found = async (request: FastifyRequest, isListed: (record: MenuRecord) => boolean) => {
    const wanted = filterOf(request)
    return (await menuRecords(request.ctx, store)).filter(record => isListed(record) && wanted(record))
  }
  const get = (name: string, answer: (request: FastifyRequest) => Promise<unknown>) =>
    app.get(`${path}/${name}`, async request => done(await answer(request), request.language))
  get('list', async request => nested(await found(request, () => true), 'parentId'))
  get('menu-list', async request => nested(await found(request, isEntry), 'parentId'))
  get('lazy-list', async request => lazy(request, await found(request, () => true)))
  get('lazy-menu-list', async request => lazy(request, await found(request, isEntry)))
  get('tree', async request => nested((await found(request, isEntry)).map(nodeOf), 'parentId'))
  get('detail', request => recordOf(request, idsOf(request, 'id')[0]))
  app.post(`${path}/submit`, async request => {
    assureNames(request.query as object, [])
    const record = bodyRecordOf(request)
    const { id } = record
    if (!isSent(id)) return done(await add(request.ctx, record), request.language)
    const before = await recordOf(request, String(id))
    if (!isEntry(before)) throw refuse.conflict('described-row', messages.button)
    const isAdded = before['isBuiltIn'] === 0
    assureIdentity(before, record, isAdded ? ['code', 'alias', 'category', 'action'] : identity)
    const added = isAdded ? await addedValues(request.ctx, { ...before, ...record }) : {}
    const edits = { ...editsIn(request.ctx, record, 'edit'), ...added }
    await store.update(request.ctx, menuResource, await withTableIds(request.ctx, store, edits))
    return done({ id }, request.language)
  })
  app.post(`${path}/remove`, async request => {
    assureParameters(request, ['ids'])
    const ids = new Set(idsOf(request, 'ids'))
    const records = await menuRecords(request.ctx, store)
    if (records.some(record => ids.has(record.id) && !isEntry(record)))
      throw refuse.conflict('described-row', messages.button)
    for (const id of ids) {
      const row = await withTableIds(request.ctx, store, { id })
      await store.remove(request.ctx, menuResource, [String(row['id'])])
    }
    return doneWithMessage(success, request.language)
  })

  async function recordOf({ ctx }: FastifyRequest, id: string | undefined): Promise<MenuRecord> {
    const record = (await menuRecords(ctx, store)).find(one => one.id === id)
    if (!record) throw refuse.notFound({ zh: '菜单', en: 'menu entry' })
    return record
  }

  /** A group, a link to another site, or, with the path of a page that exists, a second place of it. */
  async function add(ctx: RequestContext, record: Row): Promise<Row> {
    if (String(record['category'] ?? 1) === '2') throw refuse.conflict('described-row', messages.button)
    const values = { englishName: record['name'], ...editsIn(ctx, record, 'add'), ...(await addedValues(ctx, record)) }
    const saved = await store.save(ctx, menuResource, await withTableIds(ctx, store, values))
    return { id: menuRowId({ ...values, id: saved['id'] }) }
  }

  /** What the platform's form decides of an added entry by its code and its path. */
  async function addedValues(ctx: RequestContext, { code, path: given, parentId, isOpen }: Row): Promise<Row> {
    const path = String(given ?? '')
    const place = { code, parentId: isSent(parentId) && String(parentId) !== rootId ? String(parentId) : null }
    if (/^https?:/i.test(path)) return { ...place, link: path, isNewWindow: String(isOpen) === '2' }
    const target = (await menuRecords(ctx, store)).find(
      one => isEntry(one) && one['isBuiltIn'] === 1 && one['path'] === path,
    )
    if (target) return { ...place, targetId: target.id }
    if (path !== '' && path !== `/${code}`) throw refuse.input({ path: messages.path })
    return place
  }
}

const isEntry = ({ category }: MenuRecord): boolean => category === 1

const filtered = ['name', 'code', 'alias'] as const

/** The platform's filters: each name contains the given text. */
function filterOf(request: FastifyRequest): (record: MenuRecord) => boolean {
  const wanted = filtered.map(name => [name, parameter(request, name)] as const).filter(([, text]) => text !== '')
  return record => wanted.every(([name, text]) => String(record[name]).includes(text))
}

/** One level, or without `parentId` all that was found. */
function lazy(request: FastifyRequest, records: readonly MenuRecord[]): Row[] {
  const parentId = parameter(request, 'parentId')
  if (parentId === '') return nested(records, 'parentId')
  const parents = new Set(records.map(record => record.parentId))
  return records
    .filter(record => record.parentId === parentId)
    .map(record => ({ ...record, hasChildren: parents.has(record.id) }))
}

const nodeOf = ({ id, parentId, name }: MenuRecord): Row => ({ id, parentId, title: name, key: id, value: id })

/** Properties that belong to the descriptors. */
const identity = ['parentId', 'code', 'alias', 'path', 'category', 'action', 'isOpen'] as const

/** Refuses other values of properties that cannot be changed. */
function assureIdentity(before: MenuRecord, record: Row, names: readonly (typeof identity)[number][]): void {
  const changed = names.filter(name => name in record && textOf(name, record[name]) !== textOf(name, before[name]))
  if (changed.length > 0) throw refuse.input(Object.fromEntries(changed.map(name => [name, decidedByDescriptors])))
}

function textOf(name: string, value: unknown): string {
  if (name === 'parentId' && !isSent(value)) return rootId
  // Older clients send 0 for no.
  if (name === 'isOpen' && String(value) === '0') return '1'
  return String(value ?? '')
}

/** Names of records that are computed from the descriptors. */
const described: readonly string[] = [
  ...identity,
  ...['link', 'targetId', 'isTop', 'isNewWindow', 'targetName'],
  ...['parentName', 'categoryName', 'actionName', 'isOpenName'],
]

/** The record without what the descriptors decide, in the format of the store. */
function editsIn(ctx: RequestContext, record: Row, operation: 'add' | 'edit'): Row {
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !described.includes(name)))
  return fromBladeRecord(rest, resourceOf(ctx.model, menuResource), ctx, operation)
}

const messages = {
  path: {
    zh: '没有这个页面：分组的地址是“/编号”，链接以 http 开头，其他须是已有菜单的地址',
    en: 'No such page: the path of a group is "/code", a link begins with http, and others are paths of existing entries',
  },
  button: {
    zh: '按钮由描述文件生成，不能修改或删除',
    en: 'Buttons are generated from the descriptors and cannot be changed or deleted',
  },
} as const
