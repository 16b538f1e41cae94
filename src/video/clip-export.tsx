import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { Download, Scissors } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { cameraPath, videoPath } from './places.ts'
import { clockOf, minute, type WallSpan, wallTextOf } from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'

interface Clip {
  readonly state: 'running' | 'done' | 'failed'
  readonly progress: number
  readonly url?: string
  readonly message?: string
}

/** Exports parts of a recording while it is shown, with the progress from 0 to 1; throws what the gateway says. */
export function useClipExport(camera: string) {
  const { session } = useEngine()
  const [progress, setProgress] = useState<number>()
  const closed = useRef(new AbortController())
  useEffect(() => {
    closed.current = new AbortController()
    return () => closed.current.abort()
  }, [])
  async function exported({ from, to }: WallSpan): Promise<{ readonly clip: string; readonly url: string }> {
    const { signal } = closed.current
    const body = { from: wallTextOf(from), to: wallTextOf(to) }
    setProgress(0)
    try {
      const { clip } = await session.call<{ clip: string }>(cameraPath(camera, 'clips'), {
        method: 'POST',
        body,
        signal,
      })
      for (;;) {
        const { state, progress, url, message } = await session.call<Clip>(`${videoPath}/clips/${clip}`, { signal })
        if (state === 'done' && url !== undefined) return { clip, url }
        // The server ends an export that takes too long.
        if (state === 'failed') throw new Error(message)
        setProgress(progress)
        await new Promise(done => setTimeout(done, 1000))
      }
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, exported }
}

interface ClipExportProps {
  readonly camera: string
  readonly name: string
  readonly selection: WallSpan | undefined
}

/** Exports the selection of the chosen camera, with its progress, and offers it for download. */
export function ClipExport({ camera, name, selection }: ClipExportProps) {
  const words = useVideoWords()
  const { progress, exported } = useClipExport(camera)
  const [url, setUrl] = useState<string>()
  const [fault, setFault] = useState<string>()
  const isLong = selection !== undefined && selection.to - selection.from > 10 * minute
  const start = async (span: WallSpan) => {
    setFault(undefined)
    await exported(span).then(
      clip => setUrl(clip.url),
      (error: Error) => setFault(error.message),
    )
  }
  return (
    <section className="stack gap-8" aria-label={words('clip')}>
      <h2 className="text-13">{words('clip')}</h2>
      <p className="text-13 muted num">
        {selection ? `${name} ${clockOf(selection.from)} – ${clockOf(selection.to)}` : words('clipHelp')}
      </p>
      {isLong && <p className="text-12 late">{words('clipLong')}</p>}
      {progress !== undefined ? (
        <div className="stack gap-4 text-12" role="status">
          <LinearProgress variant="determinate" value={progress * 100} aria-label={words('clip')} />
          {words('clipRunning', { percent: Math.round(progress * 100) })}
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
      {url !== undefined && (
        <Button component="a" href={url} download variant="text" startIcon={<Download />}>
          {words('clipDone')}
        </Button>
      )}
      {fault !== undefined && <p className="text-12 late">{fault}</p>}
    </section>
  )
}
