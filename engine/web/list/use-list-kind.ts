import type { Resource } from '../../model/model.ts'
import { useBrand } from '../frame/brand-context.ts'
import type { ListKind } from '../frame/web-part.ts'
import { useListView } from './list-view.tsx'

/** The kinds of list besides the table that can show a resource, by name. */
export function useListKinds(resource: Resource): readonly (readonly [name: string, kind: ListKind])[] {
  const { parts } = useBrand()
  return parts.flatMap(({ listKinds = {} }) => Object.entries(listKinds).filter(([, kind]) => kind.fits(resource)))
}

/** The kind that the user or the view has chosen, without its settings, or the usual one; undefined for the table. */
export function useListKind(resource: Resource): ListKind | undefined {
  const chosen = useChosenKind(resource)
  return useListKinds(resource).find(([name]) => name === chosen)?.[1]
}

/** Its name. */
export function useChosenKind(resource: Resource): string {
  const { kind } = useListView()
  const usual = useListKinds(resource).find(([, one]) => one.isPage)?.[0]
  return (kind === undefined ? usual : kind?.split('?')[0]) ?? 'table'
}
