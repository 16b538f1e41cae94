import { type Ports, recordedMessages } from '../engine/server/services/ports.ts'
import type { Settings } from '../engine/server/settings.ts'
import { type DevicePlatform, sampleDevices, withinHosts } from './device-platform.ts'

/** The adapters of services outside the server, those of the product among them. */
export interface ProductPorts extends Ports {
  readonly devicePlatform?: DevicePlatform
}

/**
 * The adapters that the settings select. A recorded channel sends nothing and shows in the send log what it would send.
 * `DEVICE_PLATFORM=sample` answers for every allowed device platform with sample businesses and cameras. Without a
 * setting no service is configured, and steps that need one are hidden and refused.
 */
export const portsOf = (
  { recorded, outboundHosts }: Pick<Settings, 'recorded' | 'outboundHosts'>,
  env: NodeJS.ProcessEnv,
): ProductPorts => ({
  ...Object.fromEntries(recorded.map(channel => [channel, recordedMessages])),
  ...(env['DEVICE_PLATFORM'] === 'sample' && { devicePlatform: withinHosts(sampleDevices, outboundHosts) }),
})
