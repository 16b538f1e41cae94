import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import type { ReadStore } from '../../engine/server/store/operations.ts'
import type { EntCamera, SysPlatform } from '../../generated/types.ts'
import { checkHost } from '../device-platform.ts'
import { type Gateway, gatewayDown, type Playing } from './gateway.ts'

/** What an adapter works with. */
export interface AdapterParts {
  readonly platform: SysPlatform
  /** From the environment: no answer contains it. */
  readonly secret: string | undefined
  /** Hosts that the operator allows, those of media among them. */
  readonly hosts: readonly string[]
  readonly zone: string
  /** What the adapter remembers of this platform, in this process. */
  readonly memory: Map<string, unknown>
}

/** The adapter of a kind of platform, for one of its rows. */
export type Adapter = (parts: AdapterParts) => Gateway

/** How gateways are called. */
interface CamerasParts extends Pick<AdapterParts, 'hosts' | 'zone'> {
  /** By type of platform. */
  readonly adapters: Readonly<Record<string, Adapter>>
  readonly secretOf: (platform: SysPlatform) => string | undefined
  /** The gateway of all other cameras, if there is one. */
  readonly demonstration?: Gateway | undefined
}

/** Who asks: with the rights of this context. */
export interface Asking {
  readonly ctx: RequestContext
  readonly store: ReadStore
}

/** The port of cameras: the gateway of each, by the row of its platform. */
export class Cameras {
  readonly #parts: CamerasParts
  readonly #memories = new Map<string, Map<string, unknown>>()
  readonly #starts = new Map<string, Start>()

  constructor(parts: CamerasParts) {
    this.#parts = parts
  }

  /** The gateway of a camera: of its own platform, or of the one platform of its type. */
  async gatewayOf({ ctx, store }: Asking, { platformId, platform: type }: EntCamera): Promise<Gateway> {
    const elevated = ctx.asSystem('camera-gateway')
    const query = {
      platformStatus_equal: '1',
      ...(platformId ? { id_equal: platformId } : { platformType_equal: type }),
    }
    const platform = (await store.find(elevated, 'sysPlatform', query)) as unknown as SysPlatform | null
    return this.gatewayAt(platform)
  }

  /** The gateway of a platform. Refused without an adapter or an allowed host. */
  gatewayAt = (platform: SysPlatform | null): Gateway => {
    const { adapters, hosts, zone, secretOf, demonstration } = this.#parts
    const adapter = platform?.platformType ? adapters[platform.platformType] : undefined
    const isAllowed = platform !== null && hosts.includes(new URL(platform.url).host)
    if (demonstration && !(adapter && isAllowed)) return demonstration
    if (!platform || !adapter)
      throw refuse.conflict('camera-not-connected', {
        zh: '该摄像头没有可用的视频网关，请联系管理员',
        en: 'The camera has no video gateway. Contact an administrator.',
      })
    checkHost(platform, hosts)
    const memory = this.#memories.get(platform.id) ?? new Map<string, unknown>()
    if (memory.size > most) memory.clear()
    this.#memories.set(platform.id, memory)
    return adapter({ platform, secret: secretOf(platform), hosts, zone, memory })
  }

  /**
   * The address of a viewing, or undefined while it starts: a gateway may wait for the first packets longer than a
   * player waits for an answer. The next request for the same viewing gets the same start.
   */
  async started(
    name: string,
    patience: number,
    play: (signal: AbortSignal) => Promise<Started>,
  ): Promise<Started | undefined> {
    for (const [old, { since }] of this.#starts) if (since + longest * 2 < Date.now()) this.#starts.delete(old)
    const start = this.#starts.get(name) ?? begin(play)
    this.#starts.set(name, start)
    const late = new Promise<undefined>(done => setTimeout(done, patience, undefined).unref())
    try {
      const value = await Promise.race([start.result, late])
      if (value) this.#starts.delete(name)
      return value
    } catch (error) {
      this.#starts.delete(name)
      throw error
    }
  }
}

/** A viewing that has started. */
export interface Started extends Playing {
  readonly ticket: string
}

interface Start {
  readonly since: number
  readonly result: Promise<Started>
}

/** What is remembered of a platform at most. */
const most = 5000

/** Milliseconds after which a start has failed: WVP itself gives up after 18 seconds. */
const longest = 20_000

function begin(play: (signal: AbortSignal) => Promise<Started>): Start {
  const result = play(AbortSignal.timeout(longest))
  // Perhaps no request asks for it again.
  result.catch(() => undefined)
  return { since: Date.now(), result }
}

/** The value of a request to a gateway. Whatever fails outside of this server is its failure. */
export async function asked<Value>({ title }: Gateway, request: Promise<Value>): Promise<Value> {
  try {
    return await request
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw gatewayDown(title)
  }
}
