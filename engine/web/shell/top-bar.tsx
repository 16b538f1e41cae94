import IconButton from '@mui/material/IconButton'
import { PanelLeft } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from '../words/i18n.ts'
import { ConnectionNote } from './connection-note.tsx'
import { DescriptorMarkOfEditors, LateButtons } from './descriptor-mark-of-editors.tsx'
import { PersonMenu } from './person-menu.tsx'
import { FullScreenButton, LanguageButton, LookButton, PaletteButton } from './top-bar-buttons.tsx'
import { TopMenus } from './top-menus.tsx'

interface TopBarProps {
  readonly isRail: boolean
  /** Undefined if the width of the window decides. */
  readonly onCollapse: (() => void) | undefined
}

/** The bar above the sheet: actions of every screen, and the user menu. */
export const TopBar = memo(function TopBar({ isRail, onCollapse }: TopBarProps) {
  const translate = useTranslation()
  return (
    <header className="top-bar gap-4 min-0 pr-12">
      {onCollapse && (
        <IconButton
          aria-label={translate(isRail ? 'shell.expand' : 'shell.collapse')}
          aria-expanded={!isRail}
          onClick={onCollapse}
        >
          <PanelLeft />
        </IconButton>
      )}
      <TopMenus />
      <ConnectionNote />
      <DescriptorMarkOfEditors />
      <PaletteButton />
      <LateButtons />
      <LanguageButton />
      <LookButton />
      <FullScreenButton />
      <span className="edge w-1 h-16 mx-6" />
      <PersonMenu />
    </header>
  )
})
