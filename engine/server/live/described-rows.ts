import { parameterText } from '../../fields/parameter-value.ts'
import { isDictionary } from '../../fields/traits.ts'
import { idOf } from '../../model/ids.ts'
import { channelEntries, entryKeyOf, messageKinds, receiverGroups } from '../../model/message.ts'
import type { Bilingual, Dictionary, DictionaryEntry, Menu, Message, Model } from '../../model/model.ts'
import { parameterResource } from '../../model/parameter-rows.ts'
import { dictionaryRows, menuRows, messageRows, rootKey } from '../../record/overlaid-rows.ts'
import { dictionariesOfStates } from '../../record/overlays.ts'
import type { Row } from '../database/shape.ts'
import { idOfCode } from '../storage/derived-id.ts'
import { templateParams } from '../store/template-params.ts'

/** A dictionary, an entry, a part of the menu or a parameter, as the row of its table. Values are by field. */
export interface DescribedRow {
  readonly id: string
  /** Its name in the descriptors. */
  readonly path: string
  /** What belongs to the descriptors. */
  readonly identity: Row
  /** What a user may edit. */
  readonly values: Row
}

/** A resource with a row for each part of the descriptors. */
export interface DescribedResource {
  readonly resource: string
  /** The part of a Model from which the rows come, and by which edits of them are valid. */
  part(model: Model): unknown
  rows(model: Model): readonly DescribedRow[]
  /** The id that a row would have if it had come from the descriptors: users could add such rows before. */
  idOf?(row: Row): string
}

/** Ids of the rows of a dictionary and of its entries. */
export const dictionaryId = (code: string): string => idOfCode(code)
export const entryId = (code: string, key: string): string => idOfCode(`${code}/${key}`)

const dictionaries: DescribedResource = {
  resource: dictionaryRows,
  part: model => [model.dictionaries, [...dictionariesOfStates(model)], defaultsOf(model)],
  rows: ({ dictionaries }) =>
    Object.values(dictionaries).flatMap((dictionary, index) => [
      dictionaryRow(dictionary, index),
      ...dictionary.entries.map((entry, at) => entryRow(dictionary.code, entry, at)),
    ]),
  idOf: ({ code, dictKey }) =>
    dictKey === rootKey ? dictionaryId(String(code)) : entryId(String(code), String(dictKey)),
}

/** The entries that are the default of a field, which cannot be sealed. */
const defaultsOf = ({ resources }: Model) =>
  Object.values(resources).flatMap(({ fields }) =>
    fields.flatMap(field => (isDictionary(field) ? [[field.options['of'], field.default]] : [])),
  )

const dictionaryRow = ({ code, title }: Dictionary, index: number): DescribedRow => ({
  id: dictionaryId(code),
  path: code,
  identity: { parentId: null, code, dictKey: rootKey },
  values: { dictValue: title.zh, englishValue: title.en, colour: null, sort: index + 1, isSealed: false },
})

const entryRow = (code: string, { key, title, colour, sealed }: DictionaryEntry, index: number): DescribedRow => ({
  id: entryId(code, key),
  path: `${code}/${key}`,
  identity: { parentId: dictionaryId(code), code, dictKey: key },
  values: {
    dictValue: title.zh,
    englishValue: title.en,
    colour: colour ?? null,
    sort: index + 1,
    isSealed: sealed,
  },
})

const menu: DescribedResource = {
  resource: menuRows,
  part: ({ menus, pages, resources }) => [
    menus,
    pages,
    Object.values(resources).map(({ id, name, codeId, code, path, titles, menu }) => [
      id,
      name,
      codeId,
      code,
      path,
      titles,
      menu,
    ]),
  ],
  rows({ menus, pages, resources }) {
    const groups = menus.map(group => {
      const { key, under, top = false } = group
      const identity = { code: key, path: `/${key}`, parentId: under ? groupId(under) : null, isTop: top }
      return menuRow(groupId(group.key), `group/${group.key}`, identity, group.title, group)
    })
    const entries = Object.values(resources).flatMap(resource => {
      const { code, codeId = code, path, titles, menu } = resource
      if (!menu) return []
      const identity = { code, path, parentId: groupId(menu.under) }
      return [menuRow(idOfCode(codeId), `resource/${idOf(resource)}`, identity, titles, menu)]
    })
    const own = pages.flatMap(({ key, path, title, menu, link = null, frame }) => {
      if (!menu) return []
      const window = { link, isNewWindow: link !== null && frame === 'bare' }
      const identity = { code: key, path, parentId: menu.under ? groupId(menu.under) : null, ...window }
      return [menuRow(pageId(key), `page/${key}`, identity, title, menu)]
    })
    return [...new Map([...groups, ...entries, ...own].map(row => [row.id, row])).values()]
  },
  idOf: menuRowId,
}

/** The id of a row of the menu in its trees; that of an added row differs from the one in its table. */
export function menuRowId(row: Row): string {
  if (row['isBuiltIn'] === true) return String(row['id'])
  if (row['link']) return pageId(String(row['code']))
  return row['targetId'] ? idOfCode(`place ${row['code']}`) : groupId(String(row['code']))
}

const pageId = (key: string): string => idOfCode(`page ${key}`)

const groupId = (key: string): string => idOfCode(key)

const menuRow = (
  id: string,
  path: string,
  identity: Row,
  title: Bilingual,
  { icon, order }: Pick<Menu, 'icon' | 'order'>,
): DescribedRow => ({
  id,
  path,
  identity: { link: null, targetId: null, under: null, shown: null, isTop: false, isNewWindow: false, ...identity },
  values: { name: title.zh, englishName: title.en, source: icon, sort: order, isHidden: false },
})

const parameterId = (key: string): string => idOfCode(`parameter ${key}`)

const parameters: DescribedResource = {
  resource: parameterResource,
  part: ({ parameters }) => parameters,
  rows: ({ parameters }) =>
    parameters.map(parameter => ({
      id: parameterId(parameter.key),
      path: parameter.key,
      identity: { paramKey: parameter.key, paramName: parameter.title.zh, unit: parameter.unit?.zh ?? null },
      values: { paramValue: parameterText(parameter), remark: parameter.remark ?? null },
    })),
  idOf: row => parameterId(String(row['paramKey'])),
}

const messageId = (code: string): string => idOfCode(`message ${code}`)

const messages: DescribedResource = {
  resource: messageRows,
  part: model =>
    Object.values(model.messages).map(message => {
      const of = model.resources[message.of]
      return [message, of?.fields, templateParams(model, of, message.text)]
    }),
  rows: model => Object.values(model.messages).map(message => messageRow(model, message)),
  idOf: row => messageId(String(row['templateCode'])),
}

const messageRow = (model: Model, { code, title, of, kind, text, to, channels }: Message): DescribedRow => ({
  id: messageId(code),
  path: code,
  identity: {
    templateCode: code,
    objType: kind === undefined ? null : entryKeyOf(model, messageKinds, kind),
    sourceResource: of,
    sendObj: to.map(({ name }) => entryKeyOf(model, receiverGroups, name)),
    channels: channels.map(name => entryKeyOf(model, channelEntries, name)),
  },
  values: { templateName: title.zh, englishName: title.en, textZh: text.zh, textEn: text.en, enabled: true },
})

/** The resources whose rows come from the descriptors. */
export const describedResources: readonly DescribedResource[] = [dictionaries, menu, parameters, messages]
