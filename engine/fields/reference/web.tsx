import { useEffect, useRef, useState } from 'react'
import type { Language } from '../../model/model.ts'
import { ariaOf } from '../aria.ts'
import { useChoiceCondition } from '../choice-condition.tsx'
import type { FieldWeb, FilterProps, InputProps, Option } from '../field-web.ts'
import type { OneOrMany } from '../one-or-many.ts'
import { isMany, ofOption } from '../options.ts'
import { oneOfName, queryValues, withBranchValues, withQueryValues } from '../query.ts'
import { requiresValue } from '../record-schema.ts'
import { isUnread, previousValueOf, type UnreadText } from '../unread-text.ts'
import { words } from '../words.ts'
import { presetsFor } from './presets.ts'
import { ReferenceCell, ReferenceWhole } from './reference-cell.tsx'
import { refersToTree } from './refers-to-tree.ts'
import { SearchedBox } from './searched-box.tsx'
import { TreeBox } from './tree-box.tsx'
import { useLabels } from './use-labels.ts'
import { optionsFor, readBy } from './use-options.ts'

export const referenceWeb: FieldWeb<OneOrMany> = {
  Cell: ReferenceCell,
  Whole: ReferenceWhole,
  Input: ReferenceInput,
  Filter: ReferenceFilter,
  find: (text, { field, sources, record }) => optionsFor(sources, field, text, readBy(field, record)),
}

function ReferenceInput(props: InputProps<OneOrMany>) {
  const { id, field, model, language, value, unread, record, sources, disabled, invalid, onChange, onBlur } = props
  const resource = ofOption(field)
  const many = isMany(field)
  const ids = [value ?? unread?.chosen ?? []].flat()
  const isOfTree = refersToTree(field, model)
  const labels = useLabels(sources, resource, ids, record[`${field.name}Name`], isOfTree)
  useKnownCandidates(unread, language, labels.keep)
  const around = (field.reads ?? []).map(name => record[name] ?? null)
  useClearWhenMoved(around.some(isUnread) ? undefined : JSON.stringify(around), ids.length > 0, () => onChange(null))
  const choose = (chosen: readonly Option[]) => {
    labels.keep(chosen)
    const next = chosen.map(choice => choice.id)
    const added = next.filter(one => !ids.includes(one))
    if (added.length > 0) sources.chose(field, added)
    onChange(next.length === 0 ? null : many ? next : String(next[0]))
  }
  const of = model.resources[resource]
  const create = disabled ? undefined : sources.creator(resource)
  const make = async (search: string) => {
    const made = await create?.(presetsFor(field, of, record, search))
    if (made) choose(many ? [...labels.of(ids), made] : [made])
  }
  const isKept = requiresValue(field, true)
  const shared = {
    id,
    language,
    disabled,
    invalid,
    isMany: many,
    isKept,
    aria: ariaOf({ ...props, field: { ...field, required: isKept } }),
    chosen: labels.of(ids),
    placeholder: words.choose[language],
    sources,
    field,
    record,
    unread,
    onChange: choose,
    onUnread: (next: UnreadText) => onChange(previousValueOf(next, props)),
    onRestore: () => onChange((unread?.before ?? null) as OneOrMany | null),
    ...(onBlur && { onBlur }),
  }
  const newOne = create && of && { title: of.title, make: (search: string) => void make(search) }
  if (isOfTree) return <TreeBox {...shared} newOne={newOne} />
  return (
    <SearchedBox
      {...shared}
      newOne={newOne}
      address={many || ids[0] === undefined ? undefined : sources.addressOf(resource, ids[0])}
    />
  )
}

/** The filter by any of several records, as chips; in a tree with their descendants, unless switched off. */
function ReferenceFilter(props: FilterProps) {
  const { field, model, language, sources, query, isWhole = false, onChange } = props
  const ids = queryValues(query, field.name)
  const isOfTree = refersToTree(field, model)
  const labels = useLabels(sources, ofOption(field), ids, undefined, isOfTree)
  const [withBelow, setWithBelow] = useState(query[oneOfName(field.name)] === undefined)
  const queryOf = (values: readonly string[], isWith = withBelow) =>
    isOfTree ? withBranchValues(query, field.name, values, isWith) : withQueryValues(query, field.name, values)
  const condition = useChoiceCondition(props, true, values => queryOf(values))
  useKnownCandidates(condition.unread, language, labels.keep)
  const box = {
    ...condition.box,
    sources,
    field,
    most: 1,
    chosen: labels.of(ids),
    onChange(chosen: readonly Option[]) {
      labels.keep(chosen)
      condition.box.onChange(chosen)
    },
  }
  return condition.frame(
    isOfTree ? (
      <TreeBox
        {...box}
        {...(!isWhole && {
          withBelow,
          onWithBelow: isWith => {
            setWithBelow(isWith)
            onChange(queryOf(ids, isWith))
          },
        })}
      />
    ) : (
      <SearchedBox {...box} />
    ),
  )
}

/** Keeps the labels of a text's candidates, which its message offers. */
function useKnownCandidates(
  unread: UnreadText | undefined,
  language: Language,
  keep: (options: readonly Option[]) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps them in a state
  useEffect(() => {
    const candidates = unread?.candidates ?? []
    if (candidates.length > 0)
      keep(candidates.map(({ value, label }) => ({ id: String(value), label: label[language] })))
  }, [unread, language])
}

/** Clears the choice when a value that its options depend on changes. */
function useClearWhenMoved(now: string | undefined, isChosen: boolean, clear: () => void): void {
  const before = useRef(now)
  useEffect(() => {
    if (now === undefined || before.current === now) return
    const isFirst = before.current === undefined
    before.current = now
    if (isChosen && !isFirst) clear()
  })
}
