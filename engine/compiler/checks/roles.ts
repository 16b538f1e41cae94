import { isRelated } from '../../fields/traits.ts'
import type { Model, Resource } from '../../model/model.ts'
import { codeOf, codesOf, codesOfPages } from '../../model/names.ts'
import { compileExpression } from '../../rules/compile-expression.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { ownScope } from '../reads.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { type DraftEntry, merged } from '../workspace.ts'
import { choice } from './shape.ts'

/** Roles that every installation has. */
export const commonRoles = ['administrator', 'admin', 'user', 'guest']

/** Checks the codes and menus of declared roles, and the aliases that resources name. */
export function checkRoles(scene: CheckContext): void {
  const declared = merged(scene.workspace, 'roles')
  if (declared.length === 0) return
  const codes = codesIn(scene)
  const menus = [
    ...scene.workspace.menuGroups,
    ...scene.model.pages.map(({ key }) => key),
    ...Object.values(scene.model.resources).flatMap(({ name, menu }) => (menu ? [name] : [])),
  ]
  for (const role of declared) {
    checkNames(role, 'allow', 'role.code-unknown', codes, scene)
    checkNames(role, 'menus', 'role.menu-unknown', menus, scene)
  }
  checkAliases([...commonRoles, ...declared.map(({ key }) => key)], scene)
  checkRelatedRows(scene)
}

/**
 * Warns where a declared role sees a value that is computed from related records, but not those records: the value is of
 * all of them.
 */
function checkRelatedRows({ model, views, report }: CheckContext): void {
  for (const { resource, members } of views)
    for (const field of resource.fields.filter(({ derived }) => derived)) {
      const compiled = compileExpression(String(field.compute), ownScope(model, resource))
      const reads = 'expression' in compiled ? compiled.expression.reads : []
      const lists = resource.fields.filter(one => isRelated(one) && reads.includes(one.name))
      const member = members.get(field.name)
      for (const of of lists.flatMap(list => model.resources[String(list.options['of'])] ?? []))
        for (const role of model.roles) {
          const hidden = resource.access.some(rule => rule.role === role.alias && rule.hide.includes(field.name))
          if (!member || hidden || !mayView(role, resource) || mayView(role, of)) continue
          report(member.draft, member.entry.keyStart, 'compute.rows-hidden', {
            name: field.name,
            role: role.alias,
            of: of.name,
          })
        }
    }
}

/** Whether a declared role has the code to view a resource, and access rules do not exclude it. */
function mayView({ alias, allow }: Model['roles'][number], resource: Resource): boolean {
  const code = codeOf(resource, 'view')
  const rules = resource.access.filter(rule => rule.role === alias)
  if (rules.length > 0) return rules.some(rule => rule.allow.includes('view'))
  return allow.some(one => one === code || (one.endsWith('_*') && code.startsWith(one.slice(0, -1))))
}

/** Every permission code, and the patterns for all codes of one resource. */
function codesIn({ model }: CheckContext): string[] {
  const resources = Object.values(model.resources)
  return [
    ...new Set([...resources.flatMap(codesOf), ...resources.map(({ code }) => `${code}_*`), ...codesOfPages(model)]),
  ]
}

function checkNames(
  { draft, value }: DraftEntry,
  key: string,
  code: 'role.code-unknown' | 'role.menu-unknown',
  known: readonly string[],
  { report }: CheckContext,
): void {
  for (const node of itemsOf(at(value, key))) {
    const name = textOf(node) ?? ''
    if (!known.includes(name)) report(draft, node.start, code, choice(name, known))
  }
}

/** Roles are rows that administrators may add too, so this is a warning. */
function checkAliases(known: readonly string[], { views, report }: CheckContext): void {
  for (const { draft } of views)
    for (const [file, node] of aliasesIn(draft)) {
      const name = textOf(node) ?? ''
      if (!known.includes(name)) report(file, node.start, 'role.unknown', choice(name, known))
    }
}

/** The aliases that a resource names, under `access`, `primary` and `editableBy`. */
function aliasesIn(draft: Draft): (readonly [Draft, Node])[] {
  const { root } = draft
  const steps = [...entriesOf(at(at(root, 'lifecycle'), 'transitions')), ...entriesOf(at(root, 'actions'))]
  const nodes = [
    ...itemsOf(at(root, 'access')).flatMap(rule => at(rule, 'role') ?? []),
    ...steps.flatMap(({ value }) => itemsOf(at(value, 'primary'))),
    ...entriesOf(at(root, 'fields')).flatMap(({ value }) => itemsOf(at(value, 'editableBy'))),
  ]
  return nodes.map(node => [draft, node])
}
