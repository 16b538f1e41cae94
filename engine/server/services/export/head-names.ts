import type { Field, Language, Resource } from '../../../model/model.ts'

/**
 * What stands over a column: the field's title, or its name where an import would take the title for another field
 * (two fields of one title, a title that is another field's name).
 */
export function headNames(resource: Resource, fields: readonly Field[], language: Language): string[] {
  return fields.map(field => {
    const title = field.title[language]
    const said = plain(title)
    const others = resource.fields.filter(one => one.name !== field.name)
    const isTaken = [...others, ...fields.filter(one => one.name !== field.name)].some(one =>
      [one.name, one.title.zh, one.title.en].some(name => plain(name) === said),
    )
    return isTaken ? field.name : title
  })
}

/** As an import compares names of columns. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/^\*+|\*+$/g, '')
    .replace(/\s+/g, '')
    .toLowerCase()
