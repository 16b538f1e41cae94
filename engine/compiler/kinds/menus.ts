import type { MenuGroup, Resource } from '../../model/model.ts'
import { checkMenus } from '../checks/menus.ts'
import { formerNames, formerNamesKey } from '../former-names.ts'
import type { Kind } from '../kind.ts'
import { type Keys, mapOf, newKey, objectOf, shared } from '../language/key.ts'
import { at, itemsOf, plain, plainAt, textAt, textOf } from '../tree.ts'
import { bilingual, merged, type Workspace } from '../workspace.ts'

/** The keys of a group in menus.yaml. */
export const menuGroupKeys: Keys = {
  title: newKey(shared('bilingual'), '菜单组的名称', 'The title of the group.', '{ zh: 现场, en: Field work }', {
    required: true,
  }),
  icon: newKey(shared('icon'), 'Lucide 图标名', 'The name of a Lucide icon.', 'map'),
  order: newKey({ type: 'number' }, '次序，小的在前', 'The position among the groups, in ascending order.', '10'),
  under: newKey(
    { type: 'string' },
    '上级菜单组；菜单组最多三级，顶部菜单算一级',
    'The parent group. Groups can be nested up to three levels deep, including the top menu.',
    'field',
  ),
  top: newKey(
    { const: true },
    'true 表示顶部菜单：在顶栏选择，侧栏随之显示其下的菜单组',
    '`true`: a top menu. Users select it in the top bar, and the sidebar then shows its groups.',
    'true',
  ),
  roles: newKey(
    shared('names'),
    '能看到它的角色别名；不写则不限角色，管理员总能看到',
    'Aliases of the roles that see the group. Default: every role. Administrators always see it.',
    '[inspector]',
  ),
  renamedFrom: formerNamesKey,
}

/** The groups of the menu. */
export const menusKind: Kind = {
  location: 'menus.yaml',
  schema: mapOf(objectOf(menuGroupKeys), { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$' }),
  sections: [['菜单组 menus.yaml', menuGroupKeys]],
  check: checkMenus,
  build: (workspace, { resources }) => ({ menus: menusOf(workspace, Object.values(resources)) }),
}

function menusOf(workspace: Workspace, resources: readonly Resource[]): MenuGroup[] {
  const declared = merged(workspace, 'menus').map(({ key, value }, index) => ({
    key,
    ...formerNames(value),
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    icon: textOf(at(value, 'icon')) ?? 'folder',
    order: Number(plainAt(value, 'order') ?? (index + 1) * 10),
    ...textAt(value, 'under'),
    ...(plainAt(value, 'top') === true && { top: true as const }),
    ...(at(value, 'roles') && { roles: itemsOf(at(value, 'roles')).map(item => String(plain(item))) }),
  }))
  const keys = new Set(declared.map(group => group.key))
  // A folder without a declared group is in the menu too, after the declared ones.
  const undeclared = new Set(resources.flatMap(({ menu }) => (menu && !keys.has(menu.under) ? [menu.under] : [])))
  const added = [...undeclared].map(key => ({ key, title: { zh: key, en: key }, icon: 'folder', order: 1000 }))
  return [...declared, ...added].sort((a, b) => a.order - b.order)
}
