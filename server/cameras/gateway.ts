import type { Bilingual } from '../../engine/model/model.ts'
import { Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import type { EntCamera } from '../../generated/types.ts'
import type { PlatformDevice } from '../device-platform.ts'

/** A time span, in milliseconds since 1970. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** The whole picture, or the smaller one of tiles. */
export type Stream = 'main' | 'sub'

/** Where a browser plays a picture, and how. */
export interface Playing {
  /** `mp4`: a file without ranges, in which a player seeks by another address. */
  readonly protocol: 'hls' | 'flv' | 'whep' | 'mp4'
  readonly url: string
}

/** A picture with the ending of its file name. */
interface CameraPicture {
  readonly ending: 'jpg' | 'png'
  readonly bytes: Uint8Array
}

/** How far the file of a recording is prepared, from 0 to 1; once it is complete, with its address and its bytes. */
interface ClipState {
  readonly progress: number
  readonly url?: string
  read?(signal: AbortSignal): Promise<Uint8Array>
}

/** A movement; `stop` ends it. */
interface Move {
  readonly command: string
  /** From 1 to 10. */
  readonly speed: number
}

/** What the cameras of one platform offer. A missing member is refused with 409. A ticket is part of each address. */
export interface Gateway {
  readonly title: Bilingual
  /** Without a stream, an address that players of other programs know, too. */
  playUrl?(camera: EntCamera, stream: Stream | undefined, ticket: string, signal: AbortSignal): Promise<Playing>
  playbackUrl?(camera: EntCamera, span: TimeSpan, ticket: string, signal: AbortSignal): Promise<Playing>
  /** Recordings that overlap a span, in order. */
  recordings?(camera: EntCamera, span: TimeSpan, signal: AbortSignal): Promise<readonly TimeSpan[]>
  /** The time before which recordings are deleted, where the gateway has one. */
  keptSince?(): number
  /** Called until the file is complete; the first call starts its preparation. */
  clip?(camera: EntCamera, span: TimeSpan, ticket: string, signal: AbortSignal): Promise<ClipState>
  /** The picture of a time, or of now. */
  snapshot?(camera: EntCamera, at: number | undefined, signal: AbortSignal): Promise<CameraPicture>
  ptz?(camera: EntCamera, move: Move, signal: AbortSignal): Promise<void>
  presets?(camera: EntCamera, signal: AbortSignal): Promise<readonly { number: number; name: string }[]>
  preset?(camera: EntCamera, number: number, signal: AbortSignal): Promise<void>
  /** Whether cameras are online, in few requests for all of the platform; undefined of one that it does not know. */
  status?(signal: AbortSignal): Promise<(camera: EntCamera) => boolean | undefined>
  discover?(signal: AbortSignal): Promise<readonly PlatformDevice[]>
  /** Ends the viewing of a ticket, where the gateway can. */
  end?(ticket: string): Promise<void>
}

/** A member of a gateway; refused where it has none. */
export function offered<Name extends keyof Gateway>(gateway: Gateway, name: Name): NonNullable<Gateway[Name]> {
  const member = gateway[name]
  if (member !== undefined) return (typeof member === 'function' ? member.bind(gateway) : member) as never
  throw refuse.conflict('camera-not-offered', {
    zh: `“${gateway.title.zh}”不提供此功能`,
    en: `${gateway.title.en} does not offer this`,
  })
}

/** The gateway cannot be reached, or reports a failure. */
export const gatewayDown = ({ zh, en }: Bilingual, why = ''): Refusal =>
  new Refusal('camera-gateway-down', 503, {
    zh: `“${zh}”暂时无法使用${why && `：${why}`}`,
    en: `${en} is not available${why && `: ${why}`}`,
  })
