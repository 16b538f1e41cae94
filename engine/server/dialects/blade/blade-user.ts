import { isMany } from '../../../fields/options.ts'
import { isDictionary } from '../../../fields/traits.ts'
import type { Field, Language, Model } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import type { Row } from '../../database/shape.ts'

/** A user in the platform's format: lists as comma-separated text, empty texts instead of null. */
export function asUser(row: Row, model: Model, language: Language): Row {
  const { fields } = resourceOf(model, 'bladeUser')
  const shown: Row = { ...row }
  for (const field of fields) {
    const value = row[field.name]
    if (isMany(field)) {
      shown[field.name] = joined(value)
      const named = nameKey[field.name] ?? `${field.name}Name`
      shown[named] = joined(row[`${field.name}Name`])
    } else if (isDictionary(field)) {
      const entries = model.dictionaries[String(field.options['of'])]?.entries
      shown[`${field.name}Name`] = entries?.find(({ key }) => key === value)?.title[language] ?? ''
    } else if (value === null && isText(field)) shown[field.name] = ''
  }
  return { ...shown, isDeleted: 0, statusName: '' }
}

/** Converts a user from the platform's format to the store's; unknown names are dropped. */
export function fromUser(given: Row, model: Model): Row {
  const { fields } = resourceOf(model, 'bladeUser')
  const values: Row = {}
  for (const name of ['id', 'version']) if (given[name] !== undefined) values[name] = given[name]
  for (const field of fields) {
    const value = given[field.name]
    if (value === undefined) continue
    if (isMany(field) && typeof value === 'string') values[field.name] = value.split(',').filter(Boolean)
    else if (isDictionary(field) && typeof value === 'number') values[field.name] = value < 0 ? null : String(value)
    else values[field.name] = value === '' ? null : value
  }
  return values
}

const isText = ({ rule }: Field): boolean => rule === 'string' || rule === 'date'

/** The platform's keys of display names: `roleName`, not `roleIdName`. */
const nameKey: Readonly<Record<string, string>> = { roleId: 'roleName', deptId: 'deptName', postId: 'postName' }

const joined = (value: unknown): string => (Array.isArray(value) ? value.join(',') : '')
