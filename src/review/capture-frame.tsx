import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useShortcut } from '../../engine/web/frame/shortcuts.ts'
import { type Capture, frameBoxesOf, frameOf } from './captures.ts'
import { useReviewWords } from './review-words.ts'
import { ZoneShapes, zonesOf } from './zone-shapes.tsx'

interface CaptureFrameProps {
  readonly capture: Capture
  /** What is detected, beside its boxes. */
  readonly label: string
  /** By a finger: to the right and to the left. */
  onSwipe?(direction: 'right' | 'left'): void
}

/** The picture of a capture with its boxes, which can be zoomed to, and its clip. */
export function CaptureFrame({ capture, label, onSwipe }: CaptureFrameProps) {
  const words = useReviewWords()
  const [isZoomed, setZoomed] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [drag, setDrag] = useState(0)
  const [ratio, setRatio] = useState(16 / 9)
  const start = useRef<number | undefined>(undefined)
  const video = useRef<HTMLVideoElement>(null)
  const [picture, boxes] = [frameOf(capture), frameBoxesOf(capture)]
  const { clip } = capture
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next capture begins as a whole picture
  useEffect(() => {
    setZoomed(false)
    setPlaying(false)
  }, [capture.id])
  useShortcut({ keys: 'z', title: words('zoom'), when: boxes.length > 0 }, () => setZoomed(!isZoomed))
  useShortcut({ keys: 'space', title: words('clip'), when: Boolean(clip) }, () => {
    setPlaying(true)
    const { current } = video
    if (current) void (current.paused ? current.play() : current.pause())
  })
  const [first] = boxes
  const scale = first && isZoomed ? Math.min(4, 0.6 / Math.max(first.w, first.h)) : 1
  const origin = first ? `${(first.x + first.w / 2) * 100}% ${(first.y + first.h / 2) * 100}%` : undefined
  const swipes = onSwipe && {
    onPointerDown: ({ clientX, pointerType }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? undefined : clientX
    },
    onPointerMove: ({ clientX }: PointerEvent) => start.current !== undefined && setDrag(clientX - start.current),
    onPointerCancel: () => setDrag(0),
    onPointerUp: () => {
      start.current = undefined
      setDrag(0)
      if (Math.abs(drag) > 90) onSwipe(drag > 0 ? 'right' : 'left')
    },
  }
  return (
    <figure
      className="review-frame video-tile centered grow m-0 relative min-h-0 white"
      style={drag === 0 ? undefined : { translate: `${drag}px` }}
      {...swipes}
    >
      {picture === undefined ? (
        <p className="text-13">{words('noPicture')}</p>
      ) : (
        <div
          className="review-picture relative"
          style={{ scale, transformOrigin: origin, '--ratio': ratio } as CSSProperties}
        >
          <img
            className="block full"
            src={picture}
            alt={`${capture.entIdName ?? ''} ${label}`}
            draggable={false}
            data-capture={capture.id}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
          />
          <ZoneShapes zones={zonesOf(capture.zones)} />
          {boxes.map(({ x, y, w, h }) => (
            <span
              key={[x, y, w, h].join()}
              className="review-box absolute"
              style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` }}
            >
              <b className={y < 0.25 ? 'is-inside absolute px-6 bold nowrap top-0' : undefined}>{label}</b>
            </span>
          ))}
        </div>
      )}
      {clip && isPlaying && <video ref={video} className="fill night" src={clip} autoPlay muted playsInline controls />}
      <figcaption className="tile-name row spread gap-8 text-13 absolute no-pointer">
        <span className="truncate">
          {capture.entIdName} {capture.cameraIdName}
        </span>
        <span className="num nowrap">{capture.shotTime}</span>
      </figcaption>
    </figure>
  )
}
