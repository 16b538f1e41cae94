import { useSetLocale } from 'ra-core'
import { useCallback } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useLanguage } from '../i18n.ts'
import { useShell } from './shell-context.ts'

/** Switches to the other language, whatever is unsaved. */
export function useOtherLanguage(): () => void {
  const language = useLanguage()
  const setLocale = useSetLocale()
  return useCallback(() => void setLocale(language === 'zh' ? 'en' : 'zh'), [language, setLocale])
}

/** Switches to the other language; asks first where something is unsaved. */
export function useLanguageChange(): () => void {
  const change = useOtherLanguage()
  const { unsaved } = useEngine()
  const { open } = useShell()
  return useCallback(() => {
    // react-admin draws every screen anew in another language, and what was typed would be gone.
    if (unsaved.any()) open('language')
    else change()
  }, [change, unsaved, open])
}
