import { typeOf } from '../../../fields/index.ts'
import { isMany } from '../../../fields/options.ts'
import { isInputField } from '../../../fields/record-schema.ts'
import { isBoolean, isDateField, isDictionary, isReference, isTextual, scaleOfNumber } from '../../../fields/traits.ts'
import { clientResource, departmentResource, tenantResource, userResource } from '../../../model/account-resources.ts'
import type { Dictionary, Field, Model, Resource } from '../../../model/model.ts'
import { systemFields } from '../../../model/system-fields.ts'
import { parentFieldOf } from '../../../model/tree.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { isPerTenant } from '../../database/tenancy.ts'
import { accountStatus } from './account-status.ts'

/** The parent of a root record. */
export const rootId = '0'

/**
 * A record in the platform's format: lists as comma-separated text, booleans as 0 and 1, numeric dictionary keys as
 * numbers, empty texts and -1 and never null, the parent `0` for a root, and display names as `roleName`, not
 * `roleIdName`.
 */
export function asBladeRecord(row: Row, resource: Resource, { model, language, actor }: RequestContext): Row {
  const shown: Record<string, unknown> = {
    ...row,
    ...(isPerTenant(resource) && { tenantId: actor.tenantId }),
    isDeleted: 0,
    status: accountStatus(row, resource),
    statusName: '',
  }
  for (const { name } of systemFields.filter(isReference)) {
    shown[name] ??= ''
    shown[`${name}Name`] ??= ''
  }
  const parent = parentFieldOf(resource)
  for (const field of resource.fields) {
    const value = row[field.name]
    // A hidden field.
    if (value === undefined) continue
    if (isReference(field)) {
      const name = nameKeyOf(field, resource)
      shown[field.name] = isMany(field) ? joined(value) : (value ?? (field === parent ? rootId : ''))
      shown[name] = isMany(field) ? joined(row[`${field.name}Name`]) : (row[`${field.name}Name`] ?? '')
    } else if (isDictionary(field) && !isMany(field)) {
      const dictionary = model.dictionaries[String(field.options['of'])]
      shown[field.name] = isNumeric(dictionary) ? Number(value ?? absentNumber) : (value ?? '')
      shown[`${field.name}Name`] = dictionary?.entries.find(({ key }) => key === value)?.title[language] ?? ''
    } else if (isMany(field)) shown[field.name] = joined(value)
    else if (isBoolean(field)) shown[field.name] = value === true ? 1 : 0
    else if (isDateField(field)) shown[field.name] = value === null ? '' : `${value} 00:00:00`
    else if (value === null && isAbsentNumber(field, model)) shown[field.name] = absentNumber
  }
  for (const [name, inBlade] of Object.entries(namesInBlade[resource.name] ?? {}))
    for (const ending of ['', 'Name']) {
      shown[`${inBlade}${ending}`] = shown[`${name}${ending}`]
      delete shown[`${name}${ending}`]
    }
  for (const name of Object.keys(shown)) shown[name] ??= ''
  return shown
}

/** Fields that have another name in the platform's records, of which ours may be reserved. */
const namesInBlade: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bladeOss: { inUse: 'status' },
  bladeSms: { inUse: 'status' },
}

/** Our name of a field that the platform's clients name. */
export const ownName = ({ name: resource }: Resource, name: string): string =>
  Object.entries(namesInBlade[resource] ?? {}).find(([, inBlade]) => inBlade === name)?.[0] ?? name

/** The platform's null of a number. */
const absentNumber = -1

/** Whether -1 is null: it is none of the values that the field may have. */
function isAbsentNumber(field: Field, model: Model): boolean {
  if (scaleOfNumber(field) === undefined) return false
  const { minimum } = typeOf(field).value(field, model)
  return typeof minimum === 'number' && minimum > absentNumber
}

/**
 * Converts a record from the platform's format to the store's, which refuses unknown names and other values of fields that
 * it does not write. Dropped are fields hidden from the user, the display names that responses contain, and what the
 * platform's forms also send: choice labels (`$sex`), and empty values of fields that only the platform has.
 */
export function fromBladeRecord(
  given: Row,
  resource: Resource,
  ctx: RequestContext,
  operation: 'add' | 'edit',
): Record<string, unknown> {
  const { hidden } = accessTo(ctx, resource, operation)
  const dropped = droppedNames(resource)
  const kept: Record<string, unknown> = {}
  for (const [sent, value] of Object.entries(given)) {
    const name = ownName(resource, sent)
    if (value === undefined || name.startsWith('$') || hidden.has(name) || dropped.has(name)) continue
    const field = resource.fields.find(one => one.name === name)
    const stored = field ? storedValue(field, value, ctx.model) : value
    // Forms of new records send empty values of fields that only the server writes.
    if (field && stored === null && operation === 'add' && !isInputField(field)) continue
    if (!field && isEmptyInBlade(value) && foreignFields(resource).includes(name)) continue
    kept[name] = stored
  }
  return kept
}

/** Names in responses that are no fields, and names that the platform's forms send and no record has. */
function droppedNames(resource: Resource): ReadonlySet<string> {
  const labels = [...resource.fields, ...systemFields].flatMap(field => {
    if (isReference(field)) return [nameKeyOf(field, resource), `${field.name}Name`]
    return isDictionary(field) ? [`${field.name}Name`] : []
  })
  const names = [...labels, 'statusName', 'hasChildren', 'children', ...(namesOfForms[resource.name] ?? [])]
  return new Set(names.filter(name => !resource.fields.some(field => field.name === name)))
}

const namesOfForms: Readonly<Record<string, readonly string[]>> = {
  [userResource]: ['tenantName'],
  [clientResource]: ['additionalInformation'],
}

/** Fields of the platform's records that the resource lacks. Its forms send them empty. */
const foreignFields = ({ name }: Resource): readonly string[] => fieldsOfPlatform[name] ?? []

const fieldsOfPlatform: Readonly<Record<string, readonly string[]>> = {
  [userResource]: ['userExt'],
  [departmentResource]: ['ancestors'],
  [tenantResource]: ['packageId', 'datasourceId', 'licenseKey'],
  bladeMenu: ['component'],
}

/** Whether a value is one of the platform's forms of null. */
const isEmptyInBlade = (value: unknown): boolean => value === null || value === '' || value === absentNumber

function storedValue(field: Field, value: unknown, model: Model): unknown {
  if (isMany(field)) return typeof value === 'string' ? value.split(',').filter(Boolean) : value
  if (value === '') return null
  if (isReference(field)) return ['0', '-1'].includes(String(value)) ? null : value
  if (isDictionary(field) && typeof value === 'number') return value < 0 ? null : String(value)
  if (isBoolean(field)) return bladeBooleans.get(value) ?? value
  if (isTextual(field) && typeof value === 'number') return String(value)
  if (value === absentNumber && isAbsentNumber(field, model)) return null
  if (isDateField(field) && typeof value === 'string') return value.replace(/ 00:00:00$/, '')
  return value
}

const bladeBooleans = new Map<unknown, boolean>([
  [0, false],
  ['0', false],
  [1, true],
  ['1', true],
])

/** `roleName` for `roleId`, unless the resource has a field of that name. */
function nameKeyOf({ name }: Field, { fields }: Resource): string {
  const short = `${name.replace(/Id$/, '')}Name`
  return fields.some(field => field.name === short) ? `${name}Name` : short
}

const isNumeric = (dictionary: Dictionary | undefined): boolean =>
  dictionary?.entries.every(({ key }) => /^(0|[1-9]\d{0,8})$/.test(key)) === true

const joined = (value: unknown): string => (Array.isArray(value) ? value.join(',') : '')
