/** How much of what was typed the browser can autosave: no personal fields, and nothing that is too large. */
export type Keepable = 'all' | 'part' | 'none'

/** What becomes of something typed whose page is closed. */
export interface Holder {
  /** It is discarded. */
  giveUp(): void
  /** It is autosaved, as far as `keepable` says. */
  keep(): void
  keepable(): Keepable
}

/** Who holds something typed that is not saved. */
export interface Unsaved {
  /** Says that there is something, on that page; the function given back says that it is gone. */
  hold(page?: string, holder?: Holder): () => void
  /** Gives up what is held on those pages: who asks has asked. */
  giveUp(pages: readonly string[]): void
  /** Autosaves what is held on those pages. */
  keep(pages: readonly string[]): void
  /** How much of what is held on those pages would be autosaved: the least of all. */
  keepable(pages: readonly string[]): Keepable
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
  const holders = new Map<symbol, { readonly page: string; readonly of: Holder | undefined }>()
  const held = (given: readonly string[]) => [...holders.values()].filter(({ page }) => given.includes(page))
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

const leastOf = (all: readonly Keepable[]): Keepable =>
  (['none', 'part'] as const).find(one => all.includes(one)) ?? 'all'
