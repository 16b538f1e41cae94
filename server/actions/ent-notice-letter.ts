import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'
import type { MessageGateway } from '../messages.ts'

/** Handlers of the notice letter. */
export const entNoticeLetter = (messages: MessageGateway): ActionHandlers<Actions['entNoticeLetter']> => ({
  async sendMsg({ input }) {
    await messages.send(input.phone, input.content)
    return {}
  },
})
