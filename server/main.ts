import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createEngine, type Engine, type FilledStart } from '../engine/server/engine.ts'
import { readSettings, type Settings } from '../engine/server/settings.ts'
import { isOfOperator } from '../engine/server/start-fault.ts'
import { productHandlers, reasons } from './actions/index.ts'
import { cameras } from './cameras/part.ts'
import { language } from './language.ts'
import { logLines } from './log-lines.ts'
import { portsOf } from './ports.ts'
import { review } from './review/part.ts'

const here = dirname(fileURLToPath(import.meta.url))
const lines = logLines(process.stdout.isTTY)
/** Maximum time for requests in progress after a signal, in milliseconds. */
const patience = 10_000

await main()

async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const engine = await start(settings)
    const address = await engine.listen()
    greet(engine, address)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(engine, signal))
  } catch (error) {
    process.exitCode = 1
    // An error that an operator can fix is one sentence; any other is a bug and is printed with its stack.
    console.log(isOfOperator(error) ? error.message : error)
  }
}

function start(settings: Settings): Promise<Engine> {
  const ports = portsOf(settings, process.env)
  return createEngine({
    settings,
    log: pino({ level: settings.logLevel }, lines),
    parts: [
      { name: 'product', ...language, handlers: productHandlers(ports), reasons, ports },
      cameras(settings, process.env),
      review,
    ],
    fill,
    web: join(here, '../web'),
  })
}

/** Fills the demonstration. Its generator is loaded only where it is wanted. */
async function fill(start: FilledStart) {
  if (!(start.settings.demo ?? start.isFirstStart)) return []
  const { fillDemonstration } = await import('../scripts/demo/first-start.ts')
  return fillDemonstration(start)
}

function greet({ newAccounts, model }: Engine, address: string): void {
  console.log(`${model().title.en} ${model().title.zh}: ${address}`)
  for (const { account, password, title } of newAccounts) {
    const who = title === undefined ? '' : ` (${title})`
    console.log(
      password === undefined
        ? `Sign in as "${account}"${who} with the password in ADMIN_PASSWORD.`
        : `Sign in as "${account}"${who} with the password ${password} (shown only once).`,
    )
  }
  if (newAccounts.length === 0) console.log('Sign in with an existing account; the first one is "admin".')
}

async function stop(engine: Engine, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  // A service manager or a container sends SIGTERM; at a terminal, there is no proxy.
  if (signal === 'SIGTERM') await engine.drain()
  const late = setTimeout(() => process.exit(1), patience)
  await engine.close()
  clearTimeout(late)
  lines.flushSync()
  process.exit(0)
}
