import type { Kinds } from './kind.ts'
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
export const kinds: Kinds = {
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

const locations = Object.values(kinds).map(kind => kind.location)

/** The folders that contain descriptors. */
export const descriptorFolders: readonly string[] = locations.flatMap(
  location => location.split('/').slice(0, -1)[0] ?? [],
)

/** The names of descriptors that are a file of their own. */
export const descriptorFiles: readonly string[] = locations.filter(location => !location.includes('/'))
