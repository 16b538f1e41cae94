import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Field } from '../../model/model.ts'
import { bestFirst, foundByPinyin, similarChoices } from '../choice-typing.ts'
import type { FieldSources, Option } from '../field-web.ts'
import { textPartsOf } from '../nearest.ts'
import { isUnread } from '../unread-text.ts'

const [pause, most] = [200, 100]

type Values = Readonly<Record<string, unknown>>

/** The records that match a text, and where none does, the most similar ones. */
export interface Answer {
  readonly choices: readonly Option[]
  readonly near: readonly Option[]
}

export interface FoundOptions extends Answer {
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** The searched text. */
  readonly search: string
  /** Searches for another text at once. */
  find(text: string): Promise<Answer>
  retry(): void
}

type State = Omit<FoundOptions, 'retry' | 'find'>

const nothing: State = { choices: [], near: [], isLoading: false, hasFailed: false, search: '' }

/**
 * The records that a reference may have and that match the typed text, requested while the list is open, debounced. The
 * server decides which; it receives the values that the field's `where` reads.
 */
export function useOptions(
  sources: FieldSources,
  field: Field,
  search: string,
  record: Values | undefined,
  isOpen: boolean,
): FoundOptions {
  const [found, setFound] = useState(nothing)
  const [round, setRound] = useState(0)
  const retry = useCallback(() => setRound(before => before + 1), [])
  const read = record && JSON.stringify(readBy(field, record))
  const latest = useRef({ field, read })
  latest.current = { field, read }
  const find = useCallback(
    (text: string) => optionsFor(sources, latest.current.field, text, recordOf(latest.current.read)),
    [sources],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the field's name and the values that it reads matter
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    const text = search.trim()
    setFound(before => ({ ...before, isLoading: true, hasFailed: false }))
    const timer = setTimeout(
      () =>
        find(text).then(
          answer => isCurrent && setFound({ ...answer, isLoading: false, hasFailed: false, search: text }),
          () => isCurrent && setFound({ ...nothing, search: text, hasFailed: true }),
        ),
      search === '' ? 0 : pause,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [find, field.name, search, read, isOpen, round])
  return useMemo(() => ({ ...found, find, retry }), [found, find, retry])
}

/** The values that a field's `where` reads; a text that chose nothing is null. */
export const readBy = (field: Field, record: Values): Values =>
  Object.fromEntries((field.reads ?? []).map(name => [name, isUnread(record[name]) ? null : (record[name] ?? null)]))

const recordOf = (read: string | undefined) => (read === undefined ? undefined : (JSON.parse(read) as Values))

/** In characters; a longer pasted text matches nothing. */
const longestLabel = 500

/**
 * The matches of a text among all options where these are few, by pinyin too: one request for all texts. Among more,
 * and for a text that none of them has, the server's matches.
 */
export async function optionsFor(
  sources: FieldSources,
  field: Field,
  search: string,
  record: Values | undefined,
): Promise<Answer> {
  if (search.length > longestLabel) return { choices: [], near: [] }
  const all = await sources.options(field, '', record)
  if (search === '') return { choices: all, near: [] }
  const local = all.length < most ? await foundByPinyin(byDepth(all), search) : undefined
  if (local && local.choices.length > 0) return local
  const found = await sources.options(field, search, record)
  if (found.length > 0) return { choices: bestFirst(byDepth(found), search), near: [] }
  const like =
    all.length < most ? [all] : await Promise.all(textPartsOf(search).map(part => sources.options(field, part, record)))
  const near = new Map(like.flat().map(option => [option.id, option]))
  return { choices: [], near: similarChoices([...near.values()], search) }
}

/** In a tree, higher levels before deeper ones. */
const byDepth = (options: readonly Option[]): readonly Option[] =>
  [...options].sort(({ path: one = [] }, { path: other = [] }) => one.length - other.length)
