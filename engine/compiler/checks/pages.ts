import { isReservedPath } from '../../model/addresses.ts'
import { codesOf } from '../../model/names.ts'
import type { CheckContext } from '../check-context.ts'
import { nearestName } from '../nearest.ts'
import { at, itemsOf, type Node, textOf } from '../tree.ts'
import { type DraftEntry, merged } from '../workspace.ts'
import { choice } from './shape.ts'

/** Groups contain groups at most this deep; a top menu is the first level. */
const mostLevels = 3

/** Roles that every installation has. */
const commonRoles = ['administrator', 'admin', 'user', 'guest']

/** Checks the tree of menu groups, and the pages: addresses, permission codes and content. */
export function checkPages(scene: CheckContext): void {
  const groups = merged(scene.workspace, 'menus')
  const resources = Object.values(scene.model.resources)
  const roles = new Set([...commonRoles, ...resources.flatMap(({ access }) => access.map(({ role }) => role))])
  for (const group of groups) {
    checkGroup(group, groups, scene)
    for (const node of itemsOf(at(group.value, 'roles'))) checkRole(group, node, [...roles], scene)
  }
  const paths = pathsOfResources(scene)
  const codes = resources.flatMap(codesOf)
  for (const page of merged(scene.workspace, 'pages')) {
    checkPath(page, paths, scene)
    checkContent(page, scene)
    checkCode(page, codes, scene)
    checkUnder(page, at(page.value, 'menu'), scene)
  }
}

function checkGroup(group: DraftEntry, groups: readonly DraftEntry[], scene: CheckContext): void {
  const { draft, key, value } = group
  const [under, top] = [at(value, 'under'), at(value, 'top')]
  checkUnder(group, value, scene)
  if (under && top) scene.report(draft, top.start, 'menu.top-under', { name: key })
  const parents = parentsOf(group, groups)
  const last = parents.at(-1)
  const isWhole = last === undefined || !groups.some(({ key }) => key === underOf(last))
  if (parents.includes(group)) scene.report(draft, under?.start ?? 0, 'menu.cycle', { name: key })
  else if (isWhole && parents.length >= mostLevels)
    scene.report(draft, under?.start ?? 0, 'menu.deep', { name: key, limit: String(mostLevels) })
}

/** The groups that contain a group, the nearest first, up to the first that occurs again. */
function parentsOf(group: DraftEntry, groups: readonly DraftEntry[]): readonly DraftEntry[] {
  const parents: DraftEntry[] = []
  for (let name = underOf(group); ; ) {
    const parent = groups.find(({ key }) => key === name)
    if (!parent || parents.includes(parent)) return parents
    parents.push(parent)
    name = underOf(parent)
  }
}

const underOf = ({ value }: DraftEntry) => textOf(at(value, 'under'))

function checkUnder({ draft }: DraftEntry, node: Node | undefined, { workspace, report }: CheckContext): void {
  const under = at(node, 'under')
  const name = textOf(under)
  if (under && name !== undefined && !workspace.menuGroups.has(name))
    report(draft, under.start, 'menu.unknown', choice(name, workspace.menuGroups))
}

/** Roles are rows that administrators add, so only an alias that resembles a known one is reported. */
function checkRole({ draft }: DraftEntry, node: Node, known: readonly string[], { report }: CheckContext): void {
  const name = textOf(node)
  const near = name === undefined || known.includes(name) ? undefined : nearestName(name, known)
  if (name !== undefined && near !== undefined) report(draft, node.start, 'role.unknown', { name, near })
}

/** The files of the paths in use. Reserved paths of resources are reported on the way. */
function pathsOfResources({ views, report }: CheckContext): Map<string, string> {
  const paths = new Map<string, string>()
  for (const { draft, resource } of views) {
    const path = at(draft.root, 'path')
    if (path && isReservedPath(resource.path)) report(draft, path.start, 'path.reserved', { name: resource.path })
    paths.set(resource.path.toLowerCase(), draft.source.file)
  }
  return paths
}

function checkPath({ draft, value }: DraftEntry, paths: Map<string, string>, { report }: CheckContext): void {
  const node = at(value, 'path')
  const path = textOf(node)
  if (!node || path === undefined) return
  const other = paths.get(path.toLowerCase())
  if (other !== undefined) report(draft, node.start, 'page.path-twice', { name: path, other })
  if (isReservedPath(path)) report(draft, node.start, 'path.reserved', { name: path })
  paths.set(path.toLowerCase(), draft.source.file)
}

function checkContent({ draft, key, keyStart, value }: DraftEntry, { report }: CheckContext): void {
  const [screen, link] = [at(value, 'screen'), at(value, 'link')]
  if ((screen === undefined) === (link === undefined))
    report(draft, link?.start ?? keyStart, 'page.screen-or-link', { name: key })
  const address = textOf(link)
  if (link && address !== undefined && !isSafeLink(address))
    report(draft, link.start, 'page.link-unsafe', { value: address })
}

/** Whether an address may be embedded: an http or https address without a user name, which would be sent along. */
function isSafeLink(address: string): boolean {
  const parts = /^https?:\/\/([^/?#\s]+)\S*$/.exec(address)
  return parts !== null && !/[@;,'"\\*]/.test(parts[1] ?? '')
}

const ending = '_view'

/** A code that no resource has belongs to the page itself, unless it resembles one of a resource. */
function checkCode({ draft, value }: DraftEntry, codes: readonly string[], { report }: CheckContext): void {
  const node = at(value, 'code')
  const code = textOf(node)
  if (!node || code === undefined || ['signedIn', 'anyone', ...codes].includes(code)) return
  const known = ['signedIn', 'anyone', ...codes]
  // The common ending would make every two short codes similar.
  const near = code.endsWith(ending)
    ? nearestName(
        code.slice(0, -ending.length),
        known.flatMap(one => (one.endsWith(ending) ? one.slice(0, -ending.length) : [])),
      )
    : nearestName(code, known)
  const meant = near !== undefined && code.endsWith(ending) ? near + ending : near
  if (meant !== undefined) report(draft, node.start, 'page.code-unknown', { name: code, near: meant })
  else if (!code.endsWith(ending)) report(draft, node.start, 'page.code-unknown', { name: code })
}
