import { reservedStarts } from '../../model/addresses.ts'
import { homePage } from '../../model/home-board.ts'
import type { Addressed, ResourceScreen } from './addresses.ts'
import type { IndexEntry, IndexPage, ModelIndex } from './model-source.ts'
import type { StoredShell } from './stored-shell.ts'

/** What an address shows. */
export type Route =
  | { readonly kind: 'page'; readonly page: IndexPage }
  | ({ readonly kind: 'resource'; readonly resource: IndexEntry } & ScreenRoute)
  /** An error page. */
  | { readonly kind: 'error' }
  /** Not in the index: the server knows whether it is lines, or something that the user may not open. */
  | { readonly kind: 'unlisted' }

/** One of a resource's screens, with the id of its record. */
export interface ScreenRoute {
  readonly screen: ResourceScreen
  readonly id: string
}

/** The addresses of the web: every list and page that the user may open. */
export interface RouteTable {
  at(pathname: string): Route
  /** The address of the first page. */
  readonly home: string
  /** The address of a page; undefined when the user may not open it. */
  page(key: string): string | undefined
  /** The present address of a former one, `/entInfo/7/show`; undefined for all others. */
  redirect(pathname: string): string | undefined
}

const errorPages = new Set(['403', '404', '500'])

/** The route table of an index of the Model. */
export function routesOf({ resources, pages }: Pick<ModelIndex, 'resources' | 'pages'>): RouteTable {
  const byPath = new Map(resources.map(resource => [resource.path, resource]))
  const pageByPath = new Map(pages.map(page => [page.path, page]))
  const home = homeAddress(pages)
  const at = (pathname: string): Route => {
    const parts = partsOf(pathname)
    const page = pageByPath.get(pathOf(parts))
    if (page) return { kind: 'page', page }
    if (errorPages.has(parts[0] ?? '')) return { kind: 'error' }
    for (let length = parts.length; length > 0; length--) {
      const path = pathOf(parts.slice(0, length))
      const below = pageByPath.get(`${path}/*`)
      if (below) return { kind: 'page', page: below }
      const resource = byPath.get(path)
      const route = resource && screenOf(parts.slice(length))
      if (route) return { kind: 'resource', resource, ...route }
    }
    // Its file has been moved from another module: an open form keeps its address, and so its input.
    const moved = resources.find(({ name }) => name === parts[1])
    const route = moved && screenOf(parts.slice(2))
    return route ? { kind: 'resource', resource: moved, ...route } : { kind: 'unlisted' }
  }
  return {
    at,
    home,
    page: name => pages.find(({ key }) => key === name)?.path,
    redirect(pathname) {
      const [first, ...rest] = partsOf(pathname)
      if (at(pathname).kind !== 'unlisted') return undefined
      if (first === undefined) return home
      const resource = resources.find(({ name }) => name === first)
      return resource && pathOf([...partsOf(resource.path), ...rest])
    },
  }
}

/** The address of the first page. */
export const homeAddress = (pages: readonly IndexPage[]): string =>
  pages.find(({ key }) => key === homePage)?.path ?? '/'

/** The screen of a resource whose list is not in the index, at an address that the server knows. */
export function unlistedScreen({ path, name }: Addressed, pathname: string): ScreenRoute | undefined {
  const [parts, ofResource] = [partsOf(pathname), partsOf(path)]
  return screenOf(parts.slice(parts[0] === name ? 1 : ofResource.length))
}

/** The screen named by the parts of an address after the resource's path. */
function screenOf(rest: readonly string[]): ScreenRoute | undefined {
  const [id, last, ...more] = rest
  if (id === undefined) return { screen: 'list', id: '' }
  if (more.length > 0) return undefined
  if (last === 'show') return { screen: 'show', id: decoded(id) }
  if (last !== undefined) return undefined
  return id === 'create' || id === 'bin' || id === 'import'
    ? { screen: id, id: '' }
    : { screen: 'edit', id: decoded(id) }
}

const partsOf = (pathname: string) => pathname.split('/').filter(part => part !== '')
const pathOf = (parts: readonly string[]) => `/${parts.join('/')}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    if (cause instanceof URIError) return text
    throw cause
  }
}

/** What an address names before the index is loaded: a resource, probably. */
export interface GuessedRoute extends ScreenRoute {
  readonly entity?: string
}

/**
 * Guesses what an address shows, to request it before the index is loaded: by default `/module/entity`, else what the
 * user's last index had at that address.
 */
export function guessedRoute(pathname: string, last: StoredShell | undefined): GuessedRoute | undefined {
  const parts = partsOf(pathname)
  for (let length = parts.length; length > 0; length--) {
    const path = pathOf(parts.slice(0, length))
    const entity = last?.resources.find(one => one.path === path)?.name
    if (entity === undefined && last?.pages.some(one => one.path === path)) return undefined
    const route = entity === undefined ? undefined : screenOf(parts.slice(length))
    if (entity !== undefined && route) return { entity, ...route }
  }
  const [first = '', entity, ...rest] = parts
  const route = screenOf(rest)
  return entity === undefined || !route || reservedStarts.includes(first) ? undefined : { entity, ...route }
}
