import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Branch, Option, TreeBranch } from '../field-web.ts'
import { branchesIn, type Level, type Levels, levelsOf, partOfLevel, root, rowsOf, type TreeRow } from './tree-rows.ts'

/** Where a tree's branches come from. */
export interface TreeSource {
  /** A thousand branches of a level, from a place on. */
  level(parent: string | undefined, from: number): Promise<readonly Branch[]>
  find(search: string): Promise<readonly Option[]>
  /** Left out where a branch cannot be opened whole. */
  readonly below?: (parent: string) => Promise<readonly TreeBranch[]>
}

/** A tree as it stands: its rows, and what may be done with them. */
export interface OpenTree {
  readonly rows: readonly TreeRow[]
  readonly open: ReadonlySet<string>
  /** All branches that were asked for, each with the way to it. */
  atHand(): readonly Option[]
  load(parent: string): void
  /** Asks for what follows of a level; undefined while that is on its way. */
  readonly loadMore: ((parent: string) => void) | undefined
  turn(id: string, toOpen: boolean): void
  /** Opens a branch and all below it. */
  readonly turnAll: ((id: string) => void) | undefined
  /** Why a branch could not be opened whole. */
  readonly fault: string | undefined
  /** Opens the way to a record. */
  reveal(path: readonly Option[]): void
  /** Asks anew for the levels that are open. */
  refresh(): void
}

const mostRefreshed = 30

/** A tree whose levels are asked for as they are opened. */
export function useTree(source: TreeSource): OpenTree {
  const [levels, setLevels] = useState<Levels>({})
  const [open, setOpen] = useState<ReadonlySet<string>>(nothing)
  const [fault, setFault] = useState<string>()
  /** Levels of which the server has more. */
  const [goingOn, setGoingOn] = useState<ReadonlySet<string>>(nothing)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const state = useRef({ levels, open })
  state.current = { levels, open }
  /** The levels that were put last; they may not be drawn yet. */
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
  /** Puts the levels in place together, lest a branch that was moved stands in two of them; what fails stays as it was. */
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
      // Who asked later knows better.
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
          // It follows what the level was; that was read anew meanwhile.
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
    atHand: () => branchesIn(state.current.levels),
    load,
    loadMore: isLoadingMore ? undefined : loadMore,
    turn: (id, toOpen) => (toOpen ? openAll([id]) : setOpen(before => new Set([...before].filter(one => one !== id)))),
    turnAll,
    fault,
    reveal: useCallback(path => openAll(path.map(({ id }) => id)), [openAll]),
    refresh: useCallback(() => {
      const kept = [...state.current.open].filter(id => Array.isArray(state.current.levels[id]))
      const shown = kept.slice(0, mostRefreshed)
      if (kept.length > shown.length) setOpen(new Set(shown))
      change(before => Object.fromEntries(Object.entries(before).filter(([id]) => id === root || shown.includes(id))))
      void renew([root, ...shown])
    }, [renew, change]),
  }
}

const nothing: ReadonlySet<string> = new Set()
