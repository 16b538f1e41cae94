import { useEffect, useRef, useState } from 'react'
import type { Field, Language, Model } from '../../model/model.ts'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing, WordsCell } from '../cells.tsx'
import { ChoiceBox } from '../choice-box.tsx'
import type { FieldWeb, FilterProps, InputProps } from '../field-web.ts'
import type { OneOrMany } from '../listed.ts'
import { isMany, ofOption } from '../options.ts'
import { askedOf, withAsked } from '../query.ts'
import { words } from '../words.ts'
import { TreeBox } from './tree-box.tsx'
import { useLabels } from './use-labels.ts'
import { type Found, useOptions } from './use-options.ts'
import { candidatesWhere } from './where.ts'

export const referenceWeb: FieldWeb<OneOrMany> = {
  Cell: ReferenceCell,
  Input: ReferenceInput,
  Filter: ReferenceFilter,
}

function ReferenceCell({
  value,
  field,
  record,
}: {
  value: OneOrMany
  field: Field
  record: Readonly<Record<string, unknown>>
}) {
  if (isNothing(value)) return <Nothing />
  const names = record[`${field.name}Name`]
  return <WordsCell value={[isNothing(names) ? value : names].flat().join('、')} />
}

function ReferenceInput(props: InputProps<OneOrMany>) {
  const { id, field, model, language, value, record, sources, disabled, invalid, onChange, onBlur } = props
  const resource = ofOption(field)
  const ids = [value ?? []].flat()
  const labels = useLabels(sources, resource, ids, record[`${field.name}Name`])
  const where = candidatesWhere(field, record)
  useClearWhenMoved(where, ids.length > 0, () => onChange(null))
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
    return <TreeBox {...shared} sources={sources} resource={resource} placeholder={words.choose[language]} />
  return (
    <SearchedBox {...shared} sources={sources} resource={resource} where={where} placeholder={words.choose[language]} />
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
  if (isTree(field, model)) return <TreeBox {...shared} sources={sources} resource={resource} />
  return <SearchedBox {...shared} sources={sources} resource={resource} where={{}} />
}

type SearchedProps = Omit<Parameters<typeof ChoiceBox>[0], 'options'> & {
  readonly sources: InputProps<OneOrMany>['sources']
  readonly resource: string
  readonly where: Readonly<Record<string, unknown>> | null
}

/** A box whose options are asked of the server as one types, a hundred at most. */
function SearchedBox({ sources, resource, where, ...box }: SearchedProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useOptions(sources, resource, search, where, isOpen)
  return (
    <ChoiceBox
      {...box}
      options={found.options}
      isSearched
      isLoading={found.isLoading}
      note={noteOf(found, where, box.language)}
      onSearch={setSearch}
      onOpen={() => {
        setSearch('')
        setOpen(true)
      }}
      onClose={() => setOpen(false)}
    />
  )
}

function noteOf({ hasFailed }: Found, where: unknown, language: Language): string {
  if (where === null) return words.chooseFirst[language]
  return words[hasFailed ? 'failed' : 'noOption'][language]
}

/** A choice among the cameras of one place does not survive the choice of another place. */
function useClearWhenMoved(
  where: Readonly<Record<string, unknown>> | null,
  isChosen: boolean,
  clear: () => void,
): void {
  const now = JSON.stringify(where)
  const before = useRef(now)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    if (isChosen) clear()
  })
}

const isTree = (field: Field, model: Model) => model.resources[ofOption(field)]?.tree !== undefined
