import { isMany } from '../../fields/options.ts'
import { hasDefault, isAlwaysRequired } from '../../fields/record-schema.ts'
import { hasLines, isReference } from '../../fields/traits.ts'
import { userResource } from '../../model/account-resources.ts'
import type { Field } from '../../model/model.ts'
import { type CheckContext, fieldNamed, fieldNames, type ResourceView, viewNamed } from '../check-context.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { choice } from './unknown-word.ts'

/** Checks the relations of records: owner, master, parent, and references that could never be filled. */
export function checkRelations(scene: CheckContext): void {
  checkOwnerResource(scene)
  for (const view of scene.views) {
    checkOwner(view, scene)
    const { resource, draft } = view
    refers(at(draft.root, 'partOf'), view, scene, field => {
      const master = field.options['of']
      return isSingleReference(field) && master !== resource.name ? undefined : ['partOf.unfit', { name: field.name }]
    })
    if (resource.readOnly)
      for (const { key: name, keyStart } of entriesOf(draft.root))
        if (writeKeys.has(name)) scene.report(draft, keyStart, 'readOnly.unused', { name })
    const own = ['view', 'export', ...resource.actions.map(({ name }) => name)]
    for (const item of itemsOf(at(draft.root, 'own')))
      if (!own.includes(textOf(item) ?? ''))
        scene.report(draft, item.start, 'allow.unknown', choice(textOf(item) ?? '', own))
    const master = resource.partOf?.resource
    checkListed(view, master, scene)
    if (master !== undefined)
      for (const { key: name, keyStart, value } of entriesOf(draft.root))
        if (keysOfMaster.has(name) && !(name === 'menu' && isFalse(value)))
          scene.report(draft, keyStart, 'partOf.unused', { name, master })
    const platform = at(draft.root, 'platform')
    if (resource.platform && platform && !resource.shared)
      scene.report(draft, platform.start, 'platform.not-shared', {})
    if (resource.shared) checkSharedReferences(view, scene)
    const guard = at(draft.root, 'guard')
    if (guard && resource.partOf) scene.report(draft, guard.start, 'guard.line', { name: resource.partOf.resource })
    refers(at(draft.root, 'tree'), view, scene, field =>
      isSingleReference(field) &&
      [resource.name, undefined].includes(viewNamed(scene, field.options['of'])?.resource.name)
        ? undefined
        : ['tree.unfit', { name: field.name }],
    )
  }
  checkCircles(scene)
}

/** Rows of all tenants never refer to a row of one. */
function checkSharedReferences({ resource, members }: ResourceView, { model, report }: CheckContext): void {
  for (const field of resource.fields) {
    const of = model.resources[String(field.options['of'])]
    const member = members.get(field.name)
    if (isReference(field) && of && !of.shared && member)
      report(member.draft, member.entry.keyStart, 'shared.tenant-reference', { name: field.name, of: of.name })
  }
}

/** Lines are shown and edited in a field of their master. */
function checkListed({ draft, resource }: ResourceView, master: string | undefined, { model, report }: CheckContext) {
  const node = at(draft.root, 'partOf')
  const fields = model.resources[master ?? '']?.fields
  if (!node || master === undefined || !fields) return
  if (!fields.some(field => hasLines(field) && field.options['of'] === resource.name))
    report(draft, node.start, 'partOf.unlisted', { name: resource.name, master })
}

function checkOwnerResource({ workspace, viewOf, report }: CheckContext): void {
  const { owner, ownersField, appDraft, resources } = workspace
  const node = at(appDraft?.root, 'owner')
  if (!appDraft || !node || owner === undefined) return
  if (!resources.has(owner)) {
    report(appDraft, (at(node, 'of') ?? node).start, 'resource.unknown', choice(owner, resources.keys()))
    return
  }
  const [by, users] = [at(node, 'by'), viewOf(userResource)]
  if (!by || ownersField === undefined || !users) return
  const field = users.resource.fields.find(({ name }) => name === ownersField)
  if (!field) report(appDraft, by.start, 'field.unknown', choice(ownersField, fieldNames(users)))
  else if (!isReference(field) || field.options['of'] !== owner)
    report(appDraft, by.start, 'owner.by-unfit', { name: ownersField, owner })
}

function checkOwner(view: ResourceView, scene: CheckContext) {
  const node = at(view.draft.root, 'owner')
  const { owner } = scene.workspace
  if (!node) return
  if (owner === undefined) return scene.report(view.draft, node.start, 'owner.missing')
  refers(node, view, scene, field => {
    const isItself = view.resource.name === owner && field.name === 'id'
    const isOwned = isSingleReference(field) && field.options['of'] === owner
    return isItself || isOwned ? undefined : ['owner.unfit', { name: field.name, owner }]
  })
}

const isSingleReference = (field: Field) => isReference(field) && !isMany(field)

/** Keys of a resource that lines cannot have: they follow the rights of their master and have no pages. */
const keysOfMaster = new Set([
  'owner',
  'access',
  'own',
  'code',
  'platform',
  'lifecycle',
  'menu',
  'screens',
  'path',
  'form',
  'help',
  'against',
  'bind',
])

/** `menu: false` is the default of lines. */
const isFalse = (node: Node) => node.kind === 'scalar' && node.value === false

/** Keys of a resource that concern what users write. */
const writeKeys = new Set(['rules', 'lifecycle', 'allowIf', 'guard', 'partOf', 'bind'])

type Fault = [code: 'owner.unfit' | 'partOf.unfit' | 'tree.unfit', words: Record<string, string>]

function refers(
  node: Node | undefined,
  view: ResourceView,
  { report }: CheckContext,
  faultOf: (field: Field) => Fault | undefined,
) {
  const name = textOf(node)
  if (!node || name === undefined) return
  const field = fieldNamed(view, name)
  if (!field) return report(view.draft, node.start, 'field.unknown', choice(name, fieldNames(view)))
  const fault = faultOf(field)
  if (fault) report(view.draft, node.start, ...fault)
}

/** Finds cycles of required references: each record would require another one first. */
function checkCircles({ views, report }: CheckContext): void {
  const byName = new Map(views.map(view => [view.resource.name, view]))
  const done = new Set<string>()
  const visit = (view: ResourceView, path: readonly { view: ResourceView; field: Field }[]): void => {
    const { name } = view.resource
    const start = path.findIndex(step => step.view === view)
    const [first] = path.slice(Math.max(start, 0))
    if (start >= 0 && first) {
      const names = [...path.slice(start).map(step => step.view.resource.name), name].join(' → ')
      const member = first.view.members.get(first.field.name)
      if (member) report(member.draft, member.entry.keyStart, 'reference.cycle', { names })
    }
    if (start >= 0 || done.has(name)) return
    for (const field of view.resource.fields.filter(mustBeFilled)) {
      const next = byName.get(String(field.options['of']))
      if (next) visit(next, [...path, { view, field }])
    }
    done.add(name)
  }
  for (const view of views) visit(view, [])
}

const mustBeFilled = (field: Field) =>
  isReference(field) && isAlwaysRequired(field) && !field.readOnly && !hasDefault(field)
