import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { ModelIndex } from '../data/model-source.ts'
import { ModelIndexContext } from '../data/resource-part.ts'
import { storedShell } from '../data/stored-shell.ts'
import { useChoices } from '../data/use-choices.ts'
import { ShellContext, useShell } from '../frame/shell-context.ts'
import { topMenuAt, topMenusOf } from './menu.ts'
import { SideBar } from './side-bar.tsx'
import { TopMenus } from './top-menus.tsx'
import './shell.css'

/**
 * The frame as this user's last visit stored it, inert, until the server's answer replaces it; without one, the loading
 * state alone.
 */
export function StoredFrame() {
  const [stored] = useState(storedShell)
  const { isRail } = useChoices(useEngine().preferences)
  const isPhone = useMediaQuery('(max-width: 767.95px)', { noSsr: true })
  const isNarrow = useMediaQuery('(max-width: 991.95px)', { noSsr: true })
  const { pathname } = useLocation()
  const shell = useShell()
  if (!stored || isPhone) return <SheetLoading />
  const index = stored as ModelIndex
  const isFolded = isRail || isNarrow
  const topMenu = topMenuAt(index, pathname) ?? topMenusOf(index)[0]?.group
  return (
    <div className="shell grid page-ground stack-phone" data-rail={isFolded}>
      <ModelIndexContext.Provider value={index}>
        <ShellContext.Provider value={{ ...shell, topMenu }}>
          <div className="shell-stored contents" inert>
            <SideBar isRail={isFolded} isStored />
            <header className="top-bar gap-4 min-0 pr-12">
              <TopMenus />
            </header>
            <div className="tab-strip flex min-0 h-36 mr-8 items-end" />
          </div>
        </ShellContext.Provider>
      </ModelIndexContext.Provider>
      <main className="sheet stack relative min-0 clip boxed round-10 paper">
        <SheetLoading />
      </main>
    </div>
  )
}
