import { operatorsOf } from '../../fields/index.ts'
import { isRelated } from '../../fields/traits.ts'
import { administratorAlias } from '../../model/account-resources.ts'
import { codeOf, codesOf, codesOfPages } from '../../model/names.ts'
import { lacksRows, mayView } from '../../model/seen-resources.ts'
import { carriedValues, type FieldOfResource } from '../../rules/carried-values.ts'
import { compileExpression } from '../../rules/compile-expression.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { checkFormerNames } from '../former-names.ts'
import { ownScope } from '../reads.ts'
import { at, entriesOf, itemsOf, type Node, plainAt, textOf } from '../tree.ts'
import { type DraftEntry, merged } from '../workspace.ts'
import { roleWithMore } from './serial-parts.ts'
import { choice } from './unknown-word.ts'

/** Checks the codes and menus of declared roles, and the aliases that resources name. */
export function checkRoles(scene: CheckContext): void {
  const declared = merged(scene.workspace, 'roles')
  checkAliases([administratorAlias, ...declared.map(({ key }) => key)], scene)
  if (declared.length === 0) return
  checkFormerNames(declared, scene)
  const codes = codesIn(scene)
  const menus = [
    ...scene.workspace.menuGroups,
    ...scene.model.pages.map(({ key }) => key),
    ...Object.values(scene.model.resources).flatMap(({ name, menu }) => (menu ? [name] : [])),
  ]
  const inLowerCase = new Map([[administratorAlias, administratorAlias]])
  for (const role of declared) {
    const lower = role.key.toLowerCase()
    const other = inLowerCase.get(lower)
    if (other === administratorAlias) scene.report(role.draft, role.keyStart, 'role.reserved', { name: other })
    else if (other !== undefined) scene.report(role.draft, role.keyStart, 'role.case', { name: role.key, other })
    else inLowerCase.set(lower, role.key)
    checkNames(role, 'allow', 'role.code-unknown', codes, scene)
    checkNames(role, 'menus', 'role.menu-unknown', menus, scene)
  }
}

/** Warns where roles read more of a value, or less of its rows, than its author may think. */
export function checkReadsOfRoles(scene: CheckContext): void {
  checkCarriedValues(scene)
  checkRelatedRows(scene)
  checkRows(scene)
}

/**
 * Warns where a role reads a stored value and not the field from which a word carries it. A personal value in a field that
 * is not personal is a problem, unless the step says that it reveals it.
 */
function checkCarriedValues({ model, views, report }: CheckContext): void {
  for (const { resource, draft, members } of views) {
    const { root } = draft
    const steps = [...entriesOf(at(at(root, 'lifecycle'), 'transitions')), ...entriesOf(at(root, 'actions'))]
    for (const { at: name, into, from } of carriedValues(model, resource))
      for (const source of from) {
        const member = members.get(name)
        const step = steps.find(({ key }) => key === name)
        if (isRevealed(into, source) && plainAt(step?.value, 'reveals') !== true) {
          const words = { name: `${into.resource.name}.${into.name}`, of: `${source.resource.name}.${source.name}` }
          report(
            member?.draft ?? draft,
            member?.entry.keyStart ?? step?.keyStart ?? root.start,
            'personal.revealed',
            words,
          )
          continue
        }
        const role = roleWithMore(model, into, source, member === undefined && into.resource !== resource)
        if (role === undefined) continue
        const start = member?.entry.keyStart ?? step?.keyStart
        const words = { name: `${into.resource.name}.${into.name}`, role, of: `${source.resource.name}.${source.name}` }
        report(member?.draft ?? draft, start ?? root.start, 'value.source-hidden', words)
      }
  }
}

/** Whether a field contains a personal value of another one, and is not personal itself. */
function isRevealed(into: FieldOfResource, from: FieldOfResource): boolean {
  const [field, source] = [into, from].map(({ resource, name }) => resource.fields.find(one => one.name === name))
  if (!field || field.personal !== undefined || source?.personal === undefined) return false
  return field.type === source.type || operatorsOf(field).includes('contains')
}

/**
 * Warns where a declared role sees a value that is computed from related records, but not those records: the value is of
 * all of them.
 */
function checkRelatedRows({ model, views, report }: CheckContext): void {
  for (const { resource, members } of views)
    for (const field of resource.fields.filter(({ derived, rolledUp }) => derived || rolledUp)) {
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

/** Warns where a declared role may view a resource, but sees no rows of it because access rules of others name the role. */
function checkRows({ model, views, report }: CheckContext): void {
  if (!model.resources[model.owner ?? '']) return
  for (const { draft, resource } of views)
    for (const role of model.roles.filter(one => mayView(one, resource) && lacksRows(model, one, resource))) {
      const prefix = codeOf(resource, '')
      const operations = role.codes.flatMap(code => (code.startsWith(prefix) ? [code.slice(prefix.length)] : []))
      const write = `- { role: ${role.alias}, where: "true", allow: [${operations.join(', ')}] }`
      const words = { role: role.alias, of: resource.name, write }
      report(draft, (at(draft.root, 'access') ?? draft.root).start, 'access.no-rows', words)
    }
}

/** Every permission code, and the patterns for all codes of one resource. */
function codesIn({ model }: CheckContext): string[] {
  const resources = Object.values(model.resources)
  // Lines have no codes: the master's apply.
  const patterns = resources.filter(({ partOf }) => !partOf).map(({ code }) => `${code}_*`)
  return [...new Set([...resources.flatMap(codesOf), ...patterns, ...codesOfPages(model)])]
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

/**
 * Warns of aliases that no file declares: such a rule has no effect until an administrator adds a role with this alias
 * and grants its codes.
 */
function checkAliases(known: readonly string[], { views, report }: CheckContext): void {
  for (const { draft } of views)
    for (const node of aliasesIn(draft)) {
      const name = textOf(node) ?? ''
      if (!known.includes(name)) report(draft, node.start, 'role.unknown', choice(name, new Set(known)))
    }
}

/** The aliases that a resource names, under `access`, `primary` and `editableBy`. */
function aliasesIn(draft: Draft): readonly Node[] {
  const { root } = draft
  const known = aliases.get(root)
  if (known) return known
  const steps = [...entriesOf(at(at(root, 'lifecycle'), 'transitions')), ...entriesOf(at(root, 'actions'))]
  const nodes = [
    ...itemsOf(at(root, 'access')).flatMap(rule => at(rule, 'role') ?? []),
    ...steps.flatMap(({ value }) => itemsOf(at(value, 'primary'))),
    ...entriesOf(at(root, 'fields')).flatMap(({ value }) => itemsOf(at(value, 'editableBy'))),
  ]
  aliases.set(root, nodes)
  return nodes
}

// A compilation shares the drafts of unchanged files with the one before.
const aliases = new WeakMap<Draft['root'], readonly Node[]>()
