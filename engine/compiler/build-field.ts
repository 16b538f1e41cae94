import type { AnyFieldType } from '../fields/field-type.ts'
import type { Bilingual, Field } from '../model/model.ts'
import { snake } from '../model/names.ts'
import { describableTypes, fieldKeys } from './language/field.ts'
import { at, entriesOf, type Node, plain, textOf } from './tree.ts'
import { bilingual, type Workspace } from './workspace.ts'

/** A field with its defaults. Whatever is wrong with it is another's to say; here it becomes the nearest sound field. */
export function buildField(name: string, node: Node, workspace: Workspace): Field {
  const given: Given = Object.fromEntries(entriesOf(node).map(({ key, value }) => [key, plain(value)]))
  const named = textOf(at(node, 'type')) ?? ''
  const type = describableTypes.has(named) ? named : 'text'
  const knows = describableTypes.get(type) as AnyFieldType
  const compute = textOf(at(node, 'compute'))
  const stored = given['stored'] === true
  const [help, when, was] = [bilingual(at(node, 'help')), textOf(at(node, 'when')), textOf(at(node, 'was'))]
  const field: Field = {
    name,
    title: bilingual(at(node, 'title')) ?? impliedTitle(name, given['of'], workspace) ?? { zh: name, en: name },
    ...(help && { help }),
    type,
    required: given['required'] === true,
    unique: given['unique'] === true,
    sort: given['sort'] === true,
    readOnly: given['readOnly'] === true || compute !== undefined || knows.given === true,
    ...(given['default'] !== undefined && { default: defaultOf(type, given, workspace) }),
    ...(when !== undefined && { when }),
    ...(compute !== undefined && { compute }),
    stored,
    ...(was !== undefined && { was }),
    options: optionsOf(knows, given),
  }
  const rule = knows.rule(field)
  const hasColumn = knows.column(field) !== undefined && (compute === undefined || stored)
  return { ...field, ...(hasColumn && { column: snake(name) }), ...(rule && { rule }) }
}

type Given = Readonly<Record<string, unknown>>

/** The title that a field has without saying one: its word, or the name of what it refers to. */
export function impliedTitle(name: string, of: unknown, workspace: Workspace): Bilingual | undefined {
  const referred = workspace.resources.get(String(of)) ?? workspace.dictionaries.get(String(of))
  return workspace.words.get(name) ?? bilingual(at(referred?.root, 'title'))
}

function optionsOf(type: AnyFieldType, given: Given): Record<string, unknown> {
  const defaults = Object.entries(type.options).flatMap(([key, { default: value }]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  const own = Object.entries(given).filter(([key]) => !Object.hasOwn(fieldKeys, key))
  return Object.fromEntries([...defaults, ...own])
}

/** A dictionary's default is said by the entry's name, as rules say it, or by its key; the column holds the key. */
function defaultOf(type: string, given: Given, { dictionaries }: Workspace): unknown {
  const value = given['default']
  if (type !== 'dictionary') return value
  const entries = at(dictionaries.get(String(given['of']))?.root, 'entries')
  const keyOf = (name: unknown) => {
    const entry = at(entries, String(name))
    const key = at(entry, 'key')
    return entry ? String(key ? plain(key) : name) : String(name)
  }
  return Array.isArray(value) ? value.map(keyOf) : keyOf(value)
}
