import type { TextMessages } from '../../engine/server/services/ports.ts'
import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'

/** Handlers of the camera screenshot. */
export const entCameraScreenshot = (messages: TextMessages): ActionHandlers<Actions['entCameraScreenshot']> => ({
  async sendMsg({ input }) {
    await messages.send(input.phone, input.content)
    return {}
  },
})
