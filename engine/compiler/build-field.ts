import type { AnyFieldType } from '../fields/field-type.ts'
import { type Bilingual, type Field, personalKinds } from '../model/model.ts'
import { snake } from '../model/names.ts'
import { formerNames } from './former-names.ts'
import { describableTypes, fieldKeys } from './language/field.ts'
import { at, entriesOf, itemsOf, type Node, plain, textOf } from './tree.ts'
import { bilingual, type Workspace } from './workspace.ts'

/** A field with its defaults. Checks report its faults; here an invalid field becomes the nearest valid one. */
export function buildField(name: string, node: Node, workspace: Workspace): Field {
  const named = textOf(at(node, 'type')) ?? ''
  const type = describableTypes.has(named) ? named : 'text'
  const knows = describableTypes.get(type) as AnyFieldType
  const options = { ...defaultsOf(knows), ...optionsIn(node) }
  const compute = textOf(at(node, 'compute'))
  const [reference = '', copied = ''] = textOf(at(node, 'copy'))?.split('.') ?? []
  const stored = isTrue(at(node, 'stored'))
  // Assigned one by one: twenty fields in each of a thousand resources make spreads a tenth of the memory of a build.
  const field: Written = {
    name,
    title: bilingual(at(node, 'title')) ?? impliedTitle(name, options['of'], workspace) ?? { zh: name, en: name },
    type,
    // A record without lines has fewer than one.
    required: isTrue(at(node, 'required')) || (knows.lines !== undefined && Number(options['min'] ?? 0) > 0),
    // Imported numbers must not be generated again.
    unique: isTrue(at(node, 'unique')) || (knows.serial !== undefined && options['imported'] === true),
    index: isTrue(at(node, 'index')),
    readOnly: isTrue(at(node, 'readOnly')) || compute !== undefined || copied !== '' || knows.given === true,
    stored,
    options,
  }
  const help = bilingual(at(node, 'help'))
  if (help) field.help = help
  if (isTrue(at(node, 'keep'))) field.keep = true
  if (compute !== undefined) field.compute = compute
  if (copied !== '') field.copy = { reference, field: copied }
  const requiredIf = textOf(at(node, 'required'))
  if (requiredIf !== undefined) field.requiredIf = requiredIf
  const when = textOf(at(node, 'when'))
  if (when !== undefined) field.when = when
  Object.assign(field, formerNames(node))
  const editableBy = itemsOf(at(node, 'editableBy')).map(item => textOf(item) ?? '')
  if (editableBy.length > 0) field.editableBy = editableBy
  const personal = personalKinds.find(kind => kind === textOf(at(node, 'personal')))
  if (personal !== undefined) field.personal = personal
  const first = at(node, 'default')
  if (first) Object.assign(field, defaultOf(knows, first, options['of'], workspace))
  const lock = at(node, 'readOnly')
  if (lock) Object.assign(field, lockOf(lock))
  const rule = knows.rule(field)
  if (rule) field.rule = rule
  if (knows.column(field) !== undefined && (compute === undefined || stored)) field.column = snake(name)
  return field
}

type Written = { -readonly [Key in keyof Field]: Field[Key] }

/** The default title of a field: its word, or the name of what it refers to. */
export function impliedTitle(name: string, of: unknown, workspace: Workspace): Bilingual | undefined {
  const word = workspace.words.get(name)
  return word || typeof of !== 'string' ? word : workspace.titleOf(of)
}

/** When clients cannot change the field: the names of states, or a condition. */
function lockOf(node: Node): Pick<Field, 'readOnlyIn' | 'readOnlyIf'> {
  if (node?.kind === 'list') return { readOnlyIn: node.items.map(item => textOf(item) ?? '') }
  const condition = textOf(node)
  return condition === undefined ? {} : { readOnlyIf: condition }
}

const isTrue = (node: Node | undefined) => node?.kind === 'scalar' && node.value === true

type Options = Readonly<Record<string, unknown>>
const defaults = new WeakMap<AnyFieldType, Options>()

/** The defaults of a type's keys. */
function defaultsOf(type: AnyFieldType): Options {
  const known = defaults.get(type)
  if (known) return known
  const withDefault = Object.entries(type.options).filter(([, option]) => option.default !== undefined)
  const made = Object.fromEntries(withDefault.map(([key, option]) => [key, option.default]))
  defaults.set(type, made)
  return made
}

function optionsIn(node: Node): Options {
  const options: Record<string, unknown> = {}
  for (const { key, value } of entriesOf(node)) if (!Object.hasOwn(fieldKeys, key)) options[key] = plain(value)
  return options
}

/** The default of a field: a value, or an expression where the type reads a call or a member as one. */
function defaultOf(
  knows: AnyFieldType,
  node: Node,
  of: unknown,
  workspace: Workspace,
): Pick<Field, 'default' | 'defaultExpression'> {
  const text = textOf(node)
  const isExpression = knows.expressionAsDefault === true && text !== undefined && /[a-z_]\w*\s*[.(*/+-]/i.test(text)
  return isExpression
    ? { defaultExpression: text }
    : { default: knows.entries ? keysFor(plain(node), of, workspace) : plain(node) }
}

/**
 * The default of a dictionary field is written as the entry's name, as in rules, or as its key; the column stores the
 * key.
 */
function keysFor(value: unknown, of: unknown, { dictionaries }: Workspace): unknown {
  const entries = at(dictionaries.get(String(of))?.root, 'entries')
  const keyOf = (name: unknown) => {
    const entry = at(entries, String(name))
    const key = at(entry, 'key')
    return entry ? String(key ? plain(key) : name) : String(name)
  }
  return Array.isArray(value) ? value.map(keyOf) : keyOf(value)
}
