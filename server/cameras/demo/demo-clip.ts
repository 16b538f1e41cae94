import { readFile } from 'node:fs/promises'
import type { TimeSpan } from '../gateway.ts'
import { frameRate, type Loop, segmentSeconds } from './demo-videos.ts'

/** A recording as one MP4 file: the pictures of the loop with consecutive times, from one complete picture to another. */
export async function clipOf({ file }: Loop, { from, to }: TimeSpan): Promise<Buffer> {
  const media = await import('mediabunny')
  const source = new media.BufferSource(await readFile(file))
  const track = await new media.Input({ source, formats: [media.MP4] }).getPrimaryVideoTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error(`${file} contains no video.`)
  const packets = []
  for await (const packet of new media.EncodedPacketSink(track).packets()) packets.push(packet)
  const target = new media.BufferTarget()
  const output = new media.Output({ format: new media.Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const pictures = new media.EncodedVideoPacketSource('avc')
  output.addVideoTrack(pictures, { frameRate })
  await output.start()
  const [first, end] = [Math.floor(from / 1000 / segmentSeconds), Math.ceil(to / 1000 / segmentSeconds)]
  const each = segmentSeconds * frameRate
  for (let n = first * each; n < end * each; n++) {
    const timestamp = (n - first * each) / frameRate
    const packet = packets[n % packets.length]
    if (packet) await pictures.add(packet.clone({ timestamp }), { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
