import type { Action, Field, Model, Resource, Step } from '../model/model.ts'
import { returnsOf } from '../model/steps.ts'
import { typeOf } from './index.ts'
import { isMany, textOption } from './options.ts'
import { type SerialPart, serialParts } from './serial/pattern.ts'

/** Whether the field contains the lines of a master. */
export const hasLines = (field: Field): boolean => typeOf(field).lines !== undefined

/** Whether the field is a list of the records that refer to its record. */
export const isRelated = (field: Field): boolean => typeOf(field).related === true

/** Whether the field is a list of the records that a bind links to its record. */
export const isBound = (field: Field): boolean => typeOf(field).bound === true

/** Whether the values are the permission codes of a role. */
export const isPermissions = (field: Field): boolean => typeOf(field).grants === true

/** Whether the values are ids of other records. */
export const isReference = (field: Field): boolean => typeOf(field).reference === true

/** Whether the server chooses the record of a reference. */
export const isPicked = (field: Field): boolean => isReference(field) && field.options['pick'] === 'first'

/** Whether the value is copied from the record of a reference. */
export const isCopied = ({ copy }: Field): boolean => copy !== undefined

/** Whether the value is computed from other values, of its record or of others. */
export const isComputed = ({ compute }: Field): boolean => compute !== undefined

/** Whether the values are serial numbers. */
export const isSerial = (field: Field): boolean => typeOf(field).serial !== undefined

/** The fields of references in the pattern of a serial number. */
export const serialPartsOf = (field: Field): readonly SerialPart[] => serialParts(typeOf(field).serial?.(field) ?? '')

/** Whether an import may give new records their serial number. */
export const isImportedSerial = (field: Field): boolean => isSerial(field) && field.options['imported'] === true

/** Whether the values are keys of a dictionary. */
export const isDictionary = (field: Field): boolean => typeOf(field).entries === true

/** Whether the values are links to pictures. */
export const isPicture = (field: Field): boolean => typeOf(field).upload === 'picture'

/** Whether the values are true or false. */
export const isBoolean = (field: Field): boolean => typeOf(field).rule(field) === 'bool'

/** Whether each value is one text, also one with a format or a key of a dictionary. */
export const isTextual = (field: Field): boolean => typeOf(field).rule(field) === 'string'

/** Whether two resources have the same field: one name, type and target, whose values can be copied and compared. */
export const isAlike = (one: Field, other: Field): boolean =>
  one.name === other.name &&
  one.type === other.type &&
  one.options['of'] === other.options['of'] &&
  isMany(one) === isMany(other) &&
  !hasLines(one) &&
  !isRelated(one) &&
  !isBound(one)

/** Whether the values are texts of several lines, also formatted ones. */
export const isLongText = (field: Field): boolean => typeOf(field).freeText === 'lines' || typeOf(field).markup === true

/** Whether the values are days or moments. */
export const hasDay = (field: Field): boolean => ['date', 'datetime'].includes(typeOf(field).timeKind ?? '')

/** Whether the values are secrets, which records do not contain. */
export const isSecret = (field: Field): boolean => typeOf(field).secret === true

/** Whether the values are personal, by the type or as the descriptor marks them. */
export const isPersonal = (field: Field): boolean => field.personal !== undefined || typeOf(field).personal === true

/** Whether the response to a step contains a secret, which is shown once and not stored. */
export const returnsSecret = (step: Step | Action): boolean => returnsOf(step)?.some(isSecret) === true

/** Whether the values are days. */
export const isDateField = (field: Field): boolean => typeOf(field).timeKind === 'date'

/** Whether the values are moments: a day and a time. */
export const isMoment = (field: Field): boolean => typeOf(field).timeKind === 'datetime'

/** Whether the values are times of any day. */
export const isTimeOfDay = (field: Field): boolean => typeOf(field).timeKind === 'time'

/** The most decimals of a number; undefined for other types. */
export const scaleOfNumber = (field: Field): number | undefined => typeOf(field).scale?.(field)

/** The resource of the field's lines; undefined for other types, and where the model does not contain it. */
export const lineResource = (field: Field, model: Model): Resource | undefined =>
  resourceIn(model, typeOf(field).lines?.(field))

/** Whether the field is a list of records that it names by itself: lines, linked records, a reference with several values. */
export const isListed = (field: Field): boolean =>
  hasLines(field) || isBound(field) || (isReference(field) && isMany(field))

/** The resource of the records of such a list; undefined for other fields, and where the model does not contain it. */
export const listedResource = (field: Field, model: Model): Resource | undefined =>
  isListed(field) ? resourceIn(model, textOption(field, 'of')) : undefined

/** The resource that the field refers to; undefined for other types, and where the model does not contain it. */
export const referredResource = (field: Field, model: Model): Resource | undefined =>
  isReference(field) ? resourceIn(model, textOption(field, 'of')) : undefined

const resourceIn = ({ resources }: Model, name: string | undefined): Resource | undefined =>
  name !== undefined && Object.hasOwn(resources, name) ? resources[name] : undefined
