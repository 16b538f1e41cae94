import { parameterText, parameterValues } from '../../fields/parameter-value.ts'
import type { Bilingual, Dictionary, DictionaryColour, DictionaryEntry, Model } from '../../model/model.ts'
import { dictionaryColours } from '../../model/model.ts'
import { parameterResource } from '../../model/parameter-rows.ts'
import type { Row } from '../database/shape.ts'
import { idOfCode } from '../storage/derived-id.ts'

/** A dictionary, an entry, a part of the menu or a parameter, as the row of its table. Values are by column. */
export interface DescribedRow {
  readonly id: string
  /** Its name in the descriptors. */
  readonly path: string
  /** What belongs to the descriptors. */
  readonly identity: Row
  /** What a user may edit. */
  readonly values: Row
}

/** A resource whose rows come from the descriptors. */
export interface DescribedResource {
  readonly resource: string
  /** The columns that a user may edit. */
  readonly columns: readonly string[]
  rows(model: Model): readonly DescribedRow[]
  /** The id that a row would have if it had come from the descriptors: users could add such rows before. */
  idOf?(row: Row): string
  /** The Model with the rows, by id; the same object where nothing was edited. */
  applied(model: Model, rows: ReadonlyMap<string, Row>): Model
}

/** The key of a dictionary's own row. */
const rootKey = '-1'

/** Ids of the rows of a dictionary and of its entries. */
export const dictionaryId = (code: string): string => idOfCode(code)
export const entryId = (code: string, key: string): string => idOfCode(`${code}/${key}`)

const dictionaries: DescribedResource = {
  resource: 'bladeDict',
  columns: ['dict_value', 'english_value', 'colour', 'sort', 'is_sealed'],
  rows: ({ dictionaries }) =>
    Object.values(dictionaries).flatMap((dictionary, index) => [
      dictionaryRow(dictionary, index),
      ...dictionary.entries.map((entry, at) => entryRow(dictionary.code, entry, at)),
    ]),
  applied: (model, rows) => ({
    ...model,
    dictionaries: Object.fromEntries(
      Object.values(model.dictionaries).map(one => [one.code, appliedDictionary(one, rows)]),
    ),
  }),
}

const dictionaryRow = ({ code, title }: Dictionary, index: number): DescribedRow => ({
  id: dictionaryId(code),
  path: code,
  identity: { parent_id: null, code, dict_key: rootKey },
  values: { dict_value: title.zh, english_value: title.en, colour: null, sort: index + 1, is_sealed: false },
})

const entryRow = (code: string, { key, title, colour, sealed }: DictionaryEntry, index: number): DescribedRow => ({
  id: entryId(code, key),
  path: `${code}/${key}`,
  identity: { parent_id: dictionaryId(code), code, dict_key: key },
  values: {
    dict_value: title.zh,
    english_value: title.en,
    colour: colour ?? null,
    sort: index + 1,
    is_sealed: sealed,
  },
})

function appliedDictionary(dictionary: Dictionary, rows: ReadonlyMap<string, Row>): Dictionary {
  const { code, entries } = dictionary
  const root = dictionaryId(code)
  const known = new Set(entries.map(({ key }) => entryId(code, key)))
  const own = entries.map((entry, index) => {
    const row = rows.get(entryId(code, entry.key))
    return { entry: row ? appliedEntry(entry, row) : entry, sort: Number(row?.['sort'] ?? index + 1) }
  })
  const added = [...rows]
    .filter(([id, row]) => row['parent_id'] === root && !known.has(id) && row['is_built_in'] !== true)
    .map(([, row]) => ({ entry: appliedEntry(newEntry(String(row['dict_key'])), row), sort: Number(row['sort']) }))
  const inOrder = [...own, ...added].sort((one, other) => one.sort - other.sort)
  const row = rows.get(root)
  return { ...dictionary, ...(row && { title: titleOf(row, 'dict_value') }), entries: inOrder.map(one => one.entry) }
}

/** Rules cannot refer to an added entry: its name is its key. */
const newEntry = (key: string): DictionaryEntry => ({ name: key, key, title: { zh: key, en: key }, sealed: false })

