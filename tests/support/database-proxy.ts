import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a PostgreSQL server on a Unix socket, which can stop forwarding. */
export interface DatabaseProxy {
  readonly url: string
  /** Accepts connections and bytes, and forwards none of them, until `resume`. */
  hold(): void
  resume(): void
  close(): Promise<void>
}

/**
 * Starts a proxy for the server of a URL such as `postgres://user@%2Ffolder/database`. If `isCut` is true at a
 * statement, all connections are closed before it is forwarded.
 */
export async function startDatabaseProxy(url: string, isCut?: () => boolean): Promise<DatabaseProxy> {
  const target = new URL(url)
  const path = `${decodeURIComponent(target.hostname)}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let isHeld = false
  const apply = (socket: Socket) => (isHeld ? socket.pause() : socket.resume())
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', bytes => {
      if (!from.destroyed) to.write(bytes)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    apply(from)
  }
  const server = createServer(client => {
    const backend = connect(path)
    if (isCut) {
      const statements = statementsIn()
      client.on('data', bytes => {
        for (let count = statements(bytes); count > 0; count -= 1) {
          if (isCut()) for (const socket of sockets) socket.destroy()
        }
      })
    }
    forward(client, backend)
    forward(backend, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const switched = (held: boolean) => () => {
    isHeld = held
    for (const socket of sockets) apply(socket)
  }
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    hold: switched(true),
    resume: switched(false),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Counts the statements in the bytes that a client sends: simple queries, and ends of extended ones. */
function statementsIn(): (bytes: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  return bytes => {
    rest = Buffer.concat([rest, bytes])
    let count = 0
    for (;;) {
      // The first message has no type.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return count
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return count
      if (isStarted && 'QS'.includes(String.fromCharCode(rest[0] ?? 0))) count += 1
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}
