import type { WebPage } from '../../model/model.ts'
import { checkPages } from '../checks/pages.ts'
import { formerNames, formerNamesKey } from '../former-names.ts'
import type { Kind } from '../kind.ts'
import { type Keys, mapOf, newKey, objectOf, shared } from '../language/key.ts'
import { menuKeys } from '../language/resource.ts'
import { at, type Entry, plainAt, textAt, textOf } from '../tree.ts'
import { bilingual, merged } from '../workspace.ts'

/** The keys of a page's `menu`. */
export const pageMenuKeys: Keys = {
  ...menuKeys,
  under: newKey(
    { type: 'string' },
    'menus.yaml 里的菜单组；不写则在最上一级',
    'A menu group of menus.yaml. Default: the top level.',
    'field',
  ),
}

/** The keys of a page in pages.yaml. */
export const pageKeys: Keys = {
  path: newKey(
    { type: 'string', pattern: '^(/|(/[a-zA-Z0-9_-]+)+(/\\*)?)$' },
    '页面地址；以 /* 结尾时，它下面的地址都是这一页',
    'The address of the page. With `/*` at the end, the page is at every address below it.',
    '/field/today',
    { required: true },
  ),
  title: newKey(
    shared('bilingual'),
    '页面名称，用于菜单、标签页和搜索',
    'The title of the page in the menu, in tabs and in the search.',
    '{ zh: 今日, en: Today }',
    { required: true },
  ),
  menu: newKey(
    objectOf(pageMenuKeys),
    '菜单位置；不写则不进菜单',
    'The position in the menu. Default: none.',
    '{ under: field, icon: sun, order: 1 }',
  ),
  code: newKey(
    { type: 'string', pattern: '^[a-z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)?$' },
    '打开所需的权限码：资源的权限码，或页面自己的“名称_view”；signedIn 表示登录即可（默认），anyone 表示无需登录',
    'The permission code that is required to open the page: a code of a resource, or a separate one that ends in `_view`. `signedIn` (the default): any signed-in user. `anyone`: no sign-in is required.',
    'visit_view',
  ),
  platform: newKey(
    { type: 'boolean' },
    'true 表示只有平台所在租户的用户可以打开',
    '`true`: only users of the tenant of the platform can open the page.',
    'true',
  ),
  tab: newKey(
    { type: 'string', enum: ['keep', 'none'] },
    'none 表示不占标签页，离开即关闭',
    '`none`: the page has no tab and is closed when the user leaves it.',
    'none',
  ),
  frame: newKey(
    { type: 'string', enum: ['shell', 'bare'] },
    'shell 在应用框架内（默认），bare 占满窗口；链接则分别是嵌入和新窗口',
    '`shell` (the default): inside the frame of the application. `bare`: the whole window. A link is embedded (`shell`) or opens in a new window (`bare`).',
    'bare',
  ),
  screen: newKey(
    { type: 'string', pattern: '^[A-Z][a-zA-Z0-9]*$' },
    '手写页面的名称，由 src/screens.tsx 提供；与 link 二选一',
    'The name of a hand-written screen in src/screens.tsx. A page has either `screen` or `link`.',
    'Today',
  ),
  link: newKey(
    { type: 'string', minLength: 1 },
    '外部网址（http 或 https）；与 screen 二选一',
    'An external URL (http or https). A page has either `link` or `screen`.',
    'https://maps.example.cn/',
  ),
  renamedFrom: formerNamesKey,
}

/** Pages that are no screen of a resource. */
export const pagesKind: Kind = {
  location: 'pages.yaml',
  schema: mapOf(objectOf(pageKeys)),
  sections: [
    ['页面 pages.yaml', pageKeys],
    ['页面的菜单位置 pages.*.menu', pageMenuKeys],
  ],
  check: checkPages,
  build: workspace => ({ pages: merged(workspace, 'pages').map(webPageOf) }),
}

/** A page as the Model contains it. */
export function webPageOf({ key, value }: Pick<Entry, 'key' | 'value'>): WebPage {
  const menu = at(value, 'menu')
  return {
    key,
    ...formerNames(value),
    path: textOf(at(value, 'path')) ?? `/${key}`,
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    ...(menu && {
      menu: {
        ...textAt(menu, 'under'),
        icon: textOf(at(menu, 'icon')) ?? 'file',
        order: Number(plainAt(menu, 'order') ?? 100),
      },
    }),
    code: textOf(at(value, 'code')) ?? 'signedIn',
    ...(plainAt(value, 'platform') === true && { platform: true as const }),
    tab: plainAt(value, 'tab') === 'none' ? 'none' : 'keep',
    frame: plainAt(value, 'frame') === 'bare' ? 'bare' : 'shell',
    ...textAt(value, 'screen'),
    ...textAt(value, 'link'),
  }
}
