import { nearestName } from '../nearest.ts'
import type { MessageParameters } from '../problem-messages.ts'

/** The names of a hint at most; the number of further ones follows. */
const maxNames = 40

/** Types of fields in other languages. */
export const typesElsewhere: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['string', 'varchar', 'char', 'str'].map(name => [name, 'text'])),
  ...Object.fromEntries(['textarea', 'richtext', 'clob'].map(name => [name, 'longtext'])),
  ...Object.fromEntries(['int', 'bigint', 'long'].map(name => [name, 'integer'])),
  ...Object.fromEntries(['number', 'numeric', 'float', 'double'].map(name => [name, 'decimal'])),
  ...Object.fromEntries(['amount', 'currency', 'price'].map(name => [name, 'money'])),
  ...Object.fromEntries(['bool', 'checkbox', 'switch'].map(name => [name, 'boolean'])),
  ...Object.fromEntries(['enum', 'select', 'radio', 'options', 'choice'].map(name => [name, 'dictionary'])),
  ...Object.fromEntries(['relation', 'ref', 'foreignKey', 'link', 'lookup'].map(name => [name, 'reference'])),
  ...Object.fromEntries(['timestamp', 'dateTime'].map(name => [name, 'datetime'])),
  ...Object.fromEntries(['photo', 'picture'].map(name => [name, 'image'])),
  ...Object.fromEntries(['attachment', 'upload'].map(name => [name, 'file'])),
  ...Object.fromEntries(['lines', 'subtable', 'table'].map(name => [name, 'children'])),
}

/** Keys of other languages. */
export const keysElsewhere: Readonly<Record<string, string>> = {
  label: 'title',
  caption: 'title',
  maxLength: 'max',
  max_length: 'max',
  description: 'help',
  hint: 'help',
  formula: 'compute',
  validate: 'rules',
  roles: 'role',
  parent: 'under',
  url: 'path',
  href: 'link',
  component: 'screen',
  permission: 'code',
  receivers: 'to',
  recipients: 'to',
  content: 'text',
  body: 'text',
  ...Object.fromEntries(['nullable', 'notNull', 'not_null', 'NOT NULL', 'mandatory'].map(name => [name, 'required'])),
  name: 'title',
  default: 'value',
  items: 'entries',
  steps: 'transitions',
  moves: 'transitions',
  flows: 'transitions',
  filter: 'where',
  condition: 'where',
  orderBy: 'sort',
  placeholder: 'help',
  tooltip: 'help',
  comment: 'help',
  maxlength: 'max',
  length: 'max',
  minLength: 'min',
  precision: 'scale',
  decimals: 'scale',
  value: 'key',
  hidden: 'hide',
  ...Object.fromEntries(['to', 'target', 'ref', 'resource', 'dict', 'dictionary', 'options'].map(name => [name, 'of'])),
  ...Object.fromEntries(['permissions', 'can', 'actions'].map(name => [name, 'allow'])),
  renamed_from: 'renamedFrom',
  formerName: 'renamedFrom',
  formerNames: 'renamedFrom',
  ...Object.fromEntries(['cn', 'zhCN', 'zh_CN', 'zh-CN', 'chinese', 'zn', 'ch'].map(name => [name, 'zh'])),
  ...Object.fromEntries(['enUS', 'en_US', 'en-US', 'english', 'eng'].map(name => [name, 'en'])),
}

/** The name that one of another language means if it is known here, otherwise a similar name or all. */
export function meant(
  name: string,
  elsewhere: Readonly<Record<string, string>>,
  known: Iterable<string>,
): MessageParameters {
  const names = [...known]
  // A type with its size: `varchar(50)`.
  const word = name.replace(/\s*\([\d\s,]*\)$/, '')
  const near = Object.hasOwn(elsewhere, word) ? elsewhere[word] : names.find(one => one === word && word !== name)
  return near !== undefined && names.includes(near) ? { name, near } : choice(name, names)
}

/** A transition between two states that is written as an arrow in other languages. */
export const arrow = /^(\w+)\s*(?:[-=~]*>|→|⇒|\bto\b|到)\s*(\w+)$/

/** An unknown word with the nearest known one, or with all known ones. */
export function choice(name: string, known: Iterable<string>): MessageParameters {
  const names = [...known]
  const near = nearestName(name, names)
  if (near !== undefined) return { name, near }
  const more = names.length - maxNames
  return { name, known: names.slice(0, maxNames).join(', '), ...(more > 0 && { more: String(more) }) }
}
