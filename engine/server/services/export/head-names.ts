import type { Field, Language, Resource } from '../../../model/model.ts'

/**
 * The head of each column: the field's title, or its name if an import would read the title as another field (two
 * fields with one title, a title that is another field's name).
 */
export function headNames(resource: Resource, fields: readonly Field[], language: Language): string[] {
  return fields.map(field => {
    const title = field.title[language]
    const folded = plain(title)
    const others = resource.fields.filter(one => one.name !== field.name)
    const isTaken = [...others, ...fields.filter(one => one.name !== field.name)].some(one =>
      [one.name, one.title.zh, one.title.en].some(name => plain(name) === folded),
    )
    return isTaken ? field.name : title
  })
}

/** As an import compares column names. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/^\*+|\*+$/g, '')
    .replace(/\s+/g, '')
    .toLowerCase()
