import type { FastifyRequest } from 'fastify'
import { resourceOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
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
import { decidedByDescriptors, type MenuRecord, menuRecords, menuResource } from './menu-records.ts'

const path = '/api/blade-system/menu'

/**
 * `menu/…` of the screen that edits the menu: rows are edits over the descriptors, and buttons, which have no rows, are
 * read-only.
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
    assureIdentity(before, record)
    if (!isEntry(before)) throw refuse.conflict('described-row', messages.button)
    const saved = await store.update(request.ctx, menuResource, editsIn(request.ctx, record, 'edit'))
    return done({ id: saved['id'] }, request.language)
  })
  app.post(`${path}/remove`, async request => {
    assureParameters(request, ['ids'])
    const ids = new Set(idsOf(request, 'ids'))
    const records = await menuRecords(request.ctx, store)
    if (records.some(record => ids.has(record.id) && !isEntry(record)))
      throw refuse.conflict('described-row', messages.button)
    await store.remove(request.ctx, menuResource, [...ids])
    return doneWithMessage(success, request.language)
  })

  async function recordOf({ ctx }: FastifyRequest, id: string | undefined): Promise<MenuRecord> {
    const record = (await menuRecords(ctx, store)).find(one => one.id === id)
    if (!record) throw refuse.notFound({ zh: '菜单', en: 'menu entry' })
    return record
  }

  /** The store refuses it: entries come from the descriptors. */
  async function add(ctx: RequestContext, record: Row): Promise<Row> {
    const { id } = await store.save(ctx, menuResource, { englishName: record['name'], ...editsIn(ctx, record, 'add') })
    return { id }
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
function assureIdentity(before: MenuRecord, record: Row): void {
  const changed = identity.filter(name => name in record && textOf(name, record[name]) !== textOf(name, before[name]))
  if (changed.length > 0) throw refuse.input(Object.fromEntries(changed.map(name => [name, decidedByDescriptors])))
}

function textOf(name: string, value: unknown): string {
  if (name === 'parentId' && !isSent(value)) return rootId
  // Older clients send 0 for no.
  if (name === 'isOpen' && String(value) === '0') return '1'
  return String(value ?? '')
}

/** Names of records that are computed from the descriptors. */
const described: readonly string[] = [...identity, 'parentName', 'categoryName', 'actionName', 'isOpenName']

/** The record without what the descriptors decide, in the format of the store. */
function editsIn(ctx: RequestContext, record: Row, operation: 'add' | 'edit'): Row {
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !described.includes(name)))
  return fromBladeRecord(rest, resourceOf(ctx.model, menuResource), ctx, operation)
}

const messages = {
  button: {
    zh: '按钮由描述文件生成，不能修改或删除',
    en: 'Buttons are generated from the descriptors and cannot be changed or deleted',
  },
} as const
