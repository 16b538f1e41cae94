import type { TimeSpan } from '../gateway.ts'
import { type Loop, segmentSeconds } from './demo-videos.ts'

/** Segments of a live playlist. */
const window = 6
const each = segmentSeconds * 1000

/** The last seconds before now. Numbers are those of the clock, so that they never go back. */
export function livePlaylist(loop: Loop, now: number): string {
  const end = Math.floor(now / each)
  const first = end - window
  return playlist(loop, [
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    // Those that left the window: the loop begins again each half minute. Of some days only, as hls.js visits all numbers
    // from 0 each time it loads a playlist.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor(first / loop.segments.length) % 10_000}`,
    ...lines(loop, first, end),
  ])
}

/** Recordings of a span, without the gaps between them. */
export const recordedPlaylist = (loop: Loop, recordings: readonly TimeSpan[]): string =>
  playlist(loop, [
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...recordings.flatMap(({ from, to }, at) => [
      ...(at === 0 ? [] : ['#EXT-X-DISCONTINUITY']),
      ...lines(loop, Math.floor(from / each), Math.ceil(to / each)),
    ]),
    '#EXT-X-ENDLIST',
  ])

const playlist = ({ header: { size, offset } }: Loop, content: readonly string[]) =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    `#EXT-X-MAP:URI="kitchen.mp4",BYTERANGE="${size}@${offset}"`,
    ...content,
    '',
  ].join('\n')

/** The segments from one number to before another. With each loop, the times in the file begin again. */
const lines = ({ segments }: Loop, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => from + at).flatMap(n => {
    const at = n % segments.length
    const { size, offset } = segments[at] ?? { size: 0, offset: 0 }
    return [
      ...(at === 0 && n !== from ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(at === 0 || n === from ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(n * each).toISOString()}`] : []),
      ...[`#EXTINF:${segmentSeconds},`, `#EXT-X-BYTERANGE:${size}@${offset}`, 'kitchen.mp4'],
    ]
  })
