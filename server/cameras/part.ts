import { join } from 'node:path'
import type { Part } from '../../engine/server/part.ts'
import type { Settings } from '../../engine/server/settings.ts'
import type { SysPlatform } from '../../generated/types.ts'
import { cameraCalls } from './calls.ts'
import { type Adapter, Cameras } from './cameras.ts'
import { demoGateway } from './demo/demo-gateway.ts'
import { demoMediaCall } from './demo/demo-media.ts'
import { DemoVideos } from './demo/demo-videos.ts'
import { entCamera } from './handlers.ts'
import { mediaMtx, mediaMtxCall } from './mediamtx.ts'
import { cameraStatus } from './status-job.ts'
import { Tickets } from './tickets.ts'
import { wvp } from './wvp.ts'

/** Adapters by the key of their type of platform. */
const adapters: Readonly<Record<string, Adapter>> = { '4': wvp, '6': mediaMtx }

/**
 * Live pictures, recordings and movements of cameras, by the gateway of each. In a demonstration, cameras without a
 * gateway show kitchens that are drawn by code. The secret of a platform is in the variable `GATEWAY_SECRET_<CODE>`.
 */
export function cameras(
  { demo = true, outboundHosts: hosts, dataDir, tokenSecret, zone }: CameraSettings,
  environment: NodeJS.ProcessEnv,
): Part & Required<Pick<Part, 'handlers'>> {
  const videos = new DemoVideos(join(dataDir, 'demo-video'))
  const tickets = new Tickets(tokenSecret)
  const secretOf = ({ code }: SysPlatform) =>
    environment[`GATEWAY_SECRET_${code.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`]
  const demonstration = demo ? demoGateway(videos) : undefined
  const port = new Cameras({ adapters, hosts, zone, secretOf, demonstration })
  const isConnected = demo || hosts.length > 0
  const viewings = { cameras: port, tickets }
  return {
    name: 'cameras',
    needs: 'entCamera',
    handlers: { entCamera: entCamera(isConnected ? viewings : undefined) },
    calls: [
      ...cameraCalls(viewings),
      mediaMtxCall(tickets, secretOf),
      ...(demo ? [demoMediaCall(videos, tickets)] : []),
    ],
    jobs: { 'camera-status': cameraStatus(port) },
    reasons: {
      'camera-gateway': { zh: '读取视频平台的设置', en: 'Read the settings of a video platform' },
      'camera-snapshot': { zh: '摄像头截图', en: 'Snapshot of a camera' },
    },
    ...(isConnected && { ports: { cameras: port } }),
  }
}

type CameraSettings = Pick<Settings, 'demo' | 'outboundHosts' | 'dataDir' | 'tokenSecret' | 'zone'>
