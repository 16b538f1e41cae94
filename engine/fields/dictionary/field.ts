import { listSeparator } from '../../model/list-separator.ts'
import type { DictionaryEntry, Field, Model } from '../../model/model.ts'
import { offeredEntries } from '../../model/offered-entries.ts'
import { fault } from '../fault.ts'
import type { Fault, FieldType } from '../field-type.ts'
import { asList, listOperators, type OneOrMany, schemaOf, splitList, textsOf } from '../one-or-many.ts'
import { isMany, many, ofOption } from '../options.ts'
import { foldedText } from '../text-value.ts'

/** The entries of a field's dictionary in display order; empty where the Model lacks the dictionary. */
export function dictionaryEntriesOf(field: Field, model: Model): readonly DictionaryEntry[] {
  const code = ofOption(field)
  return (Object.hasOwn(model.dictionaries, code) ? model.dictionaries[code]?.entries : undefined) ?? []
}

/** The entry of a key. */
export const dictionaryEntryOf = (key: string, field: Field, model: Model): DictionaryEntry | undefined =>
  dictionaryEntriesOf(field, model).find(entry => entry.key === key)

/** The entries that a new value may have. */
export const openEntriesOf = (field: Field, model: Model): readonly DictionaryEntry[] =>
  offeredEntries(dictionaryEntriesOf(field, model))

/** A dictionary entry; the stored and transmitted value is the entry's key. */
export const dictionary: FieldType<OneOrMany> = {
  title: { zh: '字典', en: 'Dictionary' },
  help: { zh: '从字典里选一个或多个值', en: 'One or several values of a dictionary.' },
  options: {
    of: {
      schema: { type: 'string' },
      help: {
        zh: '字典编号，即 dictionaries/ 下的文件名',
        en: 'The code of the dictionary: the name of a file in dictionaries/.',
      },
      required: true,
      names: 'dictionary',
      example: 'sex',
    },
    many,
  },
  value: (field, model) => {
    const keys = dictionaryEntriesOf(field, model).map(entry => entry.key)
    return schemaOf({ type: 'string', ...(keys.length > 0 ? { enum: keys } : { maxLength: 64 }) }, isMany(field))
  },
  column: field => (isMany(field) ? 'text[]' : 'varchar(64)'),
  rule: field => (isMany(field) ? 'list<string>' : 'string'),
  operators: ['equals', 'notEquals', 'oneOf', 'isNull', 'notNull'],
  operatorsOfMany: listOperators,
  sortable: true,
  normalise: (value, field) => asList(value, isMany(field)),
  toColumn: value => value,
  fromColumn: (raw, field) => textsOf(raw, isMany(field)),
  parse: (text, field, model, split = splitList) => {
    const words = isMany(field) ? split(text) : [text.trim()]
    const keys: string[] = []
    for (const word of words) {
      const entry = entryOfText(word, field, model)
      if (!entry) return { fault: unknownChoice(word, field, model) }
      keys.push(entry.key)
    }
    return { value: isMany(field) ? [...new Set(keys)] : String(keys[0]) }
  },
  format: (value, field, model, language) =>
    [value]
      .flat()
      .map(key => dictionaryEntryOf(key, field, model)?.title[language] ?? key)
      .join(listSeparator(language)),
  example: (field, model, n) => {
    const entries = openEntriesOf(field, model)
    const key = entries[n % Math.max(1, entries.length)]?.key ?? '0'
    return isMany(field) ? [key] : key
  },
  span: () => 8,
  chosen: true,
  entries: true,
}

/**
 * The entry of a text: by key, then by title, alias or name, in this order, so that an exported file reads back
 * unchanged. Case, full width and surrounding spaces are ignored.
 */
export function entryOfText(word: string, field: Field, model: Model): DictionaryEntry | undefined {
  const entries = dictionaryEntriesOf(field, model)
  const text = foldedText(word)
  const ways: readonly ((entry: DictionaryEntry) => readonly string[])[] = [
    ({ title }) => [title.zh, title.en],
    ({ aliases = [] }) => aliases,
    ({ name }) => [name],
  ]
  const exact = entries.find(({ key }) => key === word) ?? entries.find(({ key }) => foldedText(key) === text)
  return exact ?? ways.map(way => entries.find(entry => way(entry).map(foldedText).includes(text))).find(one => one)
}

const maxNamed = 8

function unknownChoice(word: string, field: Field, model: Model): Fault {
  const open = openEntriesOf(field, model)
  const named = open.slice(0, maxNamed)
  return fault('value.unknown-choice', {
    text: [...word].slice(0, 60).join(''),
    zh: named.map(({ title }) => title.zh).join('、'),
    en: named.map(({ title }) => title.en).join(', '),
    count: open.length,
    left: open.length - named.length,
  })
}
