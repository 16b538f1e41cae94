import type { Bilingual, Language } from '../../model/model.ts'
import { quotedInSentence } from '../fault.ts'
import { words } from '../words.ts'

/** The option that creates a record of the resource with this title. */
export const newText = (title: Bilingual, language: Language): string =>
  language === 'en' ? `${words.create.en} ${quotedInSentence(title.en)}` : words.create.zh + title.zh
