import type { DictionaryEntry, Language } from '../../model/model.ts'
import '../cells.css'

interface DictionaryMarkProps {
  readonly entry: Pick<DictionaryEntry, 'title' | 'colour'>
  readonly language: Language
}

/** A dictionary entry in columns and lists: a dot in its colour, where it has one, and its title. */
export function DictionaryMark({ entry, language }: DictionaryMarkProps) {
  return (
    <span className="dictionary-mark">
      {entry.colour && <DictionaryDot colour={entry.colour} />}
      {entry.title[language]}
    </span>
  )
}

/** The dot alone, next to a text. */
export function DictionaryDot({ colour }: { readonly colour: DictionaryEntry['colour'] }) {
  return (
    <i
      aria-hidden
      className="dictionary-dot"
      style={colour && { background: `var(--mui-palette-dictionary-${colour}-mark)` }}
    />
  )
}
