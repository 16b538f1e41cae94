import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isClosable, locationText, type Tab } from '../frame/tab-model.ts'
import { useTranslation } from '../words/i18n.ts'
import { TabMenu } from './tab-menu.tsx'
import { usePageName } from './tab-title.ts'
import type { OpenTabs } from './use-tabs.ts'
import './tab-strip.css'
import { useMenu } from '../components/use-menu.ts'

interface TabStripProps {
  readonly tabs: OpenTabs
  /** Closes tabs; asks first if they contain unsaved input. */
  onClose(pages: readonly string[]): void
}

/** The open pages as tabs on the sheet. */
export function TabStrip({ tabs, onClose }: TabStripProps) {
  const translate = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [menu, setMenu] = useState<{ readonly page: string; readonly left: number; readonly top: number }>()
  const shown = tabs.all.filter(({ isPassing }) => !isPassing)
  const isCut = useOverflow(list, shown.length)

  const openMenu = (page: string) => (event: MouseEvent) => {
    event.preventDefault()
    // The context-menu key has no pointer position.
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    setMenu({ page, left: event.clientX || left, top: event.clientY || bottom })
  }
  const walk = (event: KeyboardEvent<HTMLUListElement>) => {
    const links = [...event.currentTarget.querySelectorAll('a')]
    const at = links.findIndex(link => link.contains(document.activeElement))
    const page = shown[at]?.page
    if (at < 0 || !page) return
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key]
    if (goal !== undefined) links.at(goal % links.length)?.focus()
    else if (event.key === 'Delete' && isClosable(tabs, page)) onClose([page])
    else return
    event.preventDefault()
  }
  return (
    <nav className="tab-strip flex min-0 h-36 mr-8 items-end" aria-label={translate('tabs.opened')}>
      <ul
        className="flex gap-2 min-0 pt-2 px-10 x-scroll no-bar"
        ref={list}
        onKeyDown={walk}
        onWheel={event => {
          event.currentTarget.scrollLeft += event.deltaY
        }}
      >
        {shown.map(tab => (
          <TabOfStrip
            key={tab.page}
            tab={tab}
            isActive={tab.page === tabs.active}
            isCut={isCut}
            mayClose={isClosable(tabs, tab.page)}
            isUnsaved={tabs.unsaved.includes(tab.page)}
            onMenu={openMenu(tab.page)}
            onClose={() => onClose([tab.page])}
          />
        ))}
      </ul>
      {isCut && <AllTabs tabs={tabs} />}
      {menu && <TabMenu tabs={tabs} at={menu} onClose={onClose} onLeave={() => setMenu(undefined)} />}
    </nav>
  )
}

interface TabOfStripProps {
  readonly tab: Tab
  readonly isActive: boolean
  /** The strip is too short for all tabs. */
  readonly isCut: boolean
  readonly isUnsaved: boolean
  readonly mayClose: boolean
  onMenu(event: MouseEvent): void
  onClose(): void
}

function TabOfStrip({ tab: { page, place }, isActive, isCut, isUnsaved, mayClose, onMenu, onClose }: TabOfStripProps) {
  const translate = useTranslation()
  const name = usePageName(page)
  const title = isUnsaved ? translate('tabs.unsaved', { name }) : name
  const item = useRef<HTMLLIElement>(null)
  // A name that is loaded later makes its tab wider and moves the tabs after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name changes the width of the tab, the others which tab is active
  useEffect(() => {
    const active = isCut ? item.current?.parentElement?.querySelector('[data-active="true"]') : undefined
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isActive, isCut, name])
  return (
    <li className="relative fixed" ref={item} data-page={page} data-active={isActive}>
      <Link
        to={locationText(place)}
        state={place.state}
        aria-current={isActive ? 'page' : undefined}
        tabIndex={isActive ? 0 : -1}
        title={title}
        onContextMenu={onMenu}
        onAuxClick={event => {
          if (event.button !== 1 || !mayClose) return
          event.preventDefault()
          onClose()
        }}
      >
        <span>{name}</span>
        {isUnsaved && <span className="unseen">{translate('tabs.unsavedMark')}</span>}
      </Link>
      {mayClose && (
        <button
          type="button"
          className="centered fixed quiet round-4"
          tabIndex={-1}
          aria-label={translate('tabs.close', { name })}
          onClick={onClose}
        >
          {isUnsaved ? <span className="fixed circle square-6 accent-ground" /> : <X aria-hidden />}
        </button>
      )}
    </li>
  )
}

/** All tabs by name, if the strip is too short for them. */
function AllTabs({ tabs }: { tabs: OpenTabs }) {
  const translate = useTranslation()
  const { opener, menu, choose } = useMenu()
  return (
    <>
      <IconButton data-hint={translate('tabs.all')} aria-label={translate('tabs.all')} {...opener} className="mb-2!">
        <ChevronDown />
      </IconButton>
      <Menu {...menu}>
        {tabs.all
          .filter(({ isPassing }) => !isPassing)
          .map(tab => [
            <TabItem
              key={tab.page}
              tab={tab}
              isActive={tab.page === tabs.active}
              isUnsaved={tabs.unsaved.includes(tab.page)}
              onShow={choose(() => tabs.show(tab))}
            />,
            !isClosable(tabs, tab.page) && <Divider key="first" />,
          ])}
      </Menu>
    </>
  )
}

interface TabItemProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly isUnsaved: boolean
  onShow(): void
}

function TabItem({ tab, isActive, isUnsaved, onShow, ...others }: TabItemProps) {
  const name = usePageName(tab.page)
  return (
    <MenuItem selected={isActive} onClick={onShow} {...others}>
      {name}
      {isUnsaved && <span className="fixed circle square-6 accent-ground push" />}
    </MenuItem>
  )
}

/** Whether the tabs are wider than the strip. */
function useOverflow(list: { readonly current: HTMLElement | null }, count: number): boolean {
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of tabs changes the observed elements
  useEffect(() => {
    const element = list.current
    const strip = element?.parentElement
    if (!element || !strip) return
    // Compared with the strip, whose width does not depend on the button for all tabs.
    const watch = new ResizeObserver(() => setCut(element.scrollWidth > strip.clientWidth + 1))
    // Each tab is observed, too: a name that is loaded later, or a font, changes its width, but not that of a full list.
    for (const observed of [strip, ...element.children]) watch.observe(observed)
    return () => watch.disconnect()
  }, [list, count])
  return isCut
}
