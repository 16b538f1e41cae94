import { join } from 'node:path'
import type { Part } from '../../engine/server/part.ts'
import type { Settings } from '../../engine/server/settings.ts'
import { cameraCalls } from './calls.ts'
import { type Adapter, Cameras } from './cameras.ts'
import { demoGateway } from './demo/demo-gateway.ts'
import { demoMediaCall } from './demo/demo-media.ts'
import { DemoVideos } from './demo/demo-videos.ts'
import { entCamera } from './handlers.ts'
import { Tickets } from './tickets.ts'

/** Adapters by the key of their type of platform. */
const adapters: Readonly<Record<string, Adapter>> = {}

/**
 * Live pictures, recordings and movements of cameras, by the gateway of each. In a demonstration, cameras without a
 * gateway show kitchens that are drawn by code.
 */
export function cameras({
  demo = true,
  outboundHosts,
  dataDir,
  tokenSecret,
}: Pick<Settings, 'demo' | 'outboundHosts' | 'dataDir' | 'tokenSecret'>): Part & Required<Pick<Part, 'handlers'>> {
  const videos = new DemoVideos(join(dataDir, 'demo-video'))
  const tickets = new Tickets(tokenSecret)
  const port = new Cameras(adapters, outboundHosts, demo ? demoGateway(videos) : undefined)
  const isConnected = demo || outboundHosts.length > 0
  const viewings = { cameras: port, tickets }
  return {
    name: 'cameras',
    handlers: { entCamera: entCamera(isConnected ? viewings : undefined) },
    calls: [...cameraCalls(viewings), ...(demo ? [demoMediaCall(videos, tickets)] : [])],
    reasons: {
      'camera-gateway': { zh: '读取视频平台的设置', en: 'Read the settings of a video platform' },
      'camera-snapshot': { zh: '摄像头截图', en: 'Snapshot of a camera' },
    },
    ...(isConnected && { ports: { cameras: port } }),
  }
}
