import type { Bilingual, Field, Resource, UniqueSet } from './model.ts'
import { hasColumn, type StoredField } from './system-fields.ts'

/** Whether no two records have the same value in a field. */
export const isUnique = (field: Field): field is StoredField => field.unique && hasColumn(field)

/**
 * A set of fields that the database keeps unique, by an index or, of periods, by an exclusion constraint. A record in
 * which one has no value takes no part; the end of a period may be open.
 */
export interface UniqueFields extends Omit<UniqueSet, 'fields' | 'during'> {
  readonly fields: readonly StoredField[]
  readonly during?: readonly [from: StoredField, to: StoredField]
  /** For the whole set, not for one field. */
  readonly isDeclared: boolean
}

const known = new WeakMap<Resource, readonly UniqueFields[]>()

/** The unique fields of a resource, each as a set of one, and the sets that it declares; of lines within their master. */
export function uniqueSetsOf(resource: Resource): readonly UniqueFields[] {
  const made = known.get(resource) ?? setsOf(resource)
  known.set(resource, made)
  return made
}

function setsOf({ fields, unique = [], partOf }: Resource): UniqueFields[] {
  const stored = fields.filter(hasColumn)
  const single = fields.filter(isUnique).map(field => ({ fields: [field], isDeclared: false }))
  const found = (names: readonly string[]) => names.flatMap(name => stored.find(field => field.name === name) ?? [])
  // A resource may repeat a set of its mixin.
  const once = new Map(unique.map(set => [JSON.stringify(set), set]))
  const declared = [...once.values()].map(({ fields: names, during = [], ...set }) => {
    const all = partOf && !names.includes(partOf.field) ? [partOf.field, ...names] : names
    const [from, to] = found(during)
    return { ...set, fields: found(all), ...(from && to && { during: [from, to] as const }), isDeclared: true }
  })
  return [...single, ...declared]
}

/** The fields at which a repeated combination is reported: those that a user enters. */
export const reportedFields = (resource: Resource, set: UniqueFields): readonly StoredField[] => [
  ...equalFields(resource, set),
  ...(set.during ?? []),
]

/** The fields with equal values, without the reference of lines to their master. */
export const equalFields = ({ partOf }: Resource, { fields }: UniqueFields): readonly StoredField[] =>
  fields.filter(field => field.name !== partOf?.field)

/** The fields of which none may be missing in a record that takes part. */
export const neededFields = ({ fields, during }: UniqueFields): readonly StoredField[] =>
  during ? [...fields, during[0]] : fields

/** The sentence for a record whose values another record has. */
export function duplicateText(resource: Resource, set: UniqueFields): Bilingual {
  if (set.message) return set.message
  const titles = equalFields(resource, set).map(({ title }) => title)
  const [zh, en] = [titles.map(title => title.zh).join('、'), titles.map(title => title.en).join(', ')]
  if (set.during)
    return {
      zh: `时间段与另一条${zh}相同的记录重叠`,
      en: `The period overlaps that of another record with the same ${en}`,
    }
  return set.isDeclared
    ? { zh: `已有${zh}都相同的记录`, en: `A record with the same ${en} already exists` }
    : takenText({ zh, en })
}

/** The sentence for a period that ends before it begins, or of times of which it includes none. */
export const emptyPeriodText = (from: Field, to: Field, order: '<' | '<='): Bilingual =>
  order === '<'
    ? { zh: `${to.title.zh}须晚于${from.title.zh}`, en: `${to.title.en} must be after ${from.title.en}` }
    : { zh: `${to.title.zh}不能早于${from.title.zh}`, en: `${to.title.en} cannot be before ${from.title.en}` }

/** The sentence for a value of one field that another record has. */
export const takenText = ({ zh, en }: Bilingual): Bilingual => ({ zh: `${zh}已存在`, en: `${en} already exists` })