function appliedEntry({ colour: _, ...entry }: DictionaryEntry, row: Row): DictionaryEntry {
  const colour = dictionaryColours.find((one): one is DictionaryColour => one === row['colour'])
  return {
    ...entry,
    title: titleOf(row, 'dict_value'),
    sealed: row['is_sealed'] === true,
    ...(colour && { colour }),
  }
}

const menu: DescribedResource = {
  resource: 'bladeMenu',
  columns: ['name', 'english_name', 'source', 'sort'],
  rows: menuRows,
  applied: (model, rows) => ({
    ...model,
    menus: model.menus.map(group => {
      const row = rows.get(groupId(group.key))
      return row ? { ...group, title: titleOf(row, 'name'), ...placeOf(row) } : group
    }),
    pages: model.pages.map(page => {
      const row = rows.get(pageId(page.key))
      return row && page.menu ? { ...page, title: titleOf(row, 'name'), menu: { ...page.menu, ...placeOf(row) } } : page
    }),
    resources: Object.fromEntries(
      Object.entries(model.resources).map(([name, resource]) => {
        const row = rows.get(resourceId(resource.code))
        if (!row || !resource.menu) return [name, resource]
        return [name, { ...resource, titles: titleOf(row, 'name'), menu: { ...resource.menu, ...placeOf(row) } }]
      }),
    ),
  }),
}

const groupId = (key: string): string => idOfCode(key)
const pageId = (key: string): string => idOfCode(`page ${key}`)
const resourceId = (code: string): string => idOfCode(code)

function menuRows({ menus, pages, resources }: Model): readonly DescribedRow[] {
  const groups = menus.map(group => {
    const identity = { code: group.key, path: `/${group.key}`, parent_id: group.under ? groupId(group.under) : null }
    return menuRow(groupId(group.key), `group/${group.key}`, identity, group.title, group)
  })
  const entries = Object.values(resources).flatMap(({ name, code, path, titles, menu }) => {
    if (!menu) return []
    const identity = { code, path, parent_id: groupId(menu.under) }
    return [menuRow(resourceId(code), `resource/${name}`, identity, titles, menu)]
  })
  const own = pages.flatMap(({ key, path, title, menu }) => {
    if (!menu) return []
    const identity = { code: key, path, parent_id: menu.under ? groupId(menu.under) : null }
    return [menuRow(pageId(key), `page/${key}`, identity, title, menu)]
  })
  return [...new Map([...groups, ...entries, ...own].map(row => [row.id, row])).values()]
}

const menuRow = (
  id: string,
  path: string,
  identity: Row,
  title: Bilingual,
  { icon, order }: { readonly icon: string; readonly order: number },
): DescribedRow => ({
  id,
  path,
  identity,
  values: { name: title.zh, english_name: title.en, source: icon, sort: order },
})

const placeOf = (row: Row) => ({ icon: String(row['source'] ?? ''), order: Number(row['sort']) })

const titleOf = (row: Row, column: 'dict_value' | 'name'): Bilingual => ({
  zh: String(row[column]),
  // An entry of a client with one language has one title.
  en: String(row[column === 'name' ? 'english_name' : 'english_value'] ?? row[column]),
})

const parameterId = (key: string): string => idOfCode(`parameter ${key}`)

const parameters: DescribedResource = {
  resource: parameterResource,
  columns: ['param_value', 'remark'],
  rows: ({ parameters }) =>
    parameters.map(parameter => ({
      id: parameterId(parameter.key),
      path: parameter.key,
      identity: { param_key: parameter.key, param_name: parameter.title.zh, unit: parameter.unit?.zh ?? null },
      values: { param_value: parameterText(parameter), remark: parameter.remark ?? null },
    })),
  idOf: row => parameterId(String(row['param_key'])),
  applied: (model, rows) => ({
    ...model,
    parameters: model.parameters.map(parameter => {
      const row = rows.get(parameterId(parameter.key))
      const read = row && parameterValues(String(row['param_value']), parameter, model)
      // A value from before the declaration changed its type does not apply.
      return read && !('fault' in read) ? { ...parameter, ...read } : parameter
    }),
  }),
}

/** The resources whose rows come from the descriptors. */
export const describedResources: readonly DescribedResource[] = [dictionaries, menu, parameters]
