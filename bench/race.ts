import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Orders } from './baseline-server.ts'
import { requestsPerSecond, type Target } from './callers.ts'
import { portOf } from './city.ts'
import { median } from './section.ts'

export const callers = 32
export const rounds = 5
export const seconds = 5
/** The size of each server's pool. */
export const connections = 16

/** Requests per second of both servers, measured alternately, so that disturbances of the machine affect both. */
export async function race(ours: Target, theirs: Target): Promise<{ readonly engine: number; readonly bare: number }> {
  for (const target of [ours, theirs]) await requestsPerSecond(target, callers, 2)
  const figures = { engine: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.bare.push(await requestsPerSecond(theirs, callers, seconds))
    figures.engine.push(await requestsPerSecond(ours, callers, seconds))
  }
  return { engine: median(figures.engine), bare: median(figures.bare) }
}

export const perSecond = (figure: number): string => `${Math.round(figure)} /s`

/** Starts the bare server in a process of its own. */
export async function startBaseline(orders: Orders): Promise<{ port: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/baseline-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.send(orders)
  const port = await portOf(child)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
