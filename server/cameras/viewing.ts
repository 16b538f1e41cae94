import type { EntCamera } from '../../generated/types.ts'
import { type Asking, asked, type Cameras, type Started } from './cameras.ts'
import { offered, type Span } from './gateway.ts'
import type { Tickets } from './tickets.ts'

/** What calls and handlers of cameras work with. */
export interface Viewings {
  readonly cameras: Cameras
  readonly tickets: Tickets
}

interface WantedViewing {
  readonly stream?: 'main' | 'sub'
  readonly span?: Span
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

/** Starts a viewing, live or of a recording; undefined while it starts. */
export async function view(
  viewings: Viewings,
  asking: Asking,
  camera: EntCamera,
  wanted: WantedViewing,
): Promise<Started | undefined> {
  const { cameras } = viewings
  const { stream = 'main', span, patience, address } = wanted
  const gateway = await cameras.gatewayOf(asking, camera)
  const [live, recorded] = [span ? undefined : offered(gateway, 'playUrl'), span && offered(gateway, 'playbackUrl')]
  const { tenantId, userId } = asking.ctx.actor
  const name = JSON.stringify([tenantId, userId, address, camera.id, span ?? stream])
  const start = async (signal: AbortSignal): Promise<Started> => {
    const ticket = ticketFor(viewings, asking, camera, span ? 'getBackUrl' : 'getUrl', wanted)
    const playing = span ? recorded?.(camera, span, ticket, signal) : live?.(camera, stream, ticket, signal)
    if (!playing) throw new Error('A viewing is live or recorded.')
    return { ...(await asked(gateway, playing)), ticket }
  }
  return cameras.started(name, patience, start)
}
