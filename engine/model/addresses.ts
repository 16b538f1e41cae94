import type { Resource } from './model.ts'

/** First parts of addresses that belong to the server or to the engine's own pages. */
export const reservedStarts: readonly string[] = ['403', '404', '500', 'api', 'assets', 'health', 'image-api']

/** Last parts of the addresses of a resource's other screens: `/ent/entInfo/create`. */
export const reservedEnds: readonly string[] = ['bin', 'create', 'import', 'show']

/** Whether a page or a list may have a path: the addresses of other screens must not look like it. */
export function isReservedPath(path: string): boolean {
  const parts = path.split('/').filter(part => part !== '')
  const last = parts.at(-1) ?? ''
  return reservedStarts.includes(parts[0] ?? '') || reservedEnds.includes(last) || /^\d+$/.test(last)
}

/** The address of a record in the web. */
export const recordAddress = ({ path }: Pick<Resource, 'path'>, id: string): string =>
  `${path}/${encodeURIComponent(id)}/show`
