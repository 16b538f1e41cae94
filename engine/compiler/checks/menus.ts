import { administratorAlias } from '../../model/account-resources.ts'
import type { FaultWords } from '../../rules/fault-texts.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { checkFormerNames } from '../former-names.ts'
import icons from '../icon-names.json' with { type: 'json' }
import { nearestName } from '../nearest.ts'
import { at, itemsOf, type Node, textOf } from '../tree.ts'
import { type DraftEntry, merged } from '../workspace.ts'
import { choice } from './unknown-word.ts'

/** Groups contain groups at most this deep; a top menu is the first level. */
const maxLevels = 3

/** Checks the tree of menu groups and the roles that see them. */
export function checkMenus(scene: CheckContext): void {
  const groups = merged(scene.workspace, 'menus')
  checkFormerNames(groups, scene)
  const resources = Object.values(scene.model.resources)
  const roles = new Set([
    administratorAlias,
    ...scene.model.roles.map(({ alias }) => alias),
    ...resources.flatMap(({ access }) => access.map(({ role }) => role)),
  ])
  for (const group of groups) {
    checkGroup(group, groups, scene)
    checkIcon(group.draft, at(group.value, 'icon'), scene)
    for (const node of itemsOf(at(group.value, 'roles'))) checkRole(group, node, [...roles], scene)
  }
}

/** The names of Lucide's icons, its former names included. A test writes the file. */
const iconNames: ReadonlySet<string> = new Set(icons)

/** An icon that does not exist leaves its place empty. */
export function checkIcon(draft: Draft, node: Node | undefined, { report }: CheckContext): void {
  const name = textOf(node)
  if (node && name !== undefined && !iconNames.has(name)) report(draft, node.start, 'icon.unknown', iconMeant(name))
}

function iconMeant(name: string): FaultWords {
  const near = nearestName(name, iconNames)
  return near === undefined ? { name } : { name, near }
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
  else if (isWhole && parents.length >= maxLevels)
    scene.report(draft, under?.start ?? 0, 'menu.deep', { name: key, limit: String(maxLevels) })
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

/** Checks that the group exists in which a group or page is. */
export function checkUnder({ draft }: DraftEntry, node: Node | undefined, { workspace, report }: CheckContext): void {
  const under = at(node, 'under')
  const name = textOf(under)
  if (under && name !== undefined && !workspace.menuGroups.has(name))
    report(draft, under.start, 'menu.unknown', choice(name, workspace.menuGroups))
}

function checkRole({ draft }: DraftEntry, node: Node, known: readonly string[], { report }: CheckContext): void {
  const name = textOf(node)
  if (name !== undefined && !known.includes(name)) report(draft, node.start, 'role.unknown', choice(name, known))
}
