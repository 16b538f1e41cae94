import { lineResource } from '../../fields/traits.ts'
import type { Model } from '../../model/model.ts'
import { compileExpression, type Expression } from '../../rules/compile-expression.ts'
import { subtermsOf, type Term } from '../../rules/term.ts'
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

/** What a computed field reads: of its record, of all columns of its lines, and of records of references. */
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
  return [...own, ...stepsIn(term).map((step): Computed => [step.resource, step.name])]
}
