import { useCallback, useEffect, useRef, useState } from 'react'
import type { Played } from './player.tsx'
import { second, type WallSpan, type WallTime, windowAt } from './timeline-scale.ts'

export const speeds = [0.5, 1, 2, 4, 8] as const
export type Speed = (typeof speeds)[number]

/** A camera with its recordings and the element that plays the loaded part. */
interface Follower {
  readonly camera: string
  readonly recordings: readonly WallSpan[]
}

/** A picture that is not ready holds the others back for so long. */
const patience = 8 * second
const beat = 200

/**
 * One clock of several recordings: it follows the first picture that plays, and the others follow it. It waits until
 * all are ready, and leaps over what none has recorded.
 */
export function usePlaybackClock(start: WallTime, followers: readonly Follower[]) {
  const [time, setTime] = useState(start)
  const [isPlaying, setPlaying] = useState(true)
  const [speed, setSpeed] = useState<Speed>(1)
  const videos = useRef(new Map<string, Played>())
  const latest = useRef({ time, isPlaying, speed, followers, heldSince: 0, beatAt: 0 })
  Object.assign(latest.current, { isPlaying, speed, followers })
  const seek = (to: WallTime) => {
    latest.current.time = to
    setTime(to)
  }
  useEffect(() => {
    latest.current.beatAt = performance.now()
    const timer = setInterval(() => {
      const now = latest.current
      const { followers, isPlaying, speed } = now
      const passed = performance.now() - now.beatAt
      now.beatAt += passed
      const playing = followers.flatMap(({ camera, recordings }) => {
        const loaded = windowAt(recordings, now.time)
        const played = videos.current.get(camera)
        return loaded && played ? [{ loaded, ...played }] : []
      })
      const isLate = playing.some(({ video }) => video.readyState < 3 || video.seeking)
      now.heldSince = isLate ? now.heldSince || now.beatAt : 0
      const isHeld = isLate && now.beatAt - now.heldSince < patience
      const leader = playing.find(({ video }) => video.readyState >= 3 && !video.seeking && !video.paused)
      if (isPlaying && !isHeld) {
        const led = leader && leader.loaded.from + leader.position() * second
        const isNear = led !== undefined && Math.abs(led - now.time) < 2 * second * Math.max(1, speed)
        const next = isNear ? Math.max(now.time, led) : now.time + passed * speed
        now.time = playing.length === 0 ? leapFrom(followers, next) : next
        setTime(now.time)
      }
      for (const { video, loaded, position, seek } of playing) {
        if (video.playbackRate !== speed) video.playbackRate = speed
        const isRunning = isPlaying && !isHeld
        if (isRunning && video.paused && video.readyState >= 3) void video.play().catch(() => undefined)
        if (!isRunning && !video.paused) video.pause()
        const wanted = (now.time - loaded.from) / second
        const tolerance = isRunning ? 0.4 * Math.max(1, speed) : 0.03
        if (video.readyState > 0 && !video.seeking && Math.abs(position() - wanted) > tolerance) seek(wanted)
      }
    }, beat)
    return () => clearInterval(timer)
  }, [])
  return {
    time,
    isPlaying,
    speed,
    seek,
    setPlaying,
    setSpeed,
    onVideo: useCallback((camera: string, played: Played | null) => {
      if (played) videos.current.set(camera, played)
      else videos.current.delete(camera)
    }, []),
  }
}

/** The time itself where something is recorded, else the start of the next recording. */
function leapFrom(followers: readonly Follower[], time: WallTime): WallTime {
  const starts = followers.flatMap(({ recordings }) => recordings.map(({ from }) => from)).filter(from => from > time)
  return starts.length === 0 ? time : Math.min(...starts)
}
