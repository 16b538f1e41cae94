import type { DictionaryEntry, Language } from '../../model/model.ts'
import { offeredEntries } from '../../model/offered-entries.ts'
import { foldedText } from '../text-value.ts'

/** Two entries of one dictionary that are offered under one title. */
export interface EqualTitle {
  readonly first: DictionaryEntry
  readonly second: DictionaryEntry
  /** The language in which the titles are equal, Chinese first. */
  readonly language: Language
}

/** The entries with the title of an earlier one, as imports compare titles. A sealed entry is not offered. */
export function equalTitles(entries: readonly DictionaryEntry[]): readonly EqualTitle[] {
  const offered = offeredEntries(entries)
  const found = new Map<DictionaryEntry, EqualTitle>()
  for (const language of ['zh', 'en'] as const) {
    const owners = new Map<string, DictionaryEntry>()
    for (const second of offered) {
      const title = foldedText(second.title[language])
      const first = owners.get(title)
      if (!first) owners.set(title, second)
      else if (!found.has(second)) found.set(second, { first, second, language })
    }
  }
  return [...found.values()]
}
