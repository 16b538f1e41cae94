import type { AnyFieldType } from '../fields/field-type.ts'
import { addFieldTypes, removeFieldTypes } from '../fields/formats.ts'
import type { PartTable } from '../model/model.ts'
import type { Kinds } from './kind.ts'
import { descriptorFiles, descriptorFolders, kinds, locationsOf } from './kinds.ts'
import { describableTypes, fieldShapes } from './language/field.ts'
import { shapes } from './language/shapes.ts'

/** What a part adds to the language of descriptors and to the database. */
export interface LanguagePart {
  /** Kinds of descriptor files; they write `model.parts`. */
  readonly kinds?: Kinds
  /** Field types by name; the part of the web has their UI. */
  readonly fieldTypes?: Readonly<Record<string, AnyFieldType>>
  /** Tables that are no resources. */
  readonly tables?: readonly PartTable[]
}

/** The tables of parts. */
export const partTables: PartTable[] = []

/**
 * Extends the language of this process, before anything is compiled. What it has already is ignored; throws for something
 * else of the same name. Returns a function that removes what it added.
 */
export function extendLanguage(part: LanguagePart): () => void {
  const added = newIn(part.kinds ?? {}, kinds, 'kind')
  Object.assign(kinds, added)
  const { files, folders } = locationsOf(added)
  descriptorFiles.push(...files)
  descriptorFolders.push(...folders)
  const types = newIn(part.fieldTypes ?? {}, Object.fromEntries(describableTypes), 'field type')
  addFieldTypes(types)
  for (const [name, type] of Object.entries(types)) describableTypes.set(name, type)
  Object.assign(shapes, fieldShapes())
  const tables = Object.values(newIn(byName(part.tables ?? []), byName(partTables), 'table'))
  partTables.push(...tables)
  return () => {
    for (const name of Object.keys(added)) delete kinds[name]
    removeFrom(descriptorFiles, files)
    removeFrom(descriptorFolders, folders)
    removeFieldTypes(types)
    for (const name of Object.keys(types)) {
      describableTypes.delete(name)
      delete shapes[`field-${name}`]
    }
    Object.assign(shapes, fieldShapes())
    removeFrom(partTables, tables)
  }
}

function removeFrom<T>(all: T[], some: readonly T[]): void {
  for (const one of some) all.splice(all.indexOf(one), 1)
}

const byName = (tables: readonly PartTable[]) => Object.fromEntries(tables.map(table => [table.name, table]))

function newIn<T>(some: Readonly<Record<string, T>>, known: Readonly<Record<string, T>>, what: string) {
  const added = Object.entries(some).filter(([name, one]) => known[name] !== one)
  for (const [name] of added) if (Object.hasOwn(known, name)) throw new Error(`There is another ${what} "${name}".`)
  return Object.fromEntries(added)
}
