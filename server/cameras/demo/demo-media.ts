import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Refusal } from '../../../engine/server/errors/refuse.ts'
import { defineContentCall } from '../../../engine/server/http/product-calls.ts'
import type { Tickets } from '../tickets.ts'
import { clipOf } from './demo-clip.ts'
import { demoMedia, demoRecordings } from './demo-gateway.ts'
import { livePlaylist, recordedPlaylist } from './demo-playlist.ts'
import type { DemoVideos } from './demo-videos.ts'

const playlist = 'application/vnd.apple.mpegurl'
const media = 'video/mp4'

/** Playlists and media of the demonstration, for the holder of a ticket. */
export const demoMediaCall = (videos: DemoVideos, tickets: Tickets, now: () => number = Date.now) =>
  defineContentCall<{ ticket: string; file: string }>({
    path: `${demoMedia}/:ticket/:file`,
    title: { zh: '演示视频', en: 'Demonstration video' },
    code: 'anyone',
    reason: 'camera-gateway',
    free: true,
    media: [playlist, media],
    input: {
      type: 'object',
      properties: { ticket: { type: 'string' }, file: { type: 'string' } },
      required: ['ticket', 'file'],
      additionalProperties: false,
    },
    async handle({ input: { ticket, file }, address }) {
      const viewing = tickets.open(ticket, address)
      if (!viewing) throw refusedTicket()
      const { cameraId, step, from, to } = viewing
      const loop = await videos.loopOf(cameraId)
      const text = (lines: string) => ({ type: playlist, body: Readable.from([lines]) })
      switch (`${step} ${file}`) {
        case 'getUrl live.m3u8':
          return text(livePlaylist(loop, now()))
        case 'getBackUrl recorded.m3u8':
          return text(recordedPlaylist(loop, demoRecordings(cameraId, { from, to })))
        case 'getBackVideoUrl clip.mp4': {
          const clip = await clipOf(loop, { from, to })
          const read = (start: number, end: number) => Readable.from([clip.subarray(start, end + 1)])
          return { type: media, body: { size: clip.length, read } }
        }
        case 'getUrl kitchen.mp4':
        case 'getBackUrl kitchen.mp4': {
          const { size } = await stat(loop.file)
          const read = (start: number, end: number) => createReadStream(loop.file, { start, end })
          return { type: media, body: { size, read }, caching: 'private, max-age=600' }
        }
        default:
          return undefined
      }
    },
  })

const refusedTicket = () =>
  new Refusal('camera-ticket', 403, {
    zh: '播放地址已失效，请重新打开',
    en: 'The address is no longer valid; open the camera again',
  })
