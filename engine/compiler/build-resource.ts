import { typeOf } from '../fields/index.ts'
import { isDateField } from '../fields/traits.ts'
import { administratorAlias, roleResource } from '../model/account-resources.ts'
import type { AccessRule, AllowIf, Field, FormGroup, Menu, Resource, Rule, UniqueSet } from '../model/model.ts'
import { snake } from '../model/names.ts'
import { writtenOrder } from '../model/order.ts'
import { stateSince } from '../model/system-fields.ts'
import { emptyPeriodText } from '../model/unique-sets.ts'
import { bindField, buildBinds } from './build-binds.ts'
import { buildField } from './build-field.ts'
import { buildActions, buildLifecycle } from './build-lifecycle.ts'
import { buildQueries } from './build-queries.ts'
import { defaultDisplay, formOf, listColumnsOf, searchOf } from './defaults.ts'
import type { Draft } from './draft.ts'
import { formerNames } from './former-names.ts'
import { membersOf } from './members.ts'
import { ruleOf } from './rule.ts'
import { at, entriesOf, itemsOf, type Node, plainAt, textOf } from './tree.ts'
import { bilingual, byName, dataScopeAt, type Workspace } from './workspace.ts'

/** Builds the resources, or takes those of the compilation before whose files, and the titles that they read, are unchanged. */
export function buildResources(workspace: Workspace): Record<string, Resource> {
  const titleOf = (name: string) => JSON.stringify(workspace.titleOf(name))
  return byName(workspace.resources, draft => {
    const last = lastBuilt.get(draft)
    const isSame =
      last?.others === workspace.others && [...last.titles].every(([name, title]) => titleOf(name) === title)
    if (isSame) return last.resource
    const titles = new Map<string, string>()
    const noting: Workspace['titleOf'] = name => {
      titles.set(name, titleOf(name))
      return workspace.titleOf(name)
    }
    const resource = buildResource(draft, { ...workspace, titleOf: noting })
    lastBuilt.set(draft, { others: workspace.others, titles, resource })
    return resource
  })
}

/** A built resource, and what it was built from besides its file. */
interface Built {
  readonly others: string
  readonly titles: ReadonlyMap<string, string>
  readonly resource: Resource
}

const lastBuilt = new WeakMap<Draft, Built>()

/** A resource with all defaults filled in. */
function buildResource(draft: Draft, workspace: Workspace): Resource {
  const { name, module, root } = draft
  const lifecycle = buildLifecycle(at(root, 'lifecycle'), workspace)
  const line = textOf(at(root, 'partOf'))
  const described = [...membersOf(draft)].map(([key, { entry }]) => {
    const field = buildField(key, entry.value, workspace)
    return key === lifecycle?.field ? { ...field, readOnly: true } : field
  })
  const own = described.map(field => withReadDefault(field, described))
  const fields = name === roleResource ? [...own, grantedCodes] : own
  const binds = buildBinds(name, at(root, 'bind'), workspace)
  const bound = entriesOf(at(root, 'bind')).map(({ key, value }) => bindField(key, value, workspace))
  const display = textOf(at(root, 'display')) ?? defaultDisplay(fields)
  const state = lifecycle?.field ?? textOf(at(root, 'state'))
  const help = bilingual(at(root, 'help'))
  const retention = bilingual(at(root, 'retention'))
  const owner = textOf(at(root, 'owner')) ?? (name === workspace.owner ? 'id' : undefined)
  const master = fields.find(field => field.name === line)?.options['of']
  const tree = textOf(at(root, 'tree'))
  const dialect = textOf(at(at(root, 'dialect'), 'blade'))
  const menu = menuOf(at(root, 'menu'), module, line !== undefined)
  const title = bilingual(at(root, 'title')) ?? { zh: name, en: name }
  const unique = itemsOf(at(root, 'unique')).map(uniqueSet)
  const sort = writtenOrder(textOf(at(root, 'sort')) ?? (line === undefined ? '-createTime' : 'id'))
  const named = { display, state, sort: sort.field, line }
  return {
    name,
    module,
    title,
    titles: bilingual(at(root, 'titles')) ?? { zh: title.zh, en: plural(title.en) },
    ...(help && { help }),
    ...(retention && { retention }),
    table: snake(name),
    ...formerNames(root),
    code: textOf(at(root, 'code')) ?? name,
    path: textOf(at(root, 'path')) ?? `/${module}/${name}`,
    ...(dialect !== undefined && { dialect: { blade: dialect } }),
    shared: plainAt(root, 'shared') === true,
    ...(plainAt(root, 'platform') === true && { platform: true as const }),
    ...(plainAt(root, 'readOnly') === true && { readOnly: true as const }),
    ...(at(root, 'own') && { own: names(root, 'own') ?? [] }),
    ...guardOf(textOf(at(root, 'guard'))),
    ...(textOf(at(root, 'approval')) && { approval: String(textOf(at(root, 'approval'))) }),
    ...(menu && { menu }),
    ...(plainAt(root, 'screens') === false && { screens: false as const }),
    fields: [...fields, ...bound, ...(lifecycle ? [stateSince] : [])],
    display,
    ...(state !== undefined && { state }),
    sort,
    ...(owner !== undefined && { owner }),
    ...(line !== undefined && { partOf: { field: line, resource: String(master) } }),
    ...(tree !== undefined && { tree }),
    rules: [...itemsOf(at(root, 'rules')).map(ruleOf), ...unique.flatMap(set => periodRule(set, fields))],
    ...(unique.length > 0 && { unique }),
    list: {
      columns: names(at(root, 'list'), 'columns') ?? listColumnsOf(fields, named),
      search: names(at(root, 'list'), 'search') ?? searchOf(fields, named),
    },
    form: formGroups(at(root, 'form')) ?? [{ fields: formOf(fields, lifecycle?.field, line) }],
    ...(lifecycle && { lifecycle }),
    actions: buildActions(at(root, 'actions'), workspace),
    queries: buildQueries(at(root, 'queries'), title, workspace),
    binds,
    access: itemsOf(at(root, 'access')).map(accessRule),
    ...againstOf(at(root, 'against')),
    ...(at(root, 'allowIf') && { allowIf: allowIfOf(at(root, 'allowIf')) }),
  }
}

