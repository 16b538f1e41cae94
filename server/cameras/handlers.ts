import { wallText } from '../../engine/rules/zone.ts'
import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import type { ActionCall, ActionHandlers, OutsideCall, StepContext } from '../../engine/server/store/action.ts'
import type {
  Actions,
  EntCamera,
  EntCameraGetBackUrlInput,
  EntCameraSnapshotAnswer,
  EntCameraSnapshotInput,
} from '../../generated/types.ts'
import { type Asking, asked } from './cameras.ts'
import { offered } from './gateway.ts'
import { instantIn, spanBetween } from './times.ts'
import { preparedClip, startViewing, ticketFor, type Viewings } from './viewing.ts'

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
  type Called<Input> = OutsideCall<EntCamera, Input>
  const gatewayOf = async ({ record, ...asking }: Pick<Called<unknown>, 'record' | 'ctx' | 'store'>) =>
    connected().cameras.gatewayOf(asking, record)
  /** A step that answers an address, which the gateway gives before the transaction. */
  const addressed = <Input>(urlOf: (call: Called<Input>) => Promise<string | undefined>) => ({
    before: async (call: Called<Input>) => (await urlOf(call)) ?? refuseSlow(),
    async handle({ outside, context }: { outside: string; context: { answer(data: { url: string }): void } }) {
      context.answer({ url: outside })
      return {}
    },
  })
  const stops = new Map<string, NodeJS.Timeout>()
  return {
    cameraUrl: addressed<unknown>(
      async ({ record, ...asking }) => (await startViewing(connected(), asking, record, { patience }))?.url,
    ),
    cameraBackUrl: addressed<EntCameraGetBackUrlInput>(async ({ record, input, ...asking }) => {
      const span = spanOfInput(input, asking.ctx)
      return (await startViewing(connected(), asking, record, { patience, span }))?.url
    }),
    cameraBackVideoUrl: addressed<EntCameraGetBackUrlInput>(async ({ record, input, signal, ...asking }) => {
      const span = spanOfInput(input, asking.ctx)
      const gateway = await connected().cameras.gatewayOf(asking, record)
      const clip = offered(gateway, 'clip')
      const ticket = ticketFor(connected(), asking, record, 'getBackVideoUrl', { span })
      return (await asked(gateway, clip(record, span, ticket, signal))).url
    }),
    cameraSnapshot: {
      async before({ record, input, signal, storeFile, ...asking }) {
        const { now, zone } = asking.ctx.clock
        const gateway = await connected().cameras.gatewayOf(asking, record)
        const film = input.clip ? await filmOf(connected(), asking, record, input.clip, signal) : undefined
        const at = input.at ? instantIn(input.at, 'at', zone) : film?.from
        const nameOf = (time: number) => wallText(time, zone).replace(/\D/g, '')
        const take = async () => {
          const { ending, bytes } = await asked(gateway, offered(gateway, 'snapshot')(record, at, signal))
          return storeFile(`${nameOf(at ?? now.getTime())}.${ending}`, bytes)
        }
        // Some gateways take no pictures, or none of a recording: the clip alone is evidence.
        const taken = input.screenshotId ? Promise.resolve(undefined) : take()
        const url = await taken.catch(error => {
          if (film && error instanceof Refusal && error.status === 409) return undefined
          throw error
        })
        const clip = film && (await storeFile(`${nameOf(film.from)}-${nameOf(film.to).slice(8)}.mp4`, film.bytes))
        return { shotTime: wallText(at ?? now.getTime(), zone), url, clip }
      },
      async handle({
        record: { id, entId, name, position },
        input: { why, screenshotId: own },
        outside: { shotTime, url, clip },
        context: { ctx, store, answer },
      }: ActionCall<
        EntCamera,
        EntCameraSnapshotInput,
        Omit<StepContext, 'answer'> & { answer(data: EntCameraSnapshotAnswer): void }
      > & {
        readonly outside: { readonly shotTime: string; readonly url?: string; readonly clip?: string }
      }) {
        const subject = why ? `${name.slice(0, 38)}：${why}` : name
        const files = { pictures: url === undefined ? [] : [url], ...(clip !== undefined && { clip }) }
        const shot = { entId, cameraId: id, subject, areaName: position, shotTime, ...files }
        const elevated = ctx.asSystem('camera-snapshot')
        if (own) {
          const mine = { id_equal: own, cameraId_equal: id, createUser_equal: ctx.actor.userId ?? '' }
          if (!(await store.find(elevated, 'entCameraScreenshot', mine)))
            throw refuse.notFound({ zh: '抓拍', en: 'Capture' })
          const { pictures: _pictures, ...more } = files
          await store.update(elevated, 'entCameraScreenshot', { id: own, subject, ...more })
          answer({ screenshotId: own, url: null })
          return {}
        }
        const { id: screenshotId } = await store.save(elevated, 'entCameraScreenshot', shot)
        answer({ screenshotId: String(screenshotId), url: url ?? null })
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

/** The bytes of a clip of this camera that the user has exported. */
async function filmOf(viewings: Viewings, asking: Asking, { id }: EntCamera, clip: string, signal: AbortSignal) {
  const { cameraId, from, to, read } = await preparedClip(viewings, asking, clip, signal)
  if (cameraId === id && read) return { from, to, bytes: await read(signal) }
  throw refuse.input({ clip: { zh: '该摄像头的片段还没有导出完', en: 'No complete clip of this camera' } })
}

/** A client that cannot ask again for a start that goes on, as players do. */
function refuseSlow(): never {
  throw new Refusal(
    'camera-starting',
    503,
    { zh: '视频正在准备，请稍后重试', en: 'The video is being prepared; please retry in a moment' },
    { data: { retryAfter: 5 } },
  )
}
