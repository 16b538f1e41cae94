import type { Language } from '../../model/model.ts'

/** The texts of one language by dotted name, react-admin's and the engine's. */
export interface Messages {
  readonly language: Language
  readonly texts: object
}

// One language is read at a time, so that the other need not be fetched for the first screen.
const files = {
  zh: () => import('./chinese.ts').then(({ chineseTexts: texts }) => texts),
  en: () => import('./english.ts').then(({ englishTexts: texts }) => texts),
} satisfies Readonly<Record<Language, () => Promise<object>>>

const loaded = new Map<Language, Promise<Messages>>()

/** Fetches the texts of a language once; after a failure the next call tries again. */
export function fetchMessages(language: Language): Promise<Messages> {
  const known = loaded.get(language)
  if (known) return known
  const loading = files[language]().then(texts => ({ language, texts }))
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}