/** The field of roles with their permission codes, which no descriptor declares. Administrators have every code. */
const grantedCodes: Field = {
  name: 'codes',
  title: { zh: '权限', en: 'Permissions' },
  type: 'permissions',
  required: false,
  unique: false,
  index: false,
  readOnly: false,
  stored: false,
  when: `roleAlias != '${administratorAlias}'`,
  options: { many: true },
}

/**
 * The field; the text of a default that names a reference of the resource, or the user, and a field of it is an
 * expression.
 */
function withReadDefault(field: Field, fields: readonly Field[]): Field {
  if (typeof field.default !== 'string') return field
  const { default: value, ...rest } = field
  const [, first] = /^(\w+)\.\w+$/.exec(value) ?? []
  const isRead = first === 'me' || fields.some(one => one.name === first && typeOf(one).reference === true)
  return first !== undefined && isRead ? { ...rest, defaultExpression: value } : field
}

function menuOf(node: Node | undefined, module: string, isLine: boolean): Menu | undefined {
  if (node?.kind === 'scalar' || (isLine && !node)) return undefined
  return {
    under: textOf(at(node, 'under')) ?? module,
    icon: textOf(at(node, 'icon')) ?? 'table-2',
    order: Number(plainAt(node, 'order') ?? 100),
  }
}

function formGroups(node: Node | undefined): FormGroup[] | undefined {
  if (node?.kind !== 'list') return undefined
  return node.items.map(group => {
    const [title, help] = [bilingual(at(group, 'title')), bilingual(at(group, 'help'))]
    return { ...(title && { title }), ...(help && { help }), fields: names(group, 'fields') ?? [] }
  })
}

function accessRule(node: Node): AccessRule {
  const [rows, scope] = [textOf(at(node, 'where')), dataScopeAt(node)]
  return {
    role: textOf(at(node, 'role')) ?? '',
    allow: (names(node, 'allow') ?? ['view']) as AccessRule['allow'],
    ...(rows !== undefined && { where: rows }),
    ...(scope !== undefined && { dataScope: scope }),
    hide: names(node, 'hide') ?? [],
    ...(names(node, 'mask') && { mask: names(node, 'mask') ?? [] }),
  }
}

/** A list of names represents a set without a condition. */
function uniqueSet(node: Node): UniqueSet {
  const [where, message] = [textOf(at(node, 'where')), bilingual(at(node, 'message'))]
  const fields = node.kind === 'list' ? node.items.map(item => textOf(item) ?? '') : (names(node, 'fields') ?? [])
  const [from, to] = names(node, 'during') ?? []
  const during = from !== undefined && to !== undefined && { during: [from, to] as const }
  return { fields, ...during, ...(where !== undefined && { where }), ...(message && { message }) }
}

/** A period that takes part must not be empty: the rule by which one is refused. */
function periodRule({ during = ['', ''], where = 'true' }: UniqueSet, fields: readonly Field[]): Rule[] {
  const [from, to] = during.map(name => fields.find(field => field.name === name))
  if (!from || !to) return []
  const order = isDateField(from) ? '<=' : '<'
  const rule = `(${where}) ? ${from.name} ${order} ${to.name} : true`
  return [{ rule, message: emptyPeriodText(from, to, order), reads: [] }]
}

function againstOf(node: Node | undefined): Pick<Resource, 'against'> {
  const [record, fields] = [textOf(at(node, 'record')), names(node, 'fields')]
  return record === undefined ? {} : { against: { record, ...(fields && { fields }) } }
}

function allowIfOf(node: Node | undefined): AllowIf {
  const [edit, remove] = [textOf(at(node, 'edit')), textOf(at(node, 'delete'))]
  return { ...(edit !== undefined && { edit }), ...(remove !== undefined && { delete: remove }) }
}

function names(node: Node | undefined, key: string): string[] | undefined {
  const list = at(node, key)
  return list?.kind === 'list' ? list.items.map(item => textOf(item) ?? '') : undefined
}

const guardOf = (word: string | undefined): Pick<Resource, 'guard'> =>
  word === 'authority' || word === 'descriptors' ? { guard: word } : {}

/** The regular plural of an English title; one that does not end with a letter is unchanged. */
function plural(title: string): string {
  if (/[^aeiou]y$/i.test(title)) return `${title.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/i.test(title) ? `${title}es` : /[a-z]$/i.test(title) ? `${title}s` : title
}
