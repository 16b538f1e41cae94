import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Menu } from 'lucide-react'
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import { useLiveModel } from '../data/live-model.ts'
import { useVisit } from '../data/pins-and-visits.ts'
import { useModelIndex } from '../data/resource-part.ts'
import type { RouteTable } from '../data/routes.ts'
import { useChoices } from '../data/use-choices.ts'
import { useRoutes } from '../data/use-routes.ts'
import { CreatingDialogs } from '../form/creating-dialogs.tsx'
import { useBrand } from '../frame/brand-context.ts'
import { type FrameDialog, ShellContext } from '../frame/shell-context.ts'
import { useShortcutKeys } from '../frame/shortcuts.ts'
import { pageNameOf } from '../frame/tab-model.ts'
import { useTranslation } from '../words/i18n.ts'
import { useClosing } from './closing.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { DescriptorMarkOfEditors } from './descriptor-mark-of-editors.tsx'
import { FrameDialogs } from './frame-dialogs.tsx'
import { FrameShortcuts } from './frame-shortcuts.tsx'
import { topMenuAt, topMenusOf } from './menu.ts'
import { PageTitle } from './page-title.ts'
import { useSheetFocus } from './sheet-focus.ts'
import { SideBar } from './side-bar.tsx'
import { TabPanel } from './tab-panel.tsx'
import { TabShortcuts } from './tab-shortcuts.tsx'
import { TabStrip } from './tab-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { useTabs } from './use-tabs.ts'
import './shell.css'

/** The record that an address names, if it does. */
function recordAt(pathname: string, routes: RouteTable) {
  const { kind, name, id } = pageNameOf(pathname, routes)
  return kind === 'record' && /^\d+$/.test(id) ? { resource: name, id } : undefined
}

/** The chosen top menu: that of the page, until the user chooses another. */
function useTopMenu(pathname: string) {
  const index = useModelIndex()
  const current = index && topMenuAt(index, pathname)
  const [chosen, choose] = useState(current)
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    if (current !== undefined) choose(current)
  }
  return [chosen ?? (index && topMenusOf(index)[0]?.group), choose] as const
}

/** The frame of every screen: side bar, top bar, and the sheet on the canvas. */
export function Shell({ children }: { children: ReactNode }) {
  const { preferences } = useEngine()
  const translate = useTranslation()
  const { isRail } = useChoices(preferences)
  const isPhone = useMediaQuery('(max-width: 767.95px)', { noSsr: true })
  const isNarrow = useMediaQuery('(max-width: 991.95px)', { noSsr: true })
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [dialog, setDialog] = useState<FrameDialog>()
  const { pathname } = useLocation()
  useLiveModel(useBrand().parts)
  useShortcutKeys()
  const routes = useRoutes()
  const route = routes.at(pathname)
  const isBare = route.kind === 'page' && route.page.frame === 'bare'
  const [topMenu, chooseTopMenu] = useTopMenu(pathname)
  useVisit(recordAt(pathname, routes))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page closes the menu
  useEffect(() => setMenuOpen(false), [pathname])
  const shell = useMemo(
    () => ({
      isPhone,
      openMenu: () => setMenuOpen(true),
      topMenu,
      chooseTopMenu,
      open(wanted: FrameDialog) {
        setMenuOpen(false)
        setDialog(wanted)
      },
    }),
    [isPhone, topMenu, chooseTopMenu],
  )
  const leaveMenu = useCallback(() => setMenuOpen(false), [])
  const collapse = useCallback(() => preferences.write({ isRail: !isRail }), [preferences, isRail])
  const rail = !isPhone && (isRail || isNarrow)
  const tabs = useTabs(isPhone)
  const closing = useClosing(tabs)
  const [context] = useState(useContext(RouteContext))
  const sheet = useSheetFocus(tabs.active, pathname)

  return (
    <ShellContext.Provider value={shell}>
      <a className="skip" href="#sheet">
        {translate('shell.skip')}
      </a>
      <div className="shell" data-rail={rail} data-bare={isBare}>
        {isBare ? null : isPhone ? (
          <Drawer
            open={isMenuOpen}
            onClose={leaveMenu}
            slotProps={{ paper: { className: 'drawer', 'aria-label': translate('shell.menu') } }}
          >
            <SideBar isRail={false} onLeave={leaveMenu} />
          </Drawer>
        ) : (
          <>
            <SideBar isRail={rail} />
            <TopBar isRail={rail} onCollapse={isNarrow ? undefined : collapse} />
          </>
        )}
        {!isPhone && !isBare && <TabStrip tabs={tabs} onClose={closing.close} />}
        <main className="sheet" id="sheet" tabIndex={-1} ref={sheet}>
          {isPhone && !isBare && (
            <header className="phone-bar-spare">
              <IconButton aria-label={translate('shell.menu')} onClick={shell.openMenu}>
                <Menu />
              </IconButton>
            </header>
          )}
          {tabs.all
            .filter(tab => tab.isAwake)
            .map(tab => (
              <TabPanel
                key={tab.page}
                tab={tab}
                isActive={tab.page === tabs.active}
                context={context}
                outlives={tabs.outlives}
                leaveFor={tabs.leaveFor}
              >
                {children}
              </TabPanel>
            ))}
        </main>
      </div>
      {!isPhone && <TabShortcuts tabs={tabs} onClose={closing.close} />}
      {isPhone && <ConnectionNote />}
      {isPhone && !isBare && <DescriptorMarkOfEditors />}
      <PageTitle page={tabs.active} />
      <FrameShortcuts />
      <FrameDialogs shown={dialog} onClose={() => setDialog(undefined)} />
      {closing.question}
      <CreatingDialogs />
    </ShellContext.Provider>
  )
}
