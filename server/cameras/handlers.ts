import { wallText } from '../../engine/rules/zone.ts'
import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { Refusal } from '../../engine/server/errors/refuse.ts'
import type { ActionCall, ActionHandlers, OutsideCall, StepContext } from '../../engine/server/store/action.ts'
import type { Actions, EntCamera, EntCameraGetBackUrlInput, EntCameraSnapshotAnswer } from '../../generated/types.ts'
import { asked } from './cameras.ts'
import { offered } from './gateway.ts'
import { instantIn, spanBetween } from './times.ts'
import { startViewing, ticketFor, type Viewings } from './viewing.ts'

/** Milliseconds of the ten that a step has, in which a gateway must have started. */
const patience = 9000
/** A camera that moves stops after so many milliseconds, even if the user's connection is lost. */
const longestMove = 3000

/** Addresses, pictures and movements of cameras. The steps are refused without the port. */
export function entCamera(viewings: Viewings | undefined): ActionHandlers<Actions['entCamera']> {
  const connected = () => {
    if (!viewings) throw new Error('A step of entCamera runs without the port "cameras".')
    return viewings
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
  const gatewayOf = async ({ record, ...asking }: Pick<OutsideCall<EntCamera, unknown>, 'record' | 'ctx' | 'store'>) =>
    connected().cameras.gatewayOf(asking, record)
  const stops = new Map<string, NodeJS.Timeout>()
  return {
    cameraUrl: {
      async before({ record, ...asking }) {
        const started = await startViewing(connected(), asking, record, { patience })
        return started?.url ?? refuseSlow()
      },
      handle,
    },
    cameraBackUrl: {
      async before({ record, input, ...asking }) {
        const span = spanOfInput(input, asking.ctx)
        const started = await startViewing(connected(), asking, record, { patience, span })
        return started?.url ?? refuseSlow()
      },
      handle,
    },
    cameraBackVideoUrl: {
      async before({ record, input, signal, ...asking }) {
        const span = spanOfInput(input, asking.ctx)
        const gateway = await connected().cameras.gatewayOf(asking, record)
        const clip = offered(gateway, 'clip')
        const ticket = ticketFor(connected(), asking, record, 'getBackVideoUrl', { span })
        const { url } = await asked(gateway, clip(record, span, ticket, signal))
        return url ?? refuseSlow()
      },
      handle,
    },
    cameraSnapshot: {
      async before({ record, input, signal, storeFile, ...asking }) {
        const { now, zone } = asking.ctx.clock
        const gateway = await connected().cameras.gatewayOf(asking, record)
        const at = input.at ? instantIn(input.at, 'at', zone) : undefined
        const { ending, bytes } = await asked(gateway, offered(gateway, 'snapshot')(record, at, signal))
        const shotTime = wallText(at ?? now.getTime(), zone)
        return { shotTime, url: await storeFile(`${shotTime.replace(/\D/g, '')}.${ending}`, bytes) }
      },
      async handle({
        record: { id, entId, name, position },
        outside: { shotTime, url },
        context: { ctx, store, answer },
      }: ActionCall<
        EntCamera,
        unknown,
        Omit<StepContext, 'answer'> & { answer(data: EntCameraSnapshotAnswer): void }
      > & {
        readonly outside: { readonly shotTime: string; readonly url: string }
      }) {
        const shot = { entId, cameraId: id, subject: name, areaName: position, shotTime, pictures: [url] }
        const { id: screenshotId } = await store.save(ctx.asSystem('camera-snapshot'), 'entCameraScreenshot', shot)
        answer({ screenshotId: String(screenshotId), url })
        return {}
      },
    },
    cameraPtz: {
      async before(call) {
        const { record, input, signal } = call
        const gateway = await gatewayOf(call)
        const move = offered(gateway, 'ptz')
        clearTimeout(stops.get(record.id))
        stops.delete(record.id)
        const { command } = input
        const speed = input.speed ?? 5
        await asked(gateway, move(record, { command, speed }, signal))
        if (command === 'stop') return
        const stop = () => {
          stops.delete(record.id)
          void move(record, { command: 'stop', speed }, AbortSignal.timeout(longestMove)).catch(() => undefined)
        }
        stops.set(record.id, setTimeout(stop, longestMove).unref())
      },
      handle: async () => ({}),
    },
    cameraPreset: {
      async before(call) {
        const gateway = await gatewayOf(call)
        await asked(gateway, offered(gateway, 'preset')(call.record, call.input.number, call.signal))
      },
      handle: async () => ({}),
    },
  }
}

const spanOfInput = ({ beginTime, endTime }: EntCameraGetBackUrlInput, { clock: { zone, now } }: RequestContext) =>
  spanBetween({ from: beginTime, to: endTime }, zone, now.getTime())

/** A client that cannot ask again for a start that goes on, as players do. */
function refuseSlow(): never {
  throw new Refusal(
    'camera-starting',
    503,
    { zh: '视频正在准备，请稍后重试', en: 'The video is being prepared; please retry in a moment' },
    { data: { retryAfter: 5 } },
  )
}
