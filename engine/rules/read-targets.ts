import { subtermsOf, type Term } from './term.ts'

/** A field of another record that expressions of a resource read through a reference. */
export interface TargetRead {
  /** The field of the record with the reference; undefined where the reference is not a plain field of it. */
  readonly reference?: string
  /** The field of lines to whose lines the reference belongs. */
  readonly list?: string
  /** The resource of the other record, and its field. */
  readonly target: string
  readonly name: string
}

/** What a part of an expression reads through references. */
export function targetsIn(term: Term, list?: string): TargetRead[] {
  const inner = subtermsOf(term).flatMap(part => targetsIn(part, term.kind === 'aggregate' ? term.list : list))
  if (term.kind !== 'step') return inner
  const { of, resource: target, name } = term
  const reference = of.kind === 'field' && (of.source === 'record' || of.source === 'line') ? of.name : undefined
  const isOfLine = of.kind === 'field' && of.source === 'line'
  return [{ target, name, ...(reference && { reference }), ...(isOfLine && list && { list }) }, ...inner]
}
