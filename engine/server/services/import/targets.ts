import { typeOf } from '../../../fields/index.ts'
import { identifies } from '../../../fields/naming-fields.ts'
import { isInputField, isNeeded } from '../../../fields/record-schema.ts'
import { isImportedSerial } from '../../../fields/traits.ts'
import type { Bilingual, Field, Model, Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import type { Row } from '../../database/shape.ts'
import { type ChildPart, partsOf } from '../../store/referring.ts'

/** A field to which a column of a file can be assigned. */
export interface ColumnTarget {
  /** The name of the field; `lines.price` for a line in columns of the records' sheet. */
  readonly name: string
  readonly field: Field
  readonly title: Bilingual
  /** Required in new records. */
  readonly isRequired: boolean
  /** Only identifies the record and is not written. */
  readonly isKey: boolean
  /** Identifies the record, whether or not it is written too. */
  readonly finds: boolean
  /** The part of a line in columns of the records' sheet. */
  readonly part?: string
}

/** The lines of a master that a file may contain. */
export type LinesPart = ChildPart & { readonly field: Field }

/** Options of `recordTargets`. */
export interface TargetsWanted {
  /** Fields that the user may not use. */
  readonly hidden?: ReadonlySet<string>
  /** Values of new records without a column. */
  readonly own?: Row
  /** Includes columns that only identify the record, such as its id. */
  readonly keys?: boolean
  /** Lines in columns of the records' sheet. */
  readonly inline?: readonly LinesPart[]
}

/** The lines of a resource that can be imported with its records. */
export const linesParts = (model: Model, resource: Resource, hidden: ReadonlySet<string> = new Set()): LinesPart[] =>
  partsOf(model, resource).filter(
    (part): part is LinesPart => part.field !== undefined && isInputField(part.field) && !hidden.has(part.field.name),
  )

/** The targets of columns of the records' sheet. */
export function recordTargets(resource: Resource, wanted: TargetsWanted): ColumnTarget[] {
  const { hidden = new Set(), own = {}, keys, inline = [] } = wanted
  const fields = fieldsToFill(resource)
    .filter(field => !hidden.has(field.name))
    .map(field => targetOf(field, identifies(resource, field)))
    .map(target =>
      target.name in own || target.name === resource.lifecycle?.field ? { ...target, isRequired: false } : target,
    )
  const finders = keys ? keysOf(resource).filter(field => !hidden.has(field.name)) : []
  const lines = inline.flatMap(part => lineFields(part).map(field => inlineTarget(part, field)))
  return [...fields, ...finders.map(keyOf), ...lines]
}

/** The targets of columns of a lines sheet: the record of the line, the fields of the line, its id. */
export const lineTargets = (part: LinesPart): ColumnTarget[] => [
  { ...keyOf(part.link), isRequired: true },
  ...lineFields(part).map(field => targetOf(field, false)),
  ...idOf(part.resource).map(keyOf),
]

/** The fields that a file may fill, except lines: also what only new records get from it. */
export const fieldsToFill = (resource: Resource): Field[] =>
  resource.fields.filter(
    field => (isInputField(field) || isOnlyOfNew(resource, field)) && typeOf(field).lines === undefined,
  )

/**
 * Whether a file fills a field of new records only: their state, for users with the right to it, and serial numbers that
 * are imported.
 */
export const isOnlyOfNew = ({ lifecycle }: Resource, field: Field): boolean =>
  field.name === lifecycle?.field || isImportedSerial(field)

const lineFields = ({ resource, link }: LinesPart): Field[] =>
  fieldsToFill(resource).filter(field => field.name !== link.name)

/** Fields that identify a record and are not filled in: its id, its serials, and its display fields. */
function keysOf(resource: Resource): Field[] {
  const given = resource.fields.filter(
    field =>
      !isInputField(field) && !isOnlyOfNew(resource, field) && !typeOf(field).secret && identifies(resource, field),
  )
  return [...given, ...idOf(resource)]
}

const idOf = (resource: Resource): Field[] => [fieldOf(resource, 'id') ?? []].flat()

const targetOf = (field: Field, finds: boolean): ColumnTarget => ({
  name: field.name,
  field,
  title: field.title,
  isRequired: isNeeded(field),
  isKey: false,
  finds,
})

const keyOf = (field: Field): ColumnTarget => ({ ...targetOf(field, true), isRequired: false, isKey: true })

function inlineTarget(part: LinesPart, field: Field): ColumnTarget {
  const { zh, en } = part.field.title
  return {
    ...targetOf(field, false),
    name: `${part.name}.${field.name}`,
    title: { zh: `${zh}：${field.title.zh}`, en: `${en}: ${field.title.en}` },
    part: part.name,
  }
}
