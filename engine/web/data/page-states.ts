/**
 * The state of pages that is not in their address: unsubmitted input, scroll position, selected tab. Used when a screen
 * is unmounted and rendered again; lost with the browser's page.
 */
export interface PageStates {
  read<Value>(page: string | undefined, what: string): Value | undefined
  /** Stores the value; undefined removes it. */
  write(page: string | undefined, what: string, value: unknown): void
  /** Removes closed pages. */
  forget(pages: readonly string[]): void
  /** Clears everything at sign-out. */
  clear(): void
}

/** Nothing left yet. */
export function createPageStates(): PageStates {
  const left = new Map<string, Map<string, unknown>>()
  return {
    read: <Value>(page: string | undefined, what: string) => left.get(page ?? '')?.get(what) as Value | undefined,
    write(page, what, value) {
      if (page === undefined) return
      const kept = left.get(page) ?? new Map<string, unknown>()
      left.set(page, kept)
      if (value === undefined) kept.delete(what)
      else kept.set(what, value)
    },
    forget(pages) {
      for (const page of pages) left.delete(page)
    },
    clear: () => left.clear(),
  }
}
