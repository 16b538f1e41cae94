import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Field } from '../../model/model.ts'
import type { FieldSources, Option } from '../field-web.ts'
import { isLetters, loadPinyin } from '../pinyin.ts'

const [pause, most] = [200, 100]

export interface Found {
  readonly options: readonly Option[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** What they were asked by. */
  readonly search: string
  retry(): void
}

type Answer = Omit<Found, 'retry'>

const nothing: Answer = { options: [], isLoading: false, hasFailed: false, search: '' }

/**
 * The records that a reference may name and that match what is typed, asked for while the list is open and typing
 * has paused. Which they are is the server's to say; it is told what the field's `where` reads.
 */
export function useOptions(
  sources: FieldSources,
  field: Field,
  search: string,
  record: Readonly<Record<string, unknown>> | undefined,
  isOpen: boolean,
): Found {
  const [found, setFound] = useState(nothing)
  const [round, setRound] = useState(0)
  const retry = useCallback(() => setRound(before => before + 1), [])
  const read =
    record && JSON.stringify(Object.fromEntries((field.reads ?? []).map(name => [name, record[name] ?? null])))
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the field its name and of the record what is read count
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    setFound(before => ({ ...before, isLoading: true, hasFailed: false }))
    const timer = setTimeout(
      () =>
        answering(sources, field, search.trim(), read && JSON.parse(read)).then(
          options => isCurrent && setFound({ options, isLoading: false, hasFailed: false, search: search.trim() }),
          () => isCurrent && setFound({ ...nothing, hasFailed: true }),
        ),
      search === '' ? 0 : pause,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sources, field.name, search, read, isOpen, round])
  return useMemo(() => ({ ...found, retry }), [found, retry])
}

/** What the server finds; for letters that nothing is written with, what they are the pinyin of, where all are at hand. */
async function answering(
  sources: FieldSources,
  field: Field,
  search: string,
  record: Readonly<Record<string, unknown>> | undefined,
): Promise<readonly Option[]> {
  const found = await sources.options(field, search, record)
  if (found.length > 0 || !isLetters(search)) return found
  const all = await sources.options(field, '', record)
  if (all.length >= most) return found
  const answers = await loadPinyin().catch(() => undefined)
  return answers ? all.filter(({ label }) => answers(label, search)) : found
}
