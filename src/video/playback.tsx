import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useQueries } from '@tanstack/react-query'
import { FolderTree, History, Pause, Play, SkipBack, SkipForward, VideoOff, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ScreenHead } from '../../engine/web/components/screen-head.tsx'
import { Segment, Segments } from '../../engine/web/components/segments.tsx'
import { StatePanel } from '../../engine/web/components/state-panel.tsx'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { useModelIndex } from '../../engine/web/data/resource-part.ts'
import { usePage } from '../../engine/web/frame/page-context.ts'
import { useShell } from '../../engine/web/frame/shell-context.ts'
import { useLocalized } from '../../engine/web/words/i18n.ts'
import { CameraSheet } from './camera-tree.tsx'
import { useCamerasOf } from './cameras.ts'
import { ClipExport } from './clip-export.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { EvidenceTools } from './evidence.tsx'
import { cameraPath } from './places.ts'
import { speeds, usePlaybackClock } from './playback-clock.ts'
import { type Played, Player, TileState } from './player.tsx'
import { ShortcutKey, ToolBar } from './tile-tools.tsx'
import { type Lane, type LaneEvent, Timeline } from './timeline.tsx'
import {
  clockOf,
  eventFrom,
  minute,
  nowIn,
  second,
  showing,
  spanOfDay,
  type WallSpan,
  wallDayOf,
  wallTextOf,
  wallTimeOf,
  windowAt,
  zoomedSpan,
} from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'
import { sideOf } from './wall-layout.ts'

interface Texts {
  readonly from: string
  readonly to: string
}
interface DayOfCamera {
  readonly recordings: readonly Texts[]
  readonly gaps: readonly (Texts & Pick<Lane['gaps'][number], 'reason'>)[]
  readonly events: readonly (Omit<LaneEvent, 'time' | 'camera'> & { readonly at: string })[]
}

const frame = second / 15

/** Recordings of one to four cameras on one clock. The address names the cameras and the time. */
export function CameraPlayback() {
  const words = useVideoWords()
  const localized = useLocalized()
  const page = usePage()
  const { isPhone } = useShell()
  const index = useModelIndex()
  const [search, setSearch] = useSearchParams()
  const camerasIn = (query: URLSearchParams) =>
    (query.get('cameras') ?? '')
      .split('-')
      .filter(id => /^\d+$/.test(id))
      .slice(0, isPhone ? 1 : 4)
  const cameras = camerasIn(search)
  const [isChoosing, setChoosing] = useState(false)
  const toggle = ([id = '']: readonly string[]) => {
    // The address changes at once, its rendering later: two quick choices must not start from the same one.
    const address = new URLSearchParams(window.location.search)
    const [chosen, at] = [camerasIn(address), address.get('at')]
    const next = chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id].slice(isPhone ? -1 : -4)
    setSearch({ cameras: next.join('-'), ...(at !== null && { at }) }, { replace: true })
    if (isPhone) setChoosing(false)
  }
  const open = () => setChoosing(true)
  return (
    <>
      <ScreenHead title={page && localized(page.title)}>
        {isPhone ? (
          <IconButton aria-label={words('choose')} onClick={open}>
            <FolderTree />
          </IconButton>
        ) : (
          <Button startIcon={<FolderTree />} onClick={open}>
            {words('choose')}
          </Button>
        )}
      </ScreenHead>
      {cameras.length === 0 || !index ? (
        <StatePanel icon={<History />} title={words('chooseFirst')} help={words('chooseFirstHelp')}>
          <Button variant="contained" color="primary" onClick={open}>
            {words('choose')}
          </Button>
        </StatePanel>
      ) : (
        <Recordings
          cameras={cameras}
          now={nowIn(index.zone)}
          at={search.get('at')}
          onAt={at => setSearch({ cameras: cameras.join('-'), at }, { replace: true })}
        />
      )}
      {isChoosing && (
        <CameraSheet title={words('choose')} chosen={cameras} onChoose={toggle} onClose={() => setChoosing(false)} />
      )}
    </>
  )
}

interface RecordingsProps {
  readonly cameras: readonly string[]
  readonly now: number
  readonly at: string | null
  onAt(at: string): void
}

