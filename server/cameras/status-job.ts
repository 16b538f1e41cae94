import type { Job, JobWork } from '../../engine/server/jobs/job.ts'
import type { EntCamera, SysPlatform } from '../../generated/types.ts'
import type { Cameras } from './cameras.ts'
import type { Gateway } from './gateway.ts'

/** Cameras that are read, and changed, at a time. */
const batch = 1000
const [online, offline] = ['1', '0'] as const

/** Writes whether cameras are online, from the gateways of the platform's tenant, and resolves alerts of those that are back. */
export const cameraStatus = (cameras: Cameras): Job => ({
  title: { zh: '摄像头在线状态', en: 'State of cameras' },
  schedule: { seconds: 60 },
  async run(work) {
    const { ctx, store } = work
    const platforms = (await store.list(ctx, 'sysPlatform', { platformStatus_equal: '1' })) as unknown as SysPlatform[]
    const states = new Map<SysPlatform, Awaited<ReturnType<typeof stateOf>>>()
    await Promise.all(platforms.map(async one => states.set(one, await stateOf(work, cameras.gatewayAt, one))))
    let after: object = {}
    for (;;) {
      const rows = (await store.list(ctx, 'entCamera', { ...after, ascs: 'id' })) as unknown as EntCamera[]
      const last = rows.at(-1)
      if (!last || work.signal.aborted) return 0
      after = { id_gt: last.id }
      const seen = rows.flatMap(camera => {
        const platform = platforms.find(({ id, platformType }) =>
          camera.platformId ? id === camera.platformId : platformType === camera.platform,
        )
        const isOnline = platform && states.get(platform)?.(camera)
        return isOnline === undefined || (camera.cameraStatus === online) === isOnline ? [] : [{ camera, isOnline }]
      })
      for (const state of [online, offline])
        await write(
          work,
          state,
          seen.flatMap(({ camera, isOnline }) => (isOnline === (state === online) ? [camera.id] : [])),
        )
      if (rows.length < batch) return 0
    }
  },
})

/** A platform that does not answer changes nothing: its cameras may be online. */
async function stateOf(
  { warn }: JobWork,
  gatewayAt: Cameras['gatewayAt'],
  platform: SysPlatform,
): Promise<Awaited<ReturnType<NonNullable<Gateway['status']>>>> {
  const unknown = () => undefined
  try {
    return (await gatewayAt(platform).status?.(AbortSignal.timeout(30_000))) ?? unknown
  } catch (error) {
    warn(error, `the state of the cameras of ${platform.name} could not be read`)
    return unknown
  }
}

async function write({ step }: JobWork, state: '1' | '0', ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await step(`${state} ${ids[0]}`, async ({ ctx, store }) => {
    const statusAt = ctx.clock.now.toISOString()
    for (const id of ids) await store.update(ctx, 'entCamera', { id, cameraStatus: state, statusAt })
    if (state === offline) return ids.length
    const open = { cameraId_in: ids.join(','), warningType_equal: '3', warningStatus_equal: '0' }
    for (const { id } of await store.list(ctx, 'entWarningLog', open))
      await store.transition(ctx, 'entWarningLog', String(id), 'handle', { result: '摄像头已恢复在线' })
    return ids.length
  })
}
