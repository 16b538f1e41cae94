import { createInstance } from 'i18next'
import { type I18nProvider, useI18nProvider, useTranslate } from 'ra-core'
import { useCallback } from 'react'
import { quotedInSentence } from '../../fields/fault.ts'
import type { Bilingual, Language } from '../../model/model.ts'
import type { Messages } from './messages.ts'
import type { WordKey } from './words.ts'

/**
 * The texts of one language for react-admin and the engine, translated by i18next. Another language is another provider:
 * by its own way of changing, react-admin would render every screen from its beginning and discard input.
 *
 * The notation is that of react-admin's own messages: `%{name}` is a parameter, `%{name:low}` a title within an English
 * sentence, and `smart_count` selects the plural form.
 */
export function createI18n({ language, texts }: Messages, onChange: (language: Language) => void): I18nProvider {
  const i18next = createInstance({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    // A text that is no key is shown as it is, whatever punctuation it contains.
    nsSeparator: false,
    initImmediate: false,
    interpolation: {
      prefix: '%{',
      suffix: '}',
      formatSeparator: ':',
      escapeValue: false,
      format: (value, format) => (format === 'low' ? quotedInSentence(String(value)) : String(value)),
    },
    missingInterpolationHandler: (_text, [parameter]) => parameter,
  })
  void i18next.init()
  const plain = new Map<string, string>()
  const text = (key: string, parameters: Record<string, unknown> = {}) => {
    const { _: defaultValue, smart_count: count } = parameters
    // Parameters are passed in `replace`: one named `count` or `context` would be an option of i18next.
    const found: unknown = i18next.t(key, {
      replace: parameters,
      nest: false,
      ...(typeof count === 'number' && { count }),
      ...(typeof defaultValue === 'string' && { defaultValue }),
    })
    return typeof found === 'string' ? found : key
  }
  return {
    translate(key, parameters) {
      if (parameters) return text(key, parameters)
      const known = plain.get(key) ?? text(key)
      plain.set(key, known)
      return known
    },
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

/** Texts that are loaded with a screen, in both languages; `one` is the English singular. */
export type OwnTexts = Readonly<Record<string, Readonly<Record<string, Bilingual & { readonly one?: string }>>>>
type OwnKey<Own> = Own extends OwnTexts
  ? { [Part in keyof Own & string]: `${Part}.${keyof Own[Part] & string}` }[keyof Own & string]
  : never

/** A function that translates a text by its name, of those of a screen as well. */
export type Translate<Own = never> = (key: WordKey | OwnKey<Own>, blanks?: Blanks) => string

/** Translates one of the engine's own texts, or of the tables of a screen; an unknown key does not compile. */
export function useTranslation<const Own extends readonly OwnTexts[]>(...own: Own): Translate<Own[number]> {
  const translate = useTranslate()
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables of a screen are constants
  return useCallback(
    (key, blanks) => {
      const [part = '', name = ''] = key.split('.')
      const text = own.find(table => table[part]?.[name])?.[part]?.[name]
      if (!text) return translate(key, blanks)
      const template = (blanks?.['smart_count'] === 1 && language === 'en' && text.one) || text[language]
      return blanks ? translate(key, { ...blanks, _: template }) : template
    },
    [translate, language],
  )
}

/** Returns a text of the Model in the user's language. */
export function useLocalized(): (text: Bilingual) => string {
  const language = useLanguage()
  return text => text[language]
}

type Blanks = Readonly<Record<string, string | number>>
