import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { CameraOff, FileQuestionMark, ImageOff, Lock, RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { recordPage } from './places.ts'
import { useVideoWords } from './video-words.ts'
import { type PlayerState, type Viewing, view, type Watched } from './viewing.ts'
import './video.css'

/** An element, and where it is in its recording. */
export interface Played extends Pick<Viewing, 'position' | 'seek'> {
  readonly video: HTMLVideoElement
}

interface PlayerProps {
  readonly name: string
  readonly watched: Watched
  /** Since when the camera has been offline; it is then not asked for a picture. */
  readonly offline?: { readonly since: string | null } | undefined
  readonly hasSound?: boolean
  /** The wheel enlarges the picture; a double click restores it. */
  readonly canZoom?: boolean
  /** What plays the camera, for a clock that it follows. */
  onVideo?(camera: string, played: Played | null): void
  /** Over the picture. */
  readonly children?: ReactNode
}

/**
 * The picture of a camera, with its state over it. While it is not visible, in a hidden tab or scrolled away, it has
 * neither a connection nor a decoder; it begins again when it is shown again.
 */
export function Player(props: PlayerProps) {
  const { name, watched, offline, hasSound = false, canZoom = false, onVideo, children } = props
  const { session } = useEngine()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [state, setState] = useState<PlayerState>({ kind: 'connecting' })
  const [attempt, setAttempt] = useState(0)
  const viewing = useRef<Viewing>(undefined)
  const isShown = useShown(box)
  const isOffline = offline !== undefined
  const what = JSON.stringify(watched)
  const { camera } = watched
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another viewing
  useEffect(() => {
    if (!video || !isShown || isOffline) return
    const now = view(video, JSON.parse(what), { session, onState: setState })
    viewing.current = now
    return () => {
      now.end()
      setState({ kind: 'connecting' })
    }
  }, [video, isShown, isOffline, what, session, attempt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each viewing
  useEffect(() => viewing.current?.sound(hasSound), [hasSound, video, isShown, isOffline, what, attempt])
  useEffect(() => {
    const seek = (to: number) => viewing.current?.seek(to)
    onVideo?.(camera, video && { video, seek, position: () => viewing.current?.position() ?? 0 })
    return () => onVideo?.(camera, null)
  }, [camera, video, onVideo])
  const zoom = useZoom(canZoom ? box : null)
  const shown = isOffline ? 'offline' : state.kind
  return (
    <div ref={setBox} className="player fill" data-state={shown}>
      <video
        ref={setVideo}
        className="fill cover"
        muted
        playsInline
        disablePictureInPicture
        aria-label={name}
        style={zoom}
      />
      {shown !== 'playing' && (
        <StateOver state={state} offline={offline} watched={watched} retry={() => setAttempt(attempt + 1)} />
      )}
      {children}
    </div>
  )
}

interface StateOverProps extends Pick<PlayerProps, 'watched' | 'offline'> {
  readonly state: PlayerState
  retry(): void
}

function StateOver({ state, offline, watched, retry }: StateOverProps) {
  const words = useVideoWords()
  const now = useSeconds()
  if (offline) {
    const title = offline.since ? words('offlineSince', { time: offline.since.slice(5, 16) }) : words('offline')
    return (
      <TileState icon={<WifiOff />} title={title}>
        <Button size="small" component={Link} to={recordPage('entCamera', watched.camera)}>
          {words('toCamera')}
        </Button>
      </TileState>
    )
  }
  const secondsOf = (time: number) => Math.max(0, Math.ceil(time / 1000))
  switch (state.kind) {
    case 'playing':
      return null
    case 'connecting':
    case 'starting':
      return <TileState isBusy title={words(state.kind)} />
    case 'buffering':
      return <TileState isBusy title={words('buffering', { seconds: secondsOf(now - state.since) })} />
    case 'refused': {
      const right = words('from' in watched ? 'playback' : 'live')
      return <TileState icon={<Lock />} title={words('noRight')} help={words('noRightHelp', { right })} />
    }
    case 'gone':
      return <TileState icon={<FileQuestionMark />} title={words('gone')} help={words('goneHelp')} />
    case 'unavailable':
      return <TileState icon={<CameraOff />} title={words('unavailable')} help={state.message} />
    case 'codec':
      return <TileState icon={<ImageOff />} title={words('codec')} help={words('codecHelp')} />
    case 'failed': {
      const wait = words('retryIn', { seconds: secondsOf(state.until - now), count: state.count })
      return (
        <TileState icon={<CameraOff />} title={words('failed')} help={`${state.message ?? ''} ${wait}`}>
          <Button size="small" startIcon={<RotateCw />} onClick={retry}>
            {words('retry')}
          </Button>
        </TileState>
      )
    }
  }
}

interface TileStateProps {
  readonly icon?: ReactNode
  readonly isBusy?: boolean
  readonly title: string
  readonly help?: string | undefined
  readonly children?: ReactNode
}

/** The state of a tile in its middle, over what it showed last. */
export const TileState = ({ icon, isBusy = false, title, help, children }: TileStateProps) => (
  <div className="tile-state stack gap-8 absolute text-center no-pointer" role="status" data-busy={isBusy}>
    {isBusy ? <LinearProgress className="tile-busy" color="inherit" aria-label={title} /> : icon}
    <strong>{title}</strong>
    {help && <span className="text-12">{help}</span>}
    {children}
  </div>
)

/** The browser's clock, every second. */
export function useSeconds(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Whether the element is on the screen, in a tab that is shown. */
function useShown(box: HTMLElement | null): boolean {
  const [isVisible, setVisible] = useState(() => !document.hidden)
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    const follow = () => setVisible(!document.hidden)
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  useEffect(() => {
    if (!box) return
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true))
    watch.observe(box)
    return () => watch.disconnect()
  }, [box])
  return isVisible && isInView
}

/** The style of a picture that the wheel enlarges around the pointer, up to eight times. */
function useZoom(box: HTMLElement | null) {
  const [{ scale, origin }, setZoom] = useState({ scale: 1, origin: '50% 50%' })
  useEffect(() => {
    if (!box) return
    const stop = new AbortController()
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top, width, height } = box.getBoundingClientRect()
      const at = `${((event.clientX - left) / width) * 100}% ${((event.clientY - top) / height) * 100}%`
      setZoom(now => {
        const next = Math.min(8, Math.max(1, now.scale * (event.deltaY < 0 ? 1.25 : 0.8)))
        return { scale: next, origin: now.scale === 1 ? at : now.origin }
      })
    }
    box.addEventListener('wheel', wheel, { signal: stop.signal, passive: false })
    box.addEventListener('dblclick', () => setZoom({ scale: 1, origin: '50% 50%' }), { signal: stop.signal })
    return () => {
      stop.abort()
      setZoom({ scale: 1, origin: '50% 50%' })
    }
  }, [box])
  return scale === 1 ? undefined : { transform: `scale(${scale})`, transformOrigin: origin }
}
