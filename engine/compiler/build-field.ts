import type { AnyFieldType } from '../fields/field-type.ts'
import { type Bilingual, type Field, personalKinds } from '../model/model.ts'
import { snake } from '../model/names.ts'
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
  const requiredIf = textOf(at(node, 'required'))
  const editableBy = itemsOf(at(node, 'editableBy')).map(item => textOf(item) ?? '')
  const personal = personalKinds.find(kind => kind === textOf(at(node, 'personal')))
  const [reference = '', copied = ''] = textOf(at(node, 'copy'))?.split('.') ?? []
  const stored = isTrue(at(node, 'stored'))
  const first = at(node, 'default')
  const [help, when, was] = [bilingual(at(node, 'help')), textOf(at(node, 'when')), textOf(at(node, 'renamedFrom'))]
  const field: Field = {
    name,
    title: bilingual(at(node, 'title')) ?? impliedTitle(name, options['of'], workspace) ?? { zh: name, en: name },
    ...(help && { help }),
    type,
    // A record without lines has fewer than one.
    required: isTrue(at(node, 'required')) || (knows.lines !== undefined && Number(options['min'] ?? 0) > 0),
    ...(requiredIf !== undefined && { requiredIf }),
    unique: isTrue(at(node, 'unique')),
    index: isTrue(at(node, 'index')),
    readOnly: isTrue(at(node, 'readOnly')) || compute !== undefined || copied !== '' || knows.given === true,
    ...lockOf(at(node, 'readOnly')),
    ...(editableBy.length > 0 && { editableBy }),
    ...(personal !== undefined && { personal }),
    ...(first && defaultOf(knows, first, options['of'], workspace)),
    ...(isTrue(at(node, 'keep')) && { keep: true }),
    ...(when !== undefined && { when }),
    ...(compute !== undefined && { compute }),
    ...(copied !== '' && { copy: { reference, field: copied } }),
    stored,
    ...(was !== undefined && { renamedFrom: was }),
    options,
  }
  const rule = knows.rule(field)
  const hasColumn = knows.column(field) !== undefined && (compute === undefined || stored)
  return { ...field, ...(hasColumn && { column: snake(name) }), ...(rule && { rule }) }
}

/** The default title of a field: its word, or the name of what it refers to. */
export function impliedTitle(name: string, of: unknown, workspace: Workspace): Bilingual | undefined {
  const word = workspace.words.get(name)
  if (word || typeof of !== 'string') return word
  return bilingual(at((workspace.resources.get(of) ?? workspace.dictionaries.get(of))?.root, 'title'))
}

/** When clients cannot change the field: the names of states, or a condition. */
function lockOf(node: Node | undefined): Pick<Field, 'readOnlyIn' | 'readOnlyIf'> {
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

const optionsIn = (node: Node): Options =>
  Object.fromEntries(
    entriesOf(node)
      .filter(({ key }) => !Object.hasOwn(fieldKeys, key))
      .map(({ key, value }) => [key, plain(value)]),
  )

/** The default of a field: a value, or an expression where the type reads a call or a member as one. */
function defaultOf(
  knows: AnyFieldType,
  node: Node,
  of: unknown,
  workspace: Workspace,
): Pick<Field, 'default' | 'defaultExpression'> {
  const text = textOf(node)
  const isExpression = knows.expressionAsDefault === true && text !== undefined && /[a-z_]\w*\s*[.(]/i.test(text)
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
