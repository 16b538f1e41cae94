import { randomPassword } from '../../engine/server/auth/password.ts'
import { refuse } from '../../engine/server/errors/refuse.ts'
import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'

const reason = 'installer-account'

/** The accounts of installers, which are those of approved ones. */
export const instUserinfo: ActionHandlers<Actions['instUserinfo']> = {
  /** Adds an account in the department of the user who approves. Its password is not known until it is reset. */
  async makeInstaller({ record, context: { ctx, store } }) {
    const elevated = ctx.asSystem(reason)
    const { name, phone: account } = record
    if (await store.find(elevated, 'bladeUser', { account_equal: account }))
      throw refuse.conflict('account-taken', {
        zh: `账号“${account}”已存在，不能为该安装人员建立账号`,
        en: `The account "${account}" exists already, so none can be added for the installer.`,
      })
    const role = await store.find(elevated, 'bladeRole', { roleAlias_equal: 'installer' })
    const { id } = await store.save(elevated, 'bladeUser', {
      ...{ account, name, realName: name, phone: account, password: randomPassword() },
      ...{ roleId: [role?.['id']], deptId: [ctx.actor.deptId] },
    })
    return { userId: String(id) }
  },
  /** An account can sign in while its installer is active. */
  async lockInstaller({ record: { userId, userStatus }, context: { ctx, store } }) {
    if (!userId) return {}
    const elevated = ctx.asSystem(reason)
    const { disabledAt } = await store.get(elevated, 'bladeUser', userId)
    const isActive = userStatus === '1'
    if (isActive === Boolean(disabledAt))
      await store.act(elevated, 'bladeUser', userId, isActive ? 'enable' : 'disable', {})
    return {}
  },
}
