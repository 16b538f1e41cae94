import { hasLines } from '../../fields/traits.ts'
import { masterFieldOf, masterOf } from '../../model/lines.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { referenceOf } from '../database/shape.ts'

/** A field of a resource that refers to another. */
export interface Referring {
  readonly resource: Resource
  readonly field: Field
  readonly many: boolean
}

const all = perModel<readonly Referring[]>()

/** The fields with a column that refer to a resource, without system fields, which every resource has. */
export const referringTo = (model: Model, of: Resource): readonly Referring[] =>
  all(model, of.name, () =>
    Object.values(model.resources).flatMap(resource =>
      resource.fields.flatMap(field =>
        referenceOf(model, field)
          .filter(reference => reference.of.name === of.name && field.column !== undefined)
          .map(({ many }) => ({ resource, field, many })),
      ),
    ),
  )

/** The condition that a row under the alias refers to one of the ids. */
export const refersTo = ({ field, many }: Referring, alias: string, ids: Fragment): Fragment => {
  const column = word(`${alias}."${field.column}"`)
  return many ? sql`${column} && ${ids}` : sql`${column} = any(${ids})`
}

/**
 * The lines of a master: their resource, the field that refers to the master, and the master's field, if it has one.
 */
export interface ChildPart {
  readonly resource: Resource
  readonly master: Resource
  readonly link: Field
  readonly field: Field | undefined
  /** Their name in history and errors. */
  readonly name: string
}

const parts = perModel<readonly ChildPart[]>()

/** The lines that are saved, read and deleted with the records of a resource. */
export const partsOf = (model: Model, master: Resource): readonly ChildPart[] =>
  parts(model, master.name, () =>
    Object.values(model.resources).flatMap(resource => {
      const link = masterFieldOf(resource)
      if (masterOf(model, resource)?.name !== master.name || !link) return []
      const field = master.fields.find(one => hasLines(one) && one.options['of'] === resource.name)
      return [{ resource, master, link, field, name: field?.name ?? resource.name }]
    }),
  )

/** The tables with the rows of records and of their lines, and the column that contains the id of the record. */
export const tablesWithLines = (
  model: Model,
  resource: Resource,
): readonly { readonly of: Resource; readonly column: string; readonly link?: Field }[] => [
  { of: resource, column: 'id' },
  ...partsOf(model, resource).map(({ resource: of, link }) => ({ of, column: String(link.column), link })),
]

/** The part of their master that lines are. */
export function linePartOf(model: Model, lines: Resource): ChildPart {
  const master = masterOf(model, lines)
  const part = master && partsOf(model, master).find(one => one.resource.name === lines.name)
  if (!part) throw new Error(`"${lines.name}" has no master.`)
  return part
}
