import { appendFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { createEngine } from '../../engine/server/engine.ts'
import type { Job } from '../../engine/server/jobs/job.ts'
import type { TextMessages } from '../../engine/server/services/ports.ts'
import { readSettings } from '../../engine/server/settings.ts'
import { productHandlers, reasons } from '../../server/actions/index.ts'
import { cameras } from '../../server/cameras/part.ts'
import { portsOf } from '../../server/ports.ts'

/** A job of the sample app: one ward for each run, and so many letters to it, each in a step of its own. */
const writeLetters = (letters: number): Job => ({
  title: { zh: '写通知', en: 'Write letters' },
  schedule: { seconds: 86_400, atStart: true },
  async run({ runId, step }) {
    await step('ward', async ({ store, ctx }) => {
      await store.save(ctx, 'ward', { name: runId })
      return 1
    })
    for (let n = 0; n < letters; n++) {
      await step(`letter ${n}`, async ({ store, ctx }) => {
        const [ward] = await store.list(ctx, 'ward', { name: runId })
        await store.save(ctx, 'letter', { wardId: ward?.['id'], subject: `${runId} ${n}` })
        return 1
      })
      await sleep(20)
    }
    return 0
  },
})

/** A provider of text messages that takes a second, and records the process and the key of each call in a file. */
const slowMessages = (file: string, sendsEqualKeysOnce: boolean): TextMessages => ({
  name: 'slow',
  ...(sendsEqualKeysOnce && { idempotent: true }),
  async send({ key }) {
    await appendFile(file, `${process.pid} ${key}\n`)
    await sleep(1000)
  },
})

// A server in a process of its own, for tests of several; it reports its address in a message.
const letters = Number(process.env['LETTERS'] ?? 0)
const { SMS_CALLS: calls, SMS_EQUAL_KEYS: equalKeys } = process.env
const shift = Number(process.env['CLOCK_SHIFT_HOURS'] ?? 0) * 3_600_000
const settings = readSettings(process.env)
const ports = portsOf(settings, process.env)
const engine = await createEngine({
  settings,
  log: pino({ level: 'warn' }),
  ...(process.env['TEMPLATE'] && { template: process.env['TEMPLATE'] }),
  ...(shift > 0 && { clockShift: () => shift }),
  // A handler that another process of the test may lack.
  parts: [
    {
      name: 'test',
      ...(process.env['HANDLER'] && { handlers: { ward: { [process.env['HANDLER']]: async () => ({}) } } }),
      ...(process.env['PRODUCT'] && { handlers: productHandlers(ports), reasons, ports }),
      ...(calls && { ports: { sms: slowMessages(calls, equalKeys === 'once') } }),
      ...(letters > 0 && { jobs: { 'write-letters': writeLetters(letters) } }),
    },
    ...(process.env['PRODUCT'] ? [cameras({ ...settings, demo: false }, {})] : []),
  ],
})
const address = await engine.listen()
process.send?.({ address })
process.once('message', async () => {
  await engine.close()
  process.disconnect()
})
