import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The right to one viewing. */
export interface TicketClaims {
  readonly tenantId: string
  readonly userId: string
  readonly cameraId: string
  /** The step whose right it is: `getUrl`, `getBackUrl` or `getBackVideoUrl`. */
  readonly step: string
  /** The address of the client; empty where it becomes that of the first request for media. */
  readonly address: string
  /** Of a recording, in milliseconds since 1970; else 0. */
  readonly from: number
  readonly to: number
}

/** Milliseconds for which a ticket is valid, from its issue and from each extension: longer than hidden tabs pause timers. */
const life = 180_000

/** Signed tickets. Their extensions and ends are in the memory of this process. */
export class Tickets {
  readonly #key: Uint8Array
  readonly #now: () => number
  readonly #known = new Map<string, { until: number; address: string }>()

  /** Without a secret, tickets end with this process. */
  constructor(secret: string | undefined, now: () => number = Date.now) {
    this.#key = secret === undefined ? randomBytes(32) : new TextEncoder().encode(secret)
    this.#now = now
  }

  issue({ tenantId, userId, cameraId, step, address, from, to }: TicketClaims): string {
    // Two viewings of one camera that begin in the same millisecond are two tickets.
    const claims = [tenantId, userId, cameraId, step, address, from, to, this.#now(), randomBytes(3).toString('hex')]
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${text}.${this.#seal(text)}`
  }

  /** The viewing of a ticket that this server has signed, even if it has ended. */
  read(ticket: string): (TicketClaims & { readonly issued: number }) | undefined {
    const [text = '', seal = ''] = ticket.split('.')
    const [right, given] = [Buffer.from(this.#seal(text)), Buffer.from(seal)]
    if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined
    const [tenantId, userId, cameraId, step, address, from, to, issued] = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    )
    return { tenantId, userId, cameraId, step, address, from, to, issued }
  }

  /** The viewing of a ticket that is valid now at an address; undefined for any other. */
  open(ticket: string, address: string): TicketClaims | undefined {
    const viewing = this.read(ticket)
    if (!viewing || this.#until(ticket, viewing.issued) <= this.#now()) return undefined
    const bound = viewing.address || this.#known.get(ticket)?.address
    if (!bound) this.#remember(ticket, this.#until(ticket, viewing.issued), address)
    return !bound || bound === address ? viewing : undefined
  }

  /** Whether a ticket was still valid; it is for as long again. */
  extend(ticket: string): boolean {
    const viewing = this.read(ticket)
    if (!viewing || this.#until(ticket, viewing.issued) <= this.#now()) return false
    this.#remember(ticket, this.#now() + life)
    return true
  }

  end(ticket: string): void {
    this.#remember(ticket, this.#now())
  }

  #until = (ticket: string, issued: number): number => this.#known.get(ticket)?.until ?? issued + life

  #remember(ticket: string, until: number, address = this.#known.get(ticket)?.address ?? ''): void {
    this.#known.delete(ticket)
    this.#known.set(ticket, { until, address })
    // The oldest come first. Without its entry, a ticket that ended so long ago has ended too.
    for (const [old, { until }] of this.#known) {
      if (until + life > this.#now()) break
      this.#known.delete(old)
    }
  }

  #seal = (text: string): string => createHmac('sha256', this.#key).update(`camera ${text}`).digest('base64url')
}
