import type { DictionaryEntry } from './model.ts'

/** The entries of a dictionary that a field may get: those that are not sealed, and those that it already has. */
export const offeredEntries = (
  entries: readonly DictionaryEntry[],
  chosen: readonly unknown[] = [],
): readonly DictionaryEntry[] => entries.filter(({ key, sealed }) => !sealed || chosen.includes(key))
