import { roleResource } from '../model/account-resources.ts'
import { idOf } from '../model/ids.ts'
import type { Model } from '../model/model.ts'
import { parameterResource } from '../model/parameter-rows.ts'
import type { OverlayKind } from './overlays.ts'

/** A resource whose rows edit parts of the descriptors. */
export interface OverlaidRows {
  readonly kind: OverlayKind
  /** The properties by the field that contains them. */
  readonly fields: Readonly<Record<string, string>>
  /** A row contains only what is edited; of the other resources every part has a row with its effective values. */
  readonly isSparse?: true
}

export const dictionaryRows = 'bladeDict'
export const tenantDictionaryRows = 'bladeDictBiz'
export const menuRows = 'bladeMenu'
export const messageRows = 'msgTemplate'
export const holidayRows = 'bladeHoliday'

/** The key of a dictionary's own row. */
export const rootKey = '-1'

const ofDictionaries = {
  dictValue: 'title.zh',
  englishValue: 'title.en',
  colour: 'colour',
  sort: 'order',
  isSealed: 'sealed',
} as const

/** The resources whose rows edit the descriptors, by name. */
export const overlaidRows: Readonly<Record<string, OverlaidRows>> = {
  [dictionaryRows]: { kind: 'dictionary', fields: ofDictionaries },
  [tenantDictionaryRows]: { kind: 'dictionary', fields: ofDictionaries, isSparse: true },
  [menuRows]: {
    kind: 'menu',
    fields: {
      ...{ name: 'title.zh', englishName: 'title.en', source: 'icon', sort: 'order', isHidden: 'hidden' },
      ...{ under: 'under', shown: 'of', link: 'link', isTop: 'top', isNewWindow: 'window' },
    },
  },
  [parameterResource]: { kind: 'parameter', fields: { paramValue: 'value', remark: 'remark' } },
  [roleResource]: { kind: 'role', fields: { roleName: 'title.zh', dataScope: 'dataScope' } },
  [messageRows]: {
    kind: 'message',
    fields: {
      templateName: 'title.zh',
      englishName: 'title.en',
      textZh: 'text.zh',
      textEn: 'text.en',
      enabled: 'enabled',
    },
  },
  [holidayRows]: { kind: 'calendar', fields: { kind: 'kind' } },
}

/** The path of the part that a row edits; undefined of a parameter, a role or a message that no descriptor declares. */
export function pathOfRow(model: Model, resource: string, row: Readonly<Record<string, unknown>>): string | undefined {
  const [code, key, path] = [row['code'], row['dictKey'], row['path']].map(String)
  switch (resource) {
    case dictionaryRows:
    case tenantDictionaryRows:
      return key === rootKey ? code : `${code}/${key}`
    case menuRows: {
      if (row['link']) return `page/${code}`
      if (row['targetId']) return `place/${code}`
      const entry = Object.values(model.resources).find(one => one.menu && one.code === code && one.path === path)
      if (entry) return `resource/${idOf(entry)}`
      return model.pages.some(page => page.menu && page.key === code && page.path === path)
        ? `page/${code}`
        : `group/${code}`
    }
    case parameterResource: {
      const parameter = String(row['paramKey'])
      return model.parameters.some(one => one.key === parameter) ? parameter : undefined
    }
    case roleResource: {
      const alias = String(row['roleAlias'])
      return row['isBuiltIn'] === true && model.roles.some(one => one.alias === alias) ? alias : undefined
    }
    case messageRows:
      return row['isBuiltIn'] === true ? String(row['templateCode']) : undefined
    case holidayRows:
      return String(row['day'])
    default:
      return code
  }
}
