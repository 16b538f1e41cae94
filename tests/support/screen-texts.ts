import type { Language } from '../../engine/model/model.ts'
import { descriptorWords } from '../../engine/web/words/descriptor-words.ts'
import { en } from '../../engine/web/words/en.ts'
import type { OwnTexts } from '../../engine/web/words/i18n.ts'
import { importWords } from '../../engine/web/words/import-words.ts'
import { partWords } from '../../engine/web/words/part-words.ts'
import { recordWords } from '../../engine/web/words/record-words.ts'
import { workWords } from '../../engine/web/words/work-words.ts'
import { zh } from '../../engine/web/words/zh.ts'

const tables: readonly OwnTexts[] = [descriptorWords, importWords, partWords, recordWords, workWords]

/** The engine's texts of one language by dotted name, those of single screens as well. */
export function screenTexts(language: Language): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [part, texts] of Object.entries(language === 'zh' ? zh : en))
    for (const [name, text] of Object.entries<string>(texts)) found[`${part}.${name}`] = text
  for (const [part, texts] of tables.flatMap(table => Object.entries(table)))
    for (const [name, text] of Object.entries(texts)) {
      const key = `${part}.${name}`
      if (language === 'en' && text.one !== undefined) {
        found[`${key}_one`] = text.one
        found[`${key}_other`] = text.en
      } else found[key] = text[language]
    }
  return found
}
