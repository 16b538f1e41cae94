import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { requestBulk } from '../../engine/web/data/bulk.ts'
import { newRequestKey } from '../../engine/web/data/delivery.ts'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { useClient } from '../client.ts'
import { burstsOf, type Capture, frameOf } from './captures.ts'

const resource = 'witCaptureRecord'
/** The claims are renewed well before their five minutes end. */
const renewed = 120_000
/** From so few captures on, further ones are fetched. */
const few = 5

/** The last decision, which the bar shows with its undo. */
export interface Decision {
  readonly step: 'approved' | 'auditFailed'
  readonly captures: readonly Capture[]
  /** By which it can be undone; undefined while it is being sent. */
  readonly operation?: string
}

/** The captures that are claimed for the user, and the decisions on them. A decision shows the next capture at once. */
export function useQueue() {
  const client = useClient()
  const { session } = useEngine()
  const queries = useQueryClient()
  const [rows, setRows] = useState<readonly Capture[]>([])
  const [chosen, setChosen] = useState<string>()
  const [last, setLast] = useState<Decision>()
  const [fault, setFault] = useState<string>()
  const decided = useRef(new Set<string>())
  const skipped = useRef(new Map<string, string>())
  const grown = useRef(new Set<string>())

  const take = useCallback(
    async (input: Parameters<typeof client.witCaptureRecord.review>[0] = {}) => {
      const found = await client.witCaptureRecord.review(input)
      setRows(known => {
        const ids = new Set(known.map(({ id }) => id))
        return [...known, ...found.filter(({ id }) => !ids.has(id) && !decided.current.has(id))]
      })
      return found.length
    },
    [client],
  )
  const { error, isPending, refetch } = useQuery({
    queryKey: ['captureReview', 'claims'],
    // After skipped captures, which stay those of the user, come later ones.
    queryFn: () => {
      const after = [...skipped.current.values()].sort().at(-1)
      return take(after === undefined ? {} : { after })
    },
    refetchInterval: renewed,
    gcTime: 0,
  })
  // When the screen is left or hidden, what is not decided is for others.
  useEffect(() => {
    void refetch()
    const leave = () => void session.call('/api/wit/v1/witCaptureRecord/review', { method: 'DELETE' }).catch(() => {})
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      setRows([])
    }
  }, [session, refetch])

  const groups = burstsOf(rows)
  const ordered = groups.flat()
  const at = Math.max(
    0,
    ordered.findIndex(({ id }) => id === chosen),
  )
  const current = ordered[at]
  const group = groups.find(one => current && one.includes(current)) ?? []
  useNextPictures(ordered.slice(at + 1, at + 3))
  useEffect(() => {
    const key = `${current?.cameraId} ${current?.modelType}`
    if (!current?.cameraId || !current.modelType || grown.current.has(key)) return
    grown.current.add(key)
    void take({ cameraId: current.cameraId, modelType: current.modelType }).catch(() => {})
  }, [current, take])

  const without = (ids: readonly string[]) => {
    const next = ordered.slice(at).find(({ id }) => !ids.includes(id)) ?? ordered.find(({ id }) => !ids.includes(id))
    setChosen(next?.id)
  }
  const sent = (of: string, order: Omit<Parameters<typeof requestBulk>[2], 'signal' | 'key'>) =>
    requestBulk(session, of, { ...order, signal: session.untilSignedOut(), key: newRequestKey() }, () => {})
  const changed = () => void queries.invalidateQueries({ queryKey: ['captureReview', 'counts'] })

  async function decide(
    captures: readonly Capture[],
    step: Decision['step'],
    input: Readonly<Record<string, unknown>> = {},
  ) {
    const ids = captures.map(({ id }) => id)
    for (const id of ids) decided.current.add(id)
    without(ids)
    setRows(known => known.filter(({ id }) => !ids.includes(id)))
    setFault(undefined)
    setLast({ step, captures })
    try {
      const bulkOperation = { kind: 'transition', name: step, input } as const
      const { operation, failed, done } = await sent(resource, { selected: { ids }, bulkOperation })
      const made = captures.filter(({ id }) => done.includes(id))
      setLast(made.length > 0 ? { step, captures: made, ...(operation !== undefined && { operation }) } : undefined)
      // Another user decided it elsewhere, or a rule refused it: it is not shown again here, but its reason is.
      if (failed[0]) setFault(`${failed[0].display}：${Object.values(failed[0].errors ?? {})[0] ?? failed[0].message}`)
      changed()
    } catch (refused) {
      giveBack(captures)
      setLast(undefined)
      setFault((refused as Error).message)
    }
    if (rows.length - ids.length - skipped.current.size < few) void refetch()
  }

  function giveBack(captures: readonly Capture[]) {
    for (const { id } of captures) decided.current.delete(id)
    setRows(known => [...captures, ...known.filter(({ id }) => !captures.some(one => one.id === id))])
    setChosen(captures[0]?.id)
  }

  async function undo() {
    if (last?.operation === undefined) return
    setFault(undefined)
    try {
      const bulkOperation = { kind: 'undo', operation: last.operation } as const
      const { done, failed } = await sent('', { selected: { ids: [] }, bulkOperation })
      giveBack(last.captures.filter(({ id }) => done.includes(id)))
      if (failed[0]) setFault(failed[0].message)
      setLast(undefined)
      changed()
    } catch (refused) {
      setFault((refused as Error).message)
    }
  }

  function skip() {
    if (!current) return
    skipped.current.set(current.id, String(current.shotTime))
    without([current.id])
    setRows(known => [...known.filter(({ id }) => id !== current.id), current])
    if (rows.length - skipped.current.size < few) void refetch()
  }

  const move = (by: number) => setChosen(ordered[Math.min(ordered.length - 1, Math.max(0, at + by))]?.id)
  return {
    groups,
    current,
    group,
    last,
    fault,
    error,
    isPending,
    count: ordered.length,
    decide,
    undo,
    skip,
    move,
    choose: setChosen,
    again: () => void refetch(),
  }
}

/** Loads and decodes pictures before they are shown. */
function useNextPictures(captures: readonly Capture[]): void {
  const links = captures.flatMap(one => frameOf(one) ?? []).join(' ')
  const kept = useRef<readonly HTMLImageElement[]>([])
  useEffect(() => {
    kept.current = links.split(' ').flatMap(link => {
      if (link === '') return []
      const image = new Image()
      image.src = link
      image.decode().catch(() => {})
      return [image]
    })
  }, [links])
}
