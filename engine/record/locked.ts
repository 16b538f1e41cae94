import type { Bilingual, Field, Model, Resource } from '../model/model.ts'
import { isSatisfied, type RecordContext } from './expressions.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Whether clients cannot change a field of a stored record: the record is in one of the states of `readOnly`, or its
 * condition is true. Unknown means editable.
 */
export function isLocked(context: RecordContext, resource: Resource, field: Field, before: Values): boolean {
  const { readOnlyIn, readOnlyIf } = field
  if (readOnlyIn)
    return statesOf(context.model, resource, readOnlyIn).some(({ key }) => key === before[resource.state ?? ''])
  return readOnlyIf !== undefined && isSatisfied(context, resource, readOnlyIf, before) === true
}

/** Why a locked field cannot be changed: the states, or the condition. */
export function lockMessage(model: Model, resource: Resource, { title, readOnlyIn }: Field): Bilingual {
  if (!readOnlyIn)
    return { zh: `${title.zh}现在不能修改`, en: `${title.en} cannot be changed under the present condition` }
  const titles = statesOf(model, resource, readOnlyIn).map(entry => entry.title)
  return {
    zh: `${title.zh}在${titles.map(one => `“${one.zh}”`).join('、')}状态下不能修改`,
    en: `${title.en} cannot be changed in the ${titles.length > 1 ? 'states' : 'state'} ${titles.map(one => `"${one.en}"`).join(', ')}`,
  }
}

/** Why a user cannot enter a field that `editableBy` reserves for other roles. */
export const reservedMessage = ({ title }: Field): Bilingual => ({
  zh: `您的角色不能修改${title.zh}`,
  en: `Your roles may not change ${title.en}`,
})

/** Whether a value of the field is required in a record: always, or by its condition, where unknown means not required. */
export const isRequiredIn = (context: RecordContext, resource: Resource, field: Field, record: Values): boolean =>
  field.required ||
  (field.requiredIf !== undefined && isSatisfied(context, resource, field.requiredIf, record) === true)

function statesOf(
  { dictionaries }: Pick<Model, 'dictionaries'>,
  { fields, state }: Resource,
  names: readonly string[],
) {
  const of = fields.find(({ name }) => name === state)?.options['of']
  return dictionaries[String(of)]?.entries.filter(({ name }) => names.includes(name)) ?? []
}
