import { useEffect, useRef, useState } from 'react'
import type { Field, Language, Model } from '../../model/model.ts'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing, WordsCell } from '../cells.tsx'
import { ChoiceBox } from '../choice-box.tsx'
import type { FieldSources, FieldWeb, FilterProps, InputProps } from '../field-web.ts'
import type { OneOrMany } from '../listed.ts'
import { isMany, ofOption } from '../options.ts'
import { askedOf, withAsked } from '../query.ts'
import { words } from '../words.ts'
import { TreeBox } from './tree-box.tsx'
import { useLabels } from './use-labels.ts'
import { type Found, useOptions } from './use-options.ts'

export const referenceWeb: FieldWeb<OneOrMany> = {
  Cell: ReferenceCell,
  Input: ReferenceInput,
  Filter: ReferenceFilter,
}

function ReferenceCell({
  value,
  field,
  record,
  sources,
}: {
  value: OneOrMany
  field: Field
  record: Readonly<Record<string, unknown>>
  sources: FieldSources
}) {
  if (isNothing(value)) return <Nothing />
  const names = record[`${field.name}Name`]
  if (isNothing(names)) return <AskedCell ids={[value].flat()} resource={ofOption(field)} sources={sources} />
  return <WordsCell value={[names].flat().join('、')} />
}

/** What was chosen on this page came without its name: it is asked for. */
function AskedCell({
  ids,
  resource,
  sources,
}: {
  readonly ids: readonly string[]
  readonly resource: string
  readonly sources: FieldSources
}) {
  const labels = useLabels(sources, resource, ids, undefined)
  return (
    <WordsCell
      value={labels
        .of(ids)
        // Not known yet: its number would tell nobody anything.
        .map(({ id, label }) => (label === id ? '…' : label))
        .join('、')}
    />
  )
}

function ReferenceInput(props: InputProps<OneOrMany>) {
  const { id, field, model, language, value, record, sources, disabled, invalid, onChange, onBlur } = props
  const resource = ofOption(field)
  const ids = [value ?? []].flat()
  const labels = useLabels(sources, resource, ids, record[`${field.name}Name`])
  const read = JSON.stringify((field.reads ?? []).map(name => record[name] ?? null))
  useClearWhenMoved(read, ids.length > 0, () => onChange(null))
  const shared = {
    id,
    language,
    disabled,
    invalid,
    isMany: isMany(field),
    isKept: field.required,
    aria: ariaOf(props),
    chosen: labels.of(ids),
    onChange: (chosen: readonly { id: string; label: string }[]) => {
      labels.keep(chosen)
      const next = chosen.map(choice => choice.id)
      onChange(next.length === 0 ? null : isMany(field) ? next : String(next[0]))
    },
    ...(onBlur && { onBlur }),
  }
  if (isTree(field, model))
    return <TreeBox {...shared} sources={sources} field={field} placeholder={words.choose[language]} />
  return (
    <SearchedBox {...shared} sources={sources} field={field} record={record} placeholder={words.choose[language]} />
  )
}

/** Above a list: any of several records, as chips. */
function ReferenceFilter({ id, field, model, language, sources, query, onChange }: FilterProps) {
  const resource = ofOption(field)
  const ids = askedOf(query, field.name)
  const labels = useLabels(sources, resource, ids, undefined)
  const shared = {
    id,
    language,
    isMany: true,
    most: 1,
    chosen: labels.of(ids),
    placeholder: words.all[language],
    onChange: (chosen: readonly { id: string; label: string }[]) => {
      labels.keep(chosen)
      onChange(
        withAsked(
          query,
          field.name,
          chosen.map(choice => choice.id),
        ),
      )
    },
  }
  if (isTree(field, model)) return <TreeBox {...shared} sources={sources} field={field} />
  return <SearchedBox {...shared} sources={sources} field={field} />
}

type SearchedProps = Omit<Parameters<typeof ChoiceBox>[0], 'options'> & {
  readonly sources: InputProps<OneOrMany>['sources']
  readonly field: Field
  /** As typed so far; absent above a list. */
  readonly record?: Readonly<Record<string, unknown>>
}

/** A box whose options are asked of the server as one types, a hundred at most. */
function SearchedBox({ sources, field, record, ...box }: SearchedProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useOptions(sources, field, search, record, isOpen)
  return (
    <ChoiceBox
      {...box}
      options={found.options}
      isSearched
      isLoading={found.isLoading}
      note={noteOf(
        found,
        record !== undefined && (field.reads ?? []).some(name => isNothing(record[name])),
        box.language,
      )}
      onSearch={setSearch}
      onOpen={() => setOpen(true)}
      // Not when it opens: the first letter typed opens it, and must count.
      onClose={() => {
        setOpen(false)
        setSearch('')
      }}
    />
  )
}

function noteOf({ hasFailed }: Found, isTooEarly: boolean, language: Language): string {
  if (hasFailed) return words.failed[language]
  return words[isTooEarly ? 'chooseFirst' : 'noOption'][language]
}

/** A choice among the cameras of one place does not survive the choice of another place. */
function useClearWhenMoved(now: string, isChosen: boolean, clear: () => void): void {
  const before = useRef(now)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    if (isChosen) clear()
  })
}

const isTree = (field: Field, model: Model) => model.resources[ofOption(field)]?.tree !== undefined
