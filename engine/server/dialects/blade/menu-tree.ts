import { createHash } from 'node:crypto'
import { type Bilingual, type Language, type Operation, operations, type Resource } from '../../../model/model.ts'
import { codeOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { mayDo, menusFor } from '../../http/model-index.ts'

/** A menu entry or a button in the platform's format. */
export interface MenuNode {
  readonly id: string
  readonly parentId: string
  readonly code: string
  readonly name: string
  readonly alias: string
  readonly path: string
  readonly source: string
  readonly sort: number
  /** 1 for an entry, 2 for a button. */
  readonly category: 1 | 2
  /** The position of a button: 0 none, 1 above the table, 2 in a row. */
  readonly action: 0 | 1 | 2
  readonly isOpen: 1
  readonly hasChildren?: true
  /** Never empty: clients treat a leaf with an empty list as a branch and drop it. */
  readonly children?: readonly MenuNode[]
}

/** The menu of an actor: groups, their entries and the buttons there, from the Model and the actor's rights. */
export function menuFor(ctx: RequestContext): MenuNode[] {
  const { language } = ctx
  return menusFor(ctx).map(group => {
    const id = idOfCode(group.key)
    const node = entry(id, '0', group.key, group.title, `/${group.key}`, group.icon, group.order, language)
    return withChildren(
      node,
      group.resources.map(resource => resourceNode(ctx, resource, id)),
    )
  })
}

/** The entries without their buttons. */
export const withoutButtons = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.map(({ children = [], hasChildren: _, ...node }) =>
    withChildren(node, withoutButtons(children.filter(({ category }) => category === 1))),
  )

/** A stable id derived from a code, so that grants by id survive other changes. */
export function idOfCode(code: string): string {
  const digest = createHash('sha256').update(code).digest().readBigUInt64BE() >> 1n
  return String(digest || 1n)
}

function resourceNode(ctx: RequestContext, resource: Resource, groupId: string): MenuNode {
  const { language } = ctx
  const id = idOfCode(resource.code)
  const { icon = '', order = 0 } = resource.menu ?? {}
  const node = entry(id, groupId, resource.code, resource.titles, resource.path, icon, order, language)
  const buttons = mayDo(ctx, resource).map((name, index) => button(resource, name, id, index + 1, language))
  return withChildren(node, buttons)
}

function button(resource: Resource, name: string, parentId: string, sort: number, language: Language): MenuNode {
  const code = codeOf(resource, name)
  const title = titleOf(resource, name)
  const node = entry(idOfCode(code), parentId, code, title, `${resource.path}/${name}`, '', sort, language)
  const isAbove = name === 'add' || name === 'import' || name === 'export'
  return { ...node, alias: name, category: 2, action: isAbove ? 1 : 2 }
}

function entry(
  id: string,
  parentId: string,
  code: string,
  title: Bilingual,
  path: string,
  source: string,
  sort: number,
  language: Language,
): MenuNode {
  const name = title[language]
  return { id, parentId, code, name, alias: code, path, source, sort, category: 1, action: 0, isOpen: 1 }
}

const withChildren = (node: MenuNode, children: readonly MenuNode[]): MenuNode =>
  children.length > 0 ? { ...node, hasChildren: true, children } : node

/** The label of the button of an operation, a transition or an action. */
function titleOf(resource: Resource, operation: string): Bilingual {
  const named = [...(resource.lifecycle?.moves ?? []), ...resource.actions].find(({ name }) => name === operation)
  return named?.title ?? operationTitles[operations.find(one => one === operation) ?? 'view']
}

const operationTitles: Readonly<Record<Operation, Bilingual>> = {
  view: { zh: '查看', en: 'View' },
  add: { zh: '新增', en: 'Add' },
  edit: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  export: { zh: '导出', en: 'Export' },
  import: { zh: '导入', en: 'Import' },
}
