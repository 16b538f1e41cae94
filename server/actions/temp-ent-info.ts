import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import type { ActionCall, ActionHandlers, StepContext } from '../../engine/server/store/action.ts'
import type { ReadStore } from '../../engine/server/store/operations.ts'
import type { QueryInput } from '../../engine/server/store/query.ts'
import type { Actions, SysPlatform, TempEntInfo, TempEntInfoEntSynchroInput } from '../../generated/types.ts'
import type { DevicePlatform, PlatformBusiness, PlatformDevice } from '../device-platform.ts'

const reason = 'device-platform'

/** A record as a platform has it. */
interface Listed {
  readonly label: string
  /** Queries of which the first that finds a record selects the one to update. */
  readonly which: readonly QueryInput[]
  /** Values that the platform determines. */
  readonly values: Readonly<Record<string, unknown>>
  /** Values of a new record. */
  readonly initial: Readonly<Record<string, unknown>>
}

/** Synchronisation with device platforms. The steps are refused without the port. */
export function tempEntInfo(devices: DevicePlatform | undefined): ActionHandlers<Actions['tempEntInfo']> {
  const connected = () => {
    if (!devices) throw new Error('A step of tempEntInfo runs without the port "devicePlatform".')
    return devices
  }
  return {
    entSynchro: {
      before: async ({ input, ctx, store, signal }) =>
        connected().businesses(await platformOf(store, ctx, input.platformId), signal),
      async handle({
        input: { platformId },
        outside,
        context,
      }: ActionCall<null, TempEntInfoEntSynchroInput> & { readonly outside: readonly PlatformBusiness[] }) {
        const syncedAt = context.ctx.clock.now.toISOString()
        const listed = outside.map(one => listedBusiness(one, platformId, syncedAt))
        context.answer(await storeListed(context, 'tempEntInfo', listed))
        await context.store.update(context.ctx.asSystem(reason), 'sysPlatform', { id: platformId, syncedAt })
        return {}
      },
    },
    cameraSynchro: {
      before: async ({ record, ctx, store, signal }) =>
        connected().devices(await platformOf(store, ctx, record.platformId), record.platformEntId, signal),
      async handle({
        record,
        outside,
        context,
      }: ActionCall<TempEntInfo, object> & { readonly outside: readonly PlatformDevice[] }) {
        const { platformType } = await platformOf(context.store, context.ctx, record.platformId)
        const listed = outside.map(one => listedCamera(one, String(record.entId), platformType ?? null))
        context.answer(await storeListed(context, 'entCamera', listed))
        return { cameraCount: outside.length }
      },
    },
  }
}

const platformOf = async (store: ReadStore, ctx: RequestContext, id: string): Promise<SysPlatform> =>
  (await store.get(ctx.asSystem(reason), 'sysPlatform', id)) as unknown as SysPlatform

function listedBusiness(
  { id, cameras, ...registered }: PlatformBusiness,
  platformId: string,
  syncedAt: string,
): Listed {
  return {
    label: registered.name,
    which: [{ platformId_equal: platformId, platformEntId_equal: id }],
    values: { ...registered, cameraCount: cameras },
    initial: { platformId, platformEntId: id, syncedAt },
  }
}

/** A camera keeps the name and the position that the bureau has given it. */
function listedCamera(
  { name, position = name, isOnline, ...device }: PlatformDevice,
  entId: string,
  platform: SysPlatform['platformType'],
): Listed {
  const { nationCode, deviceId, channelNo } = device
  return {
    label: name,
    which: [
      ...(nationCode === undefined ? [] : [{ nationCode_equal: nationCode }]),
      ...(deviceId === undefined
        ? []
        : [{ entId_equal: entId, deviceId_equal: deviceId, channelNo_equal: String(channelNo ?? 1) }]),
    ],
    values: { entId, ...device, cameraStatus: isOnline ? '1' : '0' },
    initial: { name, position, platform },
  }
}

/** Adds records and updates those whose values differ. One with a value that is invalid here is left out and reported. */
async function storeListed(
  { ctx, store }: Pick<StepContext, 'ctx' | 'store'>,
  resource: string,
  listed: readonly Listed[],
) {
  const elevated = ctx.asSystem(reason)
  let [added, changed] = [0, 0]
  const faults: string[] = []
  for (const { label, which, values, initial } of listed) {
    try {
      const found = await firstOf(which, query => store.find(elevated, resource, query))
      if (found && 'entId' in values && found['entId'] !== values['entId']) throw ofOther
      if (!found) {
        await store.save(elevated, resource, { ...values, ...initial })
        added++
      } else if (Object.entries(values).some(([name, value]) => found[name] !== value)) {
        await store.update(elevated, resource, { id: found['id'], ...values })
        changed++
      }
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 400) throw error
      faults.push(`${label}: ${error.text[ctx.language]}`)
    }
  }
  return { added, changed, faults: faults.join('\n') || null }
}

async function firstOf<Found>(queries: readonly QueryInput[], find: (query: QueryInput) => Promise<Found | null>) {
  for (const query of queries) {
    const found = await find(query)
    if (found) return found
  }
  return null
}

const ofOther = refuse.input({
  entId: { zh: '这个摄像头已登记在另一家企业', en: 'The camera is registered for another business' },
})
