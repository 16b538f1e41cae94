import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { type Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import type { EntCamera } from '../../generated/types.ts'
import { type Asking, asked, type Cameras, type Started } from './cameras.ts'
import { offered, type Stream, type TimeSpan } from './gateway.ts'
import type { Tickets } from './tickets.ts'

/** What calls and handlers of cameras work with. */
export interface Viewings {
  readonly cameras: Cameras
  readonly tickets: Tickets
}

interface WantedViewing {
  readonly stream?: Stream
  readonly span?: TimeSpan
  /** Of the client, where it is known. */
  readonly address?: string
  /** Milliseconds to wait for its start. */
  readonly patience: number
}

/** The right to a viewing of a camera, as text of a ticket. */
export function ticketFor(
  { tickets }: Viewings,
  { ctx }: Asking,
  camera: EntCamera,
  step: string,
  wanted: Omit<WantedViewing, 'patience'>,
): string {
  const { tenantId, userId } = ctx.actor
  const { span = { from: 0, to: 0 }, address = '' } = wanted
  return tickets.issue({ tenantId, userId: userId ?? '', cameraId: camera.id, step, address, ...span })
}

/** A ticket of the user that this server has issued, even if it has ended. */
export function ownTicket({ tickets }: Viewings, { actor }: RequestContext, ticket: string) {
  const viewing = tickets.read(ticket)
  if (viewing && viewing.userId === actor.userId && viewing.tenantId === actor.tenantId) return viewing
  throw unknownTicket()
}

export const unknownTicket = (): Refusal => refuse.notFound({ zh: '播放地址', en: 'Address' })

/** How far a clip that the user exports is prepared; its ticket is extended. */
export async function preparedClip(viewings: Viewings, asking: Asking, clip: string, signal: AbortSignal) {
  const { cameraId, from, to } = ownTicket(viewings, asking.ctx, clip)
  const camera = (await asking.store.get(asking.ctx, 'entCamera', cameraId, 'getBackVideoUrl')) as unknown as EntCamera
  const gateway = await viewings.cameras.gatewayOf(asking, camera)
  if (!viewings.tickets.extend(clip)) throw unknownTicket()
  const prepared = await asked(gateway, offered(gateway, 'clip')(camera, { from, to }, clip, signal))
  return { ...prepared, cameraId, from, to }
}

/** Starts a viewing, live or of a recording; undefined while it starts. */
export async function startViewing(
  viewings: Viewings,
  asking: Asking,
  camera: EntCamera,
  wanted: WantedViewing,
): Promise<Started | undefined> {
  const { cameras } = viewings
  const { stream, span, patience, address } = wanted
  const gateway = await cameras.gatewayOf(asking, camera)
  const play = span
    ? offered(gateway, 'playbackUrl').bind(null, camera, span)
    : offered(gateway, 'playUrl').bind(null, camera, stream)
  const { tenantId, userId } = asking.ctx.actor
  const name = JSON.stringify([tenantId, userId, address, camera.id, span ?? stream])
  return cameras.started(name, patience, async signal => {
    const ticket = ticketFor(viewings, asking, camera, span ? 'getBackUrl' : 'getUrl', wanted)
    return { ...(await asked(gateway, play(ticket, signal))), ticket }
  })
}
