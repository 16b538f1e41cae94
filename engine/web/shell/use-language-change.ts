import { useCallback } from 'react'
import { useEngine } from '../data/engine-context.ts'

/** Switches to the other language; what is typed stays where it is. */
export function useLanguageChange(): () => void {
  const { preferences } = useEngine()
  return useCallback(() => {
    preferences.write({ language: preferences.read().language === 'zh' ? 'en' : 'zh' })
  }, [preferences])
}
