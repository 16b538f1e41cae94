import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { Languages, Maximize, Minimize, Palette } from 'lucide-react'
import { useSetLocale, useTranslate } from 'ra-core'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useLanguage, useSay } from '../i18n.ts'

const LookDialog = lazy(() => import('./look-dialog.tsx').then(({ LookDialog: it }) => ({ default: it })))

/** Switches to the other language, which it names in its own words. */
export function LanguageButton() {
  const language = useLanguage()
  const setLocale = useSetLocale()
  const translate = useTranslate()
  const { unsaved } = useEngine()
  const other = language === 'zh' ? { locale: 'en', name: 'English' } : { locale: 'zh', name: '中文' }
  // react-admin draws every screen anew in another language, and what was typed would be gone.
  const change = () => {
    if (!unsaved.any() || window.confirm(translate('ra.message.unsaved_changes'))) void setLocale(other.locale)
  }
  return (
    <Button variant="text" className="language-button" lang={other.locale} startIcon={<Languages />} onClick={change}>
      {other.name}
    </Button>
  )
}

/** Opens the choice of theme, colour, scheme and row height. */
export function LookButton() {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip title={say('shell.look')}>
        <IconButton aria-label={say('shell.look')} onClick={() => setOpen(true)}>
          <Palette />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <LookDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Takes the whole screen, and gives it back. */
export function FullScreenButton() {
  const say = useSay()
  const isFull = useSyncExternalStore(watchFullScreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const title = say(isFull ? 'shell.leaveFullScreen' : 'shell.fullScreen')
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <Tooltip title={title}>
      <IconButton aria-label={title} onClick={() => void toggle()}>
        {isFull ? <Minimize /> : <Maximize />}
      </IconButton>
    </Tooltip>
  )
}

function watchFullScreen(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
