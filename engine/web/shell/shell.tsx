import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Menu } from 'lucide-react'
import {
  memo,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { UNSAFE_RouteContext as RouteContext, useLocation, useNavigate } from 'react-router'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useLiveModel } from '../data/live-model.ts'
import { useVisit } from '../data/pins-and-visits.ts'
import { useModelIndex } from '../data/resource-part.ts'
import type { RouteTable } from '../data/routes.ts'
import { useChoices } from '../data/use-choices.ts'
import { useRoutes } from '../data/use-routes.ts'
import { RecordFormDialog } from '../form/record-dialog.tsx'
import { useBrand } from '../frame/brand-context.ts'
import { type FrameDialog, ShellContext, useShell } from '../frame/shell-context.ts'
import { type ShownKeys, useShortcut, useShortcutKeys, useShownKeys } from '../frame/shortcuts.ts'
import { adjacentTab, isClosable, pageNameOf } from '../frame/tab-model.ts'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'
import { ConnectionNote } from './connection-note.tsx'
import { DescriptorMarkOfEditors } from './descriptor-mark-of-editors.tsx'
import { FrameDialogs } from './frame-dialogs.tsx'
import { topMenuAt, topMenusOf } from './menu.ts'
import { PageTitle } from './page-title.ts'
import { useSheetFocus } from './sheet-focus.ts'
import { SideBar } from './side-bar.tsx'
import { TabPanel } from './tab-panel.tsx'
import { TabStrip } from './tab-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { type OpenTabs, useTabs } from './use-tabs.ts'
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
      <div className="shell grid page-ground stack-phone" data-rail={rail} data-bare={isBare}>
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
        <main className="sheet stack relative min-0 clip boxed round-10 paper" id="sheet" tabIndex={-1} ref={sheet}>
          {isPhone && !isBare && (
            <header className="phone-bar-spare fixed px-8 hidden items-center h-52">
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

/** The forms of records that are created from within another form; a saved record is chosen there. */
const CreatingDialogs = memo(function CreatingDialogs() {
  const { creating } = useEngine()
  const all = useSyncExternalStore(creating.watch, creating.now)
  return all.map(({ key, resource, presets, end }) => (
    <RecordFormDialog
      key={key}
      resource={resource}
      presets={presets}
      onClose={() => end()}
      onSaved={({ id }, label) => end({ id, label })}
    />
  ))
})

/** Closes tabs; asks first if they contain unsaved input. */
function useClosing(tabs: OpenTabs): { close(pages: readonly string[]): void; question: ReactNode } {
  const { unsaved } = useEngine()
  const [asked, setAsked] = useState<readonly string[]>()
  const close = (pages: readonly string[]) => {
    if (pages.some(page => tabs.unsaved.includes(page))) setAsked(pages)
    else tabs.close(pages)
  }
  const end = (pages: readonly string[], isKept: boolean) => {
    setAsked(undefined)
    if (isKept) unsaved.keep(pages)
    tabs.close(pages)
  }
  const question = asked && (
    <LeaveDialog
      keepable={unsaved.keepable(asked)}
      onStay={() => setAsked(undefined)}
      onKeep={() => end(asked, true)}
      onDiscard={() => end(asked, false)}
    />
  )
  return { close, question }
}

/** The shortcuts of the frame, active on every page. */
const FrameShortcuts = memo(function FrameShortcuts() {
  const translate = useTranslation()
  const navigate = useNavigate()
  const { home } = useRoutes()
  const { open } = useShell()
  useShortcut({ keys: 'mod+k', title: translate('palette.title'), group: 'everywhere' }, () => open('palette'))
  useShortcut({ keys: '?', title: translate('shortcuts.title'), group: 'everywhere' }, () => open('shortcuts'))
  useShortcut({ keys: 'g h', title: translate('shortcuts.home'), group: 'everywhere' }, () => void navigate(home))
  useShortcut({ keys: 'mod+/', title: translate('shortcuts.title'), group: 'everywhere' }, () => open('shortcuts'))
  useShownKeys(
    'everywhere',
    useMemo((): ShownKeys => [['shift+F10', translate('shortcuts.menu')]], [translate]),
  )
  useShownKeys(
    'dialog',
    useMemo(() => dialogKeys(translate), [translate]),
  )
  return null
})

const dialogKeys = (translate: (key: WordKey) => string): ShownKeys => [
  ['mod+s', translate('shortcuts.confirm')],
  ['esc', translate('shortcuts.close')],
]

interface TabShortcutsProps {
  readonly tabs: OpenTabs
  onClose(pages: readonly string[]): void
}

/** The shortcuts that select and close tabs. */
function TabShortcuts({ tabs, onClose }: TabShortcutsProps) {
  const translate = useTranslation()
  const walk = (step: 1 | -1) => () => {
    const tab = adjacentTab(tabs, step)
    if (tab) tabs.show(tab)
  }
  const several = tabs.all.length > 1
  useShortcut({ keys: '[', title: translate('tabs.previous'), when: several, group: 'everywhere' }, walk(-1))
  useShortcut({ keys: ']', title: translate('tabs.next'), when: several, group: 'everywhere' }, walk(1))
  const closing = {
    keys: 'alt+w',
    title: translate('tabs.closeActive'),
    when: isClosable(tabs, tabs.active),
    group: 'everywhere',
  } as const
  useShortcut(closing, () => onClose([tabs.active]))
  return null
}
