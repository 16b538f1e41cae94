/** Who holds something typed that is not saved. */
export interface Unsaved {
  /** Says that there is something, on that page; the function given back says that it is gone. */
  hold(page?: string): () => void
  /** Whether anybody holds anything, or anything on that page. */
  any(page?: string): boolean
  /** The pages on which something is held; the same list until that changes. */
  pages(): readonly string[]
  watch(listener: () => void): () => void
}

/** A register of what would be lost if the screens were thrown away. */
export function createUnsaved(): Unsaved {
  const holders = new Map<symbol, string>()
  const listeners = new Set<() => void>()
  let pages: readonly string[] = []
  const change = () => {
    pages = [...new Set(holders.values())]
    // Screens tell of it while React commits, when no other may be drawn.
    queueMicrotask(() => {
      for (const listener of listeners) listener()
    })
  }
  return {
    hold(page = '') {
      const holder = Symbol(page)
      holders.set(holder, page)
      change()
      return () => {
        if (holders.delete(holder)) change()
      }
    },
    any: page => (page === undefined ? holders.size > 0 : pages.includes(page)),
    pages: () => pages,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
