import type { Bilingual, Model, Resource } from './model.ts'
import { stateFieldOf } from './system-fields.ts'

/** Operations that a descriptor can restrict by `allowIf`. */
export type ConditionalOperation = 'edit' | 'delete'

/** The condition under which a record can be edited or deleted; undefined where there is none. */
export const allowConditionOf = ({ allowIf }: Resource, operation: ConditionalOperation): string | undefined =>
  allowIf?.[operation]

const verbs: Readonly<Record<ConditionalOperation, Bilingual>> = {
  edit: { zh: '不能编辑', en: 'cannot be edited' },
  delete: { zh: '不能删除', en: 'cannot be deleted' },
}

/**
 * The message for a record on which `allowIf` refuses an operation. It names the record's state if the condition refers
 * to it and `isShown` allows it.
 */
export function notAllowed(
  { dictionaries }: Pick<Model, 'dictionaries'>,
  resource: Resource,
  operation: ConditionalOperation,
  record: Readonly<Record<string, unknown>>,
  isShown: (field: string) => boolean = () => true,
): Bilingual {
  const { zh, en } = verbs[operation]
  const field = stateFieldOf(resource)
  const entry = dictionaries[String(field?.options['of'])]?.entries.find(({ key }) => key === record[field?.name ?? ''])
  const isByState = field && new RegExp(`\\b${field.name}\\b`).test(allowConditionOf(resource, operation) ?? '')
  if (!isByState || !entry || !isShown(field.name))
    return { zh: `该${resource.title.zh}${zh}`, en: `This record of "${resource.title.en}" ${en}` }
  return {
    zh: `当前${field.title.zh}为“${entry.title.zh}”，${zh}`,
    en: `The record ${en} while ${field.title.en} is "${entry.title.en}"`,
  }
}
