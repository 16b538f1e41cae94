import type { Kind, Kinds } from './kind.ts'
import { appKind } from './kinds/app.ts'
import { boardKind } from './kinds/board.ts'
import { chartKind } from './kinds/chart.ts'
import { dictionaryKind } from './kinds/dictionary.ts'
import { menusKind } from './kinds/menus.ts'
import { messageKind } from './kinds/message.ts'
import { mixinKind } from './kinds/mixin.ts'
import { pagesKind } from './kinds/pages.ts'
import { parametersKind } from './kinds/parameters.ts'
import { resourceKind } from './kinds/resource.ts'
import { rolesKind } from './kinds/roles.ts'
import { titlesKind } from './kinds/titles.ts'

/** Every kind of descriptor file, in the order in which the Model is built and the reference page lists them. */
export const kinds: Record<string, Kind> = {
  resource: resourceKind,
  dictionary: dictionaryKind,
  mixin: mixinKind,
  app: appKind,
  titles: titlesKind,
  menus: menusKind,
  pages: pagesKind,
  parameters: parametersKind,
  roles: rolesKind,
  message: messageKind,
  chart: chartKind,
  board: boardKind,
}

/** The folders of kinds, and the names of those that are a file of their own. */
export function locationsOf(some: Kinds): { readonly folders: string[]; readonly files: string[] } {
  const locations = Object.values(some).map(kind => kind.location)
  return {
    folders: locations.flatMap(location => location.split('/').slice(0, -1)[0] ?? []),
    files: locations.filter(location => !location.includes('/')),
  }
}

/** The folders and files that contain descriptors. */
export const { folders: descriptorFolders, files: descriptorFiles } = locationsOf(kinds)
