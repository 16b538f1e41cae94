import { textOption } from '../fields/options.ts'
import { isSerial, lineResource, referredResource, serialPartsOf } from '../fields/traits.ts'
import type { Field, Model, Resource } from '../model/model.ts'
import { perModel } from '../model/per-model.ts'
import { stepsOf } from '../model/steps.ts'
import { compileExpression, type Expression } from '../rules/compile-expression.ts'
import { type TargetRead, targetsIn } from '../rules/read-targets.ts'
import { type ExpressionScope, scopeAt, stepScopeOf } from './expressions.ts'
import { textsOfChange } from './formulas.ts'

const reads = perModel<readonly TargetRead[]>()

/** What `copy` of a field reads: one field, or nothing. */
export function copyRead({ fields }: Resource, { copy }: Field): readonly (TargetRead & { reference: string })[] {
  const by = fields.find(({ name }) => name === copy?.reference)
  const target = by && textOption(by, 'of')
  return copy && target !== undefined ? [{ reference: copy.reference, name: copy.field, target }] : []
}

/** What `copy` and defaults of a resource read through references. */
export const fillReads = (model: Model, resource: Resource): readonly TargetRead[] =>
  resource.fields.flatMap(field => [...copyRead(resource, field), ...readsOf(model, resource, field.defaultExpression)])

/** What the words of a resource that are evaluated with its records read through references. */
export const targetReads = (model: Model, resource: Resource): readonly TargetRead[] =>
  reads(model, resource.name, () => {
    const own = [
      ...textsOfChange(resource),
      ...resource.fields.flatMap(({ when, requiredIf, readOnlyIf }) => [when, requiredIf, readOnlyIf]),
      ...Object.values(resource.allowIf ?? {}),
    ]
    const ofSteps = stepsOf(resource).flatMap(step => {
      const ofInputs = step.input.flatMap(({ when, requiredIf }) => [when, requiredIf])
      const texts = [step.if, ...ofInputs, ...(step.rules ?? []).map(({ rule }) => rule), ...Object.values(step.set)]
      return texts.flatMap(text => readsOf(model, resource, text, stepScopeOf(step)))
    })
    return [...fillReads(model, resource), ...own.flatMap(text => readsOf(model, resource, text)), ...ofSteps]
  })

/** The fields of a resource whose values are computed from fields of other records, with those. */
export const computedFromTargets = (model: Model, resource: Resource): readonly (TargetRead & { field: string })[] =>
  computed(model, resource.name, () =>
    resource.fields.flatMap(({ name: field, compute }) =>
      readsOf(model, resource, compute).map(read => ({ ...read, field })),
    ),
  )

const computed = perModel<readonly (TargetRead & { field: string })[]>()

/**
 * A stored computed value or a serial number, and what it reads through a reference. A number also reads the reference
 * of its own record, by its id.
 */
export interface StoredRead extends TargetRead {
  readonly resource: string
  readonly field: string
}

const stored = perModel<ReadonlyMap<string, readonly StoredRead[]>>()

/** The stored computed values and the numbers that read fields of other records, by the resource of those. */
export const storedReads = (model: Model): ReadonlyMap<string, readonly StoredRead[]> =>
  stored(model, '', () => {
    const found = new Map<string, StoredRead[]>()
    for (const resource of Object.values(model.resources)) {
      const columns = new Set(resource.fields.flatMap(({ name, column }) => (column ? [name] : [])))
      const ofValues = computedFromTargets(model, resource).filter(read => columns.has(read.field))
      for (const read of [...ofValues, ...readsOfNumbers(model, resource)])
        found.set(read.target, [...(found.get(read.target) ?? []), { ...read, resource: resource.name }])
    }
    return found
  })

const readsOfNumbers = (model: Model, resource: Resource): readonly (TargetRead & { field: string })[] =>
  resource.fields.filter(isSerial).flatMap(number =>
    serialPartsOf(number).flatMap(({ reference, field: name }) => {
      const by = resource.fields.find(one => one.name === reference)
      const target = by && referredResource(by, model)
      if (!target) return []
      const field = number.name
      return [
        { target: target.name, name, reference, field },
        { target: resource.name, name: reference, reference: 'id', field },
      ]
    }),
  )

/** Whether a resource, or one of its lines, stores a value that reads another record. */
export const storesTargets = (model: Model, resource: Resource): boolean =>
  [resource, ...resource.fields.flatMap(field => lineResource(field, model) ?? [])].some(of =>
    computedFromTargets(model, of).some(read => of.fields.some(({ name, column }) => name === read.field && column)),
  )

function readsOf(model: Model, resource: Resource, text: string | undefined, at: ExpressionScope = {}): TargetRead[] {
  if (text === undefined || !text.includes('.')) return []
  const expression = expressionIn(model, resource, text, at)
  return expression ? targetsIn(expression.term) : []
}

/** An expression of a resource; undefined where the Model lacks what it reads. */
function expressionIn(
  model: Model,
  resource: Resource,
  text: string,
  at: ExpressionScope = {},
): Expression | undefined {
  const compiled = compileExpression(text, scopeAt(model, resource, at))
  return 'expression' in compiled ? compiled.expression : undefined
}

/** The ids of the records that expressions of a resource read through its references, by resource. */
export function targetIds(
  model: Model,
  resource: Resource,
  records: Iterable<Readonly<Record<string, unknown>>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>()
  const add = (of: Resource, record: Readonly<Record<string, unknown>>): void => {
    for (const { target, reference, list } of targetReads(model, of)) {
      const rows = list === undefined ? [record] : linesIn(record[list])
      for (const row of rows) {
        const id = reference === undefined ? undefined : row[reference]
        if (typeof id === 'string') wanted.set(target, (wanted.get(target) ?? new Set()).add(id))
      }
    }
    for (const field of of.fields) {
      const line = lineResource(field, model)
      if (line) for (const row of linesIn(record[field.name])) add(line, row)
    }
  }
  for (const record of records) add(resource, record)
  return wanted
}

const linesIn = (value: unknown) =>
  Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : []
