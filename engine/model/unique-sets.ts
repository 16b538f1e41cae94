import type { Bilingual, Field, Resource, UniqueSet } from './model.ts'

type StoredField = Field & { readonly column: string }

/** A set of fields of which a unique index is made; a record in which one has no value takes no part. */
export interface UniqueFields extends Omit<UniqueSet, 'fields'> {
  readonly fields: readonly StoredField[]
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
  const stored = fields.filter((field): field is StoredField => field.column !== undefined)
  const single = stored.filter(field => field.unique).map(field => ({ fields: [field], isDeclared: false }))
  const declared = unique.map(({ fields: names, ...set }) => {
    const all = partOf && !names.includes(partOf.field) ? [partOf.field, ...names] : names
    return { ...set, fields: all.flatMap(name => stored.find(field => field.name === name) ?? []), isDeclared: true }
  })
  return [...single, ...declared]
}

/** The fields at which a repeated combination is reported: those that a user enters. */
export const reportedFields = ({ partOf }: Resource, { fields }: UniqueFields): readonly StoredField[] =>
  fields.filter(field => field.name !== partOf?.field)

/** The sentence for a record whose values another record has. */
export function duplicateText(resource: Resource, set: UniqueFields): Bilingual {
  const titles = reportedFields(resource, set).map(({ title }) => title)
  if (set.message) return set.message
  const [zh, en] = [titles.map(title => title.zh).join('、'), titles.map(title => title.en).join(', ')]
  return set.isDeclared
    ? { zh: `已有${zh}都相同的记录`, en: `A record with the same ${en} already exists` }
    : takenText({ zh, en })
}

/** The sentence for a value of one field that another record has. */
export const takenText = ({ zh, en }: Bilingual): Bilingual => ({ zh: `${zh}已存在`, en: `${en} already exists` })
