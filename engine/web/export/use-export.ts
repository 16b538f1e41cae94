import { useEffect, useRef, useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { type FrameProgress, readFrames } from '../data/stream.ts'
import { saveFile } from './save-file.ts'

/** The body of the request. */
export interface ExportOrder {
  readonly format: 'csv' | 'xlsx'
  readonly columns: readonly string[]
  readonly query: Readonly<Record<string, string>>
  readonly ids?: readonly string[]
}

/** The state of an export: not started, running, stopped or failed. */
export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress?: FrameProgress }
  | { readonly kind: 'failed'; readonly message: string }

/** Runs an export of a resource and saves its file. Leaving the screen stops it. */
export function useExport(resource: string, onDone: (rows: number) => void) {
  const { session } = useEngine()
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (order: ExportOrder) => {
    const control = new AbortController()
    running.current = control
    setState({ kind: 'running' })
    let rows = 0
    let hasBegun = false
    try {
      const options = { method: 'POST', body: order, signal: control.signal } as const
      const file = await readFrames(session, `/api/engine/export/${resource}`, options, progress => {
        rows = progress.rows
        hasBegun = true
        setState({ kind: 'running', progress })
      })
      saveFile(file.blob, file.name)
      setState({ kind: 'idle' })
      onDone(rows)
    } catch (error) {
      if (control.signal.aborted) return
      setState({ kind: 'failed', message: messageOf(error, hasBegun) })
    }
  }
  const stop = () => {
    running.current?.abort()
    setState({ kind: 'idle' })
  }
  return { state, start, stop }
}

/** The message of a failed export: refused before the start, or interrupted. */
function messageOf(error: unknown, hasBegun: boolean): string {
  if (!(error instanceof RequestFault)) return 'notice.unknown'
  return hasBegun && error.status === 0 ? 'exporting.broken' : error.message
}
