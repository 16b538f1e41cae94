import { useEffect, useRef, useState } from 'react'
import type { FieldSources, Option } from '../field-web.ts'

interface Labels {
  /** The records of these ids, by their labels as far as they are known. */
  of(ids: readonly string[]): readonly Option[]
  /** Keeps the labels of what was just chosen. */
  keep(options: readonly Option[]): void
}

/**
 * Labels of the records that a value refers to: as they came beside the record, as they were when chosen, or asked
 * for by id where neither is known. `beside` holds only for the ids that the record came with. Of a tree the way to
 * a record counts too, and what came beside the record lacks it.
 */
export function useLabels(
  sources: FieldSources,
  resource: string,
  ids: readonly string[],
  beside: unknown,
  isTree = false,
): Labels {
  const [known, setKnown] = useState<ReadonlyMap<string, Option>>(() => paired(ids, beside))
  const asked = useRef(new Set<string>())
  const isKnown = (id: string) => known.has(id) && (!isTree || known.get(id)?.path !== undefined)
  const unknown = ids.filter(id => !isKnown(id) && !asked.current.has(id)).join(',')
  const learn = (options: readonly Option[]) =>
    setKnown(before => new Map([...before, ...options.map(option => [option.id, option] as const)]))

  // biome-ignore lint/correctness/useExhaustiveDependencies: learning goes through a state's own setter
  useEffect(() => {
    if (unknown === '') return
    const missing = unknown.split(',')
    for (const id of missing) asked.current.add(id)
    sources.labels(resource, missing).then(learn, () => {
      // The ids stay shown in place of labels; they are asked for again when the value comes anew.
      for (const id of missing) asked.current.delete(id)
    })
  }, [sources, resource, unknown])

  return { of: list => list.map(id => known.get(id) ?? { id, label: id }), keep: learn }
}

function paired(ids: readonly string[], beside: unknown): ReadonlyMap<string, Option> {
  const names = [beside ?? []].flat()
  return new Map(
    ids.flatMap((id, at) => {
      const label = names[at]
      return typeof label === 'string' ? [[id, { id, label }] as const] : []
    }),
  )
}
