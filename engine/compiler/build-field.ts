import type { Bilingual, Field, RuleType } from '../model/model.ts'
import { snake } from '../model/names.ts'
import { at, type Node, plain, textOf } from './tree.ts'
import { bilingual, type Workspace } from './workspace.ts'

/** The keys that every type of field understands; the rest are the type's own. */
export const commonKeys = [
  'type',
  'title',
  'help',
  'required',
  'unique',
  'sort',
  'default',
  'when',
  'compute',
  'stored',
  'was',
  'readOnly',
] as const

/** A field with its defaults. */
export function buildField(name: string, node: Node, workspace: Workspace): Field {
  const type = textOf(at(node, 'type')) ?? 'text'
  const given = plain(node) as Record<string, unknown>
  const isTrue = (key: string) => given[key] === true
  const options = optionsOf(given)
  const compute = textOf(at(node, 'compute'))
  const hasColumn = type !== 'children' && (compute === undefined || isTrue('stored'))
  const help = bilingual(at(node, 'help'))
  const when = textOf(at(node, 'when'))
  const was = textOf(at(node, 'was'))
  const rule = ruleOf(type, options)
  return {
    name,
    title: bilingual(at(node, 'title')) ?? titleOf(name, options['of'], workspace) ?? { zh: name, en: name },
    ...(help && { help }),
    type,
    ...(hasColumn && { column: snake(name) }),
    required: isTrue('required'),
    unique: isTrue('unique'),
    sort: isTrue('sort'),
    readOnly: isTrue('readOnly') || compute !== undefined || type === 'serial',
    ...('default' in given && { default: given['default'] }),
    ...(when !== undefined && { when }),
    ...(compute !== undefined && { compute }),
    stored: isTrue('stored'),
    ...(was !== undefined && { was }),
    ...(rule && { rule }),
    options,
  }
}

/** The title that a field has without saying one: its word, or the name of what it refers to. */
function titleOf(name: string, of: unknown, { words, resources, dictionaries }: Workspace): Bilingual | undefined {
  const referred = resources.get(String(of)) ?? dictionaries.get(String(of))
  return words.get(name) ?? bilingual(at(referred?.root, 'title'))
}

function optionsOf(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !(commonKeys as readonly string[]).includes(key)))
}

function ruleOf(type: string, { many }: Record<string, unknown>): RuleType | undefined {
  switch (type) {
    case 'integer':
      return 'int'
    case 'reference':
    case 'tree':
      return many ? 'list<int>' : 'int'
    case 'dictionary':
    case 'image':
    case 'file':
      return many ? 'list<string>' : 'string'
    case 'decimal':
    case 'money':
      return 'decimal'
    case 'boolean':
      return 'bool'
    case 'date':
      return 'date'
    case 'datetime':
      return 'google.protobuf.Timestamp'
    case 'children':
    case 'json':
    case 'password':
      return undefined
    default:
      return 'string'
  }
}
