import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { BoardAnswer } from '../../model/chart.ts'
import { useEngine } from '../data/engine-context.ts'
import { useLanguage } from '../words/i18n.ts'

/** Milliseconds between two refreshes by changed rows. */
const pace = 5000

/** The numbers of a board. Older ones stay while newer are requested: when rows change, and when the user returns. */
export function useBoard(name: string, search: Readonly<Record<string, string>>) {
  const { session, changes } = useEngine()
  const language = useLanguage()
  const asked = useRef(0)
  const query = useQuery({
    queryKey: ['board', name, search, language],
    queryFn: ({ signal }) => {
      asked.current = changes.position()
      return session.call<BoardAnswer>(`/api/engine/board/${encodeURIComponent(name)}`, {
        query: search,
        signal,
      })
    },
    placeholderData: keepPreviousData,
    staleTime: pace,
    refetchOnWindowFocus: true,
  })
  const { data, dataUpdatedAt, refetch } = query
  const resources = useMemo(() => {
    const ofCharts = Object.values(data?.charts ?? {}).map(({ chart }) => chart.of)
    const ofWork = data?.board.tiles.flatMap(({ work = [] }) => work.map(({ of }) => of)) ?? []
    return [...new Set([...ofCharts, ...ofWork])]
  }, [data])
  useEffect(() => {
    for (const resource of resources) changes.want(resource)
    const since = asked.current
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
  }, [changes, resources, dataUpdatedAt, refetch])
  return query
}
