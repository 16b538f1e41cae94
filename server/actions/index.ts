import type { Reasons } from '../../engine/server/auth/reasons.ts'
import type { Handlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'
import type { ProductPorts } from '../ports.ts'
import { instUserinfo } from './inst-userinfo.ts'
import { tempEntInfo } from './temp-ent-info.ts'

/** Handlers by resource and action, but those of parts and of the engine. A handler that a descriptor requires and that is missing does not compile. */
export const productHandlers = ({ devicePlatform }: ProductPorts) =>
  ({
    instUserinfo,
    tempEntInfo: tempEntInfo(devicePlatform),
  }) satisfies { readonly [Name in Exclude<keyof Actions, 'bladeAttach' | 'entCamera' | 'flowInstance'>]: Handlers[string] }

/** Why handlers write with the rights of the server: the right to a step includes what it causes. */
export const reasons: Reasons = {
  'installer-account': { zh: '安装人员的账号', en: 'Account of an installer' },
  'device-platform': { zh: '与设备平台同步', en: 'Synchronisation with a device platform' },
}
