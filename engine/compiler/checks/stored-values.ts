import { relatedRecords } from '../../fields/related/rows.ts'
import { lineResource } from '../../fields/traits.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { compileExpression, type Expression } from '../../rules/compile-expression.ts'
import { parametersRead } from '../../rules/parameter.ts'
import { scopeOf } from '../../rules/scope.ts'
import { listsIn, someTerm, subtermsOf, type Term } from '../../rules/term.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { ownScope } from '../reads.ts'
import type { Node } from '../tree.ts'

/** A stored value follows records of references of its record or lines, unless these read it in turn. */
export function checkStoredOther(
  draft: Draft,
  node: Node,
  name: string,
  { term }: Expression,
  { resource }: ResourceView,
  scene: CheckContext,
): void {
  const isFollowed = ({ of, resource: target }: TargetStep) =>
    of.kind === 'field' && (of.source === 'record' || of.source === 'line') && !scene.model.resources[target]?.shared
  const cycle = cycleFrom(scene.model, [resource.name, name])
  if (!stepsIn(term).every(isFollowed)) scene.report(draft, node.start, 'compute.stored-other', { name })
  else if (cycle) scene.report(draft, node.start, 'compute.cycle', { names: cycle.join(' → ') })
}

/**
 * A stored value of related records is computed again when one of them is changed. It therefore depends on nothing
 * else: its expression reads only them, and `where` of their list only a related record and entered values of its own.
 */
export function checkRollUp(
  draft: Draft,
  node: Node,
  { name }: Field,
  { term }: Expression,
  { resource }: ResourceView,
  { model, report }: CheckContext,
): void {
  const lists = [...listsIn(term).keys()].map(list => resource.fields.find(field => field.name === list))
  const counted = lists.flatMap(list => {
    const records = list && relatedRecords(model, list)
    return records ? [{ list, ...records }] : []
  })
  const mixed = counted.find(({ of }) => of.shared !== resource.shared)
  const dependent = counted.find(({ of, where }) => where !== undefined && !isOfRecords(model, resource, of, where))
  const cycle = cycleFrom(model, [resource.name, name])
  if (resource.partOf) report(draft, node.start, 'compute.related-line', { name })
  else if (counted.length < lists.length || someTerm(term, isOtherThanRelated))
    report(draft, node.start, 'compute.related-only', { name })
  else if (mixed) report(draft, node.start, 'compute.related-shared', { name, of: mixed.of.name })
  else if (dependent) report(draft, node.start, 'compute.related-where', { name, list: dependent.list.name })
  else if (cycle) report(draft, node.start, 'compute.cycle', { names: cycle.join(' → ') })
}

/** Whether a part reads the record itself, or others than related ones. */
const isOtherThanRelated = (part: Term): boolean =>
  part.kind === 'step' || part.kind === 'below' || (part.kind === 'field' && part.source !== 'line')

/** Whether a condition reads only a related record and entered values of its own record. */
function isOfRecords(model: Model, resource: Resource, of: Resource, where: string): boolean {
  const compiled = compileExpression(where, scopeOf(model, resource, { it: of }), 'bool')
  // A fault is reported where it is written.
  if ('fault' in compiled) return true
  const { reads, readsClock, otherRecord } = compiled.expression
  const isEntered = (name: string) =>
    name === 'id' || resource.fields.some(one => one.name === name && one.column !== undefined && !one.compute)
  return !readsClock && !otherRecord && parametersRead(model, where).length === 0 && reads.every(isEntered)
}

type TargetStep = Extract<Term, { kind: 'step' }>

const stepsIn = (term: Term): TargetStep[] => [
  ...(term.kind === 'step' ? [term] : []),
  ...subtermsOf(term).flatMap(stepsIn),
]

/** A computed field of a resource. */
type Computed = readonly [resource: string, field: string]

/** The computed fields, of any resources, through which one reads itself; undefined if it does not. */
function cycleFrom(model: Model, start: Computed): string[] | undefined {
  const done = new Set<string>()
  const visit = (at: Computed, path: readonly string[]): string[] | undefined => {
    for (const next of computedReads(model, at)) {
      const name = next.join('.')
      if (name === start.join('.')) return [...path, name]
      if (done.has(name)) continue
      done.add(name)
      const found = visit(next, [...path, name])
      if (found) return found
    }
    return undefined
  }
  return visit(start, [start.join('.')])
}

/** What a computed field reads: of its record, of all columns of its lines, of related records and of those of references. */
function computedReads(model: Model, [of, name]: Computed): Computed[] {
  const resource = model.resources[of]
  const text = resource?.fields.find(field => field.name === name)?.compute
  const compiled = resource && text !== undefined ? compileExpression(text, ownScope(model, resource)) : undefined
  if (!resource || !compiled || 'fault' in compiled) return []
  const { reads, term } = compiled.expression
  const own = reads.flatMap((read): Computed[] => {
    const field = resource.fields.find(one => one.name === read)
    const line = field && lineResource(field, model)
    return line ? line.fields.map(one => [line.name, one.name]) : [[of, read]]
  })
  const related = [...listsIn(term)].flatMap(([list, aggregated]): Computed[] => {
    const field = resource.fields.find(one => one.name === list)
    const records = field && relatedRecords(model, field)
    if (!records) return []
    const which = records.where === undefined ? [] : fieldsOfWhere(model, resource, records.of, records.where)
    return [...aggregated, ...which].map(one => [records.of.name, one])
  })
  return [...own, ...related, ...stepsIn(term).map((step): Computed => [step.resource, step.name])]
}

function fieldsOfWhere(model: Model, resource: Resource, of: Resource, where: string): readonly string[] {
  const compiled = compileExpression(where, scopeOf(model, resource, { it: of }), 'bool')
  return 'expression' in compiled ? compiled.expression.readsIt : []
}
