import { useSetLocale, useTranslate } from 'ra-core'
import { useCallback } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useLanguage } from '../i18n.ts'

/** Switches to the other language; asks first where something is unsaved. */
export function useLanguageChange(): () => void {
  const language = useLanguage()
  const setLocale = useSetLocale()
  const translate = useTranslate()
  const { unsaved } = useEngine()
  return useCallback(() => {
    // react-admin draws every screen anew in another language, and what was typed would be gone.
    if (!unsaved.any() || window.confirm(translate('ra.message.unsaved_changes')))
      void setLocale(language === 'zh' ? 'en' : 'zh')
  }, [language, setLocale, translate, unsaved])
}