function Recordings({ cameras, now, at, onAt }: RecordingsProps) {
  const words = useVideoWords()
  const { session } = useEngine()
  const start = at !== null && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? wallTimeOf(at) : now - 30 * minute
  const [day, setDay] = useState(wallDayOf(start))
  const limits = spanOfDay(day)
  const [view, setView] = useState<WallSpan>(() => zoomedSpan(limits, 1 / 6, start, limits))
  const [chosen, setChosen] = useState(0)
  const [marks, setMarks] = useState<Partial<WallSpan>>({})
  const known = useCamerasOf(cameras)
  const answers = useQueries({
    queries: cameras.map(camera => ({
      queryKey: ['video', 'day', camera, day],
      queryFn: () => session.call<DayOfCamera>(cameraPath(camera, 'day'), { query: { day } }),
      staleTime: 30_000,
      refetchInterval: day === wallDayOf(now) ? 60_000 : (false as const),
    })),
  })
  const lanes = cameras.map((camera, place): Lane => {
    const { recordings = [], gaps = [], events = [] } = answers[place]?.data ?? {}
    const span = ({ from, to }: Texts) => ({ from: wallTimeOf(from), to: wallTimeOf(to) })
    return {
      camera,
      name: known.get(camera)?.name ?? '',
      recordings: recordings.map(span),
      gaps: gaps.map(gap => ({ ...span(gap), reason: gap.reason })),
      events: events.map(({ at: time, ...event }) => ({ ...event, camera, time: wallTimeOf(time) })),
    }
  })
  const clock = usePlaybackClock(start, lanes)
  const { time, isPlaying, speed } = clock
  const shown = showing(view, time, limits)
  const events = lanes.flatMap(lane => lane.events).sort((one, other) => one.time - other.time)
  const lane = lanes[Math.min(chosen, lanes.length - 1)]
  const { from, to } = marks
  const selection = from !== undefined && to !== undefined && from < to ? { from, to } : undefined
  const isLoaded = answers.every(({ isPending }) => !isPending)

  const seek = (next: number) => {
    const within = Math.min(limits.to - second, Math.max(limits.from, next))
    clock.seek(within)
    onAt(wallTextOf(within))
  }
  const play = (isOn: boolean) => {
    clock.setPlaying(isOn)
    if (!isOn) onAt(wallTextOf(time))
  }
  const step = (by: number) => {
    clock.setPlaying(false)
    clock.seek(Math.min(limits.to - second, Math.max(limits.from, time + by)))
  }
  const accelerate = (by: 1 | -1) => {
    if (!isPlaying) return play(true)
    clock.setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(speed) + by))] ?? 1)
  }
  const jump = (direction: 1 | -1) => {
    const found = eventFrom(events, time, direction)
    if (found) open(found)
  }
  const open = (event: LaneEvent) => {
    setChosen(cameras.indexOf(event.camera))
    seek(event.time)
  }
  const zoom = (factor: number) => setView(zoomedSpan(shown, factor, time, limits))
  const choose = (next: string) => {
    setDay(next)
    const limits = spanOfDay(next)
    const to = limits.from + (time - spanOfDay(wallDayOf(time)).from)
    setView(zoomedSpan(limits, 1 / 6, to, limits))
    setMarks({})
    clock.seek(to)
    onAt(wallTextOf(to))
  }
  const reason = lane?.gaps.find(gap => gap.from <= time && time < gap.to)?.reason
  return (
    <div className="playback flex grow ruled column-1200 scrolls-1200">
      <div className="video-main stack grow">
        <ul
          className="video-grid grow grid gap-2 night"
          data-size={cameras.length > 1 ? 4 : 1}
          style={sideOf(cameras.length > 1 ? 4 : 1)}
          aria-label={words('playback')}
        >
          {lanes.map(({ camera, name, recordings }, place) => {
            const loaded = windowAt(recordings, time)
            return (
              <li
                key={camera}
                className="video-tile relative min-h-0 white"
                data-selected={place === chosen && cameras.length > 1}
              >
                {loaded ? (
                  <Recording camera={camera} name={name} loaded={loaded} time={time} onVideo={clock.onVideo} />
                ) : (
                  isLoaded && (
                    <TileState
                      icon={<VideoOff />}
                      title={words(recordings.length === 0 ? 'noDay' : 'noRecording')}
                      help={reason && place === chosen ? words(`${reason}Gap`) : undefined}
                    />
                  )
                )}
                <button
                  type="button"
                  className="tile-cover fill"
                  aria-label={name}
                  aria-pressed={place === chosen}
                  onClick={() => setChosen(place)}
                />
                <p className="tile-name row gap-8 text-12 absolute no-pointer">
                  <strong className="grow truncate">{name}</strong>
                  <time className="num">{clockOf(time)}</time>
                </p>
              </li>
            )
          })}
        </ul>
        <ToolBar name={lane?.name ?? ''}>
          <IconButton aria-label={words('previousEvent')} onClick={() => jump(-1)}>
            <SkipBack />
          </IconButton>
          <IconButton aria-label={words(isPlaying ? 'pause' : 'play')} onClick={() => play(!isPlaying)}>
            {isPlaying ? <Pause /> : <Play />}
          </IconButton>
          <IconButton aria-label={words('nextEvent')} onClick={() => jump(1)}>
            <SkipForward />
          </IconButton>
          <Segments label={words('speed')} isLabelHidden>
            {speeds.map(one => (
              <Segment key={one} isOn={one === speed} onChoose={() => clock.setSpeed(one)}>
                {one}×
              </Segment>
            ))}
          </Segments>
          <EvidenceTools camera={known.get(lane?.camera ?? '')} at={time} selection={selection} letterKey="shift+l" />
          <IconButton aria-label={words('zoomOut')} onClick={() => zoom(2)}>
            <ZoomOut />
          </IconButton>
          <IconButton aria-label={words('zoomIn')} onClick={() => zoom(0.5)}>
            <ZoomIn />
          </IconButton>
        </ToolBar>
        <Timeline
          lanes={lanes}
          day={limits}
          shown={shown}
          time={time}
          selection={selection}
          onSeek={seek}
          onShow={setView}
        />
      </div>
      <aside className="video-rail stack gap-16 scroll fixed py-12 px-16 ruled-left w-288 w-auto-1200 ruled-1200 unclipped-1200">
        <DayCalendar cameras={cameras} day={day} today={wallDayOf(now)} onChoose={choose} />
        <section className="stack">
          <h2 className="text-13">
            {words('events')} <small className="quiet num">{events.length}</small>
          </h2>
          {events.length === 0 && <p className="text-13 muted">{words('noEvents')}</p>}
          <ul className="playback-events">
            {events.map(event => (
              <li key={event.id} className="row gap-8 round-6 px-8" aria-current={Math.abs(event.time - time) < second}>
                <button type="button" className="row gap-8 grow tap-44-phone text-13" onClick={() => open(event)}>
                  <time className="num quiet">{clockOf(event.time)}</time>
                  <i className="camera-dot fixed circle square-8" data-of={event.resource} aria-hidden />
                  <span className="grow truncate">{event.title}</span>
                </button>
                <OpenRecord event={event} />
              </li>
            ))}
          </ul>
        </section>
        <ClipExport
          key={`${lane?.camera} ${from} ${to}`}
          camera={lane?.camera ?? ''}
          name={lane?.name ?? ''}
          selection={selection}
        />
      </aside>
      <ShortcutKey keys="j" title={words('slower')} onUse={() => accelerate(-1)} />
      <ShortcutKey keys="k" title={words('pause')} onUse={() => play(false)} />
      <ShortcutKey keys="l" title={words('faster')} onUse={() => accelerate(1)} />
      <ShortcutKey keys="left" title={words('seek')} onUse={() => seek(time - 10 * second)} />
      <ShortcutKey keys="right" title={words('seek')} onUse={() => seek(time + 10 * second)} />
      <ShortcutKey keys="," title={words('frame')} onUse={() => step(-frame)} />
      <ShortcutKey keys="." title={words('frame')} onUse={() => step(frame)} />
      <ShortcutKey keys="n" title={words('nextEvent')} onUse={() => jump(1)} />
      <ShortcutKey keys="p" title={words('previousEvent')} onUse={() => jump(-1)} />
      <ShortcutKey keys="i" title={words('markIn')} onUse={() => setMarks({ ...marks, from: time })} />
      <ShortcutKey keys="o" title={words('markOut')} onUse={() => setMarks({ ...marks, to: time })} />
      <ShortcutKey keys="=" title={words('zoomIn')} onUse={() => zoom(0.5)} />
      <ShortcutKey keys="-" title={words('zoomOut')} onUse={() => zoom(2)} />
    </div>
  )
}

interface RecordingProps {
  readonly camera: string
  readonly name: string
  readonly loaded: WallSpan
  readonly time: number
  onVideo(camera: string, played: Played | null): void
}

/** One loaded part of a recording: the same until the time leaves it, although what is recorded grows. */
function Recording({ camera, name, loaded, time, onVideo }: RecordingProps) {
  const [opened, setOpened] = useState({ ...loaded, time })
  if (time < opened.from || time >= opened.to) setOpened({ ...loaded, time })
  const { from, to } = opened
  const watched = { camera, from: wallTextOf(from), to: wallTextOf(to), startAt: (opened.time - from) / second }
  return <Player name={name} watched={watched} onVideo={onVideo} />
}

/** A link to the record of an event. */
function OpenRecord({ event }: { readonly event: LaneEvent }) {
  const words = useVideoWords()
  const path = useModelIndex()?.resources.find(({ name }) => name === event.resource)?.path
  return (
    path !== undefined && (
      <Link className="text-12 link" to={`${path}/${event.id}/show`}>
        {words('openRecord')}
      </Link>
    )
  )
}
