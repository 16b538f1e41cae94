import { RequestFault, statusOf } from '../../engine/web/data/request-fault.ts'
import type { Session } from '../../engine/web/data/session.ts'
import { attach, type Media } from './attach.ts'
import { cameraPath, videoPath } from './places.ts'
import { wallTextOf, wallTimeOf } from './timeline-scale.ts'

/** What is watched: a camera now, or a part of its recording (`yyyy-MM-dd HH:mm:ss`). */
export type Watched =
  | { readonly camera: string; readonly stream: 'main' | 'sub' }
  | { readonly camera: string; readonly from: string; readonly to: string; readonly startAt: number }

/** The state of a player; times are those of the browser's clock, in milliseconds. */
export type PlayerState =
  | { readonly kind: 'connecting' | 'starting' | 'playing' | 'codec' | 'gone' }
  | { readonly kind: 'buffering'; readonly since: number }
  /** The right is missing or has gone. */
  | { readonly kind: 'refused' }
  /** The gateway does not offer it; without a sentence of the server, undefined. */
  | { readonly kind: 'unavailable'; readonly message: string | undefined }
  | { readonly kind: 'failed'; readonly message: string | undefined; readonly until: number; readonly count: number }

type Answer =
  | ({ readonly state: 'ready'; readonly ticket: string } & Media)
  | { readonly state: 'starting'; readonly seconds: number }

const renewAfter = 20_000
/** A picture that does not come, or does not move for so long, needs a new connection. */
const patience = 15_000

export interface ViewingOptions {
  readonly session: Session
  onState(state: PlayerState): void
}

export interface Viewing {
  /** Switches the sound; a stream that was opened without it is opened again. */
  sound(isOn: boolean): void
  /** Seconds from the start of a recording. */
  position(): number
  /** Goes to a time of the recording, by another address where the media has no ranges. */
  seek(to: number): void
  end(): void
}

/**
 * Watches in the element until the viewing is ended: asks for an address, plays it, extends its ticket,
 * and begins again after a failure, each time later. What the server refuses ends it. After the end there are no
 * timers, connections or listeners.
 */
