import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Dictionary, DictionaryEntry, Field, Model, Resource } from '../../model/model.ts'

/** At most so many are proposed for one loss. */
const maxProposed = 5

/** The renames that a loss may be: what it concerns disappears from the Model while something like it appears. */
export function proposedRenames(before: Model, after: Model, loss: string): readonly UndeclaredRename[] {
  const [, kind, table, column] = /^(drop|key):(\w+)(?:\.(\w+))?$/.exec(loss) ?? []
  if (kind === 'key') return ofEntries(table, column, before, after).slice(0, maxProposed)
  const former = Object.values(before.resources).find(resource => resource.table === table)
  if (!former) return []
  const found = column === undefined ? ofResource(former, before, after) : ofField(former, column, after)
  return found.slice(0, maxProposed)
}

/** Whether it declares that it is one of those that are there. */
const isRenamedFrom = ({ renamedFrom = [] }: Field | Resource, isFormer: (name: string) => unknown): boolean =>
  renamedFrom.some(isFormer)

/** New resources with at least half of its fields, the most similar first. */
function ofResource(former: Resource, before: Model, after: Model): UndeclaredRename[] {
  if (after.resources[former.name]) return []
  const names = new Set(former.fields.map(({ name }) => name))
  return Object.values(after.resources)
    .filter(one => !before.resources[one.name] && !isRenamedFrom(one, name => before.resources[name]))
    .map(({ name, fields }) => ({ name, shared: fields.filter(field => names.has(field.name)).length }))
    .filter(({ shared }) => shared > 0 && shared * 2 >= names.size)
    .sort((one, other) => other.shared - one.shared)
    .map(({ name }) => ({ resource: name, from: former.name }))
}

/** New fields of its type in the resource. */
function ofField(former: Resource, column: string, after: Model): UndeclaredRename[] {
  const resource = after.resources[former.name]
  const field = former.fields.find(one => one.column === column)
  if (!resource || !field) return []
  return resource.fields
    .filter(one => {
      const isFormer = (name: string) => former.fields.some(other => other.name === name)
      return !isFormer(one.name) && one.type === field.type && !isRenamedFrom(one, isFormer)
    })
    .map(({ name }) => ({ resource: former.name, field: name, from: field.name }))
}

/** New entries of the dictionary of a column for each one that disappears, the most similar first. */
function ofEntries(
  table: string | undefined,
  column: string | undefined,
  before: Model,
  after: Model,
): UndeclaredRename[] {
  const [former, present] = [before, after].map(({ resources, dictionaries }) => {
    const field = Object.values(resources)
      .find(one => one.table === table)
      ?.fields.find(one => one.column === column)
    return field && isDictionary(field) ? dictionaries[String(field.options['of'])] : undefined
  })
  if (!former || !present) return []
  const isIn = ({ entries }: Dictionary, key: string) => entries.some(one => one.key === key)
  const gone = former.entries.filter(
    ({ key }) => !present.entries.some(one => one.key === key || one.renamedFrom?.includes(key)),
  )
  const added = present.entries.filter(
    ({ key, renamedFrom = [] }) => ![key, ...renamedFrom].some(one => isIn(former, one)),
  )
  return gone
    .flatMap(from => added.map(to => ({ from, to, similarity: similarityOf(from, to) })))
    .sort((one, other) => other.similarity - one.similarity)
    .map(({ from, to }) => ({ dictionary: present.code, entry: to.name, from: from.key }))
}

/** How many of name, Chinese title and English title are equal. */
const similarityOf = (one: DictionaryEntry, other: DictionaryEntry): number =>
  [one.name === other.name, one.title.zh === other.title.zh, one.title.en === other.title.en].filter(Boolean).length
