import type { FastifyRequest } from 'fastify'
import { resourceOf } from '../../../model/names.ts'
import { demand } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { pageOfRows } from './blade-page.ts'
import {
  assureNames,
  assureParameters,
  type BladeParts,
  bodyRecordOf,
  idListOf,
  idsOf,
  isSent,
  parameter,
  someIdsOf,
} from './blade-parts.ts'
import { fromBladeRecord } from './blade-record.ts'
import {
  decidedByDescriptors,
  editedNames,
  menuResource,
  menuTableRows,
  topMenuRecords,
  withTableIds,
} from './menu-records.ts'
import { type MenuNode, menuFor, withoutButtons } from './menu-tree.ts'

const path = '/api/blade-system'

/**
 * `topmenu/…` and the entries of top menus: groups of the descriptors or added ones, with titles, icons and order as
 * other groups.
 */
export function topMenuCalls(app: App, { store }: BladeParts): void {
  const recordOf = async (request: FastifyRequest, id: string | undefined): Promise<Row> => {
    const record = (await topMenuRecords(request.ctx, store)).find(one => one['id'] === id)
    if (!record) throw refuse.notFound({ zh: '顶部菜单', en: 'top menu' })
    return record
  }
  app.get(`${path}/topmenu/list`, async request => {
    const [code, name] = [parameter(request, 'code'), parameter(request, 'name')]
    const records = (await topMenuRecords(request.ctx, store)).filter(
      record => (code === '' || record['code'] === code) && (name === '' || record['name'] === name),
    )
    return done(pageOfRows(records, parameter(request, 'current'), parameter(request, 'size')), request.language)
  })
  app.get(`${path}/topmenu/detail`, async request =>
    done(await recordOf(request, idsOf(request, 'id')[0]), request.language),
  )
  app.post(`${path}/topmenu/submit`, async request => {
    const { ctx } = request
    assureNames(request.query as object, [])
    const { code, ...record } = bodyRecordOf(request)
    const resource = resourceOf(ctx.model, menuResource)
    if (!isSent(record['id'])) {
      assureNames(record, ['id', 'tenantId', ...editedNames])
      const { tenantId: _, ...values } = fromBladeRecord({ ...record, id: undefined }, resource, ctx, 'add')
      await store.save(ctx, menuResource, { englishName: record['name'], ...values, code, isTop: true })
      return doneWithMessage(success, request.language)
    }
    const before = await recordOf(request, String(record['id']))
    if (code !== undefined && code !== before['code']) throw refuse.input({ code: decidedByDescriptors })
    const edits = await withTableIds(ctx, store, fromBladeRecord(record, resource, ctx, 'edit'))
    await store.update(ctx, menuResource, edits)
    return doneWithMessage(success, request.language)
  })
  app.post(`${path}/topmenu/remove`, async request => {
    const { ctx } = request
    assureParameters(request, ['ids'])
    for (const id of idsOf(request, 'ids')) {
      await recordOf(request, id)
      const shown = (await placesIn(ctx, id)).map(({ rowId }) => String(rowId))
      const { id: own } = await withTableIds(ctx, store, { id })
      await store.together(ctx, menuResource, async inside => {
        for (const one of [...shown, String(own)]) await inside.remove(ctx, menuResource, [one])
      })
    }
    return doneWithMessage(success, request.language)
  })
  // Entries beyond those of the descriptors are second places.
  app.post(`${path}/topmenu/grant`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, menuResource), 'edit')
    const { topMenuIds, menuIds, ...others } = bodyRecordOf(request)
    assureNames({ ...others, ...(request.query as object) }, ['topMenuIds', 'menuIds'])
    const wanted = new Set(idListOf(menuIds ?? [], 'menuIds'))
    for (const id of someIdsOf(topMenuIds, 'topMenuIds')) await grant(ctx, id, wanted)
    return doneWithMessage(success, request.language)
  })
  app.get(`${path}/menu/top-tree-keys`, request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, menuResource), 'view')
    const menu = [...new Set(idsOf(request, 'topMenuIds').flatMap(id => entryIds(ctx, id)))]
    return done({ menu, dataScope: [], apiScope: [] }, request.language)
  })

  /** The rows of second places under a top menu. */
  const placesIn = async (ctx: RequestContext, id: string) =>
    (await menuTableRows(ctx, store)).filter(row => row['parentId'] === id && row['targetId'])

  /** Brings the second places under a top menu to the wanted entries, of which a group means all that is in it. */
  async function grant(ctx: RequestContext, id: string, wanted: ReadonlySet<string>): Promise<void> {
    const rows = await menuTableRows(ctx, store)
    const byId = new Map(rows.map(row => [String(row['id']), row]))
    const top = byId.get(id)
    if (!top?.['isTop']) throw refuse.notFound({ zh: '顶部菜单', en: 'top menu' })
    const unknown = [...wanted].find(one => !byId.has(one))
    if (unknown !== undefined)
      throw refuse.input({ menuIds: { zh: `没有这个菜单：${unknown}`, en: `Unknown menu entry: ${unknown}` } })
    const isUnder = (row: Row | undefined): boolean =>
      row !== undefined && !row['targetId'] && (row['parentId'] === id || isUnder(byId.get(String(row['parentId']))))
    const fixed = entryIds(ctx, id).filter(one => isUnder(byId.get(one)))
    if (!fixed.every(one => wanted.has(one))) throw refuse.conflict('described-row', messages.entries)
    const roots = [...wanted].filter(
      one => !wanted.has(String(byId.get(one)?.['parentId'])) && !isUnder(byId.get(one)) && one !== id,
    )
    const places = rows.filter(row => row['parentId'] === id && row['targetId'])
    const gone = places.filter(({ targetId }) => !roots.includes(String(targetId))).map(({ rowId }) => rowId)
    const added = roots.filter(one => !places.some(({ targetId }) => targetId === one))
    await store.together(ctx, menuResource, async inside => {
      if (gone.length > 0) await inside.remove(ctx, menuResource, gone)
      for (const one of added) {
        const { name, englishName, source, sort, rowId } = byId.get(one) as Row
        const code = `${String(top['code']).slice(0, 40)}-${one}`
        const values = { code, name, englishName, source, sort, parentId: top.rowId, targetId: rowId }
        await inside.save(ctx, menuResource, values)
      }
    })
  }
}

/** The ids of the groups and entries under a top menu. */
function entryIds(ctx: RequestContext, topMenuId: string): string[] {
  const idsIn = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap(({ id, children = [] }) => [id, ...idsIn(children)])
  return idsIn(withoutButtons(menuFor(ctx, topMenuId)))
}

const messages = {
  entries: {
    zh: '顶部菜单里来自描述文件的内容（menus.yaml 的 top 和 under）不能移出',
    en: 'What the descriptors put under a top menu (`top` and `under` in menus.yaml) cannot be taken out',
  },
} as const
