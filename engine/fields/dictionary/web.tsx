import { use } from 'react'
import type { DictionaryEntry, Field, Language, Model } from '../../model/model.ts'
import { offeredEntries } from '../../model/offered-entries.ts'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing } from '../cells.tsx'
import type { Choice } from '../choice.ts'
import { ChoiceBox } from '../choice-box.tsx'
import { useChoiceCondition } from '../choice-condition.tsx'
import { foundByPinyin } from '../choice-typing.ts'
import type { FieldWeb, FilterProps, InputProps } from '../field-web.ts'
import type { OneOrMany } from '../one-or-many.ts'
import { isMany } from '../options.ts'
import { queryValues, withQueryValues } from '../query.ts'
import { textWidth } from '../text-width.ts'
import { previousValueOf } from '../unread-text.ts'
import { words } from '../words.ts'
import { dictionaryEntriesOf, entryOfText } from './field.ts'
import { MarksContext } from './marks-context.ts'
import '../cells.css'

export const dictionaryWeb: FieldWeb<OneOrMany> = {
  Cell: ({ value, field, model, language }) =>
    isNothing(value) ? (
      <Nothing />
    ) : (
      [value].flat().map(key => <DictionaryMark key={key} entry={entryFor(key, field, model)} language={language} />)
    ),
  Input: DictionaryInput,
  Filter: DictionaryFilter,
  width: widthOfTitles,
  find: (text, { field, model, language }) =>
    foundByPinyin(
      offeredEntries(dictionaryEntriesOf(field, model)).map(entry => choiceOf(entry, language)),
      text,
    ),
}

const [least, mark, widest] = [120, 46, 240]

/** A state is never truncated, so the longest title sets the width; several values use the available width. */
function widthOfTitles(field: Field, model: Model, language: Language): number {
  if (isMany(field)) return least
  const titles = dictionaryEntriesOf(field, model).map(({ title }) => Math.ceil(textWidth(title[language], 14)) + mark)
  return Math.min(Math.max(least, ...titles), widest)
}

function DictionaryInput(props: InputProps<OneOrMany>) {
  const { id, field, model, language, value, unread, disabled, invalid, onChange, onBlur } = props
  const current = [value ?? unread?.chosen ?? []].flat()
  const offered = offeredEntries(dictionaryEntriesOf(field, model), current)
  return (
    <ChoiceBox
      id={id}
      language={language}
      options={offered.map(entry => choiceOf(entry, language))}
      chosen={current.map(key => choiceOf(entryFor(key, field, model), language))}
      isMany={isMany(field)}
      title={field.title[language]}
      isRequired={field.required}
      placeholder={words.choose[language]}
      disabled={disabled}
      invalid={invalid}
      aria={ariaOf(props)}
      unread={unread}
      onChange={chosen => onChange(idsOf(chosen, isMany(field)))}
      onUnread={next => onChange(previousValueOf(next, props))}
      onRestore={() => onChange((unread?.before ?? null) as OneOrMany | null)}
      {...(onBlur && { onBlur })}
    />
  )
}

/** The filter by any of several entries, as chips. */
function DictionaryFilter(props: FilterProps) {
  const { field, model, language, query } = props
  const markOf = use(MarksContext)
  const choice = (entry: DictionaryEntry): Choice => {
    const mark = markOf?.(entry)
    return { ...choiceOf(entry, language), ...(mark && { mark }) }
  }
  const condition = useChoiceCondition(props, true, ids => withQueryValues(query, field.name, ids))
  return condition.frame(
    <ChoiceBox
      {...condition.box}
      options={dictionaryEntriesOf(field, model).map(choice)}
      chosen={queryValues(query, field.name).map(key => choice(entryFor(key, field, model)))}
      most={2}
    />,
  )
}

const choiceOf = ({ key, title, colour, aliases }: DictionaryEntry, language: Language): Choice => ({
  id: key,
  label: title[language],
  ...(aliases && { aliases }),
  ...(colour && { mark: <DictionaryDot colour={colour} /> }),
})

const idsOf = (chosen: readonly Choice[], many: boolean): OneOrMany | null => {
  const ids = chosen.map(choice => choice.id)
  return ids.length === 0 ? null : many ? ids : String(ids[0])
}

/** The entry of a key, or of a name in an address; a key that the dictionary no longer has is shown itself. */
const entryFor = (key: string, field: Field, model: Model): DictionaryEntry =>
  entryOfText(key, field, model) ?? { name: key, key, title: { zh: key, en: key }, sealed: true }

interface DictionaryMarkProps {
  readonly entry: Pick<DictionaryEntry, 'title' | 'colour'>
  readonly language: Language
}

/** A dictionary entry in columns and lists: a dot in its colour, where it has one, and its title. */
function DictionaryMark({ entry, language }: DictionaryMarkProps) {
  return (
    <span className="dictionary-mark inline nowrap gap-7">
      {entry.colour && <DictionaryDot colour={entry.colour} />}
      {entry.title[language]}
    </span>
  )
}

/** The dot alone, next to a text. */
function DictionaryDot({ colour }: { readonly colour: DictionaryEntry['colour'] }) {
  return (
    <i
      aria-hidden
      className="dictionary-dot fixed circle square-10"
      style={colour && { background: `var(--mui-palette-dictionary-${colour}-mark)` }}
    />
  )
}
