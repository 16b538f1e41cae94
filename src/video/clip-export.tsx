import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { Download, Scissors } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import type { Session } from '../../engine/web/data/session.ts'
import { cameraPath, videoPath } from './places.ts'
import { clockOf, minute, type WallSpan, wallTextOf } from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'

interface Clip {
  readonly state: 'running' | 'done' | 'failed'
  readonly progress: number
  readonly url?: string
  readonly message?: string
}

/** Exports a part of a recording: its ticket, and the address of the file. Throws what the gateway says. */
export async function exportClip(
  session: Session,
  camera: string,
  { from, to }: WallSpan,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<{ readonly clip: string; readonly url: string }> {
  const body = { from: wallTextOf(from), to: wallTextOf(to) }
  const { clip } = await session.call<{ clip: string }>(cameraPath(camera, 'clips'), { method: 'POST', body, signal })
  for (;;) {
    const { state, progress, url, message } = await session.call<Clip>(`${videoPath}/clips/${clip}`, { signal })
    if (state === 'done' && url !== undefined) return { clip, url }
    // The server ends an export that takes too long.
    if (state === 'failed') throw new Error(message)
    onProgress(progress)
    await new Promise(done => setTimeout(done, 1000))
  }
}

interface ClipExportProps {
  readonly camera: string
  readonly name: string
  readonly selection: WallSpan | undefined
}

/** Exports the selection of the chosen camera, with its progress, and offers it for download. */
export function ClipExport({ camera, name, selection }: ClipExportProps) {
  const words = useVideoWords()
  const { session } = useEngine()
  const [progress, setProgress] = useState<number>()
  const [url, setUrl] = useState<string>()
  const [fault, setFault] = useState<string>()
  const closed = useRef(new AbortController())
  useEffect(() => {
    closed.current = new AbortController()
    return () => closed.current.abort()
  }, [])
  const isLong = selection !== undefined && selection.to - selection.from > 10 * minute
  const start = async (span: WallSpan) => {
    setProgress(0)
    setFault(undefined)
    const { signal } = closed.current
    await exportClip(session, camera, span, signal, setProgress).then(
      clip => setUrl(clip.url),
      (error: Error) => setFault(error.message),
    )
    setProgress(undefined)
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
