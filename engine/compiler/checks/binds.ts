import { isBound } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { bindNamed } from '../../model/names.ts'
import { endpointsOf } from '../build-binds.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import { isReserved, longestName } from '../language/reserved-names.ts'
import { at, type Entry, entriesOf, textOf } from '../tree.ts'
import { checkWhere } from './expressions.ts'
import { choice } from './unknown-word.ts'

/** Checks binds: which records they link, their endpoints and their names. */
export function checkBinds(scene: CheckContext): void {
  for (const view of scene.views) {
    const node = at(view.draft.root, 'bind')
    const unfit = node && unfitKey(view.resource)
    if (node && unfit) scene.report(view.draft, node.start, 'bind.unfit', { name: unfit })
    for (const entry of entriesOf(node)) checkBind(entry, view, scene)
  }
}

/** Links belong to a tenant, as its rows do; rows of the descriptors are written by the server. */
const unfitKey = ({ shared, guard }: Resource): string | undefined =>
  shared ? 'shared: true' : guard === 'descriptors' ? 'guard: descriptors' : undefined

function checkBind(entry: Entry, view: ResourceView, scene: CheckContext): void {
  const { key: name, value } = entry
  const { draft, resource } = view
  const [of, http, self] = [at(value, 'of'), at(value, 'http'), at(value, 'self')]
  const target = scene.model.resources[textOf(of) ?? '']
  if (of && !target)
    scene.report(draft, of.start, 'resource.unknown', choice(textOf(of) ?? '', scene.workspace.resources.keys()))
  if (of && target && (target.partOf || target.platform))
    scene.report(draft, of.start, 'bind.of-unfit', { name: target.name })
  const methods = endpointsOf(name, value).map(({ method }) => method)
  if (http && methods.toSorted().join() !== 'GET,POST') scene.report(draft, http.start, 'bind.http')
  if (self && ['ids', 'version'].includes(textOf(self) ?? ''))
    scene.report(draft, self.start, 'name.reserved', { name: textOf(self) ?? '' })
  checkName(entry, view, scene)
  const field = resource.fields.find(one => one.name === name && isBound(one))
  if (field) checkWhere(draft, value, field, view, scene)
}

function checkName({ key: name, keyStart }: Entry, view: ResourceView, { report }: CheckContext): void {
  const { draft, resource, members } = view
  if (members.has(name)) report(draft, keyStart, 'bind.name-taken', { name })
  else if (isReserved(name)) report(draft, keyStart, 'name.reserved', { name })
  const { table } = bindNamed(resource, name) ?? { table: '' }
  if (table.length > longestName) report(draft, keyStart, 'name.long', { name, limit: String(longestName) })
}
