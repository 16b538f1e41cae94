import { memo, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useShell } from '../frame/shell-context.ts'
import { type ShownKeys, useShortcut, useShownKeys } from '../frame/shortcuts.ts'
import { useSay } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'

/** The keys that the frame itself hears, on every page. */
export const FrameShortcuts = memo(function FrameShortcuts() {
  const say = useSay()
  const navigate = useNavigate()
  const { open } = useShell()
  useShortcut({ keys: 'mod+k', title: say('palette.title'), group: 'everywhere' }, () => open('palette'))
  useShortcut({ keys: '?', title: say('shortcuts.title'), group: 'everywhere' }, () => open('shortcuts'))
  useShortcut({ keys: 'g h', title: say('shortcuts.home'), group: 'everywhere' }, () => void navigate('/'))
  useShortcut({ keys: 'mod+/', title: say('shortcuts.title'), group: 'everywhere' }, () => open('shortcuts'))
  useShownKeys(
    'everywhere',
    useMemo((): ShownKeys => [['shift+F10', say('shortcuts.menu')]], [say]),
  )
  useShownKeys(
    'dialog',
    useMemo(() => dialogKeys(say), [say]),
  )
  return null
})

const dialogKeys = (say: (key: WordKey) => string): ShownKeys => [
  ['mod+s', say('shortcuts.confirm')],
  ['esc', say('shortcuts.close')],
]
