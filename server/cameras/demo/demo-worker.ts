import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
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
import { drawKitchen, frameSize, kitchenSeconds } from './kitchens.ts'

/** Pictures a second, and seconds of a segment, at whose begin a picture is complete. */
const [frameRate, segment] = [15, 2]

// Node does not find the names that this CommonJS package exports.
const require = createRequire(import.meta.url)
const { createH264MP4Encoder } = require('h264-mp4-encoder') as typeof import('h264-mp4-encoder')

const { kitchen } = workerData as { readonly kitchen: number }
void encoded()
  .then(media)
  .then(made => parentPort?.postMessage(made))

/** The loop of the kitchen as MP4. The encoder marks every picture as a complete one. */
async function encoded(): Promise<Uint8Array> {
  const encoder = await createH264MP4Encoder()
  encoder.width = frameSize.width
  encoder.height = frameSize.height
  encoder.frameRate = frameRate
  encoder.groupOfPictures = frameRate * segment
  encoder.speed = 10
  encoder.quantizationParameter = 30
  encoder.initialize()
  for (let frame = 0; frame < kitchenSeconds * frameRate; frame++)
    encoder.addFrameRgba(drawKitchen(kitchen, frame / frameRate))
  encoder.finalize()
  const bytes = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return bytes
}

/** The same pictures as one file of segments, with the playlist of their byte ranges. */
async function media(mp4: Uint8Array): Promise<{ readonly playlist: string; readonly bytes: Uint8Array }> {
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
    targetDuration: segment,
    singleFilePerPlaylist: true,
  })
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate })
  await output.start()
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true })
  for await (const packet of packets) await source.add(packet, { decoderConfig })
  await output.finalize()
  const contents = [...files].map(([path, { buffer }]) => [path, new Uint8Array(buffer ?? new ArrayBuffer(0))] as const)
  const playlists = contents
    .filter(([path]) => path.endsWith('.m3u8'))
    .map(([, bytes]) => new TextDecoder().decode(bytes))
  const [playlist, bytes] = [
    playlists.find(text => text.includes('BYTERANGE')),
    contents.find(([path]) => !path.endsWith('.m3u8'))?.[1],
  ]
  if (playlist === undefined || !bytes) throw new Error(`The output has only ${[...files.keys()].join(', ')}.`)
  return { playlist, bytes }
}
