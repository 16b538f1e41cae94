import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'

const reason = 'partner-token'

/** A partner calls the API by a service token until its authorisation ends. */
const revokeToken: ActionHandlers<Actions['jointAuthUserInfo']>['revokeToken'] &
  ActionHandlers<Actions['thirdPlatformUserInfo']>['revokeToken'] = async ({
  record: { tokenId },
  context: { ctx, store },
}) => {
  if (!tokenId) return {}
  const elevated = ctx.asSystem(reason)
  const { revokedAt } = await store.get(elevated, 'bladeServiceToken', tokenId)
  if (!revokedAt) await store.act(elevated, 'bladeServiceToken', tokenId, 'revoke', {})
  return {}
}

export const partnerToken = { revokeToken }
