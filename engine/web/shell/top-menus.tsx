import { useModelIndex } from '../data/resource-part.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { topMenusOf } from './menu.ts'

/** The top menus: each selects the groups that the side bar shows. Nothing in an application without them. */
export function TopMenus() {
  const index = useModelIndex()
  const { topMenu, chooseTopMenu } = useShell()
  const translate = useTranslation()
  const localized = useLocalized()
  const menus = index ? topMenusOf(index) : []
  if (menus.length === 0) return null
  return (
    <fieldset className="top-menus flex gap-2 min-0 x-scroll no-bar" aria-label={translate('shell.topMenus')}>
      {menus.map(({ group, title, icon }) => (
        <button
          className="fixed gap-6 round-6 h-32 px-10 muted"
          key={group}
          type="button"
          aria-pressed={group === topMenu}
          onClick={() => chooseTopMenu(group)}
        >
          <MenuIcon name={icon} />
          <span>{localized(title)}</span>
        </button>
      ))}
    </fieldset>
  )
}
