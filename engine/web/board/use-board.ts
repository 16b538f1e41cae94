import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { BoardAnswer } from '../../model/chart.ts'
import { useEngine } from '../data/engine-context.ts'
import { useLanguage } from '../words/i18n.ts'

interface HeldAnswer extends BoardAnswer {
  /** The changes before it are contained. */
  readonly position: number
  /** When all tiles were read. */
  readonly wholeAt: number
}

/** Milliseconds between two refreshes by changed rows. */
const pace = 5000
/** Milliseconds until all tiles are read again, because some depend on the time as well. */
const wholePace = 60_000

/**
 * The numbers of a board. Older ones stay while newer are requested: when rows change, of the tiles that show them, and
 * when the user returns.
 */
export function useBoard(name: string, search: Readonly<Record<string, string>>) {
  const { session, changes } = useEngine()
  const language = useLanguage()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['board', name, search, language],
    queryFn: async ({ queryKey, signal }): Promise<HeldAnswer> => {
      const position = changes.position()
      const held = queries.getQueryData<HeldAnswer>(queryKey)
      const isRecent = held !== undefined && Date.now() - held.wholeAt < wholePace
      const changed = isRecent ? resourcesOf(held).filter(one => changes.count(one, held.position) !== 0) : []
      const answer = await session.call<BoardAnswer>(`/api/engine/board/${encodeURIComponent(name)}`, {
        query: { ...search, ...(changed.length > 0 && { of: changed.join(',') }) },
        signal,
      })
      if (!held || changed.length === 0) return { ...answer, position, wholeAt: Date.now() }
      // The rows of the others are the same.
      const charts = { ...held.charts, ...answer.charts }
      return {
        ...held,
        scenes: answer.scenes,
        scene: answer.scene,
        charts,
        work: { ...held.work, ...answer.work },
        position,
      }
    },
    placeholderData: keepPreviousData,
    staleTime: pace,
    refetchOnWindowFocus: true,
  })
  const { data, dataUpdatedAt, refetch } = query
  const resources = useMemo(() => resourcesOf(data), [data])
  useEffect(() => {
    for (const resource of resources) changes.want(resource)
    const since = data?.position ?? 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      if (resources.every(resource => changes.count(resource, since) === 0)) return
      timer ??= setTimeout(() => void refetch(), Math.max(0, dataUpdatedAt + pace - Date.now()))
    }
    // Of a page that was hidden, some have not been seen.
    check()
    const stop = changes.subscribe(check)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [changes, resources, data?.position, dataUpdatedAt, refetch])
  return query
}

function resourcesOf(answer: BoardAnswer | undefined): readonly string[] {
  const ofCharts = Object.values(answer?.charts ?? {}).flatMap(({ chart: { of, joins = [] } }) => [
    of,
    ...joins.map(one => one.of),
  ])
  const ofWork = answer?.board.tiles.flatMap(({ work = [] }) => work.map(({ of }) => of)) ?? []
  return [...new Set([...ofCharts, ...ofWork])]
}
