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
import { decidedByDescriptors, editedNames, menuResource, topMenuRecords } from './menu-records.ts'
import { type MenuNode, menuFor, withoutButtons } from './menu-tree.ts'

const path = '/api/blade-system'

/**
 * `topmenu/…` and the entries of top menus. Top menus are groups of the descriptors: titles, icons and order are edited
 * as those of other groups, and what they contain is fixed.
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
      assureNames(record, ['id', ...editedNames])
      throw refused(ctx, 'add')
    }
    const before = await recordOf(request, String(record['id']))
    if (code !== undefined && code !== before['code']) throw refuse.input({ code: decidedByDescriptors })
    await store.update(ctx, menuResource, fromBladeRecord(record, resource, ctx, 'edit'))
    return doneWithMessage(success, request.language)
  })
  app.post(`${path}/topmenu/remove`, async request => {
    assureParameters(request, ['ids'])
    await recordOf(request, idsOf(request, 'ids')[0])
    throw refused(request.ctx, 'delete')
  })
  app.post(`${path}/topmenu/grant`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, menuResource), 'edit')
    const { topMenuIds, menuIds, ...others } = bodyRecordOf(request)
    assureNames({ ...others, ...(request.query as object) }, ['topMenuIds', 'menuIds'])
    const wanted = new Set(idListOf(menuIds ?? [], 'menuIds'))
    for (const id of someIdsOf(topMenuIds, 'topMenuIds')) {
      await recordOf(request, id)
      const present = entryIds(ctx, id)
      if (present.length !== wanted.size || !present.every(one => wanted.has(one)))
        throw refuse.conflict('described-row', messages.entries)
    }
    return doneWithMessage(success, request.language)
  })
  app.get(`${path}/menu/top-tree-keys`, request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, menuResource), 'view')
    const menu = [...new Set(idsOf(request, 'topMenuIds').flatMap(id => entryIds(ctx, id)))]
    return done({ menu, dataScope: [], apiScope: [] }, request.language)
  })
}

/** The ids of the groups and entries under a top menu. */
function entryIds(ctx: RequestContext, topMenuId: string): string[] {
  const idsIn = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap(({ id, children = [] }) => [id, ...idsIn(children)])
  return idsIn(withoutButtons(menuFor(ctx, topMenuId)))
}

/** The refusal of the right, or else that of the descriptors. */
function refused(ctx: RequestContext, operation: string): Error {
  demand(ctx, resourceOf(ctx.model, menuResource), operation)
  return refuse.conflict('described-row', messages.descriptors)
}

const messages = {
  descriptors: {
    zh: '顶部菜单来自描述文件，不能新增或删除',
    en: 'Top menus come from the descriptors and cannot be added or deleted',
  },
  entries: {
    zh: '顶部菜单的内容由描述文件决定（menus.yaml 的 top 和 under），不能修改',
    en: 'The contents of a top menu are defined by the descriptors (`top` and `under` in menus.yaml) and cannot be changed',
  },
} as const
