import { memo, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useRoutes } from '../data/use-routes.ts'
import { useShell } from '../frame/shell-context.ts'
import { type ShownKeys, useShortcut, useShownKeys } from '../frame/shortcuts.ts'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'

/** The shortcuts of the frame, active on every page. */
export const FrameShortcuts = memo(function FrameShortcuts() {
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
