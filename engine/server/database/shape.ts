import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isPermissions, referredResource } from '../../fields/traits.ts'
import { masterFieldOf, masterOf } from '../../model/lines.ts'
import type { Bind, Field, Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { perModel } from '../../model/per-model.ts'
import { fieldOf, systemFields } from '../../model/system-fields.ts'
import { computedOf } from '../../record/compute.ts'
import { masked } from '../../record/mask.ts'

/** A record with transmitted values, by field name. */
export type Row = Record<string, unknown>

/** How rows of a resource are read, and how a row of the driver becomes a record. */
export interface Shape {
  readonly resource: Resource
  /** Fields with a column, system fields first. */
  readonly columns: readonly Field[]
  /** References among them, whose display values are read too. */
  readonly references: readonly Reference[]
  /** Fields that are computed from the others when a record is read. */
  readonly computed: readonly Field[]
  /** Fields that the database computes when a record is read, because they read other records; and codes of roles. */
  readonly derived: readonly Field[]
  /** Fields with lines, which are read only with a single record. */
  readonly children: readonly Field[]
  /** Names of the fields that are hidden from the reader. */
  readonly hidden: ReadonlySet<string>
  /** Names of the fields whose values the reader sees masked. */
  readonly masked: ReadonlySet<string>
  /** For lines: their master, whose version they share. */
  readonly master?: { readonly resource: Resource; readonly field: string; readonly column: string }
}

/** A reference field with the resource of its records. */
export interface Reference {
  readonly field: Field
  readonly of: Resource
  readonly many: boolean
}

const shapes = perModel<Shape>(5000)

/** The shape of a resource's rows without the fields hidden from the reader. */
export function shapeOf(
  model: Model,
  resource: Resource,
  hidden: ReadonlySet<string>,
  maskedNames: ReadonlySet<string> = none,
): Shape {
  const names = (some: ReadonlySet<string>) => [...some].sort().join()
  const isWhole = hidden.size === 0 && maskedNames.size === 0
  const key = isWhole ? resource.name : `${resource.name} ${names(hidden)} ${names(maskedNames)}`
  return shapes(model, key, () => make(model, resource, hidden, maskedNames))
}

const none: ReadonlySet<string> = new Set()

function make(model: Model, resource: Resource, hidden: ReadonlySet<string>, maskedNames: ReadonlySet<string>): Shape {
  const readable = [...systemFields, ...resource.fields].filter(
    field => !hidden.has(field.name) && !typeOf(field).secret,
  )
  const columns = readable.filter(field => field.column !== undefined)
  const [master, link] = [masterOf(model, resource), masterFieldOf(resource)]
  return {
    resource,
    ...(master && link?.column && { master: { resource: master, field: link.name, column: link.column } }),
    columns,
    references: columns.flatMap(field => referenceOf(model, field)),
    computed: computedOf(resource).filter(field => field.column === undefined && readable.includes(field)),
    derived: readable.filter(field => field.derived || isPermissions(field)),
    hidden,
    masked: maskedNames,
    children: readable.filter(field => typeOf(field).lines !== undefined),
  }
}

/** The target of a reference field; empty for other fields, or if the Model lacks the target. */
export function referenceOf(model: Model, field: Field): Reference[] {
  const of = referredResource(field, model)
  return of ? [{ field, of, many: isMany(field) }] : []
}

/** The links of a bind as a reference to several records, with the field that shows them. */
export function linksOf(model: Model, resource: Resource, { name, of }: Bind): Reference {
  const field = fieldOf(resource, name)
  if (!field) throw new Error(`"${resource.name}" has no field of the bind "${name}".`)
  return { field, of: resourceOf(model, of), many: true }
}

const transmitted = (field: Field, raw: unknown): unknown =>
  raw === null || raw === undefined || raw === '' ? null : typeOf(field).fromColumn(raw, field)

/** The values of a row of the driver that were computed from other records, as far as it contains them. */
export const derivedRow = ({ derived }: Pick<Shape, 'derived'>, raw: Row): Row =>
  Object.fromEntries(
    derived.filter(({ name }) => name in raw).map(field => [field.name, transmitted(field, raw[field.name])]),
  )

/** A value as the reader of the shape sees it. */
export const shownValue = (shape: Pick<Shape, 'masked'>, field: Field, value: unknown): unknown =>
  shape.masked.has(field.name) ? masked(field, value) : value

/** A row of the driver as a record, in the order of its fields; without columns that the shape lacks. */
export function recordOf(shape: Shape, raw: Row): Row {
  const record: Row = {}
  for (const field of shape.columns) record[field.name] = shownValue(shape, field, transmitted(field, raw[field.name]))
  Object.assign(record, derivedRow(shape, raw))
  return record
}
