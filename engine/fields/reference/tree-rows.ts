import type { Branch, Option, TreeBranch } from '../field-web.ts'

/** The branches of a level, or why there are none yet. */
export type Level = readonly Branch[] | 'loading' | 'failed'

/** The levels that were asked for, by their parents. */
export type Levels = Readonly<Record<string, Level>>

/** What stands for the parent of the first level. */
export const root = ''

/** A row of a tree as it is drawn: a branch, or what is said in place of a level's branches. */
export type TreeRow =
  | {
      readonly depth: number
      readonly branch: Branch
      /** Its place among the branches of its level, and how many those are; -1 while more are to come. */
      readonly place: number
      readonly of: number
    }
  | {
      readonly depth: number
      readonly branch?: never
      readonly parent: string
      readonly level: 'loading' | 'failed' | 'empty' | 'more'
    }

/** The rows to draw, in order: each branch, under an open one those of its level, and where a level goes on a row that says so. */
export function rowsOf(
  levels: Levels,
  open: ReadonlySet<string>,
  goingOn: ReadonlySet<string> = nothing,
): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const walk = (parent: string, depth: number): void => {
    const level = levels[parent] ?? 'loading'
    if (typeof level === 'string') rows.push({ depth, parent, level })
    else if (level.length === 0) rows.push({ depth, parent, level: 'empty' })
    else {
      for (const [at, branch] of level.entries()) {
        rows.push({ depth, branch, place: at + 1, of: goingOn.has(parent) ? -1 : level.length })
        // Rows that close a circle are drawn once for each way to them, so not without end.
        if (open.has(branch.id) && depth < deepest) walk(branch.id, depth + 1)
      }
      if (goingOn.has(parent)) rows.push({ depth, parent, level: 'more' })
    }
  }
  walk(root, 0)
  return rows
}

const deepest = 30
const nothing: ReadonlySet<string> = new Set()
/** The server gives so much of a level at once. */
export const partOfLevel = 1000

/** The way to a row's branch, from the top down and without itself. */
export function wayTo(rows: readonly TreeRow[], at: number): readonly Branch[] {
  const way: Branch[] = []
  let depth = rows[at]?.depth ?? 0
  for (let place = at - 1; place >= 0 && depth > 0; place--) {
    const row = rows[place]
    if (!row?.branch || row.depth >= depth) continue
    way.unshift(row.branch)
    depth = row.depth
  }
  return way
}

/** Levels out of branches that came all at once, by their parents. */
export function levelsOf(parent: string, all: readonly TreeBranch[]): Levels {
  const levels: Record<string, Branch[]> = { [parent]: [] }
  for (const branch of all) {
    const level = levels[branch.parent] ?? []
    level.push(branch)
    levels[branch.parent] = level
  }
  return levels
}

/** The rows that are in sight of a scrolled tree, with a few beyond each end. */
export function inSight(count: number, height: number, top: number, room: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.floor(top / height) - beyond)
  return [from, Math.min(count, Math.ceil((top + room) / height) + beyond)]
}

const beyond = 8

/** The row that a key leads to from another, both by their places; undefined for a key that leads nowhere. */
export function placeAfter(rows: readonly TreeRow[], at: number, key: string): number | undefined {
  const step = (from: number, by: 1 | -1) => {
    for (let place = from; place >= 0 && place < rows.length; place += by) if (rows[place]?.branch) return place
    return undefined
  }
  if (key === 'ArrowDown') return step(at + 1, 1)
  if (key === 'ArrowUp') return step(at - 1, -1)
  if (key === 'Home') return step(0, 1)
  if (key === 'End') return step(rows.length - 1, -1)
  const depth = rows[at]?.depth ?? 0
  if (key === 'ArrowRight') return (rows[at + 1]?.depth ?? 0) > depth ? step(at + 1, 1) : undefined
  if (key !== 'ArrowLeft') return undefined
  for (let place = at - 1; place >= 0; place--) if ((rows[place]?.depth ?? 0) < depth) return place
  return undefined
}

/** The next row whose words begin with what was typed; the row itself too, while more is being typed. */
export function placeTyped(rows: readonly TreeRow[], at: number, typed: string): number | undefined {
  const begins = typed.toLowerCase()
  const start = typed.length > 1 ? at : at + 1
  for (let n = 0; n < rows.length; n++) {
    const place = (start + n) % rows.length
    if (rows[place]?.branch?.label.toLowerCase().startsWith(begins)) return place
  }
  return undefined
}

/** All branches of the levels that are there, each with the way to it, from the top down. */
export function branchesIn(levels: Levels, parent: string = root, path: readonly Option[] = []): readonly Option[] {
  const level = levels[parent]
  if (!Array.isArray(level)) return []
  return (level as readonly Branch[]).flatMap(branch => [
    { id: branch.id, label: branch.label, path },
    ...branchesIn(levels, branch.id, [...path, { id: branch.id, label: branch.label }]),
  ])
}
