import type { ModelIndex } from './model-source.ts'
import { sessionUser } from './session-mark.ts'

/** What the frame shows of the index: the menu, and nothing that it could decide a right by. */
export type StoredShell = Pick<ModelIndex, 'title' | 'resources' | 'pages' | 'menu' | 'pinned' | 'icons'>

const key = 'mingchu:shell'

/** Stores the frame for the next visit of this user. A full storage costs only its early display. */
export function storeShell({ me, ...index }: ModelIndex, storage: Storage = window.localStorage): void {
  const { title, pages, menu, pinned, icons } = index
  const resources = index.resources.map(one => ({ ...one, may: [] }))
  const shell: StoredShell = { title, resources, pages, menu, pinned, icons }
  try {
    storage.setItem(key, JSON.stringify({ user: me.userId, shell }))
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause
  }
}

/** The frame of the last visit of the user whose session the browser has; undefined for any other user's. */
export function storedShell(storage: Storage = window.localStorage, of = sessionUser()): StoredShell | undefined {
  try {
    const { user, shell } = Object(JSON.parse(storage.getItem(key) ?? 'null'))
    return user !== undefined && user === of ? shell : undefined
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

/** Removes it at sign-out. */
export const clearShell = (storage: Storage = window.localStorage): void => storage.removeItem(key)
