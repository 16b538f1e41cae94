import { pino } from 'pino'
import { createEngine } from '../../engine/server/engine.ts'
import { readSettings } from '../../engine/server/settings.ts'

// A server in a process of its own, for tests of several; told where it listens by a message.
const engine = await createEngine({
  settings: readSettings(process.env),
  log: pino({ level: 'warn' }),
  ...(process.env['TEMPLATE'] && { template: process.env['TEMPLATE'] }),
})
const address = await engine.listen()
process.send?.({ address })
process.once('message', async () => {
  await engine.close()
  process.disconnect()
})
