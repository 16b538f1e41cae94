import { relatedRecords } from '../fields/related/rows.ts'
import { isComputed, isPersonal, isRelated, lineResource } from '../fields/traits.ts'
import type { Field, Model, Resource } from '../model/model.ts'
import { bindNamed } from '../model/names.ts'
import { perModel } from '../model/per-model.ts'
import type { Expression } from '../rules/compile-expression.ts'
import { targetsIn } from '../rules/read-targets.ts'
import { listsIn } from '../rules/term.ts'
import { type ExpressionScope, expressionOf } from './expressions.ts'

/** The expressions of a resource that are evaluated when one of its records changes: computed values and rules. */
export const textsOfChange = ({ fields, rules }: Resource): readonly string[] => [
  ...fields.flatMap(({ compute }) => compute ?? []),
  ...rules.map(({ rule }) => rule),
]

/** What the descriptor declares of the values of a field: its expression, if it is computed, its type and options. */
export const valueDefinitionOf = ({ compute, type, options }: Field) => [compute, type, options] as const

/** Whether a stored value is computed from the day of a time, which depends on the time zone. */
export const storesDayOfTime = ({ stored, compute = '' }: Field): boolean => stored && takesDayOfTime(compute)

/** Whether an expression takes the day of a time. */
export const takesDayOfTime = (text: string): boolean => /\b(day|date)\(/.test(text)

/** A field whose values follow from the descriptors: a computed one, or a list of related records. */
export interface FormulaRead {
  readonly resource: Resource
  readonly field: Field
}

/**
 * The formulas that expressions of a resource read at any depth, also of lines, related records and references, and in
 * the conditions of lists.
 */
export function formulasRead(model: Model, resource: Resource, texts: readonly string[]): readonly FormulaRead[] {
  const found = new Map<Field, Resource>()
  const take = (of: Resource | undefined, name: string): void => {
    const field = of?.fields.find(one => one.name === name)
    if (!of || !field || found.has(field) || !(isComputed(field) || isRelated(field))) return
    found.set(field, of)
    if (field.compute !== undefined) visit(of, expressionOf(model, of, field.compute))
    const { of: it, where } = (isRelated(field) && relatedRecords(model, field)) || {}
    if (it && where !== undefined) visit(of, expressionOf(model, of, where, { it }), it)
  }
  const visit = (of: Resource, { reads, readsIt, term }: Expression, it?: Resource): void => {
    for (const name of reads) take(of, name)
    for (const name of readsIt) take(it, name)
    for (const [list, names] of listsIn(term)) for (const name of names) take(resourceOfList(model, of, list), name)
    for (const { target, name } of targetsIn(term)) take(model.resources[target], name)
  }
  for (const text of texts) visit(resource, expressionOf(model, resource, text))
  return [...found].map(([field, of]) => ({ resource: of, field }))
}

/** The resource of the records in a list: lines, related records or those of a bind. */
export function resourceOfList(model: Model, resource: Resource, name: string): Resource | undefined {
  const bind = bindNamed(resource, name)
  if (bind) return model.resources[bind.of]
  const field = resource.fields.find(one => one.name === name)
  return field && (lineResource(field, model) ?? relatedRecords(model, field)?.of)
}

/** The fields that an expression reads: of the record, and of other ones. */
export interface FieldsRead {
  readonly own: readonly FormulaRead[]
  readonly others: readonly FormulaRead[]
}

/** The fields that an expression of a resource reads. */
export function fieldsRead(model: Model, of: Resource, text: string, scope?: ExpressionScope): FieldsRead {
  const { reads, term } = expressionOf(model, of, text, scope)
  const fieldIn = (resource: Resource | undefined, name: string) =>
    resource?.fields.flatMap(field => (field.name === name ? { resource, field } : [])) ?? []
  return {
    own: reads.flatMap(name => fieldIn(of, name)),
    others: [
      ...targetsIn(term).flatMap(({ target, name }) => fieldIn(model.resources[target], name)),
      ...[...listsIn(term)].flatMap(([list, names]) =>
        [...names].flatMap(name => fieldIn(resourceOfList(model, of, list), name)),
      ),
    ],
  }
}

/**
 * Whether the values of a field are personal: by its type or mark, or because they are computed from such values, `own`
 * ones of the record or those of other records.
 */
export function personalValues(model: Model, resource: Resource, field: Field): 'own' | 'others' | undefined {
  if (isPersonal(field)) return 'own'
  if (field.compute === undefined) return undefined
  const formulas = [{ resource, field }, ...formulasRead(model, resource, [field.compute])]
  const found = formulas.flatMap(one => {
    if (one.field.compute === undefined) return []
    const { own, others } = fieldsRead(model, one.resource, one.field.compute)
    const isOwn = own.some(read => isPersonal(read.field))
    const isOther = others.some(read => isPersonal(read.field)) || (one.resource.name !== resource.name && isOwn)
    return isOther ? ['others' as const] : isOwn ? ['own' as const] : []
  })
  return found.find(kind => kind === 'others') ?? found[0]
}

const basic = perModel<ReadonlyMap<string, readonly FormulaRead[]>>()

/** The fields that each computed field of a resource reads, through other computed ones too, of its own and other records. */
export const fieldsOfComputed = (model: Model, resource: Resource): ReadonlyMap<string, readonly FormulaRead[]> =>
  basic(model, resource.name, () => {
    const all = resource.fields.filter(({ compute }) => compute !== undefined)
    const readBy = ({ resource: of, field }: FormulaRead): readonly FormulaRead[] => {
      if (field.compute === undefined) return []
      const { own, others } = fieldsRead(model, of, field.compute)
      return [...own, ...others]
    }
    return new Map(
      all.map(field => {
        const formulas = [{ resource, field }, ...formulasRead(model, resource, [String(field.compute)])]
        return [field.name, formulas.flatMap(readBy)]
      }),
    )
  })

const inputs = perModel<ReadonlyMap<string, readonly FormulaRead[]>>()

/**
 * The computed fields of a resource by name, each with the formulas on which its value depends: itself, and those that it
 * reads. Those that only the database computes are left out as keys: the statement that computes one checks what it reads.
 */
export const computedInputs = (model: Model, resource: Resource): ReadonlyMap<string, readonly FormulaRead[]> =>
  inputs(model, resource.name, () => {
    const all = resource.fields.filter(field => isComputed(field) && !field.derived)
    return new Map(
      all.map(field => [field.name, [{ resource, field }, ...formulasRead(model, resource, [String(field.compute)])]]),
    )
  })
