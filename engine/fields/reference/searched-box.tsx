import { ExternalLink, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Bilingual, Field, Language } from '../../model/model.ts'
import { isNothing } from '../cells.tsx'
import { type Choice, ChoiceBox } from '../choice-box.tsx'
import type { FieldSources, Option } from '../field-web.ts'
import { newText, words } from '../words.ts'
import { pathText } from './path-text.ts'
import { type Found, useOptions } from './use-options.ts'

type SearchedProps = Omit<Parameters<typeof ChoiceBox>[0], 'options' | 'chosen' | 'onChange'> & {
  readonly sources: FieldSources
  readonly field: Field
  readonly chosen: readonly Option[]
  /** As typed so far; absent above a list. */
  readonly record?: Readonly<Record<string, unknown>>
  /** The title of what is chosen, and how a new one is made; absent where the person may not. */
  readonly newOne?: { readonly title: Bilingual; make(search: string): void } | undefined
  /** Where the chosen record can be looked at. */
  readonly address?: string | undefined
  onChange(chosen: readonly Option[]): void
}

/** What stands for a record that is yet to be made; no id looks like it. */
const newId = '+'
const most = 100

/** A box whose options are asked of the server as one types, a hundred at most. */
export function SearchedBox({ sources, field, record, newOne, address, onChange, ...box }: SearchedProps) {
  const { language } = box
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useOptions(sources, field, search, record, isOpen)
  const isTooEarly = record !== undefined && (field.reads ?? []).some(name => isNothing(record[name]))
  const hasLate = found.search === '' && found.options.some(option => option.isLate)
  const choices: Choice[] = found.options.map(option => ({
    ...option,
    ...(option.path && option.path.length > 0 && { note: pathText(option.path) }),
    ...(hasLate && { head: words[option.isLate ? 'lately' : 'others'][language] }),
  }))
  // While they are asked for again what is offered stays, the new one too: nothing vanishes under a pointer.
  if (newOne && !(found.isLoading && choices.length === 0) && !isTooEarly)
    choices.push(choiceOfNew(newOne.title, search.trim(), language))
  return (
    <ChoiceBox
      {...box}
      options={choices}
      isSearched
      isLoading={found.isLoading}
      note={<Note found={found} isTooEarly={isTooEarly} language={language} />}
      {...(found.options.length >= most && { foot: words.capped[language] })}
      end={address && <OpenLink address={address} language={language} />}
      onSearch={setSearch}
      onOpen={() => setOpen(true)}
      // Not when it opens: the first letter typed opens it, and must count.
      onClose={() => {
        setOpen(false)
        setSearch('')
      }}
      onChange={chosen => {
        if (chosen.some(choice => choice.id === newId)) newOne?.make(search.trim())
        else onChange(chosen)
      }}
    />
  )
}

const choiceOfNew = (title: Bilingual, search: string, language: Language): Choice => ({
  id: newId,
  label: `${newText(title, language)}${search && ` “${search}”`}`,
  mark: (
    <span className="option-new">
      <Plus aria-hidden />
    </span>
  ),
})

function Note({ found, isTooEarly, language }: { found: Found; isTooEarly: boolean; language: Language }) {
  if (!found.hasFailed) return words[isTooEarly ? 'chooseFirst' : 'noOption'][language]
  return (
    <button type="button" className="option-retry" onMouseDown={event => event.preventDefault()} onClick={found.retry}>
      {words.failed[language]}
    </button>
  )
}

function OpenLink({ address, language }: { readonly address: string; readonly language: Language }) {
  return (
    <a
      className="input-open"
      href={address}
      target="_blank"
      rel="noreferrer"
      tabIndex={-1}
      aria-label={words.openRecord[language]}
      title={words.openRecord[language]}
      onMouseDown={event => event.stopPropagation()}
      onClick={event => event.stopPropagation()}
    >
      <ExternalLink aria-hidden />
    </a>
  )
}
