import { type I18nProvider, useI18nProvider, useTranslate } from 'ra-core'
import { quotedInSentence } from '../../fields/fault.ts'
import type { Bilingual, Language } from '../../model/model.ts'
import type { Messages } from './messages.ts'
import type { WordKey } from './words.ts'

/**
 * react-admin's translations in one language, its own and ours. Another language is another provider: by its own way
 * of changing, react-admin would draw every screen from its beginning, and what was typed would be gone.
 */
export function createI18n({ language, texts }: Messages, onChange: (language: Language) => void): I18nProvider {
  return {
    translate: (key, options) => translated(texts, key, options),
    changeLocale: async next => onChange(next === 'en' ? 'en' : 'zh'),
    getLocale: () => language,
    getLocales: () => [
      { locale: 'zh', name: '中文' },
      { locale: 'en', name: 'English' },
    ],
  }
}

/** The user's language. */
export const useLanguage = (): Language => (useI18nProvider().getLocale() === 'en' ? 'en' : 'zh')

/** Translates one of the engine's own texts; an unknown key does not compile. */
export const useTranslation = (): ((key: WordKey, blanks?: Blanks) => string) => useTranslate()

/** Returns a text of the Model in the user's language. */
export function useLocalized(): (text: Bilingual) => string {
  const language = useLanguage()
  return text => text[language]
}

type Blanks = Readonly<Record<string, string | number>>

/**
 * One message by its dotted name, blanks filled (`%{name}`), the form for one or for many taken by `smart_count`
 * (`one |||| many`): the notation of react-admin's own messages. `%{name:low}` is a title in the midst of an English
 * sentence.
 */
export function translated(all: object, key: string, options: Record<string, unknown> = {}): string {
  const found = lookUp(all, key) ?? options['_']
  if (typeof found !== 'string') return key
  const forms = found.split(' |||| ')
  const form = (options['smart_count'] === 1 ? forms[0] : forms.at(-1)) ?? found
  return form.replace(/%\{(\w+)(:low)?\}/g, (blank, name: string, isLow?: string) => {
    const filled = String(options[name] ?? blank)
    return isLow ? quotedInSentence(filled) : filled
  })
}

function lookUp(all: object, key: string): unknown {
  let at: unknown = all
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = at[part as keyof typeof at]
  }
  return at
}
