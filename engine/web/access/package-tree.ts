/** An entry of the menu. */
export interface PackageEntry {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly englishName: string
  readonly isTop: boolean
}

interface MenuRow {
  readonly entry: PackageEntry
  readonly level: number
  /** The ids of all entries below it. */
  readonly below: readonly string[]
}

interface MenuTree {
  readonly rows: readonly MenuRow[]
  /** The chosen entries and those below them: a package contains a group with all of its entries. */
  covered(chosen: ReadonlySet<string>): ReadonlySet<string>
  /** The choice after one entry is added or removed. A group of which one entry is removed is replaced by the others. */
  toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string>
}

/** The menu as rows of a tree, each after the group that contains it. */
export function menuTreeOf(entries: readonly PackageEntry[]): MenuTree {
  const known = new Map(entries.map(one => [one.id, one]))
  const parentOf = ({ parentId }: PackageEntry) => (parentId !== null && known.has(parentId) ? parentId : null)
  const childrenOf = (parent: string | null) => entries.filter(one => parentOf(one) === parent)
  const rowsBelow = (parent: string | null, level: number): MenuRow[] =>
    childrenOf(parent).flatMap(entry => {
      const inner = rowsBelow(entry.id, level + 1)
      return [{ entry, level, below: inner.map(one => one.entry.id) }, ...inner]
    })
  const rows = rowsBelow(null, 0)
  const belowOf = new Map(rows.map(({ entry: { id }, below }) => [id, below]))
  const covered = (chosen: ReadonlySet<string>) =>
    new Set([...chosen].flatMap(id => (belowOf.has(id) ? [id, ...(belowOf.get(id) ?? [])] : [])))
  return {
    rows,
    covered,
    toggled(chosen, id) {
      const next = new Set(chosen)
      const own = [id, ...(belowOf.get(id) ?? [])]
      if (!covered(chosen).has(id)) {
        for (const one of own) next.delete(one)
        return next.add(id)
      }
      // From the group above that is chosen down to the entry, each group is replaced by its entries.
      const way: string[] = []
      for (let at: string | null = id; at !== null; at = parentOf(known.get(at) as PackageEntry)) way.unshift(at)
      for (const step of way.slice(way.findIndex(one => next.has(one)))) {
        next.delete(step)
        if (step !== id) for (const child of childrenOf(step)) next.add(child.id)
      }
      return next
    },
  }
}
