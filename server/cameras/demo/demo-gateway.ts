import { colourPng } from '../../../engine/server/auth/png.ts'
import type { Gateway, TimeSpan } from '../gateway.ts'
import { clipOf } from './demo-clip.ts'
import { type DemoVideos, kitchenOf } from './demo-videos.ts'
import { drawKitchen, frameSize, kitchenSeconds } from './kitchens.ts'

/** Days for which recordings exist. */
const keptDays = 7
const [minute, day] = [60_000, 86_400_000]

/** The path of the media of a ticket. */
export const demoMedia = '/api/video/demo'

/** Kitchens that are drawn by code: all cameras of a demonstration have one of a few. Moving one has no effect. */
export function demoGateway(videos: DemoVideos, now: () => number = Date.now): Gateway {
  const title = { zh: '演示视频', en: 'Demonstration video' }
  const keptSince = () => Math.floor(now() / day) * day - keptDays * day
  const hls = (ticket: string, file: string) => ({ protocol: 'hls' as const, url: `${demoMedia}/${ticket}/${file}` })
  return {
    title,
    keptSince,
    async playUrl({ id }, _stream, ticket) {
      await videos.loopOf(id)
      return hls(ticket, 'live.m3u8')
    },
    async playbackUrl({ id }, _span, ticket) {
      await videos.loopOf(id)
      return hls(ticket, 'recorded.m3u8')
    },
    recordings: async ({ id }, span) => demoRecordings(id, { ...span, from: Math.max(span.from, keptSince()) }),
    clip: async ({ id }, span, ticket) => ({
      progress: 1,
      url: `${demoMedia}/${ticket}/clip.mp4`,
      read: async () => clipOf(await videos.loopOf(id), span),
    }),
    async snapshot({ id }, at = now()) {
      const { width, height } = frameSize
      const pixels = drawKitchen(kitchenOf(id), (at / 1000) % kitchenSeconds)
      const colours = new Uint8Array(width * height * 3)
      for (let n = 0; n < width * height; n++) colours.set(pixels.subarray(n * 4, n * 4 + 3), n * 3)
      return { ending: 'png', bytes: colourPng(width, height, colours) }
    },
    ptz: async () => undefined,
    presets: async () => [
      { number: 1, name: '全景 Overview' },
      { number: 2, name: '灶台 Stove' },
    ],
    preset: async () => undefined,
    // The states that the demonstration was seeded with remain.
    status: async () => () => undefined,
  }
}

/** The recordings within a span: each day has a gap of half an hour, and every third one a second of six minutes. */
export function demoRecordings(cameraId: string, { from, to }: TimeSpan): TimeSpan[] {
  const seed = Number(BigInt(cameraId) % 997n)
  const recordings: TimeSpan[] = []
  let begin = from
  const until = (gap: number, end: number) => {
    if (gap > begin && begin < to) recordings.push({ from: begin, to: Math.min(gap, to) })
    begin = Math.max(begin, end)
  }
  for (let at = Math.floor(from / day); at * day < to; at++) {
    // While kitchens work: within the same day of the city, too.
    const gap = at * day + (30 + ((seed * 7 + at * 131) % 840)) * minute
    until(gap, gap + 30 * minute)
    if ((seed + at) % 3 === 0) until(gap + 90 * minute, gap + 96 * minute)
  }
  until(to, to)
  return recordings
}
