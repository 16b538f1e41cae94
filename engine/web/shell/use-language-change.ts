import { useNotify } from 'ra-core'
import { useCallback } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { fetchMessages } from '../words/messages.ts'

/** Switches to the other language once its texts are loaded; input stays. */
export function useLanguageChange(): () => void {
  const { preferences } = useEngine()
  const notify = useNotify()
  return useCallback(() => {
    const language = preferences.read().language === 'zh' ? 'en' : 'zh'
    fetchMessages(language).then(
      () => preferences.write({ language }),
      () => notify('shell.languageFailed', { type: 'error' }),
    )
  }, [preferences, notify])
}
