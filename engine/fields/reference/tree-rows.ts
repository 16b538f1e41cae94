import type { Branch, Option, TreeBranch } from '../field-web.ts'
import { foldedText } from '../text-value.ts'

/** The branches of a level, or its loading state. */
export type Level = readonly Branch[] | 'loading' | 'failed'

/** The requested levels by parent. */
export type Levels = Readonly<Record<string, Level>>

/** The parent id of the first level. */
export const root = ''

/** A row of a drawn tree: a branch, or the state of a level without branches. */
export type TreeRow =
  | {
      readonly depth: number
      readonly branch: Branch
      /** Its position within its level, and the level's size; -1 while more are to be loaded. */
      readonly position: number
      readonly of: number
    }
  | {
      readonly depth: number
      readonly branch?: never
      readonly parent: string
      readonly level: 'loading' | 'failed' | 'empty' | 'more'
    }

/**
 * The rows of a tree in order: each branch, the level of an open one below it, and a row where a level has more
 * branches.
 */
export function rowsOf(
  levels: Levels,
  open: ReadonlySet<string>,
  goingOn: ReadonlySet<string> = nothing,
): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const addLevel = (parent: string, depth: number): void => {
    const level = levels[parent] ?? 'loading'
    if (typeof level === 'string') rows.push({ depth, parent, level })
    else if (level.length === 0) rows.push({ depth, parent, level: 'empty' })
    else {
      for (const [at, branch] of level.entries()) {
        rows.push({ depth, branch, position: at + 1, of: goingOn.has(parent) ? -1 : level.length })
        // In a cycle, rows repeat for each path to them, so the depth is limited.
        if (open.has(branch.id) && depth < deepest) addLevel(branch.id, depth + 1)
      }
      if (goingOn.has(parent)) rows.push({ depth, parent, level: 'more' })
    }
  }
  addLevel(root, 0)
  return rows
}

const deepest = 30
const nothing: ReadonlySet<string> = new Set()
/** The page size of a level. */
export const partOfLevel = 1000

/** The path of a row's branch, from the top down, without itself. */
export function ancestorsOf(rows: readonly TreeRow[], at: number): readonly Branch[] {
  const way: Branch[] = []
  let depth = rows[at]?.depth ?? 0
  for (let index = at - 1; index >= 0 && depth > 0; index--) {
    const row = rows[index]
    if (!row?.branch || row.depth >= depth) continue
    way.unshift(row.branch)
    depth = row.depth
  }
  return way
}

/** Levels by parent, from branches loaded at once. */
export function levelsOf(parent: string, all: readonly TreeBranch[]): Levels {
  const levels: Record<string, Branch[]> = { [parent]: [] }
  for (const branch of all) {
    const level = levels[branch.parent] ?? []
    level.push(branch)
    levels[branch.parent] = level
  }
  return levels
}

/** The visible rows of a scrolled tree, with a few beyond each end. */
export function visibleRange(
  count: number,
  height: number,
  top: number,
  room: number,
): readonly [from: number, to: number] {
  const from = Math.max(0, Math.floor(top / height) - beyond)
  return [from, Math.min(count, Math.ceil((top + room) / height) + beyond)]
}

const beyond = 8

/** The row that a key moves to from another, both as indices; undefined for a key that moves nowhere. */
export function rowAfter(rows: readonly TreeRow[], at: number, key: string): number | undefined {
  const step = (from: number, by: 1 | -1) => {
    for (let index = from; index >= 0 && index < rows.length; index += by) if (rows[index]?.branch) return index
    return undefined
  }
  if (key === 'ArrowDown') return step(at + 1, 1)
  if (key === 'ArrowUp') return step(at - 1, -1)
  if (key === 'Home') return step(0, 1)
  if (key === 'End') return step(rows.length - 1, -1)
  const depth = rows[at]?.depth ?? 0
  if (key === 'ArrowRight') return (rows[at + 1]?.depth ?? 0) > depth ? step(at + 1, 1) : undefined
  if (key !== 'ArrowLeft') return undefined
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index
  return undefined
}

/** The next row whose label begins with the typed text; including the current row while more is being typed. */
export function rowTyped(rows: readonly TreeRow[], at: number, typed: string): number | undefined {
  const begins = foldedText(typed)
  const start = typed.length > 1 ? at : at + 1
  for (let n = 0; n < rows.length; n++) {
    const index = (start + n) % rows.length
    if (foldedText(rows[index]?.branch?.label ?? '').startsWith(begins)) return index
  }
  return undefined
}

/** All loaded branches, each with its path from the top down. */
export function branchesIn(levels: Levels, parent: string = root, path: readonly Option[] = []): readonly Option[] {
  const level = levels[parent]
  if (!Array.isArray(level)) return []
  return (level as readonly Branch[]).flatMap(branch => [
    { id: branch.id, label: branch.label, path },
    ...branchesIn(levels, branch.id, [...path, { id: branch.id, label: branch.label }]),
  ])
}
