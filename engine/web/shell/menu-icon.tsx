import type { CSSProperties } from 'react'

/** An icon of Lucide by the name that a descriptor gives; a name that Lucide lacks leaves its place empty. */
export function MenuIcon({ name = 'file' }: { name: string | undefined }) {
  const style = { '--icon': `url("${import.meta.env['MENU_ICONS']}/${encodeURIComponent(name)}.svg")` }
  return <span className="menu-icon" style={style as CSSProperties} aria-hidden="true" />
}
