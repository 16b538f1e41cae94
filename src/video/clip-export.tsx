import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { Download, Scissors } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { clockOf, minute, type WallSpan, wallTextOf } from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'

interface Clip {
  readonly state: 'running' | 'done' | 'failed'
  readonly progress: number
  readonly url?: string
  readonly message?: string
}

interface ClipExportProps {
  readonly camera: string
  readonly name: string
  readonly selection: WallSpan | undefined
}

/** Exports the selection of the chosen camera, with its progress, and offers it for download. */
export function ClipExport({ camera, name, selection }: ClipExportProps) {
  const words = useVideoWords()
  const notify = useNotify()
  const { session } = useEngine()
  const [clip, setClip] = useState<string>()
  const { data } = useQuery({
    queryKey: ['video', 'clip', clip],
    queryFn: () => session.call<Clip>(`/api/video/v1/clips/${clip}`),
    enabled: clip !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : 1000),
  })
  const isRunning = clip !== undefined && (data === undefined || data.state === 'running')
  const isLong = selection !== undefined && selection.to - selection.from > 10 * minute
  const start = async (span: WallSpan) => {
    try {
      const body = { from: wallTextOf(span.from), to: wallTextOf(span.to) }
      const answer = await session.call<{ clip: string }>(`/api/video/v1/cameras/${camera}/clips`, {
        method: 'POST',
        body,
      })
      setClip(answer.clip)
    } catch (error) {
      notify((error as Error).message, { type: 'error' })
    }
  }
  return (
    <section className="stack gap-8" aria-label={words('clip')}>
      <h2 className="text-13">{words('clip')}</h2>
      <p className="text-13 muted num">
        {selection ? `${name} ${clockOf(selection.from)} – ${clockOf(selection.to)}` : words('clipHelp')}
      </p>
      {isLong && <p className="text-12 late">{words('clipLong')}</p>}
      {isRunning ? (
        <div className="stack gap-4 text-12" role="status">
          <LinearProgress variant="determinate" value={(data?.progress ?? 0) * 100} aria-label={words('clip')} />
          {words('clipRunning', { percent: Math.round((data?.progress ?? 0) * 100) })}
        </div>
      ) : (
        <Button
          startIcon={<Scissors />}
          disabled={!selection || isLong || camera === ''}
          onClick={() => selection && void start(selection)}
        >
          {words('clip')}
        </Button>
      )}
      {data?.state === 'done' && data.url && (
        <Button component="a" href={data.url} download variant="text" startIcon={<Download />}>
          {words('clipDone')}
        </Button>
      )}
      {data?.state === 'failed' && <p className="text-12 late">{`${words('clipFailed')} ${data.message ?? ''}`}</p>}
    </section>
  )
}
