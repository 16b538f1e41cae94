import { operatorsOf, typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { hasLines, isDictionary, isRelated } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import { operationsOf } from '../../model/names.ts'
import { stepsOf, userSteps } from '../../model/steps.ts'
import { timeRemaining } from '../../model/system-fields.ts'
import { type CheckContext, fieldNamed, fieldNames, type ResourceView } from '../check-context.ts'
import type { ProblemCode } from '../problem-messages.ts'
import { roleOf } from '../refine.ts'
import { at, itemsOf, type Node, textOf } from '../tree.ts'
import { checkAgainst } from './against.ts'
import { checkIcon } from './menus.ts'
import { choice } from './unknown-word.ts'

/** Checks the fields named by list, form, display, state, order and access: they must exist and be suitable. */
export function checkScreens(scene: CheckContext): void {
  for (const view of scene.views) {
    const { root } = view.draft
    const list = at(root, 'list')
    checkListColumns(at(list, 'columns'), view, scene)
    for (const node of itemsOf(at(list, 'search'))) fits(node, 'search.unfit', isSearchable, view, scene)
    for (const group of itemsOf(at(root, 'form')))
      for (const node of itemsOf(at(group, 'fields')))
        fits(node, 'form.unfit', field => !isSystem(field) && !isRelated(field), view, scene)
    fits(at(root, 'display'), 'display.unfit', isName, view, scene)
    fits(at(root, 'state'), 'state.unfit', field => isState(field, view), view, scene)
    checkOrder(at(root, 'sort'), view, scene)
    checkAccess(view, scene)
    checkMenu(view, scene)
    checkAgainst(view, scene)
  }
}

/** A resource, and the file that names its fields: a check that does not read the file of the resource is not repeated for its edits. */
type WrittenView = Pick<ResourceView, 'draft' | 'resource'>

/** Checks that a list of a resource can show the columns. */
export function checkListColumns(columns: Node | undefined, view: WrittenView, scene: CheckContext): void {
  for (const node of itemsOf(columns))
    if (textOf(node) !== timeRemaining.name) fits(node, 'column.unfit', isShown, view, scene)
    else if (!view.resource.lifecycle?.dates.length) scene.report(view.draft, node.start, 'column.no-clock', {})
}

function fits(
  node: Node | undefined,
  code: ProblemCode,
  isFit: (field: Field) => boolean,
  view: WrittenView,
  { report }: CheckContext,
): void {
  const name = textOf(node)
  if (!node || name === undefined) return
  const field = fieldNamed(view, name)
  if (!field) report(view.draft, node.start, 'field.unknown', choice(name, fieldNames(view)))
  else if (!isFit(field)) report(view.draft, node.start, code, { name })
}

const isShown = (field: Field) => !hasLines(field) && !isRelated(field) && !typeOf(field).secret
const isSearchable = (field: Field) =>
  field.column !== undefined && !typeOf(field).secret && operatorsOf(field).length > 0
const isSystem = (field: Field) =>
  ['id', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime', 'status', 'version'].includes(field.name)
const isName = (field: Field) =>
  field.column !== undefined && isShown(field) && field.options['many'] !== true && field.rule !== undefined
const isState = (field: Field, { resource }: ResourceView) =>
  isDictionary(field) && !isMany(field) && (resource.lifecycle?.field ?? field.name) === field.name
const isSortable = (field: Field) =>
  field.column !== undefined && typeOf(field).sortable && field.options['many'] !== true

/** Reports an unknown or unsortable field of a `sort`, whose name begins with `-` for descending order. */
export function checkOrder(node: Node | undefined, view: WrittenView, { report }: CheckContext): void {
  const text = textOf(node)
  if (!node || text === undefined) return
  for (const name of text.split(/, */).map(one => one.replace(/^-/, ''))) {
    const field = fieldNamed(view, name)
    if (!field) report(view.draft, node.start, 'field.unknown', choice(name, fieldNames(view)))
    else if (!isSortable(field)) report(view.draft, node.start, 'sort.unfit', { name })
  }
}

function checkAccess(view: ResourceView, scene: CheckContext): void {
  const { resource, draft } = view
  const named = [
    ...userSteps(resource),
    ...resource.binds,
    ...resource.queries.filter(({ code }) => code !== undefined),
  ]
  const operationNames: readonly string[] = [...operationsOf(resource), ...named.map(({ name }) => name)]
  const granted = new Set<string>()
  for (const rule of itemsOf(at(draft.root, 'access'))) {
    const allowed = itemsOf(at(rule, 'allow')).map(node => textOf(node) ?? '')
    const claims = (allowed.length > 0 ? allowed : ['view']).map(name => `${roleOf(rule)} ${name}`)
    const twice = claims.find(claim => granted.has(claim))?.split(' ')
    if (twice) scene.report(draft, rule.start, 'access.twice', { name: twice[0] ?? '', operation: twice[1] ?? '' })
    for (const claim of claims) granted.add(claim)
    for (const node of itemsOf(at(rule, 'allow'))) {
      const name = textOf(node)
      if (name === undefined || operationNames.includes(name)) continue
      const step = stepsOf(resource).find(one => one.name === name)
      if (step) scene.report(draft, node.start, 'allow.automatic', { name, key: step.auto ? 'auto' : 'after' })
      else scene.report(draft, node.start, 'allow.unknown', choice(name, operationNames))
    }
    for (const node of itemsOf(at(rule, 'hide'))) fits(node, 'field.unknown', () => true, view, scene)
    const hidden = itemsOf(at(rule, 'hide')).map(textOf)
    for (const node of itemsOf(at(rule, 'mask'))) {
      fits(node, 'field.unknown', () => true, view, scene)
      const name = textOf(node) ?? ''
      if (hidden.includes(name)) scene.report(view.draft, node.start, 'access.mask-hidden', { name })
    }
  }
}

function checkMenu({ draft }: ResourceView, scene: CheckContext): void {
  const { workspace, report } = scene
  const menu = at(draft.root, 'menu')
  checkIcon(draft, at(menu, 'icon'), scene)
  const under = at(menu, 'under')
  const name = textOf(under)
  if (under && name !== undefined && !workspace.menuGroups.has(name))
    report(draft, under.start, 'menu.unknown', choice(name, workspace.menuGroups))
}
