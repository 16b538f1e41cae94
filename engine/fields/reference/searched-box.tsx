import { ExternalLink, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Bilingual, Field, Language } from '../../model/model.ts'
import { isNothing } from '../cells.tsx'
import type { Choice, ChoiceBoxProps } from '../choice.ts'
import { ChoiceBox } from '../choice-box.tsx'
import type { FieldSources, Option } from '../field-web.ts'
import { isAwaiting } from '../unread-text.ts'
import { words } from '../words.ts'
import { newText } from './new-text.ts'
import { pathText } from './path-text.ts'
import { type Answer, type FoundOptions, readBy, useOptions } from './use-options.ts'

export interface SearchedBoxProps
  extends Omit<ChoiceBoxProps, 'options' | 'chosen' | 'onChange' | 'search' | 'offer' | 'onOffer' | 'note'> {
  readonly sources: FieldSources
  readonly field: Field
  readonly chosen: readonly Option[]
  /** The values typed so far; absent in a filter. */
  readonly record?: Readonly<Record<string, unknown>>
  /** The title of the resource, and how a new record is created; absent where the user is not allowed to. */
  readonly newOne?: { readonly title: Bilingual; make(search: string): void } | undefined
  /** The address of the chosen record's page. */
  readonly address?: string | undefined
  onChange(chosen: readonly Option[]): void
}

/** The option of a new record; no id has this form. */
const newId = '+'
const most = 100

/** A combobox whose options, at most a hundred, are requested while typing. */
export function SearchedBox({ sources, field, record, newOne, address, onChange, ...box }: SearchedBoxProps) {
  const { language } = box
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useOptions(sources, field, search, record, isOpen)
  const isTooEarly = record !== undefined && Object.values(readBy(field, record)).some(isNothing)
  const hasLate = found.search === '' && found.choices.some(option => option.isLate)
  const choices = found.choices.map(option => ({
    ...choiceOf(option),
    ...(hasLate && { head: words[option.isLate ? 'recent' : 'others'][language] }),
  }))
  return (
    <ChoiceBox
      {...box}
      title={field.title[language]}
      chosen={box.chosen.map(choiceOf)}
      options={choices}
      search={{
        at(text) {
          if (found.search !== text || found.isLoading) return undefined
          return found.hasFailed ? 'failed' : answerOf(found)
        },
        find: async text => answerOf(await found.find(text)),
        isReady: record === undefined || !isAwaiting(valuesRead(field, record)),
        isLoading: found.isLoading,
        onSearch: setSearch,
        onOpen: setOpen,
      }}
      note={<Note found={found} isTooEarly={isTooEarly} language={language} />}
      // While options are requested again, the present ones and the new one stay: nothing vanishes under the pointer.
      offer={
        newOne && !(found.isLoading && choices.length === 0) && !isTooEarly
          ? choiceOfNew(newOne.title, search.trim(), language)
          : undefined
      }
      footer={
        <>
          {found.choices.length >= most && (search !== '' || !box.browse) && (
            <p className="text-12 quiet ruled py-7 px-16" role="status">
              {words.capped[language]}
            </p>
          )}
          {box.footer}
        </>
      }
      end={address && !box.unread && <OpenLink address={address} language={language} />}
      onChange={onChange}
      onOffer={typed => newOne?.make(typed)}
    />
  )
}

const valuesRead = (field: Field, record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries((field.reads ?? []).map(name => [name, record[name]]))

const choiceOf = (option: Option): Choice & Option => ({
  ...option,
  ...(option.path && option.path.length > 0 && { note: pathText(option.path) }),
})

const answerOf = ({ choices, near }: Answer) => ({ choices: choices.map(choiceOf), near: near.map(choiceOf) })

const choiceOfNew = (title: Bilingual, search: string, language: Language): Choice => ({
  id: newId,
  label: `${newText(title, language)}${search && ` “${search}”`}`,
  mark: (
    <span className="option-new inline accent gap-6">
      <Plus aria-hidden />
    </span>
  ),
})

function Note({ found, isTooEarly, language }: { found: FoundOptions; isTooEarly: boolean; language: Language }) {
  if (!found.hasFailed) return words[isTooEarly ? 'chooseFirst' : 'noOption'][language]
  return (
    <button type="button" className="accent" onMouseDown={event => event.preventDefault()} onClick={found.retry}>
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
