/** How much of the input can be autosaved: not personal fields, and nothing that is too large. */
export type AutosaveScope = 'all' | 'part' | 'none'

/** What happens to unsaved input whose page is closed. */
export interface Holder {
  /** It is discarded. */
  giveUp(): void
  /** Autosaved, as far as `keepable` allows. */
  keep(): void
  keepable(): AutosaveScope
}

/** The register of unsaved input. */
export interface Unsaved {
  /** Registers unsaved input on that page; the returned function removes it. */
  hold(page?: string, holder?: Holder): () => void
  /** Discards the input of those pages, without a confirmation. */
  giveUp(pages: readonly string[]): void
  /** Autosaves the input of those pages. */
  keep(pages: readonly string[]): void
  /** How much of the input of those pages would be autosaved: the least of all. */
  keepable(pages: readonly string[]): AutosaveScope
  /** The browser's page is left deliberately: no further question about unsaved input. */
  allowLeaving(): void
  /** Whether there is unsaved input, at all or on that page. */
  any(page?: string): boolean
  /** The pages with unsaved input; the same list until that changes. */
  pages(): readonly string[]
  watch(listener: () => void): () => void
}

/** Creates an empty register. */
export function createUnsaved(): Unsaved {
  const holders = new Map<symbol, { readonly page: string; readonly of: Holder | undefined }>()
  const held = (given: readonly string[]) => [...holders.values()].filter(({ page }) => given.includes(page))
  const listeners = new Set<() => void>()
  let pages: readonly string[] = []
  let mayLeave = false
  const change = () => {
    pages = [...new Set([...holders.values()].map(({ page }) => page))]
    // Screens register during React's commit, when no other may render.
    queueMicrotask(() => {
      for (const listener of listeners) listener()
    })
  }
  return {
    hold(page = '', of) {
      const holder = Symbol(page)
      holders.set(holder, { page, of })
      change()
      return () => {
        if (holders.delete(holder)) change()
      }
    },
    giveUp(given) {
      for (const { of } of held(given)) of?.giveUp()
    },
    keep(given) {
      for (const { of } of held(given)) of?.keep()
    },
    keepable: given => leastOf(held(given).map(({ of }) => of?.keepable() ?? 'none')),
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

const leastOf = (all: readonly AutosaveScope[]): AutosaveScope =>
  (['none', 'part'] as const).find(one => all.includes(one)) ?? 'all'
