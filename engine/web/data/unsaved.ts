/** Who holds something typed that is not saved. */
export interface Unsaved {
  /** Says that there is something; the function given back says that it is gone. */
  hold(): () => void
  /** Whether anybody holds anything. */
  any(): boolean
}

/** A register of what would be lost if the screens were thrown away. */
export function createUnsaved(): Unsaved {
  const holders = new Set<symbol>()
  return {
    hold() {
      const holder = Symbol('holder')
      holders.add(holder)
      return () => holders.delete(holder)
    },
    any: () => holders.size > 0,
  }
}
