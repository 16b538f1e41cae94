import { useQuery } from '@tanstack/react-query'
import { useEngine } from './engine-context.ts'
import { useModelIndex } from './resource-part.ts'

/** Milliseconds after which the counts are read again; a notice of a new task reads them at once. */
const pace = 60_000

/** How many tasks of processes wait for the user, by the address of their list; empty in an application without them. */
export function useTaskCounts(): Readonly<Record<string, number>> {
  const { session } = useEngine()
  const has = useModelIndex()?.pages.some(({ path }) => path === '/work/todo') === true
  const { data } = useQuery({
    queryKey: ['flow', 'counts'],
    queryFn: () => session.call<Readonly<Record<'claim' | 'todo', number>>>('/api/engine/flow/counts'),
    enabled: has,
    refetchInterval: pace,
    staleTime: pace / 2,
  })
  return data ? { '/work/claim': data.claim, '/work/todo': data.todo } : none
}

const none = {}

/** Whether tasks are counted for a page of the menu. */
export const isTaskList = (address: string): boolean => address === '/work/claim' || address === '/work/todo'
