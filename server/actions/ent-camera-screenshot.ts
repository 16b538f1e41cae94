import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'
import type { MessageGateway } from '../messages.ts'

/** Handlers of the camera screenshot. */
export const entCameraScreenshot = (messages: MessageGateway): ActionHandlers<Actions['entCameraScreenshot']> => ({
  async sendMsg({ input }) {
    await messages.send(input.phone, input.content)
    return {}
  },
})
