import type { ActionHandlers } from '../../engine/server/store/action.ts'
import type { Actions } from '../../generated/types.ts'
import type { CameraPlatform } from '../device-platform.ts'

/** Addresses of pictures, from the platform of the camera. The steps are refused without the port. */
export function entCamera(cameras: CameraPlatform | undefined): ActionHandlers<Actions['entCamera']> {
  const connected = () => {
    if (!cameras) throw new Error('A step of entCamera runs without the port "cameras".')
    return cameras
  }
  const handle = async ({
    outside,
    context,
  }: {
    outside: string
    context: { answer(data: { url: string }): void }
  }) => {
    context.answer({ url: outside })
    return {}
  }
  return {
    cameraUrl: { before: async ({ record, signal }) => connected().live(record, signal), handle },
    cameraBackUrl: {
      before: async ({ record, input, signal }) => connected().playback(record, input.beginTime, input.endTime, signal),
      handle,
    },
    cameraBackVideoUrl: {
      before: async ({ record, input, signal }) =>
        connected().recording(record, input.beginTime, input.endTime, signal),
      handle,
    },
  }
}
