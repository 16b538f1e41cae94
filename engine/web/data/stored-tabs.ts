/** The addresses of a user's opened pages, in the storage of one browser tab. They contain searches. */
export interface StoredTabs {
  read(user: string): readonly string[]
  /** Stores the addresses, and removes those of other users of this browser tab. */
  write(user: string, addresses: readonly string[]): void
  /** Removes them at sign-out. */
  clear(): void
}

const prefix = 'mingchu:tabs:'

export function createStoredTabs(storage: Storage = window.sessionStorage): StoredTabs {
  const clear = (kept?: string) => {
    const keys = Object.keys(storage).filter(key => key.startsWith(prefix) && key !== kept)
    for (const key of keys) storage.removeItem(key)
  }
  return {
    read: user => parsed(storage.getItem(prefix + user)),
    write(user, addresses) {
      storage.setItem(prefix + user, JSON.stringify(addresses))
      clear(prefix + user)
    },
    clear: () => clear(),
  }
}

function parsed(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string' && /^\/(?!\/)/.test(one)) : []
  } catch (cause) {
    if (cause instanceof SyntaxError) return []
    throw cause
  }
}
