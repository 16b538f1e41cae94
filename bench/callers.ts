import { Agent, request } from 'node:http'

export interface Target {
  readonly port: number
  readonly path: string | (() => string)
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: () => string
}

/** The requests per second of a number of callers, each of which sends the next request when it has a response. */
export async function requestsPerSecond(target: Target, callers: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const end = performance.now() + seconds * 1000
  let answered = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        await ask(target, agent)
        answered++
      }
    }),
  )
  agent.destroy()
  return (answered * 1000) / (performance.now() - start)
}

/** The text of one response; any status but 200 ends the benchmark, because refusals are fast. */
export function ask({ port, path, method = 'GET', headers, body }: Target, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: typeof path === 'string' ? path : path(), method, headers, agent },
      answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (answer.statusCode === 200) resolve(text)
          else reject(new Error(`${answer.statusCode} to ${method} ${target(path)}: ${text.slice(0, 300)}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body?.())
  })
}

const target = (path: Target['path']) => (typeof path === 'string' ? path : path())
