import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { ofOption } from '../../fields/options.ts'
import { isReference } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import { labelsQuery } from '../data/labels-query.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

/** A value of a field whose name may have to be fetched. */
export interface ReferenceValue {
  readonly field: Field
  readonly value: unknown
}

/** The name of a reference, as in a fetched record: one, a list, or undefined while loading. */
export type NamesOf = (field: Field, value: unknown) => string | readonly string[] | undefined

const maxIds = 1000

/** The names of the records that former values refer to, fetched once per resource. */
export function useReferenceNames({ sources }: ResourcePart, held: readonly ReferenceValue[]): NamesOf {
  const translate = useTranslation()
  const asked = useMemo(() => idsByResource(held), [held])
  const names = useQueries({
    queries: asked.map(([resource, ids]) => labelsQuery(sources, resource, ids)),
    combine: found =>
      new Map(
        found.flatMap(({ data, isError }, index): [string, ReadonlyMap<string, string>][] => {
          const resource = asked[index]?.[0] ?? ''
          if (isError) return [[resource, new Map()]]
          return data ? [[resource, new Map(data.map(({ id, label }) => [id, label]))]] : []
        }),
      ),
  })
  return useCallback<NamesOf>(
    (field, value) => {
      const known = isReference(field) ? names.get(ofOption(field)) : undefined
      if (!known) return undefined
      const nameOf = (id: unknown) => known.get(String(id)) ?? translate('history.deletedName')
      return Array.isArray(value) ? value.map(nameOf) : nameOf(value)
    },
    [names, translate],
  )
}

function idsByResource(held: readonly ReferenceValue[]): readonly (readonly [string, readonly string[]])[] {
  const all = new Map<string, Set<string>>()
  for (const { field, value } of held) {
    if (!isReference(field) || value === null || value === undefined) continue
    const ids = all.get(ofOption(field)) ?? new Set()
    for (const id of [value].flat()) ids.add(String(id))
    all.set(ofOption(field), ids)
  }
  return [...all].map(([resource, ids]) => [resource, [...ids].sort().slice(0, maxIds)] as const)
}
