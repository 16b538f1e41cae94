import type { Language } from '../../engine/model/model.ts'
import { descriptorWords } from '../../engine/web/words/descriptor-words.ts'
import { en } from '../../engine/web/words/en.ts'
import type { OwnTexts } from '../../engine/web/words/i18n.ts'
import { importWords } from '../../engine/web/words/import-words.ts'
import { recordWords } from '../../engine/web/words/record-words.ts'
import { workWords } from '../../engine/web/words/work-words.ts'
import { zh } from '../../engine/web/words/zh.ts'

const tables: readonly OwnTexts[] = [descriptorWords, importWords, recordWords, workWords]

/** The engine's texts of one language by dotted name, those of single screens as well. */
export function screenTexts(language: Language): Readonly<Record<string, string>> {
  const common = Object.entries<Readonly<Record<string, string>>>(language === 'zh' ? zh : en).flatMap(
    ([part, texts]) => Object.entries(texts).map(([name, text]): [string, string] => [`${part}.${name}`, text]),
  )
  const own = tables
    .flatMap(table => Object.entries(table))
    .flatMap(([part, texts]) =>
      Object.entries(texts).flatMap(([name, text]): [string, string][] => {
        const key = `${part}.${name}`
        if (language === 'zh' || text.one === undefined) return [[key, text[language]]]
        return [
          [`${key}_one`, text.one],
          [`${key}_other`, text.en],
        ]
      }),
    )
  return Object.fromEntries([...common, ...own])
}
