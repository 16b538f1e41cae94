/** Who holds something typed that is not saved. */
export interface Unsaved {
  /**
   * Says that there is something, on that page; the function given back says that it is gone. Who gives it up unseen
   * is told by `onGivenUp`.
   */
  hold(page?: string, onGivenUp?: () => void): () => void
  /** Gives up what is held on those pages: who asks has asked. */
  giveUp(pages: readonly string[]): void
  /** The browser's page is left on purpose: nothing asks about what is held any more. */
  allowLeaving(): void
  /** Whether anybody holds anything, or anything on that page. */
  any(page?: string): boolean
  /** The pages on which something is held; the same list until that changes. */
  pages(): readonly string[]
  watch(listener: () => void): () => void
}

/** A register of what would be lost if the screens were thrown away. */
export function createUnsaved(): Unsaved {
  const holders = new Map<symbol, { readonly page: string; readonly onGivenUp: (() => void) | undefined }>()
  const listeners = new Set<() => void>()
  let pages: readonly string[] = []
  let mayLeave = false
  const change = () => {
    pages = [...new Set([...holders.values()].map(({ page }) => page))]
    // Screens tell of it while React commits, when no other may be drawn.
    queueMicrotask(() => {
      for (const listener of listeners) listener()
    })
  }
  return {
    hold(page = '', onGivenUp) {
      const holder = Symbol(page)
      holders.set(holder, { page, onGivenUp })
      change()
      return () => {
        if (holders.delete(holder)) change()
      }
    },
    giveUp(given) {
      for (const { page, onGivenUp } of [...holders.values()]) if (given.includes(page)) onGivenUp?.()
    },
    allowLeaving() {
      mayLeave = true
    },
    any: page => !mayLeave && (page === undefined ? holders.size > 0 : pages.includes(page)),
    pages: () => pages,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
