import { useShortcut } from '../frame/shortcuts.ts'
import { adjacentTab, isClosable } from '../frame/tab-model.ts'
import { useTranslation } from '../words/i18n.ts'
import type { OpenTabs } from './use-tabs.ts'

interface TabShortcutsProps {
  readonly tabs: OpenTabs
  onClose(pages: readonly string[]): void
}

/** The shortcuts that select and close tabs. */
export function TabShortcuts({ tabs, onClose }: TabShortcutsProps) {
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
