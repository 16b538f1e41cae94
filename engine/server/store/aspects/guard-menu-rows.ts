import { isWebAddress } from '../../../fields/url/field.ts'
import type { Bilingual, Resource } from '../../../model/model.ts'
import { pathOfRow } from '../../../record/overlaid-rows.ts'
import { linkPath } from '../../../record/overlays.ts'
import type { RowChange } from '../../auth/authority-guard.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { type Row, recordOf, shapeOf } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { columnsSql } from '../select.ts'
import type { Work } from '../work.ts'
import { assureIdentity } from './guard-described-rows.ts'

/**
 * Refuses changes of the menu beyond the titles, icons and order of the descriptors, and what cannot be added: an entry is
 * a group, a link, or a second place of what exists, below a group, and has a code of its own.
 */
export async function assureMenuRow(work: Work, resource: Resource, { before, after }: RowChange): Promise<void> {
  if (before?.['isBuiltIn'] === true) return assureIdentity(before, after)
  if (!after) {
    const below = await rowsWith(work, resource, 'parentId', String(before?.['id']))
    if (below.length > 0) throw refuse.conflict('has-children', messages.children)
    return
  }
  const { model } = work.ctx
  const code = String(after['code'] ?? '')
  if (!isKey.test(code)) throw refuse.input({ code: messages.code })
  if (before && before['code'] !== code) throw refuse.input({ code: messages.fixed })
  for (const name of ['link', 'targetId'])
    if (before && !before[name] !== !after[name]) throw refuse.input({ [name]: messages.kind })
  if (!before && (await rowsWith(work, resource, 'code', code)).length > 0)
    throw refuse.duplicate(['code'], messages.exists)
  if (after['link'] && !isWebAddress(String(after['link']))) throw refuse.input({ link: messages.link })
  const [parent] = after['parentId'] ? await rowsWith(work, resource, 'id', after['parentId']) : []
  if (after['parentId'] && !isGroup(parent)) throw refuse.input({ parentId: messages.parent })
  const [target] = after['targetId'] ? await rowsWith(work, resource, 'id', after['targetId']) : []
  if (after['targetId'] && (!target || target['targetId'])) throw refuse.input({ targetId: messages.target })
  if (after['isTop'] === true && (parent || target || after['link'])) throw refuse.input({ isTop: messages.top })
  after['under'] = parent?.['code'] ?? null
  after['shown'] = target ? pathOfRow(model, resource.name, target) : null
  after['path'] = after['link'] ? linkPath(code) : (target?.['path'] ?? `/${code}`)
}

const isKey = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/

const isGroup = (row: Row | undefined): boolean =>
  row !== undefined && !row['link'] && !row['targetId'] && row['path'] === `/${row['code']}`

/** The rows of the menu with a value. */
async function rowsWith({ ctx, queries }: Work, resource: Resource, name: string, value: unknown): Promise<Row[]> {
  const shape = shapeOf(ctx.model, resource, new Set())
  const column = resource.fields.find(field => field.name === name)?.column ?? name
  const rows = await runAll(
    queries,
    sql`select ${word(columnsSql(shape, 't'))} from ${word(`"${resource.table}" t`)}
      where t.${word(`"${column}"`)}::text = ${value}::text and t.is_deleted = 0`,
  )
  return rows.map(row => recordOf(shape, row))
}

const messages = {
  children: { zh: '请先删除子节点!', en: 'Delete the entries below it first' },
  code: {
    zh: '以字母开头，只含字母、数字、横线和下划线，最多 63 个字符',
    en: 'A letter, then letters, digits, hyphens and underscores, at most 63 characters',
  },
  exists: { zh: '菜单名或编号已存在!', en: 'This code exists already' },
  fixed: { zh: '保存后不能修改', en: 'This cannot be changed once the entry is saved' },
  kind: {
    zh: '分组、链接和另一位置不能互相转换，请删除后重新新增',
    en: 'A group, a link and a second place do not change into each other: delete the entry and add another',
  },
  link: { zh: '以 http:// 或 https:// 开头的网址', en: 'A URL that begins with http:// or https://' },
  parent: { zh: '请选择一个菜单分组', en: 'Select a group of the menu' },
  target: { zh: '请选择一个菜单', en: 'Select an entry of the menu' },
  top: { zh: '顶部菜单没有上级、链接和页面', en: 'A top menu has no parent, link or page' },
} satisfies Readonly<Record<string, Bilingual>>
