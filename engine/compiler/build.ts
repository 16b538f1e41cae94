import type { Dictionary, DictionaryColour, MenuGroup, Model, Parameter, Resource, WebPage } from '../model/model.ts'
import { buildResource } from './build-resource.ts'
import { duesOf } from './deadlines.ts'
import { columnsWithTimeRemaining } from './defaults.ts'
import { digest } from './digest.ts'
import type { Draft } from './draft.ts'
import { fieldsWithReads, rulesWithReads } from './reads.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, plain, textOf } from './tree.ts'
import { bilingual, merged, type Workspace } from './workspace.ts'

/** Builds the Model from drafts that passed every check. */
export function build(workspace: Workspace): Model {
  const resources = byName(workspace.resources, draft => buildResource(draft, workspace))
  const rest = {
    title: bilingual(at(workspace.appDraft?.root, 'title')) ?? { zh: '管理后台', en: 'Back office' },
    ...(workspace.owner !== undefined && { owner: workspace.owner }),
    menus: menusOf(workspace, Object.values(resources)),
    pages: merged(workspace, 'pages').map(pageOf),
    resources,
    dictionaries: byName(workspace.dictionaries, buildDictionary),
    parameters: merged(workspace, 'parameters').map(parameterOf),
  }
  const draft: Model = { language: 2, revision: '', ...rest }
  for (const resource of Object.values(resources)) {
    const [fields, rules] = [fieldsWithReads(draft, resource), rulesWithReads(draft, resource)]
    resources[resource.name] = withTimeRemaining(draft, { ...resource, fields, rules }, workspace)
  }
  return { ...draft, revision: digest(JSON.stringify(rest)) }
}

/** A resource with the dues of its lifecycle; a default list shows the time left. */
function withTimeRemaining(model: Model, resource: Resource, { resources }: Workspace): Resource {
  const { lifecycle, list } = resource
  const dues = duesOf(model, resource)
  if (!lifecycle || dues.length === 0) return resource
  const hasColumns = at(at(resources.get(resource.name)?.root, 'list'), 'columns') !== undefined
  const columns = hasColumns ? list.columns : columnsWithTimeRemaining(list.columns, lifecycle, dues)
  return { ...resource, lifecycle: { ...lifecycle, dues }, list: { ...list, columns } }
}

/** Without a prototype: the keys are chosen by authors and may be `constructor`. */
function byName<T>(drafts: ReadonlyMap<string, Draft>, made: (draft: Draft) => T): Record<string, T> {
  const all: Record<string, T> = Object.create(null)
  for (const [name, draft] of drafts) all[name] = made(draft)
  return all
}

function menusOf(workspace: Workspace, resources: readonly Resource[]): MenuGroup[] {
  const declared = merged(workspace, 'menus').map(({ key, value }, index) => ({
    key,
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    icon: textOf(at(value, 'icon')) ?? 'folder',
    order: Number(plainAt(value, 'order') ?? (index + 1) * 10),
    ...textAt(value, 'under'),
    ...(plainAt(value, 'top') === true && { top: true as const }),
    ...(at(value, 'roles') && { roles: itemsOf(at(value, 'roles')).map(item => String(plain(item))) }),
  }))
  const keys = new Set(declared.map(group => group.key))
  // A folder without a declared group is in the menu too, after the declared ones.
  const undeclared = new Set(resources.flatMap(({ menu }) => (menu && !keys.has(menu.under) ? [menu.under] : [])))
  const added = [...undeclared].map(key => ({ key, title: { zh: key, en: key }, icon: 'folder', order: 1000 }))
  return [...declared, ...added].sort((a, b) => a.order - b.order)
}

function pageOf({ key, value }: Entry): WebPage {
  const menu = at(value, 'menu')
  return {
    key,
    path: textOf(at(value, 'path')) ?? `/${key}`,
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    ...(menu && {
      menu: {
        ...textAt(menu, 'under'),
        icon: textOf(at(menu, 'icon')) ?? 'file',
        order: Number(plainAt(menu, 'order') ?? 100),
      },
    }),
    code: textOf(at(value, 'code')) ?? 'signedIn',
    tab: plainAt(value, 'tab') === 'none' ? 'none' : 'keep',
    frame: plainAt(value, 'frame') === 'bare' ? 'bare' : 'shell',
    ...textAt(value, 'screen'),
    ...textAt(value, 'link'),
  }
}

/** A text of a map under its own key; nothing if the map lacks it. */
function textAt<Key extends string>(node: Node | undefined, key: Key): { [Name in Key]?: string } {
  const text = textOf(at(node, key))
  return text === undefined ? {} : ({ [key]: text } as { [Name in Key]: string })
}

function buildDictionary({ name, root }: Draft): Dictionary {
  return {
    code: name,
    title: bilingual(at(root, 'title')) ?? { zh: name, en: name },
    entries: entriesOf(at(root, 'entries')).map(({ key, value }) => {
      const colour = textOf(at(value, 'colour'))
      const aliases = itemsOf(at(value, 'aliases')).map(item => String(plain(item)))
      return {
        name: key,
        key: String(plainAt(value, 'key') ?? key),
        title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
        ...(aliases.length > 0 && { aliases }),
        ...(colour !== undefined && { colour: colour as DictionaryColour }),
        sealed: plainAt(value, 'sealed') === true,
      }
    }),
  }
}

function parameterOf({ key, value }: Entry): Parameter {
  const remark = textOf(at(value, 'remark'))
  return {
    key,
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    value: String(plainAt(value, 'value') ?? ''),
    ...(remark !== undefined && { remark }),
  }
}

function plainAt(node: Node | undefined, key: string): unknown {
  const found = at(node, key)
  return found && plain(found)
}
