import { Writable } from 'node:stream'
import { destination } from 'pino'

/** The log as JSON, one object a line. In batches: writing each line would take a fifth of the server's time. */
const jsonLines = () => destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 })

/** Lines for a person at a terminal, written at once. */
const terminalLines = () =>
  Object.assign(
    new Writable({
      decodeStrings: false,
      write(line: string, _encoding, done) {
        process.stdout.write(`${readableLine(line)}\n`, () => done())
      },
    }),
    { flushSync: () => undefined },
  )

/** Where the log is written: readable lines in a terminal, JSON elsewhere. */
export const logLines = (isTerminal: boolean) => (isTerminal ? terminalLines() : jsonLines())

const levels: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

/** A line of the log as `12:03:04 INFO message name=value …`, an error with its stack below. */
export function readableLine(line: string): string {
  const { level, time, msg = '', err, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const values = Object.entries(rest).map(([name, value]) => `${name}=${printed(value)}`)
  const head = [clock, (levels[level] ?? String(level)).padEnd(5), msg, ...values].join(' ')
  return err === undefined ? head : `${head}\n${err.stack ?? err.message ?? JSON.stringify(err)}`
}

// A text of a client, such as a path, must not control the terminal.
const printed = (value: unknown): string =>
  typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : JSON.stringify(value)
