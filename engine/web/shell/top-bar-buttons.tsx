import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { Languages, Maximize, Minimize, Palette, Search } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { KeysShown } from '../frame/keys-shown.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { useLanguageChange } from './use-language-change.ts'

/** Switches to the other language; its label is in that language. */
export function LanguageButton() {
  const language = useLanguage()
  const change = useLanguageChange()
  const other = language === 'zh' ? { locale: 'en', name: 'English' } : { locale: 'zh', name: '中文' }
  return (
    <Button variant="text" className="size-13!" lang={other.locale} startIcon={<Languages />} onClick={change}>
      {other.name}
    </Button>
  )
}

/** Opens the choice of theme, colour, scheme and row height. */
export function LookButton() {
  const translate = useTranslation()
  const { open } = useShell()
  return (
    <IconButton data-hint={translate('shell.look')} aria-label={translate('shell.look')} onClick={() => open('look')}>
      <Palette />
    </IconButton>
  )
}

/** Opens the palette; looks like a search field. */
export function PaletteButton() {
  const translate = useTranslation()
  const { open } = useShell()
  return (
    <button
      type="button"
      className="palette-button gap-8 round-6 h-32 hovered text-left mr-8 min-w-32 pr-6 pl-10"
      onClick={() => open('palette')}
    >
      <Search aria-hidden />
      <span>{translate('palette.hint')}</span>
      <KeysShown keys="mod+k" />
    </button>
  )
}

/** Toggles full screen. */
export function FullScreenButton() {
  const translate = useTranslation()
  const isFull = useSyncExternalStore(watchFullScreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const title = translate(isFull ? 'shell.leaveFullScreen' : 'shell.fullScreen')
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <IconButton data-hint={title} aria-label={title} onClick={() => void toggle()}>
      {isFull ? <Minimize /> : <Maximize />}
    </IconButton>
  )
}

function watchFullScreen(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
