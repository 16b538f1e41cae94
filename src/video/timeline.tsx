import { type PointerEvent, useRef } from 'react'
import { clockOf, minute, placeOnTrack, spanWithin, ticksOf, type WallSpan, type WallTime } from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'

export interface LaneEvent {
  readonly id: string
  readonly resource: string
  readonly time: WallTime
  readonly title: string
  readonly camera: string
}

/** What is known about a day of a camera. */
export interface Lane {
  readonly camera: string
  readonly name: string
  readonly recordings: readonly WallSpan[]
  readonly gaps: readonly (WallSpan & { readonly reason: 'offline' | 'expired' | 'missing' })[]
  readonly events: readonly LaneEvent[]
}

interface TimelineProps {
  readonly lanes: readonly Lane[]
  readonly day: WallSpan
  readonly shown: WallSpan
  readonly time: WallTime
  readonly selection: WallSpan | undefined
  onSeek(time: WallTime): void
  onShow(span: WallSpan): void
}

/** The lanes of a day around the present time, and the whole day beneath. A click or a drag goes to a time. */
export function Timeline({ lanes, day, shown, time, selection, onSeek, onShow }: TimelineProps) {
  const words = useVideoWords()
  const here = placeOnTrack({ from: time, to: time }, shown)
  const length = shown.to - shown.from
  return (
    <div className="timeline px-16-phone!">
      <div className="num text-12 quiet" aria-hidden>
        {ticksOf(shown).map(({ at, text }) => (
          <span
            className="center-x absolute"
            key={at}
            style={{ left: placeOnTrack({ from: at, to: at }, shown)?.left }}
          >
            {text}
          </span>
        ))}
      </div>
      <Track className="timeline-lanes" label={words('timeline')} span={shown} time={time} onSeek={onSeek}>
        {lanes.map(({ camera, name, recordings, gaps, events }) => (
          <div key={camera} className="timeline-lane">
            <span className="timeline-name truncate text-12 absolute w-88 line-28">{name}</span>
            {recordings.map(span => (
              <Mark key={span.from} className="timeline-recording" span={span} shown={shown} />
            ))}
            {gaps.map(span => (
              <Mark key={span.from} className="timeline-gap text-12 truncate" span={span} shown={shown}>
                {words(`${span.reason}Gap`)}
              </Mark>
            ))}
            {events.map(event => (
              <Mark
                key={event.id}
                className="timeline-event"
                data-of={event.resource}
                title={`${clockOf(event.time)} ${event.title}`}
                span={{ from: event.time, to: event.time }}
                shown={shown}
              />
            ))}
          </div>
        ))}
        {selection && <Mark className="timeline-selection" span={selection} shown={shown} />}
        {here && (
          <i className="timeline-now" style={{ left: here.left }}>
            <b className="num text-12 round-10 center-x absolute py-1 px-8">{clockOf(time)}</b>
          </i>
        )}
      </Track>
      <Track
        className="timeline-day"
        label={words('events')}
        span={day}
        time={time}
        onSeek={to => onShow(spanWithin(to - length / 2, length, day))}
      >
        {lanes.flatMap(({ camera, recordings }) =>
          recordings.map(span => (
            <Mark key={`${camera} ${span.from}`} className="timeline-recording" span={span} shown={day} />
          )),
        )}
        {lanes.flatMap(({ events }) =>
          events.map(({ id, time: at, resource }) => (
            <Mark key={id} className="timeline-event" data-of={resource} span={{ from: at, to: at }} shown={day} />
          )),
        )}
        <Mark className="timeline-shown" span={shown} shown={day} />
      </Track>
    </div>
  )
}

interface MarkProps {
  readonly className: string
  readonly title?: string
  readonly 'data-of'?: string
  readonly span: WallSpan
  readonly shown: WallSpan
  readonly children?: string
}

/** A span on a track; nothing outside of it. */
function Mark({ span, shown, ...rest }: MarkProps) {
  const style = placeOnTrack(span, shown)
  return style && <i {...rest} title={rest.title ?? rest.children} style={style} />
}

interface TrackProps {
  readonly className: string
  readonly label: string
  readonly span: WallSpan
  readonly time: WallTime
  onSeek(time: WallTime): void
  readonly children: React.ReactNode
}

/** A strip of time that the pointer scrubs; the arrow keys are those of the page. */
function Track({ className, label, span, time, onSeek, children }: TrackProps) {
  const track = useRef<HTMLDivElement>(null)
  const seek = (event: PointerEvent) => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {}
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width))
    onSeek(Math.min(span.to - 1000, span.from + share * (span.to - span.from)))
  }
  return (
    <div
      ref={track}
      className={className}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1440}
      aria-valuenow={Math.round((time % (1440 * minute)) / minute)}
      aria-valuetext={clockOf(time)}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seek(event)
      }}
      onPointerMove={event => event.buttons === 1 && seek(event)}
    >
      {children}
    </div>
  )
}
