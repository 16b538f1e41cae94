import { refuse } from '../engine/server/errors/refuse.ts'
import type { SysPlatform } from '../generated/types.ts'

/** A business as a device platform lists it. */
export interface PlatformBusiness {
  readonly id: string
  readonly name: string
  readonly creditCode?: string
  readonly address?: string
  readonly contact?: string
  readonly phone?: string
  readonly cameras: number
}

/** A camera as a device platform lists it: it has a GB28181 code, or a device and a channel. */
export interface PlatformDevice {
  readonly name: string
  readonly position?: string
  readonly nationCode?: string
  readonly deviceId?: string
  readonly channelNo?: number
  readonly isOnline: boolean
}

/** What the server reads from device platforms. An adapter calls the URL of the platform only, and follows no redirect. */
export interface DevicePlatform {
  businesses(platform: SysPlatform, signal: AbortSignal): Promise<readonly PlatformBusiness[]>
  devices(platform: SysPlatform, business: string, signal: AbortSignal): Promise<readonly PlatformDevice[]>
}

/** The platform, if the operator allows its host. Others are refused before a request is sent. */
export function checkHost(platform: SysPlatform, hosts: readonly string[]): SysPlatform {
  const { protocol, host } = new URL(platform.url)
  if (/^https?:$/.test(protocol) && hosts.includes(host)) return platform
  throw refuse.conflict('host-not-allowed', {
    zh: `服务器的设置 OUTBOUND_HOSTS 不包含“${host}”，不能访问该平台，请联系运维人员`,
    en: `The setting OUTBOUND_HOSTS of the server does not contain "${host}". Contact the operator.`,
  })
}

/** The adapter for the platforms on hosts that the operator allows. */
export const withinHosts = (adapter: DevicePlatform, hosts: readonly string[]): DevicePlatform => ({
  businesses: async (platform, signal) => adapter.businesses(checkHost(platform, hosts), signal),
  devices: async (platform, business, signal) => adapter.devices(checkHost(platform, hosts), business, signal),
})

/** Used in development and demonstrations: every platform has the same two businesses, with two cameras each. */
export const sampleDevices: DevicePlatform = {
  businesses: async () => [
    { id: '1001', name: '望湖小学食堂', address: '望湖街 18 号', contact: '周敏', phone: '13800000018', cameras: 2 },
    { id: '1002', name: '青禾餐饮店', address: '文一路 58 号', cameras: 2 },
  ],
  devices: async (_platform, business) => [
    { name: '切配间', deviceId: `D${business}`, channelNo: 1, isOnline: true },
    { name: '烹饪区', deviceId: `D${business}`, channelNo: 2, isOnline: false },
  ],
}
