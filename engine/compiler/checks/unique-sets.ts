import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isReference } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import { someTerm, type Term, touches } from '../../rules/term.ts'
import { type CheckContext, fieldNamed, type ResourceView } from '../check-context.ts'
import { ownScope } from '../reads.ts'
import { at, itemsOf, type Node, textOf } from '../tree.ts'
import { compiledAt } from './expressions.ts'
import { choice } from './unknown-word.ts'

/** Checks the fields that are unique together: an index can contain them, their period and their condition. */
export function checkUniqueSets(scene: CheckContext): void {
  for (const view of scene.views)
    for (const set of itemsOf(at(view.draft.root, 'unique'))) {
      for (const name of itemsOf(set.kind === 'list' ? set : at(set, 'fields'))) checkName(name, view, scene)
      checkPeriod(at(set, 'during'), view, scene)
      checkCondition(at(set, 'where'), view, scene)
    }
}

/** A period consists of two fields of the same type: dates, dates with times, or times of day. */
function checkPeriod(node: Node | undefined, view: ResourceView, scene: CheckContext): void {
  const nodes = itemsOf(node)
  for (const name of nodes) checkName(name, view, scene)
  const fields = nodes.flatMap(name => view.resource.fields.find(field => field.name === textOf(name)) ?? [])
  if (!node || fields.length < 2 || !fields.every(isComparable)) return
  const [from, to] = fields.map(field => typeOf(field).timeKind)
  if (from === undefined || from !== to)
    scene.report(view.draft, node.start, 'unique.during', { name: fields.map(({ name }) => name).join(', ') })
}

function checkName(node: Node, view: ResourceView, { report }: CheckContext): void {
  const name = textOf(node) ?? ''
  const own = view.resource.fields.filter(isComparable)
  if (own.some(field => field.name === name)) return
  const isKnown = fieldNamed(view, name) !== undefined
  if (isKnown) report(view.draft, node.start, 'index.unfit', { name, key: 'unique' })
  else report(view.draft, node.start, 'field.unknown', choice(name, own))
}

const isComparable = (field: Field) =>
  field.column !== undefined && !isMany(field) && (typeOf(field).sortable || isReference(field))

/** PostgreSQL accepts only functions in an index condition that give the same result at any time and setting. */
function checkCondition(node: Node | undefined, view: ResourceView, scene: CheckContext): void {
  const expression = compiledAt(view.draft, node, ownScope(scene.model, view.resource), 'bool', scene)
  if (!node || !expression) return
  const isStored = (name: string) =>
    view.resource.fields.some(field => field.name === name && field.column !== undefined)
  const isFit =
    expression.reads.length > 0 &&
    expression.reads.every(isStored) &&
    !expression.readsClock &&
    !someTerm(expression.term, part => !isImmutable(part))
  if (!isFit) scene.report(view.draft, node.start, 'unique.where', { text: expression.text })
}

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=', '!', 'decimal'])

const isImmutable = (term: Term): boolean => {
  switch (term.kind) {
    case 'constant':
    case 'and':
    case 'or':
    case 'isNull':
    case 'list':
    case 'in':
      return true
    case 'field':
      return term.source === 'record' && !term.isDerived
    case 'apply':
      return comparisons.has(term.operation.name) || !touches(term, 'record')
    default:
      return false
  }
}
