import { rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'
import {
  BufferSource,
  BufferTarget,
  CmafOutputFormat,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  HlsOutputFormat,
  Input,
  MP4,
  Output,
  PathedTarget,
} from 'mediabunny'
import { frameRate, segmentSeconds } from './demo-videos.ts'
import { drawKitchen, frameSize, kitchenSeconds } from './kitchens.ts'

// Node does not find the names that this CommonJS package exports.
const require = createRequire(import.meta.url)
const { createH264MP4Encoder } = require('h264-mp4-encoder') as typeof import('h264-mp4-encoder')

const { kitchen, file } = workerData as { readonly kitchen: number; readonly file: string }
void encoded().then(media)

/** The loop of the kitchen as MP4. The encoder marks every picture as a complete one. */
async function encoded(): Promise<Uint8Array> {
  const encoder = await createH264MP4Encoder()
  const groupOfPictures = frameRate * segmentSeconds
  Object.assign(encoder, { ...frameSize, frameRate, groupOfPictures, speed: 10, quantizationParameter: 30 })
  encoder.initialize()
  for (let frame = 0; frame < kitchenSeconds * frameRate; frame++)
    encoder.addFrameRgba(drawKitchen(kitchen, frame / frameRate))
  encoder.finalize()
  const bytes = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return bytes
}

/** The same pictures as one file of segments, with the playlist of their byte ranges. */
async function media(mp4: Uint8Array): Promise<void> {
  const track = await new Input({ source: new BufferSource(mp4), formats: [MP4] }).getPrimaryVideoTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('The encoder wrote no video.')
  const files = new Map<string, BufferTarget>()
  const target = new PathedTarget('master.m3u8', ({ path }) => {
    const file = new BufferTarget()
    files.set(path, file)
    return file
  })
  const format = new HlsOutputFormat({
    segmentFormat: new CmafOutputFormat(),
    targetDuration: segmentSeconds,
    singleFilePerPlaylist: true,
  })
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate })
  await output.start()
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true })
  for await (const packet of packets) await source.add(packet, { decoderConfig })
  await output.finalize()
  const contents = [...files].flatMap(([path, { buffer }]) => (buffer ? [{ path, bytes: Buffer.from(buffer) }] : []))
  // The playlist last: where it exists, the media is complete. Two processes write the same bytes.
  for (const [ending, content] of [
    ['mp4', contents.find(({ path }) => !path.endsWith('.m3u8'))],
    ['m3u8', contents.find(({ path, bytes }) => path.endsWith('.m3u8') && bytes.includes('BYTERANGE'))],
  ] as const) {
    if (!content) throw new Error(`The output has only ${[...files.keys()].join(', ')}.`)
    await writeFile(`${file}.${process.pid}`, content.bytes)
    await rename(`${file}.${process.pid}`, `${file}.${ending}`)
  }
}
