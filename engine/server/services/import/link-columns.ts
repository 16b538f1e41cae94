import { isMany, ofOption } from '../../../fields/options.ts'
import { isInputField } from '../../../fields/record-schema.ts'
import { looseTitle } from '../../../fields/text-value.ts'
import { isReference } from '../../../fields/traits.ts'
import type { Bind, Field, Model, Resource } from '../../../model/model.ts'
import { bindNamed, resourceOf } from '../../../model/names.ts'
import { isUnique } from '../../../model/unique-sets.ts'
import { near } from '../../../rules/near.ts'
import { ImportRefusal } from './import-refusal.ts'
import { importableResource } from './importable-resource.ts'
import { checkMapping, type Mapping } from './match-columns.ts'

/** The links of a resource: a bind, or a reference to several records. */
export interface Links {
  readonly resource: Resource
  /** The field of the bind, or the reference. */
  readonly field: Field
  readonly bind: Bind | undefined
}

/** A column of a file of links. Its cells are looked up as references of the field. */
export interface LinkColumn {
  readonly index: number
  readonly source: string
  readonly field: Field
}

/** The columns of a file of links: the record, and that to which it is linked. */
export interface LinkColumns {
  readonly record: LinkColumn
  readonly target: LinkColumn
  readonly ignored: readonly string[]
}

/** Whether what is imported are links, such as `playlist.tracks`. */
export const isOfLinks = (name: string): boolean => name.includes('.')

/** The links with a name such as `playlist.tracks`; throws if there are none. */
export function linksNamed(model: Model, name: string): Links {
  const at = name.indexOf('.')
  const resource = importableResource(model, name.slice(0, at))
  const known = resource.fields.filter(
    field =>
      (isReference(field) && isMany(field) && isInputField(field)) || bindNamed(resource, field.name) !== undefined,
  )
  const field = known.find(one => one.name === name.slice(at + 1))
  const names = known.map(one => `${resource.name}.${one.name}`)
  if (!field) throw new ImportRefusal('links.unknown', { name, near: near(name, names) ?? '' })
  return { resource, field, bind: bindNamed(resource, field.name) }
}

/**
 * The columns of a file of links: by the mapping to the name of the resource and to that of the links, else by the name
 * or title of the links, of either resource, or of a unique field of it.
 */
export function linkColumns(
  model: Model,
  { resource, field }: Links,
  head: readonly string[],
  mapping: Mapping,
): LinkColumns {
  checkMapping([resource.name, field.name], head, mapping)
  const of = resourceOf(model, ofOption(field))
  const taken = new Set<number>()
  const find = (name: string, choices: readonly string[]): number => {
    const isMapped = [...mapping.values()].includes(name)
    const index = head.findIndex((source, index) => {
      if (taken.has(index) || source === '') return false
      return isMapped ? mapping.get(source) === name : !mapping.has(source) && choices.includes(looseTitle(source))
    })
    if (index >= 0) taken.add(index)
    return index
  }
  const target = find(field.name, [...looseNames(field), ...namesOf(of)])
  const record = find(resource.name, namesOf(resource))
  if (record < 0 || target < 0) {
    const words = { record: resource.name, links: field.name }
    throw new ImportRefusal('links.columns', {
      zh: { ...words, title: resource.title.zh, linked: field.title.zh },
      en: { ...words, title: resource.title.en, linked: field.title.en },
    })
  }
  const ofRecord: Field = { ...field, name: resource.name, title: resource.title, options: { of: resource.name } }
  return {
    record: { index: record, source: head[record] ?? '', field: ofRecord },
    target: { index: target, source: head[target] ?? '', field },
    ignored: head.filter((source, index) => source !== '' && !taken.has(index)),
  }
}

const looseNames = ({ name, title }: Pick<Field, 'name' | 'title'>): string[] =>
  [name, title.zh, title.en].map(looseTitle).filter(Boolean)

/** Names of a column with records of a resource: `track`, `track_id`, and the names of its unique fields. */
const namesOf = (of: Resource): string[] => [
  ...looseNames(of),
  looseTitle(`${of.name}Id`),
  ...of.fields.filter(isUnique).flatMap(looseNames),
]
