import { useEffect, useRef, useState } from 'react'
import type { FieldSources, Option } from '../field-web.ts'

interface Labels {
  /** The records of these ids, with their labels where known. */
  of(ids: readonly string[]): readonly Option[]
  /** Remembers the labels of chosen records. */
  keep(options: readonly Option[]): void
}

/**
 * Labels of the records that a value refers to: from the record's names (`loaded`, which match the record's original
 * ids), from a choice, or requested by id. In a tree the path is needed too, which the record's names lack.
 */
export function useLabels(
  sources: FieldSources,
  resource: string,
  ids: readonly string[],
  loaded: unknown,
  isTree = false,
): Labels {
  const [known, setKnown] = useState<ReadonlyMap<string, Option>>(() => paired(ids, loaded))
  const requested = useRef(new Set<string>())
  const isKnown = (id: string) => known.has(id) && (!isTree || known.get(id)?.path !== undefined)
  const unknown = ids.filter(id => !isKnown(id) && !requested.current.has(id)).join(',')
  const learn = (options: readonly Option[]) =>
    setKnown(before => new Map([...before, ...options.map(option => [option.id, option] as const)]))

  // biome-ignore lint/correctness/useExhaustiveDependencies: learning uses a state's own setter
  useEffect(() => {
    if (unknown === '') return
    const missing = unknown.split(',')
    for (const id of missing) requested.current.add(id)
    sources.labels(resource, missing).then(learn, () => {
      // The ids stay shown instead of labels; they are requested again when the value changes.
      for (const id of missing) requested.current.delete(id)
    })
  }, [sources, resource, unknown])

  return { of: list => list.map(id => known.get(id) ?? { id, label: id }), keep: learn }
}

function paired(ids: readonly string[], loaded: unknown): ReadonlyMap<string, Option> {
  const names = [loaded ?? []].flat()
  return new Map(
    ids.flatMap((id, at) => {
      const label = names[at]
      return typeof label === 'string' ? [[id, { id, label }] as const] : []
    }),
  )
}
