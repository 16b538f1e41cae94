import { withoutOffset } from '../../fields/cell-reader.ts'
import { fault, faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isMoment, isPermissions, isReference } from '../../fields/traits.ts'
import { valuesWithoutMaster } from '../../model/lines.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { systemFields } from '../../model/system-fields.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { near } from '../../rules/near.ts'
import { wallText } from '../../rules/zone.ts'
import { type Access, accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'

/** Which fields the actor may write. */
export type FieldAccess = Pick<Access, 'hidden' | 'writesField'>

/** The input of a record, reduced to what the client may write. */
export interface ParsedInput {
  readonly id: string | undefined
  /** The version that was read, where the client sent it. */
  readonly version: number | undefined
  /** By field, in their normal form. Lines are included as a list of the input of each. */
  readonly values: Row
  /** Values of fields that the client does not write. They must be equal to those of the server. */
  readonly readOnly: Row
}

/** The input of one line. `id` is set for an existing line. */
export interface ParsedLine {
  readonly id: string | undefined
  readonly values: Row
  readonly readOnly?: Row
}

/**
 * Parses the input of a record. A name that the resource lacks, and a field that is hidden from the user, are refused.
 * Values of fields that the server sets or computes are returned apart; names that are only read are dropped.
 */
export function parseInput(ctx: RequestContext, resource: Resource, access: FieldAccess, input: unknown): ParsedInput {
  const given = asRecord(input)
  assureFewElements(resource.fields, given)
  const values: Row = {}
  const readOnly: Row = {}
  for (const [name, value] of Object.entries(given)) {
    const field = resource.fields.find(one => one.name === name)
    const label = field ? undefined : labelled(resource, name)
    if (!field && !label && !ownNames.has(name)) throw unknownName(resource, access, name)
    // Alone, it is not what the client read along with the reference: the client means to change it.
    if (label && !Object.hasOwn(given, label.name) && !isEmptyValue(value))
      throw refuse.input({ [name]: labelOf(label) })
    if (!field && comparedNames.has(name) && !isEmptyValue(value)) readOnly[name] = value
    if (!field || value === undefined) continue
    if (access.hidden.has(name)) throw refuse.hiddenField(name)
    const parsed = parseValue(ctx, field, value)
    // The lifecycle's state is read for comparison and never written.
    const isTaken = name === resource.lifecycle?.field || access.writesField(field)
    if (!isTaken) readOnly[name] = parsed
    // An empty password keeps the old one.
    else if (parsed !== null || !typeOf(field).secret) values[name] = parsed
  }
  return { id: textOf(given['id']), version: versionOf(given['version']), values, readOnly }
}

/** Parses the input of one line. */
export function parseLine(ctx: RequestContext, resource: Resource, access: FieldAccess, input: unknown): ParsedLine {
  const { id, values, readOnly } = parseInput(ctx, resource, access, input)
  return { id, values: valuesWithoutMaster(resource, values), readOnly }
}

/** The input as a plain object. Anything else is refused. */
export function asRecord(input: unknown): Row {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw refuse.input({})
  return input as Row
}

function parseValue(ctx: RequestContext, field: Field, value: unknown): unknown {
  const type = typeOf(field)
  const lines = type.lines?.(field)
  const own = inOwnZone(ctx, field, value)
  const given = type.normalise ? type.normalise(own, field) : own
  assureFewElements([field], { [field.name]: given })
  if (lines === undefined) return given
  if (!Array.isArray(given)) throw refuse.input({ [field.name]: faultMessage(fault('value.incorrect'), field.title) })
  const resource = resourceOf(ctx.model, lines)
  const access = accessTo(ctx, resource, 'edit')
  return given.map(line => parseLine(ctx, resource, access, line))
}

/** A moment with `Z` or an offset as the time of the server's zone; other values as they are. */
export const inOwnZone = ({ clock }: RequestContext, field: Field, value: unknown): unknown =>
  isMoment(field) && typeof value === 'string'
    ? withoutOffset(value.trim(), instant => wallText(instant, clock.zone))
    : value

/** The reference of which a name is the label. Responses contain labels, and clients send them again. */
function labelled(resource: Resource, name: string): Field | undefined {
  const base = name.endsWith('Name') ? name.slice(0, -4) : ''
  return [...systemFields, ...resource.fields].find(field => field.name === base && isReference(field))
}

const labelOf = ({ name, title }: Field): Bilingual => ({
  zh: `${title.zh}的名称不能填写；请用 ${name} 填写编号`,
  en: `The name of ${title.en} cannot be entered; send its ID as ${name}`,
})

/** Names of the server that a request may contain only with the stored value. Others may have changed `updateTime`. */
const comparedNames = new Set(['status', 'isDeleted', 'tenantId', 'createUser', 'createDept', 'createTime'])

const ownNames = new Set([...systemFields.map(field => field.name), 'tenantId', 'isDeleted', 'hasChildren'])

function unknownName(resource: Resource, { hidden }: FieldAccess, name: string): Error {
  const known = resource.fields.map(field => field.name).filter(one => !hidden.has(one))
  return refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), known))
}

const textOf = (id: unknown) => (typeof id === 'string' || typeof id === 'number' ? String(id) : undefined)

/** The version that a client read. Undefined where the client sends none. */
export function versionOf(version: unknown): number | undefined {
  if (version === undefined || version === null || version === '') return undefined
  const number = typeof version === 'string' && /^\d{1,15}$/.test(version) ? Number(version) : version
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw refuse.input({ version: { zh: '版本号不正确', en: 'The version must be a number' } })
  return number
}

/** Elements of one field: lines, references, files. */
const maxElements = 1000

/**
 * Refuses a field with too many elements before any of them is validated: the errors of thousands of lines would take
 * the server most of a second.
 */
export function assureFewElements(fields: readonly Field[], values: Row): void {
  for (const field of fields) {
    const value = values[field.name]
    if (!Array.isArray(value) || value.length <= maxElements) continue
    if (isPermissions(field) || (typeOf(field).lines === undefined && !isMany(field))) continue
    throw refuse.input({ [field.name]: faultMessage(fault('list.many', { limit: maxElements }), field.title) })
  }
}
