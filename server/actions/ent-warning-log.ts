import type { TextMessages } from '../../engine/server/services/ports.ts'
import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'

/** Handlers of the warning. */
export const entWarningLog = (messages: TextMessages): ActionHandlers<Actions['entWarningLog']> => ({
  async sendMsg({ input }) {
    await messages.send(input.phone, input.content)
    return {}
  },
})
