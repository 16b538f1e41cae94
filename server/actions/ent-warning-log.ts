import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'
import type { MessageGateway } from '../messages.ts'

/** Handlers of the warning. */
export const entWarningLog = (messages: MessageGateway): ActionHandlers<Actions['entWarningLog']> => ({
  async sendMsg({ input }) {
    await messages.send(input.phone, input.content)
    return {}
  },
})
