import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Branch, Option, TreeBranch } from '../field-web.ts'
import { branchesIn, type Level, type Levels, levelsOf, partOfLevel, root, rowsOf, type TreeRow } from './tree-rows.ts'

/** The source of a tree's branches. */
export interface TreeSource {
  /** Up to 1,000 branches of a level, from an offset. */
  level(parent: string | undefined, from: number): Promise<readonly Branch[]>
  find(search: string): Promise<readonly Option[]>
  /** Absent where a branch cannot be opened with all descendants. */
  readonly below?: (parent: string) => Promise<readonly TreeBranch[]>
}

/** The state of a tree: its rows and its operations. */
export interface OpenTree {
  readonly rows: readonly TreeRow[]
  readonly open: ReadonlySet<string>
  /** All loaded branches, each with its path. */
  loadedOptions(): readonly Option[]
  load(parent: string): void
  /** Loads the next page of a level; undefined while one is loading. */
  readonly loadMore: ((parent: string) => void) | undefined
  turn(id: string, toOpen: boolean): void
  /** Opens a branch and all its descendants. */
  readonly turnAll: ((id: string) => void) | undefined
  /** Why a branch could not be loaded. */
  readonly fault: string | undefined
  /** Opens the path to a record. */
  reveal(path: readonly Option[]): void
  /** Reloads the open levels. */
  refresh(): void
}

const maxRefreshed = 30

/** A tree whose levels are loaded when opened. */
export function useTree(source: TreeSource): OpenTree {
  const [levels, setLevels] = useState<Levels>({})
  const [open, setOpen] = useState<ReadonlySet<string>>(nothing)
  const [fault, setFault] = useState<string>()
  /** Levels with more branches on the server. */
  const [goingOn, setGoingOn] = useState<ReadonlySet<string>>(nothing)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const state = useRef({ levels, open })
  state.current = { levels, open }
  /** The latest levels; they may not be rendered yet. */
  const latest = useRef(levels)
  const change = useCallback((next: (before: Levels) => Levels) => {
    latest.current = next(latest.current)
    setLevels(latest.current)
  }, [])

  const mark = useCallback((parent: string, part: readonly Branch[]) => {
    setGoingOn(before => {
      const others = [...before].filter(one => one !== parent)
      return new Set(part.length < partOfLevel ? others : [...others, parent])
    })
  }, [])
  const load = useCallback(
    (parent: string) => {
      const put = (level: Level) => change(before => ({ ...before, [parent]: level }))
      put('loading')
      source.level(parent === root ? undefined : parent, 0).then(
        level => {
          put(level)
          mark(parent, level)
        },
        () => put('failed'),
      )
    },
    [source, mark, change],
  )
  const renewals = useRef(0)
  /** Replaces the levels together, so that a moved branch is never in two of them; failed ones are unchanged. */
  const renew = useCallback(
    async (parents: readonly string[]) => {
      renewals.current += 1
      const own = renewals.current
      const answers = await Promise.all(
        parents.map(parent =>
          source.level(parent === root ? undefined : parent, 0).then(
            level => [[parent, level] as const],
            () => [],
          ),
        ),
      )
      // A later reload replaces this one.
      if (own !== renewals.current) return
      change(before => ({ ...before, ...Object.fromEntries(answers.flat()) }))
      for (const [parent, level] of answers.flat()) mark(parent, level)
    },
    [source, mark, change],
  )
  const loadMore = (parent: string) => {
    const known = latest.current[parent]
    if (!Array.isArray(known)) return
    setLoadingMore(true)
    setFault(undefined)
    const ids = new Set(known.map(({ id }) => id))
    source
      .level(parent === root ? undefined : parent, known.length)
      .then(
        part => {
          // The page follows the previous state of the level, which was reloaded meanwhile.
          if (latest.current[parent] !== known) return
          change(before => ({ ...before, [parent]: [...known, ...part.filter(({ id }) => !ids.has(id))] }))
          mark(parent, part)
        },
        (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => setLoadingMore(false))
  }
  const openAll = useCallback(
    (ids: readonly string[]) => {
      setOpen(before => new Set([...before, ...ids]))
      for (const id of ids) if (!Array.isArray(state.current.levels[id])) load(id)
    },
    [load],
  )
  useEffect(() => {
    renewals.current += 1
    change(() => ({}))
    setOpen(nothing)
    load(root)
  }, [load, change])

  const { below } = source
  const turnAll = useMemo(
    () =>
      below &&
      ((id: string) => {
        setFault(undefined)
        below(id).then(
          all => {
            const whole = levelsOf(id, all)
            change(before => ({ ...before, ...whole }))
            setGoingOn(before => new Set([...before].filter(parent => !Object.hasOwn(whole, parent))))
            setOpen(before => new Set([...before, id, ...all.filter(one => one.hasChildren).map(one => one.id)]))
          },
          (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
        )
      }),
    [below, change],
  )
  const rows = useMemo(() => rowsOf(levels, open, goingOn), [levels, open, goingOn])
  return {
    rows,
    open,
    loadedOptions: () => branchesIn(state.current.levels),
    load,
    loadMore: isLoadingMore ? undefined : loadMore,
    turn: (id, toOpen) => (toOpen ? openAll([id]) : setOpen(before => new Set([...before].filter(one => one !== id)))),
    turnAll,
    fault,
    reveal: useCallback(path => openAll(path.map(({ id }) => id)), [openAll]),
    refresh: useCallback(() => {
      const stillOpen = [...state.current.open].filter(id => Array.isArray(state.current.levels[id]))
      const shown = stillOpen.slice(0, maxRefreshed)
      if (stillOpen.length > shown.length) setOpen(new Set(shown))
      change(before => Object.fromEntries(Object.entries(before).filter(([id]) => id === root || shown.includes(id))))
      void renew([root, ...shown])
    }, [renew, change]),
  }
}

const nothing: ReadonlySet<string> = new Set()
