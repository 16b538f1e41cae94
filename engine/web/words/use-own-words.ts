import { useCallback } from 'react'
import type { Bilingual } from '../../model/model.ts'
import { useLanguage } from './i18n.ts'

type Blanks = Readonly<Record<string, string | number>>

/**
 * Returns a text of a lazy screen's own table in the user's language, with its blanks (`%{name}`) filled; the same
 * function until the language changes.
 */
export function useOwnWords<Key extends string>(table: Readonly<Record<Key, Bilingual>>) {
  const language = useLanguage()
  return useCallback(
    (key: Key, blanks: Blanks = {}): string =>
      table[key][language].replace(/%\{(\w+)\}/g, (_text, name: string) => String(blanks[name] ?? '')),
    [table, language],
  )
}
