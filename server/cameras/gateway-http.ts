import { refuse } from '../../engine/server/errors/refuse.ts'
import { type Gateway, gatewayDown } from './gateway.ts'

/** A request to the program of a platform, whose host the operator has allowed. */
export interface GatewayRequest {
  readonly url: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST'
  readonly signal: AbortSignal
}

/** Sends a request, and follows no redirect. Refused with 503 where there is no answer, or with an error of the server. */
export async function fetched(
  { title }: Pick<Gateway, 'title'>,
  { url, query = {}, headers = {}, method = 'GET', signal }: GatewayRequest,
): Promise<Response> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  const response = await fetch(address, { method, headers, redirect: 'error', signal }).catch(() => undefined)
  if (!response) throw gatewayDown(title)
  if (response.status >= 500 || response.status === 401 || response.status === 403)
    throw gatewayDown(title, `HTTP ${response.status}`)
  return response
}

const mostBytes = 100 * 1_048_576

/** The bytes of a file; refused if it is too large to be kept. */
export async function fileBytes(gateway: Pick<Gateway, 'title'>, request: GatewayRequest): Promise<Uint8Array> {
  const { body, ok, status } = await fetched(gateway, request)
  if (!ok || !body) throw gatewayDown(gateway.title, `HTTP ${status}`)
  const all: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > mostBytes)
      throw refuse.conflict('camera-clip-large', {
        zh: '片段超过 100 MB，请缩短后再存证',
        en: 'The clip exceeds 100 MB; choose a shorter one',
      })
    all.push(part)
  }
  return Buffer.concat(all)
}

/** The body as JSON; refused with 503 if it is something else. */
export async function jsonOf({ title }: Pick<Gateway, 'title'>, response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw gatewayDown(title, `HTTP ${response.status}`)
  }
}

/**
 * The address of media with the host that browsers use. Refused if the operator does not allow it: the page may load
 * media from these hosts only.
 */
export function mediaUrl(address: string, base: string | null, hosts: readonly string[]): string {
  const url = new URL(address)
  if (base !== null) {
    const { protocol, host } = new URL(base)
    url.protocol = url.protocol.startsWith('ws') ? protocol.replace('http', 'ws') : protocol
    url.host = host
  }
  if (hosts.includes(url.host)) return url.href
  throw refuse.conflict('host-not-allowed', {
    zh: `服务器的设置 OUTBOUND_HOSTS 不包含视频地址的主机“${url.host}”，请联系运维人员`,
    en: `The setting OUTBOUND_HOSTS of the server does not contain the media host "${url.host}". Contact the operator.`,
  })
}
