/** A user's recent choices of each field, by id only: another user of this device must not see the names. */
export interface Recent {
  of(field: string): readonly string[]
  add(field: string, ids: readonly string[]): void
}

const maxIds = 8
const maxFields = 60

/** Stores it in the browser, under a key of the user. */
export function createRecent(person: () => string | undefined, storage: Storage = window.localStorage): Recent {
  const key = () => prefix + (person() ?? '')
  const read = () => parsed(storage.getItem(key()))
  return {
    of: field => read().find(([name]) => name === field)?.[1] ?? [],
    add(field, ids) {
      if (person() === undefined) return
      const all = read()
      const before = all.find(([name]) => name === field)?.[1] ?? []
      const now = [...new Set([...ids, ...before])].slice(0, maxIds)
      const others = all.filter(([name]) => name !== field)
      storage.setItem(key(), JSON.stringify([[field, now], ...others].slice(0, maxFields)))
    },
  }
}

const prefix = 'mingchu:recent:'

/** Removes the choices at sign-out, or those of other users when one signs in. */
export function clearRecent(except?: string, storage: Storage = window.localStorage): void {
  const keys = Object.keys(storage).filter(key => key.startsWith(prefix) && key !== prefix + (except ?? ''))
  for (const key of keys) storage.removeItem(key)
}

type Kept = readonly (readonly [field: string, ids: readonly string[]])[]

function parsed(text: string | null): Kept {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isKept) : []
  } catch (cause) {
    if (cause instanceof SyntaxError) return []
    throw cause
  }
}

const isKept = (one: unknown): one is Kept[number] =>
  Array.isArray(one) &&
  typeof one[0] === 'string' &&
  Array.isArray(one[1]) &&
  one[1].every(id => typeof id === 'string')