export function view(video: HTMLVideoElement, watched: Watched, { session, onState }: ViewingOptions): Viewing {
  const end = new AbortController()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let close = () => {}
  let failures = 0
  let stream = 'stream' in watched ? watched.stream : undefined
  let hasSound = false
  let protocol: Media['protocol'] | undefined
  const startAt = 'startAt' in watched ? watched.startAt : 0
  /** Where the media begins, in seconds from the start of the recording. */
  let origin = 0
  let isMoved = false

  const later = (milliseconds: number, then: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, milliseconds)
    timers.add(timer)
    return timer
  }
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    close()
    close = () => {}
  }
  const begin = () => void connect().catch(refusedOr)
  const failed = (message?: string) => {
    video.poster = lastFrame(video)
    stop()
    failures++
    const wait = Math.min(30_000, 500 * 2 ** failures)
    onState({ kind: 'failed', message, until: Date.now() + wait, count: failures })
    later(wait, begin)
  }
  /** Perhaps the picture of tiles can be played, which is smaller and of another form. */
  const unplayable = () => {
    stop()
    if (stream !== 'main') return onState({ kind: 'codec' })
    stream = 'sub'
    begin()
  }
  const refusedOr = (error: unknown) => {
    if (end.signal.aborted) return
    const status = statusOf(error)
    const message = error instanceof RequestFault && status !== 0 ? error.message : undefined
    if (status === undefined || status === 0 || status === 401 || status >= 500 || status === 429)
      return failed(message)
    stop()
    if (status === 403) onState({ kind: 'refused' })
    else if (status === 404) onState({ kind: 'gone' })
    else onState({ kind: 'unavailable', message })
  }

  async function connect(): Promise<void> {
    const { camera } = watched
    const at = cameraPath(camera, stream ? 'live' : 'playback')
    const query =
      'from' in watched ? { from: wallTextOf(wallTimeOf(watched.from) + origin * 1000), to: watched.to } : { stream }
    if (failures === 0) onState({ kind: 'connecting' })
    const answer = await session.call<Answer>(at, { query, signal: end.signal })
    if (answer.state === 'starting') {
      onState({ kind: 'starting' })
      later(answer.seconds * 1000, begin)
      return
    }
    const { ticket } = answer
    protocol = answer.protocol
    const path = `${videoPath}/tickets/${encodeURIComponent(ticket)}`
    if (protocol === 'mp4' && !isMoved && startAt >= 1) {
      session.call(path, { method: 'DELETE', isChange: false }).catch(() => undefined)
      return moveTo(startAt)
    }
    let isClosed = false
    let detach = () => {}
    const listening = new AbortController()
    close = () => {
      if (isClosed) return
      isClosed = true
      listening.abort()
      detach()
      // The ticket ends by itself as well.
      session.call(path, { method: 'DELETE', isChange: false }).catch(() => undefined)
    }
    const renew = () =>
      void session.call(`${path}/extend`, { method: 'POST', isChange: false, signal: end.signal }).then(
        () => !isClosed && later(renewAfter, renew),
        error => {
          // Perhaps the viewing has begun again with another ticket.
          if (!isClosed) statusOf(error) === 404 ? failed() : refusedOr(error)
        },
      )
    later(renewAfter, renew)
    follow(listening.signal)
    const detached = await attach(video, answer, {
      isLive: stream !== undefined,
      startAt,
      hasSound,
      isSmall: stream === 'sub',
      fail: fault => !isClosed && (fault === 'broken' ? failed() : unplayable()),
    })
    if (isClosed) detached()
    else {
      detach = detached
      play(video)
    }
  }

  /** Reports the states of the element; a picture that does not come ends the attempt. */
  function follow(signal: AbortSignal): void {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      if (waiting !== undefined) return
      waiting = later(patience, () => {
        // Perhaps the stream has no sound, or a firewall lets no packets of WebRTC through.
        hasSound = false
        protocol === 'whep' ? unplayable() : failed()
      })
    }
    wait()
    const listen = (event: string, then: () => void) => video.addEventListener(event, then, { signal })
    listen('waiting', () => {
      if (waiting === undefined) onState({ kind: 'buffering', since: Date.now() })
      wait()
    })
    for (const event of ['playing', 'canplay', 'seeked', 'timeupdate'])
      listen(event, () => {
        if (video.readyState < 3 || waiting === undefined) return
        clearTimeout(waiting)
        timers.delete(waiting)
        waiting = undefined
        failures = 0
        video.poster = ''
        onState({ kind: 'playing' })
      })
  }

  const moveTo = (seconds: number) => {
    isMoved = true
    origin = Math.floor(seconds)
    stop()
    begin()
  }

  begin()
  return {
    position: () => origin + video.currentTime,
    seek(to) {
      const { buffered } = video
      const at = to - origin
      const isLoaded = Array.from({ length: buffered.length }, (_, n) => n).some(
        n => buffered.start(n) <= at && at <= buffered.end(n) + 1,
      )
      if (protocol !== 'mp4' || isLoaded) video.currentTime = at
      else moveTo(to)
    },
    sound(isOn) {
      video.muted = !isOn
      if (hasSound === isOn) return
      hasSound = isOn
      if (!isOn || protocol === undefined || protocol === 'hls') return
      stop()
      begin()
    },
    end() {
      end.abort()
      stop()
    },
  }
}

/** Plays without sound where the browser allows no other; a later source interrupts it harmlessly. */
function play(video: HTMLVideoElement): void {
  video.play().catch((error: DOMException) => {
    if (error.name !== 'NotAllowedError' || video.muted) return
    video.muted = true
    play(video)
  })
}

/** The picture that the element shows, so that it remains while the connection is renewed. */
function lastFrame(video: HTMLVideoElement): string {
  if (video.readyState < 2 || video.videoWidth === 0) return video.poster
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = (320 * video.videoHeight) / video.videoWidth
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.7)
}
