import { memo } from 'react'
import { useNavigate } from 'react-router'
import { useSay } from '../i18n.ts'
import { useShell } from './shell-context.ts'
import { useShortcut } from './shortcuts.ts'

/** The keys that the frame itself hears, on every page. */
export const FrameShortcuts = memo(function FrameShortcuts() {
  const say = useSay()
  const navigate = useNavigate()
  const { open } = useShell()
  useShortcut({ keys: 'mod+k', title: say('palette.title'), isOfFrame: true }, () => open('palette'))
  useShortcut({ keys: '?', title: say('shortcuts.title'), isOfFrame: true }, () => open('shortcuts'))
  useShortcut({ keys: 'g h', title: say('shortcuts.home'), isOfFrame: true }, () => void navigate('/'))
  return null
})
