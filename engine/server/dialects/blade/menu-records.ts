import type { Model } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { menuRowId } from '../../live/described-rows.ts'
import type { Store } from '../../store/operations.ts'
import { asBladeRecord, rootId } from './blade-record.ts'
import { buttonsIn, type MenuNode } from './menu-tree.ts'

/** Why a property of a group or an entry is refused. */
export const decidedByDescriptors = {
  zh: '由描述文件决定，不能修改',
  en: 'This is defined by the descriptors and cannot be changed',
}

/** The resource whose rows are the edits of the menu. */
export const menuResource = 'bladeMenu'

/** Fields of the menu that its screens edit. */
export const editedNames = ['name', 'englishName', 'source', 'sort', 'remark', 'isHidden'] as const

/** A record of the menu screen: a group, an entry, or a button below its entry. */
export type MenuRecord = Row & { readonly id: string; readonly parentId: string; readonly category: 1 | 2 }

/** Every group and entry with its edits, each followed by its buttons. The actor needs the right to view the menu. */
export async function menuRecords(ctx: RequestContext, store: Store): Promise<MenuRecord[]> {
  const rows = await menuTableRows(ctx, store)
  const resources = new Map(Object.values(ctx.model.resources).map(resource => [resource.code, resource]))
  return rows.flatMap(row => {
    const entry = entryRecord(ctx, row)
    const resource = resources.get(String(row['code']))
    const buttons = resource?.menu && row['path'] === resource.path ? buttonsIn(ctx, resource) : []
    return [entry, ...buttons.map(button => buttonRecord(ctx, button, entry))]
  })
}

/** The rows of the table, with the ids of the trees; `rowId` is that of the table. */
export async function menuTableRows(
  ctx: RequestContext,
  store: Store,
): Promise<readonly (Row & { readonly rowId: string })[]> {
  const rows = await store.list(ctx, menuResource, {})
  const ids = new Map(rows.map(row => [row['id'], menuRowId(row)]))
  const idOf = (id: unknown) => ids.get(id) ?? id
  return rows.map(row => ({
    ...row,
    ...{ id: idOf(row['id']), parentId: idOf(row['parentId']), targetId: idOf(row['targetId']) },
    rowId: String(row['id']),
  }))
}

/** A record with the ids of the trees, as one with those of the table. */
export async function withTableIds(ctx: RequestContext, store: Store, record: Row): Promise<Row> {
  const ids = new Map((await menuTableRows(ctx, store)).map(({ id, rowId }) => [id, rowId]))
  const names = ['id', 'parentId', 'targetId'].filter(name => name in record)
  return { ...record, ...Object.fromEntries(names.map(name => [name, ids.get(record[name]) ?? record[name]])) }
}

/** The groups that are top menus, in order. */
export async function topMenuRecords(ctx: RequestContext, store: Store): Promise<Row[]> {
  const records = (await menuTableRows(ctx, store)).filter(row => row['isTop'] === true)
  return records.map(row => {
    const { id, code, name, englishName, source, sort, remark, isDeleted, createTime, updateTime } = entryRecord(
      ctx,
      row,
    )
    const { tenantId } = ctx.actor
    return { id, tenantId, code, name, englishName, source, sort, remark, createTime, updateTime, status: 1, isDeleted }
  })
}

function entryRecord(ctx: RequestContext, row: Row): MenuRecord {
  const { model } = ctx
  const { rowId: _, under: _under, shown: _shown, ...shown } = asBladeRecord(row, resourceOf(model, menuResource), ctx)
  const isNewWindow = row['isNewWindow'] === true
  const parentId = String(shown['parentId'])
  return {
    ...shown,
    id: String(row['id']),
    parentId,
    parentName: parentId === rootId ? '顶级' : shown['parentName'],
    alias: row['code'],
    path: row['link'] || row['path'],
    category: 1,
    action: 0,
    isOpen: isNewWindow ? 2 : 1,
    ...namesOf(model, 1, 0, isNewWindow),
  }
}

function buttonRecord({ model }: RequestContext, button: MenuNode, entry: MenuRecord): MenuRecord {
  const { category, action } = button
  return {
    ...button,
    parentName: entry['name'],
    englishName: '',
    remark: '',
    isDeleted: 0,
    ...namesOf(model, category, action, false),
  }
}

function namesOf({ dictionaries }: Model, category: number, action: number, isNewWindow: boolean) {
  const nameOf = (code: string, key: number) =>
    dictionaries[code]?.entries.find(entry => entry.key === String(key))?.title.zh ?? ''
  return {
    categoryName: nameOf('menu_category', category),
    actionName: nameOf('button_func', action),
    isOpenName: isNewWindow ? '是' : '否',
  }
}
