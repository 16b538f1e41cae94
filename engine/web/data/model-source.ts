import type { QueryClient } from '@tanstack/react-query'
import type { ShownBrand } from '../../model/brand.ts'
import type { Bilingual, Model, WebPage } from '../../model/model.ts'
import { indexPath, partPath } from './paths.ts'
import type { Session } from './session.ts'

/** The index of the Model, loaded by every page: what the user may open. */
export interface ModelIndex {
  readonly revision: string
  readonly title: Bilingual
  readonly brand: ShownBrand
  /** The zone in which days begin and times are shown. */
  readonly zone: string
  readonly me: SignedInUser
  readonly resources: readonly IndexEntry[]
  /** The pages that the user may open. */
  readonly pages: readonly IndexPage[]
  readonly menu: readonly IndexMenuItem[]
  /** Resources whose lists the user pinned, in the order of pinning. */
  readonly pinned: readonly string[]
  /** The shapes of the icons that are named above: elements of SVG, 24 by 24. */
  readonly icons: Readonly<Record<string, readonly IconShape[]>>
}

type IconShape = readonly [element: string, attributes: Readonly<Record<string, string>>]

export interface SignedInUser {
  readonly userId: string
  readonly account: string
  readonly name: string
  readonly roleName: string
  readonly tenantId: string
  readonly administrator: boolean
  readonly mustChangePassword: boolean
  readonly mustEnrol: boolean
  readonly deptId: string | null
  readonly roleIds: readonly string[]
  readonly sourceType: string | null
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
  /** Declared fields that expressions read, by the name after `me.`. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Whether the user may act with one of several departments and roles. */
  readonly maySwitch?: true
}

export interface IndexEntry {
  readonly name: string
  readonly module: string
  readonly title: Bilingual
  readonly titles: Bilingual
  readonly path: string
  readonly icon?: string
  readonly display: string
  readonly tree?: string
  readonly lifecycle: boolean
  /** It has endpoints, and no screens. */
  readonly screens?: false
  /** Operations, transitions and actions that the user may do: `view`, `add`, `handle`. */
  readonly may: readonly string[]
}

/** A page, as it is in the index. */
export interface IndexPage extends Omit<WebPage, 'code' | 'menu'> {
  readonly icon?: string
  /** It needs no session. */
  readonly anyone?: true
}

/** A list, a page, or a group of them. */
/** A list or a page by its name, at a second place with the title and the icon there. */
export type IndexMenuItem =
  | (({ readonly resource: string } | { readonly page: string }) & IndexMenuPlace)
  | IndexMenuGroup

interface IndexMenuPlace {
  readonly title?: Bilingual
  readonly icon?: string
}

export interface IndexMenuGroup {
  readonly group: string
  readonly title: Bilingual
  readonly icon: string
  readonly top?: true
  readonly items: readonly IndexMenuItem[]
}

/** One resource's part of the Model, fetched when it is opened. */
export interface ModelPart {
  readonly revision: string
  readonly model: Model
  readonly may: readonly string[]
  /** Transitions that may be the first button, by preference. */
  readonly primary: readonly string[]
  /** The sentences for the operations `add` and `edit` that the user may not do. */
  readonly refusals: Readonly<Record<string, Bilingual>>
}

export const indexKey = ['engine', 'index'] as const
export const partKey = (name: string) => ['engine', 'resource', name] as const

/** Queries of the Model: the browser's HTTP cache is used while the server returns 304. */
export const indexQuery = (session: Session) => ({
  queryKey: indexKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => session.call<ModelIndex>(indexPath, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const partQuery = (session: Session, name: string) => ({
  queryKey: partKey(name),
  queryFn: ({ signal }: { signal: AbortSignal }) => session.call<ModelPart>(partPath(name), { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 3_600_000,
})

/** Asks the server for the resource at an address that the index lacks. */
export const unlistedQuery = (session: Session, pathname: string) => ({
  queryKey: ['engine', 'address', pathname],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    session.call<Pick<IndexEntry, 'name' | 'path'>>('/api/engine/address', { query: { path: pathname }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The properties of a resource that a request needs, from the index or from the part of a resource that refers to it.
 */
export async function resourceEntryOf(
  session: Session,
  queries: QueryClient,
  name: string,
): Promise<Pick<IndexEntry, 'name' | 'module' | 'display' | 'tree'>> {
  const index = await queries.ensureQueryData(indexQuery(session))
  const listed = index.resources.find(entry => entry.name === name)
  if (listed) return listed
  for (const [, part] of queries.getQueriesData<ModelPart>({ queryKey: ['engine', 'resource'] })) {
    const referred = part?.model.resources[name]
    if (referred) return referred
  }
  const { model } = await queries.ensureQueryData(partQuery(session, name))
  const own = model.resources[name]
  if (!own) throw new Error(`The server's model has no resource "${name}".`)
  return own
}
