import { typeOf } from '../../../fields/index.ts'
import { hasDefault, isAsked } from '../../../fields/record-schema.ts'
import type { Bilingual, Field, Model, Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import type { Row } from '../../database/shape.ts'
import { type Part, partsOf } from '../../store/referring.ts'

/** What a column of a file may stand for. */
export interface Target {
  /** The field's name; of a line that stands beside its record `lines.price`. */
  readonly name: string
  readonly field: Field
  readonly title: Bilingual
  /** No new record is whole without it. */
  readonly isRequired: boolean
  /** Only says which record is meant: it is not written. */
  readonly isKey: boolean
  /** Says which record is meant, whether or not it is written too. */
  readonly finds: boolean
  /** The lines that it is one of, beside their record. */
  readonly part?: string
}

/** The lines of a master that a file may hold. */
export type LinesPart = Part & { readonly field: Field }

/** What targets are wanted. */
export interface TargetsWanted {
  /** Fields that are not there for who asks. */
  readonly hidden?: ReadonlySet<string>
  /** What new records hold without a column that says it. */
  readonly own?: Row
  /** Columns that only tell which record is meant, such as its id, are of use. */
  readonly keys?: boolean
  /** Lines that stand beside their records. */
  readonly beside?: readonly LinesPart[]
}

/** The lines of a resource that come in with its records. */
export const linesParts = (model: Model, resource: Resource, hidden: ReadonlySet<string> = new Set()): LinesPart[] =>
  partsOf(model, resource).filter(
    (part): part is LinesPart => part.field !== undefined && isAsked(part.field) && !hidden.has(part.field.name),
  )

/** What columns of the records' own sheet may stand for. */
export function recordTargets(resource: Resource, wanted: TargetsWanted): Target[] {
  const { hidden = new Set(), own = {}, keys, beside = [] } = wanted
  const fields = fieldsToFill(resource)
    .filter(field => !hidden.has(field.name))
    .map(field => targetOf(field, finding(resource, field)))
    .map(target => (target.name in own ? { ...target, isRequired: false } : target))
  const finders = keys ? keysOf(resource).filter(field => !hidden.has(field.name)) : []
  const lines = beside.flatMap(part => lineFields(part).map(field => besideOf(part, field)))
  return [...fields, ...finders.map(keyOf), ...lines]
}

/** What columns of a sheet of lines may stand for: the record that a line belongs to, the line's own fields, its id. */
export const lineTargets = (part: LinesPart): Target[] => [
  { ...keyOf(part.link), isRequired: true },
  ...lineFields(part).map(field => targetOf(field, false)),
  ...idOf(part.resource).map(keyOf),
]

/** The fields that a file may fill, lines left out. */
export const fieldsToFill = ({ fields }: Resource): Field[] =>
  fields.filter(field => isAsked(field) && typeOf(field).lines === undefined)

const lineFields = ({ resource, link }: LinesPart): Field[] =>
  fieldsToFill(resource).filter(field => field.name !== link.name)

/** Whether one needs to give it in a new record. */
export const isOwed = (field: Field): boolean => field.required && !hasDefault(field) && field.when === undefined

/** Fields that tell which record is meant and that nobody fills in: its id, its serials, and what it is called by. */
function keysOf(resource: Resource): Field[] {
  const given = resource.fields.filter(
    field => field.column && !isAsked(field) && !typeOf(field).secret && finding(resource, field),
  )
  return [...given, ...idOf(resource)]
}

const idOf = (resource: Resource): Field[] => [fieldOf(resource, 'id') ?? []].flat()

const finding = ({ display }: Resource, { name, type, unique, rule, column, options }: Field): boolean =>
  column !== undefined &&
  options['many'] !== true &&
  type !== 'dictionary' &&
  type !== 'reference' &&
  (unique || type === 'serial' || (name === display && rule === 'string'))

const targetOf = (field: Field, finds: boolean): Target => ({
  name: field.name,
  field,
  title: field.title,
  isRequired: isOwed(field),
  isKey: false,
  finds,
})

const keyOf = (field: Field): Target => ({ ...targetOf(field, true), isRequired: false, isKey: true })

function besideOf(part: LinesPart, field: Field): Target {
  const { zh, en } = part.field.title
  return {
    ...targetOf(field, false),
    name: `${part.name}.${field.name}`,
    title: { zh: `${zh}：${field.title.zh}`, en: `${en}: ${field.title.en}` },
    part: part.name,
  }
}
