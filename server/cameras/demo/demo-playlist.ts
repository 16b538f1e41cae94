import type { TimeSpan } from '../gateway.ts'
import { type Loop, segmentSeconds } from './demo-videos.ts'
import { kitchenSeconds } from './kitchens.ts'

/** Segments of a live playlist. */
const window = 6
/** Segments of one line in the playlist of a long recording, which would have 43,200 lines a day. */
const grouped = 5

const each = segmentSeconds * 1000
const inLoop = kitchenSeconds / segmentSeconds

/** The last seconds before now. Numbers are those of the clock, so that they never go back. */
export function livePlaylist(loop: Loop, now: number): string {
  const last = Math.floor(now / each) - 1
  const first = last - window + 1
  return [
    ...header(segmentSeconds),
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    // Those that left the window: the loop begins again each half minute. Of some days only, as hls.js visits all numbers
    // from 0 each time it loads a playlist.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor(first / inLoop) % 10_000}`,
    map(loop),
    ...lines(loop, first, last + 1, 1),
    '',
  ].join('\n')
}

/** Recordings of a span, without the gaps between them. */
export function recordedPlaylist(loop: Loop, recordings: readonly TimeSpan[]): string {
  const total = recordings.reduce((sum, { from, to }) => sum + to - from, 0)
  const group = total > 3_600_000 ? grouped : 1
  return [
    ...header(segmentSeconds * group),
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
    map(loop),
    ...recordings.flatMap(({ from, to }, at) => [
      ...(at === 0 ? [] : ['#EXT-X-DISCONTINUITY']),
      ...lines(loop, Math.floor(from / each), Math.ceil(to / each), group),
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

const header = (longest: number) => [
  '#EXTM3U',
  '#EXT-X-VERSION:6',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  `#EXT-X-TARGETDURATION:${longest}`,
]

const map = ({ header: { size, offset } }: Loop) => `#EXT-X-MAP:URI="kitchen.mp4",BYTERANGE="${size}@${offset}"`

/** The segments from one number to before another. With each loop, the times in the file begin again. */
function lines({ segments }: Loop, from: number, to: number, group: number): string[] {
  const found: string[] = []
  let length = 0
  for (let n = from; n < to; n += length) {
    const at = n % inLoop
    length = Math.min(group - (at % group), to - n)
    const some = segments.slice(at, at + length)
    const size = some.reduce((sum, segment) => sum + segment.size, 0)
    if (at === 0 && n !== from) found.push('#EXT-X-DISCONTINUITY')
    if (at === 0 || n === from) found.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(n * each).toISOString()}`)
    found.push(`#EXTINF:${length * segmentSeconds},`, `#EXT-X-BYTERANGE:${size}@${some[0]?.offset}`, 'kitchen.mp4')
  }
  return found
}
