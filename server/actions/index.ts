import type { Reasons } from '../../engine/server/auth/reasons.ts'
import type { Handlers, StepContext } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'
import type { ProductPorts } from '../ports.ts'
import { instUserinfo } from './inst-userinfo.ts'
import { tempEntInfo } from './temp-ent-info.ts'

interface PartnerCall {
  readonly record: { readonly tokenId?: string | null }
  readonly context: StepContext
}

/** A partner calls the API by a service token until its authorisation ends. */
async function revokeToken({ record: { tokenId }, context: { ctx, store } }: PartnerCall): Promise<object> {
  if (!tokenId) return {}
  const elevated = ctx.asSystem('partner-token')
  const { revokedAt } = await store.get(elevated, 'bladeServiceToken', tokenId)
  if (!revokedAt) await store.act(elevated, 'bladeServiceToken', tokenId, 'revoke', {})
  return {}
}

/** Handlers by resource and action, but those of parts and of the engine. A handler that a descriptor requires and that is missing does not compile. */
export const productHandlers = ({ devicePlatform }: ProductPorts) =>
  ({
    instUserinfo,
    jointAuthUserInfo: { revokeToken },
    thirdPlatformUserInfo: { revokeToken },
    tempEntInfo: tempEntInfo(devicePlatform),
  }) satisfies {
    readonly [Name in Exclude<
      keyof Actions,
      'bladeAttach' | 'entCamera' | 'flowDefinition' | 'flowInstance' | 'flowModel'
    >]: Handlers[string]
  }

/** Why handlers write with the rights of the server: the right to a step includes what it causes. */
export const reasons: Reasons = {
  'installer-account': { zh: '安装人员的账号', en: 'Account of an installer' },
  'partner-token': { zh: '合作方的服务令牌', en: 'Service token of a partner' },
  'device-platform': { zh: '与设备平台同步', en: 'Synchronisation with a device platform' },
}
